"""Bounds of drawn numbers and dates, and the form of their last digits.

The bounds of a draw are bounds of the stored value: `uniform`, `between` and `distinct` include
both ends, `at_least` and `at_most` hold after `times` and after rounding. A value rounded to a
step, to its last digits or to so many figures is such a value. The ends of the draw itself give
way by one step, or by one of the last figures, to such a rounding; where `times` follows, or last
digits are chosen, they bind no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

import numpy as np

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operator import operator_of
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path, Term, parse_term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints, StoredCells
from fictionworld.validators.days import WEEKDAYS, weekday
from fictionworld.validators.findings import Check, Item, RowTest, cell_check, if_known
from fictionworld.validators.knowable import term_paths
from fictionworld.validators.operands import Side, above, operand
from fictionworld.validators.relations import Relation


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table that a rule is about: all, or those of a category."""

    words: str = ""
    """As a rule says it: ` where position is forward`."""
    paths: tuple[Path, ...] = ()
    here: RowTest | None = None

    def among(self, bad: RowTest) -> RowTest:
        """Return the test for those of these rows that are `bad`."""
        included = self.here
        return bad if included is None else lambda batch: included(batch) & bad(batch)


_ALL = Rows()


def draw_ranges(
    pack: CompiledPack, column: CompiledColumn, draw: Draw, only: Rows = _ALL
) -> Iterator[Item]:
    """Yield the rules about how large, how small and how round a drawn value may be."""
    if column.is_text:
        return
    for side, term in _ends(draw):
        yield _bound(pack, column, side, term, only, draw)
    for side, term in _limits(draw):
        yield _bound(pack, column, side, term, only)
    if draw.step is not None and _divides(draw.step, column.decimals):
        step = Decimal(str(draw.step))
        yield _form(column, f"a multiple of {step.normalize():f}", _steps(step), only)
    if draw.ends is not None:
        word = f"ends in {', '.join(map(str, draw.ends))}"
        yield _form(column, word, _endings(draw.ends), only)
    if draw.figures is not None:
        yield _form(column, f"{draw.figures} significant figures", _figures(draw.figures), only)
    if draw.weekdays is not None:
        word = f"falls on {', '.join(draw.weekdays)}"
        yield _form(column, word, _weekdays(draw.weekdays), only)


def _ends(draw: Draw) -> Iterator[tuple[Side, Term]]:
    """Yield the lower and upper end of the draw, unless a later step can move values past them."""
    if draw.times is None and draw.ends is None:
        low, high = operator_of(draw).ends(draw.written)
        if low is not None:
            yield "low", low
        if high is not None:
            yield "high", high


def _limits(draw: Draw) -> Iterator[tuple[Side, Term]]:
    """Yield the bounds of the stored value: `at_least`, `at_most`, and 0 for what is never
    negative.
    """
    if draw.at_least is not None:
        yield "low", draw.at_least
    elif draw.times is None and operator_of(draw).never_negative:
        yield "low", parse_term(0)
    if draw.at_most is not None:
        yield "high", draw.at_most


def _bound(
    pack: CompiledPack,
    column: CompiledColumn,
    side: Side,
    term: Term,
    only: Rows,
    draw: Draw | None = None,
) -> Item:
    """Return the rule that no value lies beyond `term`; with `draw`, beyond its rounding."""
    table = column.table
    word = f"at {'least' if side == 'low' else 'most'} {term}"
    rule = f"{table}.{column.name}: {word}{only.words}"
    paths = ((column.name,), *term_paths(term), *only.paths)
    date = column.kind == "date"

    def beyond(batch: StoredBatch) -> Bools:
        cells = batch.cells(table, column.name)
        bound = operand(batch, table, term, side, dates=date)
        if not date:
            bound = _reachable(bound, side, column.decimals)
            bound = bound if draw is None else _loosened(bound, side, draw)
        return above(bound, cells) if side == "low" else above(cells, bound)

    check = cell_check(table, rule, only.among(beyond), paths, f"it is {word}")
    return if_known(pack, paths, check)


