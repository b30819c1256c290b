"""Answer size: whether a question, or its prompt, tells how many rows its answer has, or that it
has none.

What a text must say of its task (`answer_size_features.py`) allows a guess of the rows, and is no
fault; how good a guess is measured, without a threshold. What it is free to say may tell nothing
more. So a first model predicts rows, or emptiness, from what must be said, and a second one
predicts from the free features what the first one missed.

All models are fitted on other worlds than they are tried on. The check fails where the whole
interval of a measure lies above its threshold. A narrow interval needs many tasks, above all of
empty answers; few cannot prove that nothing is revealed, but they show a sentence that only they
have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fictionworld.audit.answer_size_features import (
    AskedTask,
    asked_tasks,
    explaining_features,
    free_features_of_prompts,
    free_features_of_questions,
)
from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.interval import Mean, mean_with_interval
from fictionworld.audit.record import (
    CheckResult,
    Facets,
    LeakEvidence,
    Measure,
    figure,
    result_of,
)
from fictionworld.seeds import child_seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

MOST_AUC: Final = 0.55
"""How well free features may separate empty answers from others; 0.5 is chance."""
MOST_CORRELATION: Final = 0.1
"""Of what free features predict of the logarithm of the rows with what it is."""
_FOLDS: Final = 10
_FEWEST: Final = 3
"""Empty answers below which nothing is measured."""
_FEWEST_WORLDS: Final = 10
"""Worlds below which nothing is measured: of fewer the level explains too little of the rows, and
what it leaves looks free."""
_SCREENED: Final = 5
"""Free features that the second model chooses: those that correlate most with the target."""
_RIDGE: Final = 3.0
"""How far regression on the specification draws its coefficients to 0."""
_RIDGE_OF_FEW: Final = 10.0
"""The same, of regression on the features that were chosen."""
_EXPLAINED_BY: Final = {"question": "specification", "prompt": "level"}
"""What a text must tell of its task."""


def size_told(asked: Sequence[AskedTask], seed: int, folder: str) -> CheckResult:
    """Return the result of the check over these tasks.

    Args:
        asked: The tasks, with the tasks of a world together.
        seed: Random seed of the intervals.
        folder: The folder of the dataset, as the user named it.
    """
    shapes = {asked_task.task.shape for asked_task in asked if asked_task.is_empty}
    lists = [asked_task for asked_task in asked if asked_task.task.shape in shapes]
    wide = [asked_task for asked_task in asked if asked_task.task.kind == "wide"]
    rows = [asked_task for asked_task in asked if not asked_task.is_empty]
    measures: list[Measure] = []
    findings: list[LeakEvidence] = []
    for source, among, target in (
        ("question", lists, "empty"),
        ("question", wide, "rows"),
        ("prompt", asked, "empty"),
        ("prompt", rows, "rows"),
    ):
        trial = _Trial(among, target, source)
        if not trial.is_measurable:
            continue
        measures.append(trial.measure(trial.explained, seed, _EXPLAINED_BY[source], None))
        measures.append(trial.measure(trial.predicted, seed, source, trial.most))
        if measures[-1].exceeded:
            findings.append(trial.finding(folder))
    return result_of(
        "answer_size",
        "Answer size",
        "Does a question, or its prompt, tell how many rows its answer has?",
        measures,
        findings,
        status="failed" if findings else "passed" if measures else "not measured",
        note="`question` is what the free features tell beyond the specification: optional "
        "sentences, wording, layout, order of columns. `prompt` is what it tells beyond the level, "
        "which sets the budget. `specification` and `level` are what a question and a prompt must "
        "say, without threshold. An interval that holds its threshold does not fail."
        if measures
        else "needs three worlds",
    )


class _Trial:
    """One target (`empty` or `rows`), and how well one source predicts it."""

    def __init__(self, asked: Sequence[AskedTask], target: str, source: str) -> None:
        self._asked, self._target, self._source = asked, target, source
        self._empty = np.array([asked_task.is_empty for asked_task in asked], np.bool_)
        worlds = np.unique([asked_task.task.world_id for asked_task in asked])
        numbers = np.searchsorted(worlds, [asked_task.task.world_id for asked_task in asked])
        self._worlds = numbers
        self._folds = numbers % min(_FOLDS, max(1, len(worlds)))
        several = len(worlds) >= _FEWEST_WORLDS
        few = target == "empty" and not _FEWEST <= int(self._empty.sum()) < len(asked)
        self.is_measurable = several and not few
        if not self.is_measurable:
            return
        rows = np.array([asked_task.task.answer_rows for asked_task in asked], np.float64)
        self._wanted = self._empty.astype(np.float64) if target == "empty" else np.log(rows)
        self.explained = self._predicted(explaining_features(asked, source))
        """What the specification, or the level, predicts, each world by models fitted on others."""
        free_of = free_features_of_questions if source == "question" else free_features_of_prompts
        self._free, self._names = free_of(asked)
        self._missed = self._wanted - self.explained
        self.predicted = self._predicted_by_few()
        """What the free features predict of what is missed."""
        self.most = MOST_AUC if target == "empty" else MOST_CORRELATION

    def measure(self, scores: Numbers, seed: int, source: str, most: float | None) -> Measure:
        """Return how well scores go with the target, or with what the specification misses."""
        of: Facets = (("of", source),)
        seed = child_seed(seed % 2**64, f"answer size/{source}/{self._target}")
        name = "AUC of empty answers" if self._target == "empty" else "correlation with rows"
        if np.ptp(scores) < 1e-12:  # all alike: nothing is predicted, and that is no estimate
            chance = 0.5 if self._target == "empty" else 0.0
            return figure(name, chance, of=of, at_most=most)
        if self._target == "empty":
            mean = self._auc(scores, seed)
        else:
            is_explained = source in _EXPLAINED_BY.values()
            wanted = self._wanted if is_explained else self._missed
            mean = self._correlation(scores, wanted, seed)
        return figure(name, *mean, of, at_most=most)

    def finding(self, folder: str) -> LeakEvidence:
        """Return the most predictive feature, as evidence."""
        index = int(np.argmax(_going_with(self._free, self._missed)))
        has_feature = self._free[:, index] > self._free[:, index].mean()
        example = self._asked[
            int(np.argmax(has_feature & self._empty if self._empty.any() else has_feature))
        ].task
        contrast = (
            f"empty in {self._empty[has_feature].mean():.0%} of tasks that have it, in "
            f"{self._empty[~has_feature].mean():.0%} of others"
            if self._target == "empty"
            else f"{np.exp(self._wanted[has_feature].mean()):.1f} rows where it is, "
            f"{np.exp(self._wanted[~has_feature].mean()):.1f} elsewhere (geometric means)"
        )
        name = self._names[index]
        return LeakEvidence(
            check="answer_size",
            severity="question context",
            world_id=example.world_id,
            task_id=example.task_id,
            field=self._source,
            text=f"{name}: {contrast}",
            marks=((0, len(name)),),
            why="what a question or prompt need not say tells how many rows the answer has",
            command=f"fictionworld show {folder} {example.task_id} --key",
        )

    def _predicted(self, features: Any) -> Numbers:  # noqa: ANN401 - a sparse matrix
        """Return predictions of the target by ridge regression on all features."""
        from sklearn.linear_model import Ridge  # noqa: PLC0415 - slow to import

        predicted = np.zeros(len(self._wanted))
        for is_held_out in self._held():
            model = Ridge(_RIDGE, solver="lsqr")
            model.fit(features[~is_held_out], self._wanted[~is_held_out])
            predicted[is_held_out] = model.predict(features[is_held_out])
        return predicted

    def _predicted_by_few(self) -> Numbers:
        """Return predictions of what is missed by ridge regression on the few best features."""
        predicted = np.zeros(len(self._missed))
        for is_held_out in self._held():
            features, missed = self._free[~is_held_out], self._missed[~is_held_out]
            correlations = _going_with(features, missed)
            best = np.argsort(-correlations, kind="stable")[:_SCREENED]
            best = best[correlations[best] > 0]
            centre = features[:, best].mean(axis=0)
            centred = features[:, best] - centre
            products = centred.T @ centred + _RIDGE_OF_FEW * np.eye(len(best))
            weights = np.linalg.solve(products, centred.T @ (missed - missed.mean()))
            predicted[is_held_out] = (self._free[is_held_out][:, best] - centre) @ weights
        return predicted

    def _held(self) -> Iterator[NDArray[np.bool_]]:
        for fold in range(int(self._folds.max()) + 1):
            yield self._folds == fold

    def _auc(self, scores: Numbers, seed: int) -> Mean:
        """Return how often an empty answer has a higher score than another answer of its shape."""
        shapes = np.array([asked_task.task.shape for asked_task in self._asked])
        ranks = []
        for number in np.flatnonzero(self._empty).tolist():
            others = scores[~self._empty & (shapes == shapes[number])]
            if len(others):
                below = (others < scores[number]).mean() + (others == scores[number]).mean() / 2
                ranks.append(float(below))
        return mean_with_interval(ranks, seed)

    def _correlation(self, scores: Numbers, wanted: Numbers, seed: int) -> Mean:
        """Return the correlation of scores with what is wanted, with an interval over worlds."""
        products = _standard(scores) * _standard(wanted)
        counts = np.bincount(self._worlds)
        means = np.bincount(self._worlds, products)[counts > 0] / counts[counts > 0]
        return mean_with_interval(means.tolist(), seed, None, counts[counts > 0].tolist())


def _standard(values: Numbers) -> Numbers:
    standard: Numbers = (values - values.mean()) / (float(values.std()) or 1.0)
    return standard


def _going_with(features: Numbers, wanted: Numbers) -> Numbers:
    """Return each feature's absolute correlation with what is wanted; 0 of a constant feature."""
    centred = features - features.mean(axis=0)
    spread = np.sqrt((centred**2).sum(axis=0)) * float(np.linalg.norm(wanted - wanted.mean()))
    products = np.abs((wanted - wanted.mean()) @ centred)
    correlations: Numbers = np.divide(
        products, spread, out=np.zeros_like(products), where=spread > 1e-9
    )
    return correlations


class AnswerSizeCheck(AuditCheck):
    """Neither questions nor prompts tell how many rows an answer has."""

    name = "answer_size"
    of_dataset_runs = "first"

    def of_dataset(self, context: AuditContext) -> CheckResult:
        return size_told(asked_tasks(context), context.options.seed, context.folder)
