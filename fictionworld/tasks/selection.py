"""Which rows of the base each stage of a specification leaves: plain Python, row by row.

Shared by the second evaluator and the evidence. It shares nothing with the SQL that computes the
keys, and must not: the two check each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow, localcontext
from itertools import pairwise
from typing import Any

from fictionworld.errors import FictionworldError
from fictionworld.tasks.specification import (
    Against,
    Condition,
    Extreme,
    MembershipCondition,
    Path,
    Specification,
)
from fictionworld.tasks.world_rows import WorldRows
from fictionworld.worlds.fact import Value

EXACT = Context(prec=100, traps=[Inexact, InvalidOperation, Overflow])
"""Sums and products of decimals to the last digit, or an error: never a silent rounding."""


class AmbiguousError(FictionworldError, ValueError):
    """A specification has no single answer in this world: a tie of places, two rows of one key.

    The drawing of tasks refuses such specifications.
    """


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a row stands in the order of `extreme`, within its group."""

    place: int
    """1, 2, 3..."""
    follower: int | None
    """The row that comes next, kept or not; None for the last of all."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows of the base after each stage, by their place in the table, ascending."""

    passed: tuple[int, ...]
    """After `where` and `either`."""
    after_members: tuple[int, ...]
    """After `members`."""
    after_average: tuple[int, ...]
    """After `against`."""
    ranked: tuple[int, ...]
    """After `extreme`."""
    kept: tuple[int, ...]
    """After `groups`: the rows that the answer is made of, all with a value of each group path."""
    standings: Mapping[int, Standing]
    """Of the rows kept by `extreme`."""


def select(specification: Specification, rows: WorldRows) -> Selection:
    """The rows that each stage leaves.

    Raises:
        AmbiguousError: Rows tie at the cut of `extreme` or within it, where the outputs tell
            their order.
    """
    table = specification.table
    passed = tuple(_passing(rows, table, specification.where))
    if specification.either:
        one_of = [tested(rows, table, test) for test in specification.either]
        passed = tuple(row for row in passed if any(passes[row] for passes in one_of))
    after_members = passed
    ids = rows.ids(table)
    for membership in specification.members:
        found = member_rows(rows, membership)
        after_members = tuple(
            row for row in after_members if (ids[row] in found) == membership.holds
        )
    after_average = after_members
    if specification.against is not None:
        after_average = _apart_from_average(specification.against, rows, table, after_members)
    ranked = after_average
    standings: dict[int, Standing] = {}
    if specification.extreme is not None:
        standings = _standings(specification, specification.extreme, rows, after_average)
        ranked = tuple(sorted(standings))
    kept = ranked
    for path in specification.groups:
        groups = rows.cells(table, path)
        kept = tuple(row for row in kept if groups[row] is not None)
    return Selection(passed, after_members, after_average, ranked, kept, standings)


def tested(rows: WorldRows, table: str, condition: Condition) -> list[bool]:
    """Whether each row of `table` passes. A missing value passes no test."""
    return list(map(predicate_of(condition), rows.cells(table, condition.path)))


def predicate_of(condition: Condition) -> Callable[[Any], bool]:
    """The condition as a function of a value: whether it passes. A missing value does not."""
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


def member_rows(rows: WorldRows, membership: MembershipCondition) -> dict[int, list[int]]:
    """The rows of the member table for each row of the base, by id, that has any."""
    table = membership.table
    bases: list[Any] = rows.cells(table, (membership.by,))
    found: dict[int, list[int]] = {}
    for child in _passing(rows, table, membership.where):
        if bases[child] is not None:
            found.setdefault(bases[child], []).append(child)
    return found


def groups_of(
    specification: Specification, rows: WorldRows, kept: Iterable[int]
) -> list[tuple[int, ...]]:
    """The rows of the base behind each row of the answer, of those that the stages leave."""
    if not specification.is_grouped:
        return [(row,) for row in kept]
    paths = [rows.cells(specification.table, path) for path in specification.groups]
    groups: dict[tuple[Value, ...], list[int]] = {} if paths else {(): []}
    for row in kept:
        groups.setdefault(tuple(path[row] for path in paths), []).append(row)
    return [tuple(group) for group in groups.values()]


def _passing(rows: WorldRows, table: str, where: tuple[Condition, ...]) -> Iterable[int]:
    passing: Iterable[int] = range(len(rows.ids(table)))
    for condition in where:
        passes = tested(rows, table, condition)
        passing = [row for row in passing if passes[row]]
    return passing


def _groups(rows: WorldRows, table: str, per: Path | None) -> list[Value]:
    """The group of each row, None for a row without: one group for all where `per` is None."""
    return [True] * len(rows.ids(table)) if per is None else rows.cells(table, per)


def _apart_from_average(
    against: Against,
    rows: WorldRows,
    table: str,
    after_members: tuple[int, ...],
) -> tuple[int, ...]:
    """The rows of `held` on the asked side of their average."""
    measure = [_number(value) for value in rows.cells(table, against.measure)]
    groups = _groups(rows, table, against.per)
    sums: dict[Value, Any] = {}
    counts: dict[Value, int] = {}
    after_average: list[int] = []
    with localcontext(EXACT):
        for row in after_members:
            if (value := measure[row]) is not None and (group := groups[row]) is not None:
                sums[group] = sums.get(group, 0) + value
                counts[group] = counts.get(group, 0) + 1
        for row in after_members:
            if (value := measure[row]) is not None and (group := groups[row]) is not None:
                # v > s / n without the division, which would round
                apart = value * counts[group] - sums[group]
                if apart > 0 if against.above else apart < 0:
                    after_average.append(row)
    return tuple(after_average)


def _number(value: Value) -> int | Decimal | None:
    if isinstance(value, date):
        return value.toordinal()
    if isinstance(value, str):
        raise ValueError(f"got the text {value!r} to average; give a path to numbers or dates")
    return value


def _standings(
    specification: Specification, extreme: Extreme, rows: WorldRows, after_average: tuple[int, ...]
) -> dict[int, Standing]:
    table = specification.table
    order: list[Any] = rows.cells(table, extreme.order)
    groups = _groups(rows, table, extreme.per)
    members: dict[Value, list[int]] = {}
    for row in after_average:
        if order[row] is not None and groups[row] is not None:
            members.setdefault(groups[row], []).append(row)
    gives_order = specification.gives_order
    standings: dict[int, Standing] = {}
    for group in members.values():
        group.sort(key=order.__getitem__, reverse=extreme.most)
        followers: list[tuple[int, int | None]] = [*pairwise(group), (group[-1], None)]
        last = order[group[: extreme.k][-1]]
        for place, (row, follower) in enumerate(followers, 1):
            if place > extreme.k and order[row] != last:
                break
            # rows may tie, within the cut or at it, unless the answer says which comes first
            if gives_order and follower is not None and order[row] == order[follower]:
                raise _tie(extreme, table, rows.ids(table)[row], rows.ids(table)[follower])
            standings[row] = Standing(place, follower)
    return standings


def _tie(extreme: Extreme, table: str, row: int, follower: int) -> AmbiguousError:
    return AmbiguousError(
        f"rows {row} and {follower} of {table} tie by {'.'.join(extreme.order)} "
        "where the answer must tell them apart"
    )