def _reachable(bound: StoredCells, side: Side, decimals: int) -> StoredCells:
    """Return the bound, or its value rounded to the column's scale where that is further out."""
    scale = max(decimals, bound.scale)
    rounded, exact = bound.at_scale(decimals).at_scale(scale).data, bound.at_scale(scale).data
    further = np.minimum(rounded, exact) if side == "low" else np.maximum(rounded, exact)
    return StoredCells(further, bound.valid, bound.kind, scale)


def _loosened(bound: StoredCells, side: Side, draw: Draw) -> StoredCells:
    """Return the bound, moved outwards by the most that rounding to a step or figures can add."""
    slack: Ints = np.zeros(len(bound), dtype=np.int64)
    if draw.step is not None:
        slack += int(Decimal(str(draw.step)).scaleb(bound.scale).to_integral_value(ROUND_CEILING))
    if draw.figures is not None:
        slack = slack + np.abs(bound.data) // 10 ** (draw.figures - 1) + 1
    data = bound.data - slack if side == "low" else bound.data + slack
    return StoredCells(data, bound.valid, bound.kind, bound.scale)


_Form = Callable[[StoredCells], Bools]


def _form(column: CompiledColumn, word: str, bad: _Form, only: Rows) -> Check:
    def misformed(batch: StoredBatch) -> Bools:
        cells = batch.cells(column.table, column.name)
        return cells.valid & bad(cells)

    word = f"{word}{only.words}"
    rule, says = f"{column.table}.{column.name}: {word}", f"due: {word}"
    return cell_check(column.table, rule, only.among(misformed), ((column.name,),), says)


def _divides(step: float, decimals: int) -> bool:
    """Return whether every multiple of `step` can be written with `decimals` decimals."""
    return Decimal(str(step)).scaleb(decimals) % 1 == 0


def _steps(step: Decimal) -> _Form:
    def bad(cells: StoredCells) -> Bools:
        wrong: Bools = cells.data % int(step.scaleb(cells.scale)) != 0
        return wrong

    return bad


def _endings(ends: tuple[int, ...]) -> _Form:
    """Return the test for numbers of which neither all digits nor the whole units end in one of
    `ends`: 7.29 and 729.00 both end in 29.
    """
    digits = 10 ** len(str(max(ends)))

    def bad(cells: StoredCells) -> Bools:
        size = np.abs(cells.data)
        whole = (size % 10**cells.scale == 0) & np.isin(size // 10**cells.scale % digits, ends)
        wrong: Bools = ~(np.isin(size % digits, ends) | whole)
        return wrong

    return bad


def _figures(figures: int) -> _Form:
    def bad(cells: StoredCells) -> Bools:
        size = np.abs(cells.data)
        excess = np.maximum(_length(size) - figures, 0)
        wrong: Bools = size % 10**excess != 0
        return wrong

    return bad


def _length(numbers: Ints) -> Ints:
    """Return how many digits each number has; 0 for 0."""
    powers = 10 ** np.arange(19, dtype=np.int64)
    return np.searchsorted(powers, numbers, side="right")


def _weekdays(names: tuple[str, ...]) -> _Form:
    allowed = [WEEKDAYS.index(name) for name in names]

    def bad(cells: StoredCells) -> Bools:
        wrong: Bools = ~np.isin(weekday(cells.data), allowed)
        return wrong

    return bad


def as_double(rows: Relation, term: Term) -> str:
    """Return a term in SQL as a double, for bounds with a margin, where no exactness is needed."""
    digits, decimals = rows.term(term)
    return f"(({digits})::DOUBLE / {10**decimals})"


def times_and_limits(rows: Relation, draw: Draw) -> list[str]:
    """Return `times`, `at_least` and `at_most` of a draw in SQL as doubles; a neutral number where
    the draw has none.
    """
    terms = ((draw.times, "1.0"), (draw.at_least, "-1e300"), (draw.at_most, "1e300"))
    return [as_double(rows, term) if term is not None else neutral for term, neutral in terms]


def rounding_slack(draw: Draw, decimals: int) -> tuple[float, float]:
    """Return how far rounding may move a value: in units, and as a share of the value."""
    slack = 10.0**-decimals
    if draw.step is not None:
        slack += draw.step
    if draw.ends is not None:
        slack += next(size for size in (10, 100, 1000) if max(draw.ends) < size)
    share = 10.0 ** (1 - draw.figures) if draw.figures is not None else 0.0
    return slack, share + 1e-9
