"""Ranking: what the order of results reveals.

Two measures. Key-F1 gain: how much better the top ten name the rows of the answer if the query is
the pasted question rather than the type of thing asked for. Value probe: whether a page that states
`5000` ranks higher for "X battery 5000" than for "X battery 5100"; an index over text with values
does that, and an agent could test values with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.membership import ListedTask, memberships
from fictionworld.audit.record import (
    CheckResult,
    Facets,
    LeakEvidence,
    Thresholds,
    figure,
    rate,
    result_of,
)
from fictionworld.audit.replies import ReplyResult
from fictionworld.audit.subjects import Row
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.seeds import child_seed
from fictionworld.tasks.record import world_of_task
from fictionworld.web.permit import CLOSED_POLICIES, PLAIN_POLICIES
from fictionworld.worlds.fact import FactId, Value

_PROBES: Final = 16
"""Cells of a world that are probed."""


@dataclass(frozen=True, slots=True)
class Pasted:
    """Key-F1 of one task's question as a query, and of its type of thing."""

    policy: str
    task_id: str
    pasted_f1: float
    typed_f1: float
    command: str


@dataclass(frozen=True, slots=True)
class Probe:
    """One cell, probed with its value and with another."""

    pack: str
    kind: str
    true_rank: int
    """Rank of the best result that states the cell; 11 if none of the ten does."""
    decoy_rank: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """What the order of results gave away in one world."""

    pasted: tuple[Pasted, ...]
    probes: tuple[Probe, ...]


def ranking_of(audited: AuditedWorld) -> Ranked:
    """Both measures in one world. The index is the same under every policy, and so are probes."""
    asked = [one for one in memberships(audited) if not _names_its_rows(audited, one)]
    pasted = [_pasted(audited, policy, one) for one in asked for policy in PLAIN_POLICIES]
    return Ranked(tuple(pasted), tuple(_probes(audited)))


def _names_its_rows(audited: AuditedWorld, one: ListedTask) -> bool:
    """Whether the question names a row of its answer: then it finds that row, as it should."""
    named = set(audited.subjects.in_text(one.task.question))
    return not named.isdisjoint(one.members)


def _pasted(audited: AuditedWorld, policy: str, one: ListedTask) -> Pasted:
    many = audited.handle.pack.tables[one.table].spec.spoken.many or one.table.replace("_", " ")
    question = one.task.question
    return Pasted(
        policy,
        one.task.task_id,
        _key_f1(audited, one, audited.search(policy, question)[0]),
        _key_f1(audited, one, audited.search(policy, many)[0]),
        audited.command(policy, question),
    )


def _key_f1(audited: AuditedWorld, one: ListedTask, shown: Sequence[ReplyResult]) -> float:
    """Of the rows that titles and snippets name, those in the answer."""
    text = "\n".join(f"{result.title}\n{result.snippet}" for result in shown)
    named = {row for row in audited.subjects.in_text(text) if row[0] == one.table}
    right = len(named & set(one.members))
    if not right:
        return 0.0
    precision, recall = right / len(named), right / len(one.members)
    return 2 * precision * recall / (precision + recall)


def _probes(audited: AuditedWorld) -> Iterable[Probe]:
    cells = [
        (row, column, value)
        for row in audited.subjects.names
        for column, value in audited.subjects.protected(row)
        if _is_long(value)
    ]
    rng = Random(child_seed(audited.seed, "ranking/probes"))  # noqa: S311
    for row, column, value in sorted(cells, key=lambda _: rng.random())[:_PROBES]:
        decoy = _decoy(audited, row, column, value, rng)
        if decoy is not None:
            yield Probe(
                audited.pack,
                column.kind,
                _rank(audited, row, column, value),
                _rank(audited, row, column, decoy),
            )


def _is_long(value: Value) -> bool:
    """Whether it is a number of two digits or more: shorter ones stand everywhere."""
    return isinstance(value, (int, Decimal)) and not -10 < value < 10


