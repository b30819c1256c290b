"""Narrowing: conditions, drawn one by one, that leave as many rows as a task wants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import gcd, lcm

from fictionworld.packs.compiled import TIMES, CompiledColumn
from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.base_table import CandidateColumn
from fictionworld.tasks.draw.group_sizes import passing, rows_passing
from fictionworld.tasks.draw.lookups import in_order
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
_WORDS = frozenset({"reference", "category", "name"})
"""Kinds whose values read well in a list."""
MOST_LEVEL = 3
"""The most rows that are level at a cut; more make a ranking of no use."""


def round_between(low: int, high: int, step: int = 1) -> int | None:
    """Return the roundest multiple of `step` strictly between two numbers; None where is none.

    The roundest is a multiple of the largest of 1, 2, 5, 10, 20, 50...; of several, the smallest.
    """
    best = (low // step + 1) * step
    if best >= high:
        return None
    if low < 0 < high:
        return 0
    power = 1
    while power <= high - low + abs(high):
        for digit in (1, 2, 5):
            round_step = lcm(digit * power, step)
            multiple = (low // round_step + 1) * round_step
            if multiple < high:
                best = multiple
        power *= 10
    return best


def round_day_between(low: int, high: int) -> int | None:
    """Return the roundest day strictly between two, as days since 1970-01-01; None without any.

    The first of a year comes before the first of a month, and that before any other day.
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
    """Return the first `count` rows and all level with the last; none if too many are level."""
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
    """Draw up to `conditions` tests that leave `wanted[0]` to `wanted[1]` rows, included; or None.

    Often one more test excludes the rows of one value. No two tests are on columns of which one
    follows from the other, as an age from a date of birth.

    Columns in `without` are not tested. With `each_several` no test leaves fewer than two rows of
    the table by itself, so that a single row is found by all tests together only. With
    `alternatives` one of the tests is often a pair, on different columns, of which a row passes one
    or both.
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
        own = _open(base.alternatives, used, tested)
        pairs = (_two_tests(sketch, own, wanted_of_two) for _ in range(_PAIRS_TRIED))
        drawn = next((pair for pair in pairs if pair is not None), None)
        if drawn is not None:
            either, rows = drawn
            used |= {test.path[0] for test in either}
            tested += [sketch.column(test.path) for test in either]
            conditions -= 1
    for tests_left in range(conditions, 0, -1):
        # all but the last test leave room for those that follow
        floor = low if tests_left == 1 else min(len(rows) - 1, max(low * 2, low + 2))
        ceiling = high if tests_left == 1 else max(floor, len(rows) * 3 // 4)
        narrowed = _one_test(sketch, rows, _open(base.tests, used, tested), (floor, ceiling))
        if narrowed is None:
            continue
        condition, remaining = narrowed
        if each_several and len(rows_passing(sketch.columns, sketch.table, condition)) < 2:
            continue
        chosen.append(condition)
        used.add(condition.path[0])
        tested.append(sketch.column(condition.path))
        rows = remaining
    if not each_several and low <= len(rows) <= high and rng.chance(_EXCLUDED):
        tests = [
            candidate
            for candidate in _open(base.tests, used, tested)
            if candidate.column.kind in _WORDS
        ]
        excluded = _exclusion(sketch, rows, tests, low)
        if excluded is not None:
            chosen.append(excluded[0])
            rows = excluded[1]
    if not low <= len(rows) <= high or (conditions and not chosen):
        return None
    return Narrowed(tuple(chosen), tuple(rows), either)


def _two_tests(
    sketch: Sketch, own: Sequence[CandidateColumn], wanted: tuple[int, int]
) -> tuple[tuple[Condition, Condition], list[int]] | None:
    """Return two tests of columns of `own` and the rows that pass either, a number within `wanted`.

    None where none are found.
    """
    low, high = wanted
    all_rows = range(sketch.row_count)
    parts = max(1, low // 2), high * 2 // 3
    first = _one_test(sketch, all_rows, own, parts)
    if first is None:
        return None
    column = sketch.column(first[0].path)
    others = [
        candidate
        for candidate in own
        if candidate.column != column and not _are_akin(candidate.column, column)
    ]
    second = _one_test(sketch, all_rows, others, parts)
    if second is None or "one_of" in {first[0].operator, second[0].operator}:
        return None
    rows = sorted({*first[1], *second[1]})
    several = len(rows) > max(len(first[1]), len(second[1]))
    return ((first[0], second[0]), rows) if several and low <= len(rows) <= high else None


def _open(
    tests: Iterable[CandidateColumn], used: set[str], tested: Sequence[CompiledColumn]
) -> list[CandidateColumn]:
    """Return those that may still be tested: neither used, nor following from tested columns."""
    names = {(column.table, column.name) for column in tested}
    needs = {need for column in tested if column.spec.derive is not None for need in column.needs}
    return [
        candidate
        for candidate in tests
        if candidate.path[0] not in used
        and (candidate.column.table, candidate.column.name) not in needs
        and (candidate.column.spec.derive is None or names.isdisjoint(candidate.column.needs))
    ]


def _are_akin(one: CompiledColumn, other: CompiledColumn) -> bool:
    """Return whether one of the columns is derived from the other."""
    return (one.spec.derive is not None and (other.table, other.name) in one.needs) or (
        other.spec.derive is not None and (one.table, one.name) in other.needs
    )


def _exclusion(
    sketch: Sketch, rows: Sequence[int], tests: Sequence[CandidateColumn], low: int
) -> tuple[Condition, list[int]] | None:
    """Return a test that rows of one value fail, and the `low` or more rows that pass it; or None.

    Rows without a value fail it too.
    """
    for candidate in sketch.rng.some(tests, _TRIES):
        values = sketch.values(candidate.path)
        counts = Counter(values[row] for row in rows)
        present_count = len(rows) - counts.pop(None, 0)
        fits = [
            value
            for value, count in counts.items()
            if low <= present_count - count and len(counts) > 2
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
    """Return a test and the rows that pass it, a number within `wanted`; None if none is found."""
    rng = sketch.rng
    for candidate in rng.some(tests, _TRIES):
        values = sketch.values(candidate.path)
        of_all = len(rows) == len(values)
        codes = values if of_all else [values[row] for row in rows]
        if candidate.column.kind in {"reference", "category", "name", "text", "boolean", "url"} or (
            candidate.column.kind == "year" and rng.chance(0.5)
        ):
            counts = sketch.counts(candidate.path) if of_all else Counter(codes)
            drawn = _choice(candidate, rng, codes, counts, wanted)
        else:
            numbers = sketch.numbers(candidate.path) if of_all else in_order(codes)
            drawn = _bound(candidate, rng, codes, numbers, wanted)
        if drawn is not None:
            condition, indices = drawn
            return condition, [rows[index] for index in indices]
    return None


def _choice(
    candidate: CandidateColumn,
    rng: RandomStream,
    here: Sequence[Code],
    counts: Mapping[Code, int],
    wanted: tuple[int, int],
) -> tuple[Condition, list[int]] | None:
    """Return a test `is` or `one_of` of values in `here`, and the indices that pass it, or None.

    `counts` says how often each value comes in `here`.
    """
    low, high = wanted
    present = [value for value in counts if value is not None]
    if len(present) < 2:
        return None
    kind, decimals = candidate.column.kind, candidate.column.decimals
    fits = [value for value in present if low <= counts[value] <= high]
    # several values together; numbers in a list read ill
    lists = candidate.column.kind in _WORDS
    if fits and not (lists and rng.chance(_LISTED)):
        value = rng.pick(fits)
        indices = [index for index, code in enumerate(here) if code == value]
        return Condition(candidate.path, "is", (decode(value, kind, decimals),)), indices
    if not lists:
        return None
    picked: list[Code] = []
    row_count = 0
    for value in rng.some(present, min(_MOST_LISTED, len(present) - 1)):
        if row_count + counts[value] <= high:
            picked.append(value)
            row_count += counts[value]
    if len(picked) < 2 or not low <= row_count <= high:
        return None
    values = tuple(decode(value, kind, decimals) for value in picked)
    indices = [index for index, code in enumerate(here) if code in picked]
    return Condition(candidate.path, "one_of", values), indices


def _bound(
    candidate: CandidateColumn,
    rng: RandomStream,
    here: Sequence[Code],
    numbers: Sequence[int],
    wanted: tuple[int, int],
) -> tuple[Condition, list[int]] | None:
    """Return a test `at_least`, `at_most` or `between`, and the indices that pass it, or None.

    `numbers` are those of `here`, sorted.
    """
    low, high = wanted
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
    indices = passing(condition, here, candidate.column.decimals)
    return (condition, indices) if low <= len(indices) <= high else None


def bounded(
    candidate: CandidateColumn, numbers: Sequence[int], first: int, last: int
) -> Condition | None:
    """Return the test that the sorted numbers from index `first` to `last` pass, and no others.

    Both ends are included. The bounds are round, and on none of the numbers where something lies
    between them. They are what the column may hold: of points given by halves 2.5, not 2.2. None
    where no bound parts the numbers, or none is needed.
    """
    step = 1 if candidate.column.kind in TIMES else gcd(*numbers)
    after = len(numbers) - 1
    under = _gap(candidate, numbers, first, step, upper=False) if first else None
    over = _gap(candidate, numbers, last + 1, step, upper=True) if last < after else None
    if (first and under is None) or (last < after and over is None):
        return None
    kind, decimals = candidate.column.kind, candidate.column.decimals
    values = tuple(decode(bound, kind, decimals) for bound in (under, over) if bound is not None)
    if not values:
        return None
    if len(values) > 1:
        return Condition(candidate.path, "between", values)
    return Condition(candidate.path, "at_least" if over is None else "at_most", values)


def _gap(
    candidate: CandidateColumn, numbers: Sequence[int], place: int, step: int, *, upper: bool
) -> int | None:
    """Return a round bound between the numbers before and at `place`; None if they are equal.

    All numbers are multiples of `step`, and so is the bound.
    """
    below, above = numbers[place - 1], numbers[place]
    if below == above:
        return None
    if candidate.column.kind == "year" or above - below == step:
        # nothing lies between: the bound is a value itself, as in "2031 or later"
        return below if upper else above
    if candidate.column.kind == "date":
        return round_day_between(below, above)
    return round_between(below, above, step)
