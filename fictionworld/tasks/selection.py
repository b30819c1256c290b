"""Which rows of the base each stage of a specification leaves: certainly, or possibly.

The second evaluator, the evidence and what follows from a part of the facts (`determination.py`)
walk through these stages. Plain Python, row by row: it shares nothing with the SQL that computes
the keys, and must not, since the two check each other. Values are taken to be unbounded: no fact
is known by its column alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import localcontext
from functools import reduce
from itertools import compress
from operator import and_, or_
from typing import Any

from fictionworld.errors import FictionworldError
from fictionworld.tasks.exact import EXACT, number_of
from fictionworld.tasks.knowledge import Knowledge, Verdicts
from fictionworld.tasks.ranking import Ranking
from fictionworld.tasks.specification import (
    Against,
    Condition,
    MembershipCondition,
    Specification,
)
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import WorldRows


class AmbiguousError(FictionworldError, ValueError):
    """A specification has no single answer in this world: a tie of places, two rows of one key.

    The drawing of tasks refuses such specifications.
    """


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rows of the base each stage leaves."""

    passed: Verdicts
    """After `where` and `either`."""
    after_members: Verdicts
    """After `members`."""
    after_average: Verdicts
    """After `against`."""
    ranked: Verdicts
    """After `extreme`."""
    kept: Verdicts
    """After `groups`: the rows that the answer is made of, all with a value of each group path."""
    ranking: Ranking | None
    """The order of `extreme`; None where there is none."""


def select(
    specification: Specification, rows: WorldRows, known: Knowledge | None = None
) -> Selection:
    """Return the rows that each stage leaves.

    Args:
        specification: What is asked.
        rows: All rows of the world.
        known: What is known of the world; None for everything.

    Raises:
        AmbiguousError: Rows tie at the cut of `extreme` or within it, where the outputs tell
            their order.
    """
    known = known or Knowledge(rows)
    table = specification.table
    passed = passing(known, table, specification.where)
    if specification.either:
        passed &= reduce(or_, (_verdicts(known, table, test) for test in specification.either))
    after_members = passed
    for membership in specification.members:
        has_member = _has_member(known, membership, rows.ids(table))
        after_members &= has_member if membership.holds else ~has_member
    after_average = after_members
    if specification.against is not None:
        after_average = _apart_from_average(specification.against, known, table, after_members)
    ranked, ranking = after_average, None
    if specification.extreme is not None:
        ranking = Ranking(specification.extreme, known, table, after_average)
        ranked = ranking.first()
        if specification.gives_order:
            _refuse_ties(specification, ranking, ranked, rows)
    kept = ranked & known.present(table, specification.groups) if specification.groups else ranked
    return Selection(passed, after_members, after_average, ranked, kept, ranking)


def passing(known: Knowledge, table: str, where: Iterable[Condition]) -> Verdicts:
    """Return which rows of a table pass all of some tests."""
    tests = (_verdicts(known, table, condition) for condition in where)
    return reduce(and_, tests, known.existing(table))


def tested(rows: WorldRows, table: str, condition: Condition) -> list[bool]:
    """Return whether each row of `table` passes. A missing value passes no test."""
    return list(map(predicate_of(condition), rows.cells(table, condition.path)))


def predicate_of(condition: Condition) -> Callable[[Any], bool]:
    """Return the condition as a function of a value: whether it passes. None passes no test."""
    values: tuple[Any, ...] = condition.values
    first, last = values[0], values[-1]
    match condition.operator:
        case "is":
            return lambda value: value is not None and value == first
        case "is_not":
            return lambda value: value is not None and value != first
        case "one_of":
            return lambda value: value is not None and value in values
        case "at_least":
            return lambda value: value is not None and value >= first
        case "at_most":
            return lambda value: value is not None and value <= first
        case "between":
            return lambda value: value is not None and first <= value <= last


def groups_of(
    specification: Specification, rows: WorldRows, kept: Iterable[int]
) -> list[tuple[int, ...]]:
    """Return the rows of the base behind each row of the answer, of the rows that are kept."""
    if not specification.is_grouped:
        return [(row,) for row in kept]
    paths = [rows.cells(specification.table, path) for path in specification.groups]
    groups: dict[tuple[Value, ...], list[int]] = {} if paths else {(): []}
    for row in kept:
        groups.setdefault(tuple(path[row] for path in paths), []).append(row)
    return [tuple(group) for group in groups.values()]


def _verdicts(known: Knowledge, table: str, condition: Condition) -> Verdicts:
    passes = tested(known.rows, table, condition)
    return Verdicts.of(passes, known.knows(table, condition.path))


def _has_member(known: Knowledge, membership: MembershipCondition, ids: list[int]) -> Verdicts:
    """Return whether each row of the base has a row of the member table that passes its tests."""
    table, by = membership.table, (membership.by,)
    members = passing(known, table, membership.where)
    bases, pointed = known.rows.cells(table, by), known.knows(table, by)
    with_member = {bases[row] for row in members.rows if pointed[row]}
    certain = [row in with_member for row in ids]
    if not known.lists(table) or not all(compress(pointed, members.possible)):
        return Verdicts(certain, [True] * len(ids))
    if members.certain is members.possible:
        return Verdicts(certain, certain)
    may_have_member = set(compress(bases, members.possible))
    return Verdicts(certain, [row in may_have_member for row in ids])


def _apart_from_average(against: Against, known: Knowledge, table: str, left: Verdicts) -> Verdicts:
    """Return which rows are on the asked side of an average, certain where it is known."""
    counting = left & known.present(table, against.paths)
    values, group = known.rows.cells(table, against.measure), known.groups(table, against.per)
    measure = {row: number_of(values[row]) for row in counting.rows}
    unsure, grouped = counting.unsure_rows, known.knows(table, against.per)
    # a row of an unknown group, or one that is not known to exist, may count in any average
    is_settled = known.lists(table) and all(grouped[row] for row in unsure)
    unsettled = {group[row] for row in (unsure if is_settled else counting.possible_rows)}
    counts = Counter(group[row] for row in measure)
    sums: defaultdict[Value, Any] = defaultdict(int)
    apart = [False] * len(values)
    with localcontext(EXACT):
        for row, number in measure.items():
            sums[group[row]] += number
        for row, number in measure.items():
            # v > s / n without the division, which would round
            distance = number * counts[group[row]] - sums[group[row]]
            apart[row] = distance > 0 if against.above else distance < 0
    return counting & Verdicts.of(apart, [of_row not in unsettled for of_row in group])


def _refuse_ties(
    specification: Specification, ranking: Ranking, ranked: Verdicts, rows: WorldRows
) -> None:
    """Refuse rows that are level, within the cut or at it, where the answer tells their order."""
    assert specification.extreme is not None, "what is ranked has an order"
    for row in ranked.rows:
        level = ranking.level_with(row)
        if level is not None:
            ids = rows.ids(specification.table)
            raise AmbiguousError(
                f"rows {ids[row]} and {ids[level]} of {specification.table} tie by "
                f"{'.'.join(specification.extreme.order)} where the answer must tell them apart"
            )