def _decoy(
    audited: AuditedWorld, row: Row, column: CompiledColumn, value: Value, rng: Random
) -> Value:
    """Another row's value of the same column, as long and as likely, but not this one's."""
    others = [
        other
        for one in audited.subjects.rows(row[0])
        if (other := audited.subjects.value(one, column.name)) is not None and other != value
    ]
    return others[int(rng.random() * len(others))] if others else None


def _rank(audited: AuditedWorld, row: Row, column: CompiledColumn, value: Value) -> int:
    """Where the first page stands that states the cell."""
    handle = audited.handle
    label = handle.labels.get((row[0], column.name), column.labels[0])
    shown, _ = audited.search("tease", f"{audited.subjects.names[row]} {label} {value}")
    pages = set(handle.web.plan.pages_of(FactId(audited.world_id, *row, column.name)))
    for rank, result in enumerate(shown, 1):
        if handle.web.number_of(result.url) in pages:
            return rank
    return 11


def summarize(parts: Iterable[Ranked], thresholds: Thresholds, seed: int) -> CheckResult:
    """The gain of the pasted question, with its interval over tasks; and what the probe shows.

    The gain fails the check where its whole interval lies above the threshold. The probe is
    reported: a page that holds a number ranks for it.
    """
    ranked = list(parts)
    pasted = [one for part in ranked for one in part.pasted]
    probes = [one for part in ranked for one in part.probes]
    measures = []
    findings = []
    for policy in PLAIN_POLICIES:
        mine = [one for one in pasted if one.policy == policy]
        of = (("policy", policy),)
        for name, values in (
            ("key-F1, pasted question", [one.pasted_f1 for one in mine]),
            ("key-F1, bare type", [one.typed_f1 for one in mine]),
        ):
            measures.append(figure(name, *mean_with_interval(values, seed), of))
        gains = [one.pasted_f1 - one.typed_f1 for one in mine]
        bound = thresholds.ranking_gain if policy in CLOSED_POLICIES else None
        gain = figure(
            "key-F1 gained",
            *mean_with_interval(gains, seed, (-1.0, 1.0)),
            of,
            at_most=bound,
        )
        measures.append(gain)
        if gain.exceeded:
            findings.append(_finding(max(mine, key=lambda one: one.pasted_f1 - one.typed_f1), of))
    better = sum(one.true_rank < one.decoy_rank for one in probes)
    worse = sum(one.true_rank > one.decoy_rank for one in probes)
    measures += [
        rate("probes in which the true value ranks higher", better, len(probes)),
        rate("probes in which the other value ranks higher", worse, len(probes)),
        rate("of those that differ, true ones", better, better + worse),
    ]
    return result_of(
        "ranking",
        "Ranking as a channel",
        "What does the order of results give away, beside what they say?",
        measures,
        findings,
        status=None if pasted else "not measured",
        note="Probes are made under `tease`, whose index holds no protected value: the true one "
        "should rank higher as often as the other. Questions that name a row of their answer are "
        "left out: a search for a name finds it, as it should.",
    )


def _finding(one: Pasted, of: Facets) -> LeakEvidence:
    return LeakEvidence(
        check="ranking",
        severity="question context",
        world_id=world_of_task(one.task_id),
        task_id=one.task_id,
        field="reply",
        text=f"key-F1 {one.pasted_f1:.2f} for the question, {one.typed_f1:.2f} for its type",
        marks=((0, 11),),
        why="results for the pasted question list the rows of its answer",
        command=one.command,
        of=of,
    )


class RankingCheck(AuditCheck):
    """The order of results does not answer the question."""

    name = "ranking"

    def of_world(self, audited: AuditedWorld) -> Ranked:
        return ranking_of(audited.perturbed)

    def summarize(self, seen: Observations) -> CheckResult:
        return summarize(seen.of_worlds, seen.context.options.thresholds, seen.context.options.seed)
