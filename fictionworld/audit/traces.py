"""Traces of recorded rollouts: whether agents read what they answer.

A right cell that no reply had stated was guessed, remembered or leaked. An answer that is mostly
right although most of its evidence was never read is a shortcut. Agents are compared.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.interval import SHARES, mean_with_interval
from fictionworld.audit.record import (
    CheckResult,
    Facets,
    LeakEvidence,
    Measure,
    figure,
    rate,
    result_of,
)
from fictionworld.dataset import Dataset
from fictionworld.errors import UsageError
from fictionworld.tasks.key import Key, answer_texts
from fictionworld.tasks.record import world_of_task

_RIGHT: Final = 0.5
"""An answer of at least this `f1_value` ..."""
_READ: Final = 0.5
"""... of whose evidence less than this share was read is a shortcut."""
_POINTS: Final = 40
"""Of a curve."""
_STATES: Final = frozenset({"results", "page", "memory"})
"""Replies that are no fault."""


@dataclass(frozen=True, slots=True)
class TraceFacts:
    """What one trace shows."""

    agent: str
    task_id: str
    policy: str
    controls: str
    calls: int
    f1_value: float | None
    f1_grounded: float
    f1_evidenced: float
    coverage: float | None
    first_evidence: int | None
    """The call, from 1, that stated the first of it."""
    last_evidence: int | None
    """The call that completed it; None where some is missing."""
    right: int
    """Right value cells that rest on facts of their own."""
    unread: int
    """Of these, cells of whose facts no reply had stated all."""
    curve: tuple[float, ...]
    """After each call the share of the evidence's cells complete."""
    faults: tuple[tuple[str, int], ...]
    """Replies that were no answer, by kind."""


def check_traces(dataset: Dataset, path: Path, folder: str, seed: int) -> CheckResult:
    """Return the result of the check for a file of traces, as `rollout --traces` writes it.

    Raises:
        UsageError: The file cannot be read, or is of another dataset.
    """
    episodes = list(read_traces(dataset, path))
    measures: list[Measure] = []
    findings: list[LeakEvidence] = []
    curves: list[tuple[str, tuple[tuple[float, float], ...]]] = []
    for agent, policy in sorted({(episode.agent, episode.policy) for episode in episodes}):
        group = [
            episode for episode in episodes if (episode.agent, episode.policy) == (agent, policy)
        ]
        of: Facets = (("agent", agent), ("policy", policy))
        measures += _measures(group, of, seed)
        curves.append((f"{agent}, {policy}", _curve(group)))
        findings += [_finding(episode, folder) for episode in group if _is_shortcut(episode)]
    return result_of(
        "traces",
        "Traces",
        "Did agents read what they answered?",
        measures,
        findings,
        note=f"{len(episodes):,} episodes of {path.name}. A right cell counts as unread where no "
        "reply had stated all the facts it rests on.",
        curves=curves,
    )


def read_traces(dataset: Dataset, path: Path) -> Iterator[TraceFacts]:
    """Yield the episodes of a file in order, without those that failed by no fault of the agent.

    Raises:
        UsageError: The file cannot be read, a line is no trace, or its task is of another dataset.
    """
    try:
        lines = path.open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(
            f"--traces: cannot read {path}: {error.strerror}; give a file that "
            "`fictionworld rollout --traces` wrote"
        ) from None
    with lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                facts = _read(dataset, line, f"{path}:{number}")
                if facts is not None:
                    yield facts


def _read(dataset: Dataset, line: str, where: str) -> TraceFacts | None:
    try:
        trace: dict[str, Any] = json.loads(line)
        if trace.get("error") is not None or trace.get("reward") is None:
            return None
        return _played(dataset, trace)
    except (
        ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError,
    ) as error:  # fmt: skip
        if isinstance(error, UsageError):
            raise UsageError(f"{where}: {error}; audit traces beside their own dataset") from None
        raise UsageError(
            f"{where}: no trace ({type(error).__name__}: {error}); a line is one JSON object, as "
            "`fictionworld rollout --traces` writes it"
        ) from None


def _played(dataset: Dataset, trace: dict[str, Any]) -> TraceFacts:
    task_id = str(trace["task_id"])
    reward, evidence = trace["reward"], trace.get("evidence") or {}
    calls = trace["calls"]
    evidence_calls = {
        (cell["row"], cell["header"]): cell["call"] for cell in evidence.get("cells", ())
    }
    right, unread = _unread(dataset, task_id, str(trace.get("answer") or ""), evidence_calls)
    complete = sorted(call for call in evidence_calls.values() if call is not None)
    calls_with_facts = [n for n, facts in enumerate(trace.get("facts", ()), 1) if facts]
    return TraceFacts(
        agent=str(trace.get("agent", "agent")),
        task_id=task_id,
        policy=str(trace["policy"]),
        controls=str(trace.get("controls") or ""),
        calls=len(calls),
        f1_value=reward.get("f1_value"),
        f1_grounded=float(reward["f1_grounded"]),
        f1_evidenced=float(reward["f1_evidenced"]),
        coverage=evidence["seen"] / evidence["needed"] if evidence.get("needed") else None,
        first_evidence=calls_with_facts[0] if calls_with_facts else None,
        last_evidence=evidence.get("complete_at"),
        right=right,
        unread=unread,
        curve=tuple(
            sum(call <= n for call in complete) / len(evidence_calls)
            for n in range(1, len(calls) + 1)
        )
        if evidence_calls
        else (),
        faults=tuple(
            sorted(Counter(call["kind"] for call in calls if call["kind"] not in _STATES).items())
        ),
    )


