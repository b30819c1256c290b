"""Narrowing: conditions, drawn one by one, that leave as many rows as a task wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from fictionworld.packs.compiled import QUANTITIES, CompiledColumn
from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.base_table import BaseTable, CandidateColumn
from fictionworld.tasks.draw.group_sizes import passing, rows_passing
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.specification import Condition, Path
from fictionworld.worlds.rows import Code, decode

_EPOCH = date(1970, 1, 1)
_TRIES = 8
_PAIRS_TRIED = 4
_MOST_LISTED = 3
_LISTED = 0.5
"""How often values are listed, `A or B`, where one would do."""
_EXCLUDED = 0.75
"""How often the rows that are left lose those of one value: `but not from C`."""
_EITHER = 0.5
"""How often two tests stand in for one, where that may be."""
_RELATIVE = frozenset({"that", "who", "whose", "which"})
_WORDS = frozenset({"reference", "category", "name"})
"""Kinds whose values read well in a list."""
MOST_LEVEL = 3
"""The most rows that are level at a cut; more make a ranking of no use."""


def round_between(low: int, high: int) -> int | None:
    """The roundest whole number strictly between the two; None where there is none.

    Roundest: the multiple of the largest of 1, 2, 5, 10, 20, 50...; the smallest of several.
    """
    if high - low < 2:
        return None
    if low < 0 < high:
        return 0
    best = low + 1
    power = 1
    while power <= high - low + abs(high):
        for step in (1, 2, 5):
            multiple = (low // (step * power) + 1) * step * power
            if multiple < high:
                best = multiple
        power *= 10
    return best


def round_day_between(low: int, high: int) -> int | None:
    """The roundest day strictly between two, as days since 1970-01-01.

    The first of a year before the first of a month, that before any other day.
    """
    if high - low < 2:
        return None
    after = _EPOCH + timedelta(days=low + 1)
    new_year = date(after.year + 1, 1, 1) if (after.month, after.day) != (1, 1) else after
    if (day := (new_year - _EPOCH).days) < high:
        return day
    if after.day == 1:
        return low + 1
    next_month = date(after.year + after.month // 12, after.month % 12 + 1, 1)
    day = (next_month - _EPOCH).days
    return day if day < high else low + 1


def first_of(ranked: Sequence[int], values: Sequence[Code], count: int) -> list[int]:
    """The first rows, and those level with the last of them; none where too many are level."""
    first = list(ranked[:count])
    first += [
        row
        for row, value in zip(ranked[count:], values[count:], strict=True)
        if value == values[count - 1]
    ]
    level = sum(value == values[len(first) - 1] for value in values)
    return first if level <= MOST_LEVEL or len(first) == min(count, len(ranked)) else []


@dataclass(frozen=True, slots=True)
class Narrowed:
    """Conditions, and the rows that pass all of them: indices from 0."""

    conditions: tuple[Condition, ...]
    rows: tuple[int, ...]
    either: tuple[Condition, ...] = ()
    """Two tests of which they pass one."""


def narrow(
    sketch: Sketch,
    *,
    wanted: tuple[int, int],
    conditions: int,
    without: Iterable[Path] = (),
    each_several: bool = False,
    alternatives: bool = False,
) -> Narrowed | None:
    """Up to `conditions` tests that leave between `wanted[0]` and `wanted[1]` rows, or None.

    Often one more that leaves out rows of one value. No two tests are on columns of which one
    follows from the other, as an age from a date of birth.

    Columns in `without` are not tested. With `each_several` no test but the last may leave
    fewer than two rows by itself, so that a single row is found by their meeting only. With
    `alternatives` often one of the tests is two, on different columns, of which a row passes one.
    """
    base, rng = sketch.base, sketch.rng
    low, high = wanted
    rows: Sequence[int] = range(sketch.row_count)
    if len(rows) < low:
        return None
    chosen: list[Condition] = []
    without = list(without)
    used = {path[0] for path in without}
    tested = list(map(sketch.column, without))
    either: tuple[Condition, ...] = ()
    if alternatives and conditions and rng.chance(_EITHER):
        floor = low if conditions == 1 else max(low * 2, low + 2)
        wanted_of_two = floor, high if conditions == 1 else len(rows)
        pairs = (_two_tests(sketch, wanted_of_two) for _ in range(_PAIRS_TRIED))
        two = next((one for one in pairs if one is not None), None)
        if two is not None:
            either, rows = two
            used |= {one.path[0] for one in either}
            tested += [sketch.column(one.path) for one in either]
            conditions -= 1
    for left in range(conditions, 0, -1):
        # all but the last test leave room for those that follow
        floor = low if left == 1 else min(len(rows) - 1, max(low * 2, low + 2))
        ceiling = high if left == 1 else max(floor, len(rows) * 3 // 4)
        found = _one_test(sketch, rows, _open(base, used, tested), (floor, ceiling))
        if found is None:
            continue
        condition, rest = found
        if each_several and len(rows_passing(sketch.columns, sketch.table, condition)) < 2:
            continue
        chosen.append(condition)
        used.add(condition.path[0])
        tested.append(sketch.column(condition.path))
        rows = rest
    if not each_several and low <= len(rows) <= high and rng.chance(_EXCLUDED):
        tests = [one for one in _open(base, used, tested) if one.column.kind in _WORDS]
        excluded = _exclusion(sketch, rows, tests, low)
        if excluded is not None:
            chosen.append(excluded[0])
            rows = excluded[1]
    if not low <= len(rows) <= high or (conditions and not chosen):
        return None
    return Narrowed(tuple(chosen), tuple(rows), either)


def _two_tests(
    sketch: Sketch, wanted: tuple[int, int]
) -> tuple[tuple[Condition, Condition], list[int]] | None:
    """Two tests of own columns, and the rows that pass one of them: a number within `wanted`."""
    low, high = wanted
    every = range(sketch.row_count)
    own = [one for one in sketch.base.tests if len(one.path) == 1 and _reads_well(one.column)]
    parts = max(1, low // 2), high * 2 // 3
    first = _one_test(sketch, every, own, parts)
    if first is None:
        return None
    column = sketch.column(first[0].path)
    others = [one for one in own if one.column != column and not _are_akin(one.column, column)]
    second = _one_test(sketch, every, others, parts)
    if second is None or "one_of" in {first[0].operator, second[0].operator}:
        return None
    rows = sorted({*first[1], *second[1]})
    several = len(rows) > max(len(first[1]), len(second[1]))
    return ((first[0], second[0]), rows) if several and low <= len(rows) <= high else None


def _reads_well(column: CompiledColumn) -> bool:
    """Whether tests of the column can follow `either`: `with 8 cores`, not `that have 8 cores`."""
    if column.kind == "year" or column.role == "name":
        return False
    patterns = column.spec.spoken.where
    if not patterns:
        return column.kind in QUANTITIES
    return not any(one.split(" ", 1)[0] in _RELATIVE for one in patterns)


def _open(
    base: BaseTable, used: set[str], tested: Sequence[CompiledColumn]
) -> list[CandidateColumn]:
    """What may still be tested."""
    names = {(column.table, column.name) for column in tested}
    needs = {need for one in tested if one.spec.derive is not None for need in one.needs}
    return [
        one
        for one in base.tests
        if one.path[0] not in used
        and (one.column.table, one.column.name) not in needs
        and (one.column.spec.derive is None or names.isdisjoint(one.column.needs))
    ]


def _are_akin(one: CompiledColumn, other: CompiledColumn) -> bool:
    """Whether one of them follows from the other."""
    return (one.spec.derive is not None and (other.table, other.name) in one.needs) or (
        other.spec.derive is not None and (one.table, one.name) in other.needs
    )


def _exclusion(
    sketch: Sketch, rows: Sequence[int], tests: Sequence[CandidateColumn], low: int
) -> tuple[Condition, list[int]] | None:
    """A test that leaves out rows of one value, and those without any, and leaves `low` or more."""
    for candidate in sketch.rng.some(tests, _TRIES):
        values = sketch.values(candidate.path)
        counts = Counter(values[row] for row in rows)
        there = len(rows) - counts.pop(None, 0)
        fits = [
            value for value, count in counts.items() if low <= there - count and len(counts) > 2
        ]
        if not fits:
            continue
        value = sketch.rng.pick(fits)
        kind, decimals = candidate.column.kind, candidate.column.decimals
        condition = Condition(candidate.path, "is_not", (decode(value, kind, decimals),))
        return condition, [row for row in rows if values[row] not in {None, value}]
    return None


def _one_test(
    sketch: Sketch,
    rows: Sequence[int],
    tests: Sequence[CandidateColumn],
    wanted: tuple[int, int],
) -> tuple[Condition, list[int]] | None:
    """A test that leaves a number of `rows` within `wanted`."""
    rng = sketch.rng
    for candidate in rng.some(tests, _TRIES):
        values = sketch.values(candidate.path)
        here = values if len(rows) == len(values) else [values[row] for row in rows]
        if candidate.column.kind in {"reference", "category", "name", "text", "boolean", "url"} or (
            candidate.column.kind == "year" and rng.chance(0.5)
        ):
            found = _choice(candidate, rng, here, wanted)
        else:
            found = _bound(candidate, rng, here, wanted)
        if found is not None:
            condition, keep = found
            return condition, [rows[place] for place in keep]
    return None


def _choice(
    candidate: CandidateColumn, rng: RandomStream, here: Sequence[Code], wanted: tuple[int, int]
) -> tuple[Condition, list[int]] | None:
    """`is`, `one_of` or `is_not`, over the values that these rows have."""
    low, high = wanted
    counts = Counter(here)
    counts.pop(None, None)
    if len(counts) < 2:
        return None
    kind, decimals = candidate.column.kind, candidate.column.decimals
    fits = [value for value, count in counts.items() if low <= count <= high]
    # several values together; numbers in a list read ill
    lists = candidate.column.kind in _WORDS
    if fits and not (lists and rng.chance(_LISTED)):
        value = rng.pick(fits)
        keep = [place for place, one in enumerate(here) if one == value]
        return Condition(candidate.path, "is", (decode(value, kind, decimals),)), keep
    if not lists:
        return None
    some: list[Code] = []
    kept = 0
    for value in rng.some(list(counts), min(_MOST_LISTED, len(counts) - 1)):
        if kept + counts[value] <= high:
            some.append(value)
            kept += counts[value]
    if len(some) < 2 or not low <= kept <= high:
        return None
    values = tuple(decode(value, kind, decimals) for value in some)
    keep = [place for place, one in enumerate(here) if one in some]
    return Condition(candidate.path, "one_of", values), keep


def _bound(
    candidate: CandidateColumn, rng: RandomStream, here: Sequence[Code], wanted: tuple[int, int]
) -> tuple[Condition, list[int]] | None:
    """`at_least`, `at_most` or `between`, its bounds round and on none of the values."""
    low, high = wanted
    numbers = in_order(here)
    if len(numbers) <= low or numbers[0] == numbers[-1]:
        return None
    count = rng.between(low, min(high, len(numbers) - 1))
    start = rng.weighted({"top": 4.0, "bottom": 3.0, "middle": 2.0})
    first = {
        "top": len(numbers) - count,
        "bottom": 0,
        "middle": rng.below(len(numbers) - count + 1),
    }[start]
    condition = bounded(candidate, numbers, first, first + count - 1)
    if condition is None:
        return None
    keep = passing(condition, here, candidate.column.decimals)
    return (condition, keep) if low <= len(keep) <= high else None


def bounded(
    candidate: CandidateColumn, numbers: Sequence[int], first: int, last: int
) -> Condition | None:
    """Return the test that the sorted numbers from place `first` to `last` pass, and no others.

    Its bounds are round, and on none of the numbers where something lies between them. None where
    no bound parts the numbers, or none is needed.
    """
    under = _gap(candidate, numbers, first, upper=False) if first else None
    over = _gap(candidate, numbers, last + 1, upper=True) if last + 1 < len(numbers) else None
    if (first and under is None) or (last + 1 < len(numbers) and over is None):
        return None
    kind, decimals = candidate.column.kind, candidate.column.decimals
    values = tuple(decode(one, kind, decimals) for one in (under, over) if one is not None)
    if not values:
        return None
    if len(values) > 1:
        return Condition(candidate.path, "between", values)
    return Condition(candidate.path, "at_least" if over is None else "at_most", values)


def in_order(here: Sequence[Code]) -> list[int]:
    """Return the codes of a column of numbers, sorted."""
    return sorted([value for value in here if value is not None])  # type: ignore[misc]


def _gap(
    candidate: CandidateColumn, numbers: Sequence[int], place: int, *, upper: bool
) -> int | None:
    """A round bound between the sorted numbers before and at `place`; None where none fits."""
    below, above = numbers[place - 1], numbers[place]
    if below == above:
        return None
    if candidate.column.kind == "year" or above - below == 1:
        # nothing lies between: the bound is a value itself, as in "2031 or later"
        return below if upper else above
    if candidate.column.kind == "date":
        return round_day_between(below, above)
    return round_between(below, above)
