"""Form: whether the shape of replies alone shows which rows are in an answer.

The same query is made for rows of a task's answer and for rows that only protected facts keep out
of it. Only the shape of the reply is used: number of results, fields, lengths, number of
placeholders for withheld text. A classifier, cross-validated over worlds, tries to identify members
by it. Only differences within a task count: features are taken relative to the task's rows, and the
AUC compares rows of one task.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.interval import Mean, mean_with_interval
from fictionworld.audit.membership import memberships, rivals_of
from fictionworld.audit.record import (
    CheckResult,
    LeakEvidence,
    Thresholds,
    figure,
    result_of,
    status_of,
)
from fictionworld.audit.replies import ReplyResult
from fictionworld.audit.subjects import Row
from fictionworld.seeds import child_seed
from fictionworld.web.permit import CLOSED_POLICIES

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST: Final = 9
"""Rows of each side of a task."""
_FOLDS: Final = 5
_WITHHELD: Final = re.compile(
    r"withheld|redacted|removed|hidden|undisclosed|censored|omitted|not shown|unavailable|"
    r"\[[^\]]*\]|[*_#█▇■•]{2,}|\?\?\?|x{3,}|n/a|see (?:the )?page",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d[\d.,]*")


@dataclass(frozen=True, slots=True)
class ReplyShape:
    """The shape of the replies about one row."""

    policy: str
    task_id: str
    world_id: int
    member: bool
    features: dict[str, float]
    """By name, the same for every row."""
    command: str


def shapes_of(audited: AuditedWorld) -> list[ReplyShape]:
    """The shapes of replies about members and others, for the tasks of one world."""
    found: list[ReplyShape] = []
    for one in memberships(audited):
        rivals = rivals_of(audited, one)
        if not rivals:
            continue
        sides = [(True, one.members), (False, rivals)]
        header = next(
            (h for h in one.task.columns if h not in one.task.key_columns), one.task.columns[-1]
        )
        for member, rows in sides:
            rng = Random(child_seed(audited.seed, f"form/{one.task.task_id}/{member}"))  # noqa: S311
            for row in sorted(rows, key=lambda _: rng.random())[:_MOST]:
                query = f"{audited.subjects.names[row]} {header}"
                for policy in CLOSED_POLICIES:
                    text = audited.searched(policy, query)
                    features = _features(text, *audited.search(policy, query), audited, row)
                    found.append(
                        ReplyShape(
                            policy,
                            one.task.task_id,
                            audited.world_id,
                            member,
                            features,
                            audited.command(policy, query),
                        )
                    )
    return found


def _features(
    text: str, shown: Sequence[ReplyResult], beside: str, audited: AuditedWorld, row: Row
) -> dict[str, float]:
    """The features of a reply about a row, whose name is removed before lengths are measured."""
    name = audited.subjects.names[row]

    def length(said: str) -> int:
        return len(said.replace(name, ""))

    own = [one for one in shown if name in one.title] or [
        one for one in shown if name in one.snippet
    ]
    first = own[0] if own else None
    bare = text.replace(name, "")
    return {
        "characters of the reply": len(bare),
        "results": len(shown),
        "characters beside results": length(beside),
        "results with a date": sum(one.date != "N/A" for one in shown),
        "results with more lines": sum(bool(one.more) for one in shown),
        "words that withhold": sum(map(_withheld, shown)),
        "numbers": len(_NUMBER.findall(bare)),
        "results that name the row": len(own),
        "characters of titles": sum(length(one.title) for one in shown),
        "characters of snippets": sum(length(one.snippet) for one in shown),
        "characters of addresses": sum(len(one.url) for one in shown),
        "snippets that are cut": sum(one.snippet.endswith("...") for one in shown),
        "empty fields": sum(max(0, 4 - len(one.fields())) for one in shown),
        "own title": length(first.title) if first else -1,
        "own snippet": length(first.snippet) if first else -1,
        "own words that withhold": _withheld(first) if first else -1,
        "own numbers": len(_NUMBER.findall(first.snippet.replace(name, ""))) if first else -1,
        "own date": first.date != "N/A" if first else -1,
        "own fields": len(first.fields()) if first else -1,
        "lines of the reply": text.count("\n"),
    }


def _withheld(one: ReplyResult) -> int:
    return len(_WITHHELD.findall(f"{one.title} {one.snippet}"))


def summarize(
    parts: Iterable[Sequence[ReplyShape]], thresholds: Thresholds, seed: int
) -> CheckResult:
    """The AUC by policy, with its interval over tasks.

    Above the threshold, and above what chance gives, the check fails.
    """
    shapes = [shape for part in parts for shape in part]
    measures = []
    findings: list[LeakEvidence] = []
    for policy in CLOSED_POLICIES:
        of = (("policy", policy),)
        mine = [shape for shape in shapes if shape.policy == policy]
        by_task = _scored(mine, child_seed(seed, f"form/{policy}"))
        auc = _auc(by_task, child_seed(seed, f"form/{policy}/interval"))
        measure = figure("AUC", *auc, of, at_most=thresholds.form_auc)
        rows = sum(len(scores) for scores, _ in by_task)
        measures += [
            measure,
            figure("rows", rows, of=of, unit="rows"),
            figure("tasks", len(by_task), of=of, unit="tasks"),
        ]
        if measure.exceeded:
            findings.append(_finding(mine, policy))
    status = status_of([measure for measure in measures if measure.name == "AUC"])
    return result_of(
        "form",
        "Form of replies",
        "Does the mere shape of a reply show whether a row is in an answer?",
        measures,
        findings,
        status=status,
        note="0.5 is chance. Rows are compared within their task; a classifier is fitted on other "
        "worlds than it is tried on."
        if status != "not measured"
        else "needs two tasks or more that list named rows",
    )


_Task = tuple["NDArray[np.float64]", "NDArray[np.bool_]"]


def _scored(shapes: Sequence[ReplyShape], seed: int) -> list[_Task]:
    """For each task the scores that classifiers fitted on other worlds give its rows."""
    from sklearn.ensemble import RandomForestClassifier  # noqa: PLC0415 - slow to import

    tasks = len({shape.task_id for shape in shapes})
    if tasks < 2:
        return []
    of_task = _task_numbers(shapes)
    member = np.array([shape.member for shape in shapes])
    features = _relative(_matrix(shapes), of_task)
    groups = _folds(shapes, seed)
    scores = np.zeros(len(shapes))
    for fold in range(int(groups.max()) + 1):
        held = groups == fold
        if held.all() or not held.any() or len(set(member[~held].tolist())) < 2:
            continue
        model: Any = RandomForestClassifier(
            40, max_depth=6, min_samples_leaf=8, random_state=seed % 2**32, n_jobs=1
        )
        model.fit(features[~held], member[~held])
        scores[held] = model.predict_proba(features[held])[:, 1]
    return [(scores[of_task == n], member[of_task == n]) for n in range(tasks)]


def _task_numbers(shapes: Sequence[ReplyShape]) -> NDArray[np.int64]:
    numbers = {task: n for n, task in enumerate(sorted({shape.task_id for shape in shapes}))}
    return np.array([numbers[shape.task_id] for shape in shapes], np.int64)


def _matrix(shapes: Sequence[ReplyShape]) -> NDArray[np.float64]:
    return np.array([list(shape.features.values()) for shape in shapes], np.float64)


def _relative(features: NDArray[np.float64], of_task: NDArray[np.int64]) -> NDArray[np.float64]:
    """Each feature against the rows of its task: less their mean, by their spread."""
    found = np.empty_like(features)
    for task in np.unique(of_task):
        mine = of_task == task
        spread = features[mine].std(axis=0)
        found[mine] = (features[mine] - features[mine].mean(axis=0)) / np.where(
            spread > 0, spread, 1.0
        )
    return found


def _folds(shapes: Sequence[ReplyShape], seed: int) -> NDArray[np.int64]:
    """A fold for each row: those of a world together, or of a task where there is one world."""
    worlds = sorted({shape.world_id for shape in shapes})
    by_world = len(worlds) > 1
    groups: list[Any] = worlds if by_world else sorted({shape.task_id for shape in shapes})
    rng = Random(seed)  # noqa: S311
    order = {group: at for at, group in enumerate(sorted(groups, key=lambda _: rng.random()))}
    folds = min(_FOLDS, len(groups))
    return np.array(
        [order[one.world_id if by_world else one.task_id] % folds for one in shapes], np.int64
    )


def _auc(by_task: Sequence[_Task], seed: int) -> Mean:
    """The AUC within tasks, and its bootstrap interval over tasks."""
    scored = [
        (_concordance(scores, member), float(member.sum() * (~member).sum() / len(member)))
        for scores, member in by_task
        if member.any() and not member.all()
    ]
    if len(scored) < 2:
        return mean_with_interval([], seed)
    values, weights = zip(*scored, strict=True)
    return mean_with_interval(values, seed, weights=weights)


def _concordance(scores: NDArray[np.float64], member: NDArray[np.bool_]) -> float:
    """How often a member has the higher score; a tie is half."""
    inside, outside = scores[member][:, None], scores[~member][None, :]
    return float((inside > outside).mean() + 0.5 * (inside == outside).mean())


def _finding(shapes: Sequence[ReplyShape], policy: str) -> LeakEvidence:
    """The feature that identifies members best, as evidence."""
    features = _matrix(shapes)
    member = np.array([shape.member for shape in shapes])
    relative = _relative(features, _task_numbers(shapes))
    gaps = [abs(_concordance(column, member) - 0.5) for column in relative.T]
    best = int(np.argmax(gaps))
    name = list(shapes[0].features)[best]
    order = sorted(
        (shape for shape in shapes if shape.member),
        key=lambda shape: -abs(shape.features[name] - float(np.median(features[:, best]))),
    )
    shown = order[0]
    inside, outside = features[member][:, best].mean(), features[~member][:, best].mean()
    return LeakEvidence(
        check="form",
        severity="question context",
        world_id=shown.world_id,
        task_id=shown.task_id,
        field="reply",
        text=f"{name}: {inside:.2f} on average for rows in an answer, {outside:.2f} for others",
        marks=((0, len(name)),),
        why="the shape of a reply shows which rows are in the answer",
        command=shown.command,
        of=(("policy", policy),),
    )


class FormCheck(AuditCheck):
    """The form of replies does not show membership."""

    name = "form"

    def of_world(self, audited: AuditedWorld) -> list[ReplyShape]:
        return shapes_of(audited.perturbed)

    def summarize(self, seen: Observations) -> CheckResult:
        return summarize(seen.of_worlds, seen.context.options.thresholds, seen.context.options.seed)
