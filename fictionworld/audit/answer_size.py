"""Answer size: whether a question, or its prompt, tells how many rows its answer has, or that it
has none.

A question must say what its specification says: its shape, its columns, its conditions, how many
of a ranking are wanted. That allows a guess of the rows, and is no fault; how good a guess is
measured, without a threshold. Anything else in a question is free: which optional sentences it
has, how it is worded and laid out, in which order its columns stand. What is free may tell nothing
more. So a first model predicts rows, or emptiness, from the specification, and a second one
predicts from the free features what the first one missed. A prompt needs nothing of its task but
the day and the budget of its level, and a level allows a guess of the rows too: how good a guess is
measured, without a threshold. All else of a prompt is taken as free.

All models are fitted on other worlds than they are tried on. The check fails where the whole
interval of a measure lies above its threshold. A narrow interval needs many tasks, above all of
empty answers; few cannot prove that nothing is revealed, but they show a sentence that only they
have.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

import numpy as np

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
from fictionworld.tasks.record import Task
from fictionworld.tasks.specification import Condition, Specification
from fictionworld.text.dates import written_date

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

MOST_AUC: Final = 0.55
"""How well free features may separate empty answers from others; 0.5 is chance."""
MOST_CORRELATION: Final = 0.1
"""Of what free features predict of the logarithm of the rows with what it is."""
_MOST_TASKS: Final = 12_000
_FOLDS: Final = 10
_FEWEST: Final = 3
"""Empty answers below which nothing is measured."""
_FEWEST_WORLDS: Final = 10
"""Worlds below which nothing is measured: of fewer the level explains too little of the rows, and
what it leaves looks free."""
_IN_PACKS: Final = 0.8
"""Words in the questions of so many packs are common; others name what a pack is about."""
_SCREENED: Final = 5
"""Free features that the second model chooses: those that correlate most with the target."""
_RIDGE: Final = 3.0
"""How far regression on the specification draws its coefficients to 0."""
_RIDGE_OF_FEW: Final = 10.0
"""The same, of regression on the features that were chosen."""
_EXPLAINED_BY: Final = {"question": "specification", "prompt": "level"}
"""What a text must tell of its task."""
_NAME_OR_NUMBER: Final = re.compile(r"[^\W\d_]*[A-Z][^\s.,;:!?]*|\d[\d.,]*")
_NUMBER: Final = re.compile(r"\d[\d,]*")
_BEGIN: Final = re.compile(r"(?:^|(?<=[.!?] )|(?<=\n))[A-Z]")
_WORD: Final = r"[#\w]+"


@dataclass(frozen=True, slots=True)
class AskedTask:
    """One task as the check sees it."""

    task: Task
    specification: Specification
    prompt: str
    """The system prompt, without today's date."""

    @property
    def is_empty(self) -> bool:
        """Return whether the answer has no row."""
        return not self.task.answer_rows


def asked_tasks(context: AuditContext) -> list[AskedTask]:
    """Return the tasks of a dataset with their specifications and prompts."""
    dataset, controls = context.dataset, context.options.tools.controls
    asked = []
    for task in dataset.tasks()[:_MOST_TASKS]:
        day = written_date(dataset.world(task.world_id).as_of)
        prompt = dataset.episode(task.task_id, controls=controls).system_prompt
        specification = context.specifications[task.task_id]
        asked.append(AskedTask(task, specification, prompt.replace(day, "")))
    return asked


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
        self.explained = self._predicted(_explaining(asked, source))
        """What the specification, or the level, predicts, each world by models fitted on others."""
        free_of = _free_of_questions if source == "question" else _free_of_prompts
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


def _explaining(asked: Sequence[AskedTask], source: str) -> Any:  # noqa: ANN401 - a sparse matrix
    """Return what each question must say, or the level of each task, as features."""
    from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415 - slow to import

    if source == "question":
        features = [_required(asked_task) for asked_task in asked]
    else:
        features = [{f"level {asked_task.task.level}": 1.0} for asked_task in asked]
    return DictVectorizer().fit_transform(features).tocsr()