def _unread(
    dataset: Dataset, task_id: str, answer: str, seen: dict[tuple[int, str], int | None]
) -> tuple[int, int]:
    """Count the right value cells that rest on facts, and those whose facts were not all read."""
    key = dataset.key(task_id)
    values = {column.header for column in key.columns if column.role == "value"}
    right = unread = 0
    grade = dataset.score(task_id, answer)
    width = len(key.columns)
    numbers = {_key_cells(key, texts): number for number, texts in enumerate(answer_texts(key), 1)}
    for block in range(grade.rows_matched):
        # the verdicts on rows that match come first, row by row of the key
        cells = grade.cells[block * width : (block + 1) * width]
        row = numbers.get(_key_cells(key, [cell.accepted for cell in cells]))
        for cell in cells:
            cell_id = (row or 0, cell.header)
            if cell.right and cell.header in values and cell_id in seen:
                right += 1
                unread += seen[cell_id] is None
    return right, unread


def _key_cells(key: Key, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the key cells of a row, or all its cells if the key has no key column."""
    cells = [text for column, text in zip(key.columns, texts, strict=True) if column.role == "key"]
    return tuple(cells or texts)


def _is_shortcut(facts: TraceFacts) -> bool:
    right, read = facts.f1_value, facts.coverage
    return right is not None and right >= _RIGHT and read is not None and read < _READ


def _measures(mine: Sequence[TraceFacts], of: Facets, seed: int) -> Iterator[Measure]:
    def mean(name: str, values: Sequence[float | int | None], unit: str = "") -> Measure:
        numbers = [float(value) for value in values if value is not None]
        return figure(name, *mean_with_interval(numbers, seed, None if unit else SHARES), of, unit)

    yield mean("f1_value", [episode.f1_value for episode in mine])
    yield mean("f1_grounded", [episode.f1_grounded for episode in mine])
    yield mean("f1_evidenced", [episode.f1_evidenced for episode in mine])
    yield mean("evidence coverage", [episode.coverage for episode in mine])
    yield rate(
        "right cells before their evidence",
        sum(episode.unread for episode in mine),
        sum(episode.right for episode in mine),
        of,
    )
    judged = [
        episode for episode in mine if episode.f1_value is not None and episode.coverage is not None
    ]
    yield rate("shortcuts", sum(map(_is_shortcut, judged)), len(judged), of)
    yield mean("calls", [episode.calls for episode in mine], "calls")
    yield mean("calls to the first evidence", [episode.first_evidence for episode in mine], "calls")
    yield mean("calls to the last evidence", [episode.last_evidence for episode in mine], "calls")
    faults: Counter[str] = Counter()
    for episode in mine:
        for kind, count in episode.faults:
            faults[kind] += count
    all_ = sum(episode.calls for episode in mine)
    for kind, count in sorted(faults.items()):
        yield rate("calls not answered", count, all_, (*of, ("kind", kind)))
    perturbed = sum(episode.controls not in {"", "none"} for episode in mine)
    yield rate("episodes under controls", perturbed, len(mine), of)


def _curve(mine: Sequence[TraceFacts]) -> tuple[tuple[float, float], ...]:
    """Return points of the mean share of answer cells with complete evidence, by calls."""
    curves = [episode.curve for episode in mine if episode.curve]
    longest = max(map(len, curves), default=0)
    step = max(1, -(-longest // _POINTS))
    return tuple(
        (
            float(n),
            round(sum(curve[min(n, len(curve)) - 1] for curve in curves) / len(curves), 6),
        )
        for n in range(1, longest + step, step)
    )


def _finding(facts: TraceFacts, folder: str) -> LeakEvidence:
    text = f"{facts.agent} on {facts.task_id} under {facts.policy}: f1_value {facts.f1_value:.2f}"
    return LeakEvidence(
        check="traces",
        severity="question context",
        world_id=world_of_task(facts.task_id),
        task_id=facts.task_id,
        field="answer",
        text=text,
        marks=((0, len(facts.agent)),),
        why=f"right, and only {facts.coverage:.0%} of the evidence was read",
        command=f"fictionworld show {folder} {facts.task_id} --key",
        of=(("agent", facts.agent), ("policy", facts.policy)),
    )


class TracesCheck(AuditCheck):
    """Recorded rollouts; only where some are given."""

    name = "traces"
    of_dataset_runs = "first"

    def of_dataset(self, context: AuditContext) -> CheckResult | None:
        options = context.options
        if options.traces is None:
            return None
        return check_traces(context.dataset, options.traces, context.folder, options.seed)
