"""How far drawn numbers and dates may go, and where they may stop.

The bounds of a draw are bounds of the stored value: `uniform`, `between` and `distinct` include
both ends, `at_least` and `at_most` hold after `times` and after rounding. A value rounded to a
step, to its last digits or to so many figures is such a value. Where `times` or a rounding beyond
the declared decimals follows, the ends of the draw itself bind no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.packs.terms import parse_term
from fictionworld.validators.cells import Bools, Cells, Ints, rescale
from fictionworld.validators.days import weekday
from fictionworld.validators.findings import Check, Findings, Item, Unproven, cell_findings
from fictionworld.validators.knowable import paths_known, term_paths
from fictionworld.validators.operands import Side, above, operand

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.packs.spec import Draw
    from fictionworld.packs.terms import Term
    from fictionworld.validators.batch import Batch

__all__ = ["range_checks"]

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def range_checks(pack: CompiledPack, column: CompiledColumn) -> Iterator[Item]:
    """The rules about how large, how small and how round a drawn value may be."""
    draw = column.spec.draw
    if draw is None or column.is_text:
        return
    for side, term in _bounds(draw):
        yield _bound(pack, column, side, term)
    if draw.step is not None and _divides(draw.step, column.decimals):
        step = Decimal(str(draw.step))
        yield _form(column, f"a multiple of {step.normalize():f}", _steps(step))
    if draw.ends is not None:
        word = f"ends in {', '.join(map(str, draw.ends))}"
        yield _form(column, word, _endings(draw.ends))
    if draw.figures is not None:
        yield _form(column, f"{draw.figures} significant figures", _figures(draw.figures))
    if draw.weekdays is not None:
        yield _form(column, f"falls on {', '.join(draw.weekdays)}", _weekdays(draw.weekdays))


def _bounds(draw: Draw) -> Iterator[tuple[Side, Term]]:
    """The bounds that a draw implies, the low ones first."""
    coarse = draw.figures is not None or draw.ends is not None or draw.step is not None
    free = draw.times is None
    both = draw.between or (draw.uniform if free and not coarse else None)
    if draw.distinct is not None and free:
        both = (parse_term(draw.distinct.low), parse_term(draw.distinct.high))
    if both is not None:
        yield "low", both[0]
    if draw.pareto is not None and free and not coarse:
        yield "low", draw.pareto[0]
    # What cannot be negative: counts, and log-normal values, whatever positive figure scales them.
    never_below_0 = draw.kind in {"poisson", "trend", "share_out"} or draw.kind == "lognormal"
    if never_below_0 and draw.at_least is None and free:
        yield "low", parse_term(0)
    if draw.at_least is not None:
        yield "low", draw.at_least
    if both is not None:
        yield "high", both[1]
    if draw.at_most is not None:
        yield "high", draw.at_most


def _bound(pack: CompiledPack, column: CompiledColumn, side: Side, term: Term) -> Item:
    table = column.table
    word = f"at {'least' if side == 'low' else 'most'} {term}"
    rule = f"{table}.{column.name}: {word}"
    paths = term_paths(term)
    if not paths_known(pack, table, paths):
        return Unproven(rule, "it reads a hidden column")
    date = column.kind == "date"

    def find(batch: Batch) -> Findings:
        cells = batch.cells(table, column.name)
        bound = operand(batch, table, term, side, dates=date)
        if not date:
            bound = _reachable(bound, side, column.decimals)
        bad = above(bound, cells) if side == "low" else above(cells, bound)
        return cell_findings(batch, table, bad, ((column.name,), *paths), f"it is {word}")

    return Check(rule, table, "values", find)


def _reachable(bound: Cells, side: Side, decimals: int) -> Cells:
    """The bound, or what it rounds to at the column's scale where that is further out."""
    rounded = rescale(bound.data, bound.scale, decimals)
    at_bound = rescale(rounded, decimals, max(decimals, bound.scale))
    exact = rescale(bound.data, bound.scale, max(decimals, bound.scale))
    further = np.minimum(at_bound, exact) if side == "low" else np.maximum(at_bound, exact)
    return Cells(further, bound.valid, bound.kind, max(decimals, bound.scale))


_Form = Callable[[Cells], Bools]


def _form(column: CompiledColumn, word: str, bad: _Form) -> Check:
    def find(batch: Batch) -> Findings:
        cells = batch.cells(column.table, column.name)
        wrong = cells.valid & bad(cells)
        return cell_findings(batch, column.table, wrong, ((column.name,),), f"due: {word}")

    return Check(f"{column.table}.{column.name}: {word}", column.table, "values", find)


def _divides(step: float, decimals: int) -> bool:
    """Whether every multiple of `step` can be written with so many decimals."""
    return Decimal(str(step)).scaleb(decimals) % 1 == 0


def _steps(step: Decimal) -> _Form:
    def bad(cells: Cells) -> Bools:
        wrong: Bools = cells.data % int(step.scaleb(cells.scale)) != 0
        return wrong

    return bad


def _endings(ends: tuple[int, ...]) -> _Form:
    """Of the number as it is written, or of its whole units: 7.29 and 729.00 both end in 29."""
    digits = 10 ** len(str(max(ends)))

    def bad(cells: Cells) -> Bools:
        size = np.abs(cells.data)
        whole = (size % 10**cells.scale == 0) & np.isin(size // 10**cells.scale % digits, ends)
        wrong: Bools = ~(np.isin(size % digits, ends) | whole)
        return wrong

    return bad


def _figures(figures: int) -> _Form:
    def bad(cells: Cells) -> Bools:
        size = np.abs(cells.data)
        excess = np.maximum(_length(size) - figures, 0)
        wrong: Bools = size % 10**excess != 0
        return wrong

    return bad


def _length(numbers: Ints) -> Ints:
    """How many digits each number has; 0 for 0."""
    powers = 10 ** np.arange(19, dtype=np.int64)
    return np.searchsorted(powers, numbers, side="right")


def _weekdays(names: tuple[str, ...]) -> _Form:
    allowed = [_DAYS.index(name) for name in names]

    def bad(cells: Cells) -> Bools:
        wrong: Bools = ~np.isin(weekday(cells.data), allowed)
        return wrong

    return bad