def _required(asked: AskedTask) -> dict[str, float]:
    """Return what a question must say, as features by name."""
    specification, shape = asked.specification, asked.specification.shape
    base = f"{asked.task.pack} {specification.table}"
    features: defaultdict[str, float] = defaultdict(float)
    outputs = specification.outputs
    tests = (*specification.where, *specification.either)
    counts = (
        f"{len(specification.where)} tests, {len(specification.either)} alternatives, "
        f"{len(specification.members)} memberships"
    )
    names = [
        base, shape, f"{base} {shape}", f"{len(tests)} tests", f"{shape} {counts}",
        f"{shape} {len(outputs)} columns", f"{base} grouped by {specification.groups}",
    ]  # fmt: skip
    for test in tests:
        values = f"{test.operator} {_form_of_values(test)}"
        names += [values, f"{shape} {values}", f"{base} {test.operator} {test.path}"]
    for output in outputs:
        names += [f"{output.of} {output.kind}", f"{base} {output.of} {output.path}"]
    names += [f"{base} member {member.table} {member.holds}" for member in specification.members]
    if (against := specification.against) is not None:
        names.append(f"{base} against {against.measure} {against.above} {against.per}")
    if (extreme := specification.extreme) is not None:
        names += [f"{base} order {extreme.order} {extreme.per}", f"first {extreme.k}"]
        features["first"] = float(np.log(extreme.k))
    for name in names:
        features[name] += 1.0
    features[f"{shape}, columns"] = float(len(outputs))
    return dict(features)


def _form_of_values(test: Condition) -> str:
    """Return how many values a test has and of which type, or `whole year` for a year's ends."""
    first, last = test.values[0], test.values[-1]
    if isinstance(first, date) and isinstance(last, date) and first.year == last.year:
        days = (first.month, first.day, last.month, last.day)
        return "whole year" if days == (1, 1, 12, 31) else f"{len(test.values)} days"
    return f"{len(test.values)} {type(first).__name__}"


def _free_of_questions(asked: Sequence[AskedTask]) -> tuple[Numbers, list[str]]:
    """Return what questions need not say, as features and their names: words, layout, order."""
    texts = [_masked(asked_task.task.question) for asked_task in asked]
    words, names = _words(texts)
    packs = np.array([asked_task.task.pack for asked_task in asked])
    each = np.array([(words[packs == pack] > 0).any(axis=0) for pack in np.unique(packs)])
    common = each.mean(axis=0) >= _IN_PACKS
    layout = np.array(
        [[text.count("\n"), len(re.findall(r"[.?!](?:\s|$)", text))] for text in texts], np.float64
    )
    places, place_names = _places_of_kinds(asked)
    free = np.hstack([words[:, common], layout, places])
    common_names = [name for name, keep in zip(names, common, strict=True) if keep]
    return free, [*common_names, "lines", "sentences", *place_names]


def _places_of_kinds(asked: Sequence[AskedTask]) -> tuple[Numbers, list[str]]:
    """Return the mean position of columns of each kind, from -0.5 (first) to 0.5 (last), and names.

    So the order of columns counts, not their number, nor which kinds there are.
    """
    kinds = sorted(
        {output.kind for asked_task in asked for output in asked_task.specification.outputs}
    )
    places = np.zeros((len(asked), len(kinds)))
    for number, asked_task in enumerate(asked):
        outputs = asked_task.specification.outputs
        for column, kind in enumerate(kinds):
            of_kind = [index for index, output in enumerate(outputs) if output.kind == kind]
            if of_kind:
                places[number, column] = (np.mean(of_kind) + 0.5) / len(outputs) - 0.5
    return places, [f"later columns of kind {kind}" for kind in kinds]


def _free_of_prompts(asked: Sequence[AskedTask]) -> tuple[Numbers, list[str]]:
    """Return features of prompts, and their names: words, and numbers in their order."""
    words, names = _words([asked_task.prompt for asked_task in asked])
    numbers = [
        [int(number.replace(",", "")) for number in _NUMBER.findall(asked_task.prompt)]
        for asked_task in asked
    ]
    most = max(map(len, numbers))
    table = np.array([[*row, *[-1] * (most - len(row))] for row in numbers], np.float64)
    free = np.hstack([words, table.reshape(len(asked), most)])
    return free, [*names, *(f"number {n + 1} of the prompt" for n in range(most))]


def _words(texts: Sequence[str]) -> tuple[Numbers, list[str]]:
    """Return which words and word pairs each text has, of common ones, and the words and pairs."""
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415 - slow to import

    least = max(2, len(texts) // 200)
    counter = CountVectorizer(ngram_range=(1, 2), min_df=least, binary=True, token_pattern=_WORD)
    counts = counter.fit_transform(texts).toarray().astype(np.float64)
    return counts, counter.get_feature_names_out().tolist()


def _masked(question: str) -> str:
    """Return the question with `#` for each name and number."""
    lowered = _BEGIN.sub(lambda letter: letter[0].lower(), question)
    return _NAME_OR_NUMBER.sub("#", lowered)


class AnswerSizeCheck(AuditCheck):
    """Neither questions nor prompts tell how many rows an answer has."""

    name = "answer_size"
    of_dataset_runs = "first"

    def of_dataset(self, context: AuditContext) -> CheckResult:
        return size_told(asked_tasks(context), context.options.seed, context.folder)
