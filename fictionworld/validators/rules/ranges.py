"""Bounds of drawn numbers and dates, and the form of their last digits.

The bounds of a draw are bounds of the stored value: `uniform`, `between` and `distinct` include
both ends, `at_least` and `at_most` hold after `times` and after rounding. A value rounded to a
step, to its last digits or to so many figures is such a value. The ends of the draw itself give
way by one step, or by one of the last figures, to such a rounding; where `times` follows, or last
digits are chosen, they bind no longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.operator import operator_of
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Path, Term, parse_term
from fictionworld.validators.arithmetic import (
    Operand,
    Side,
    above,
    digits,
    number,
    operand,
    rounded,
    value,
)
from fictionworld.validators.knowable import route, term_paths
from fictionworld.validators.relation import quoted
from fictionworld.validators.rule import Check, Item, RowCondition, if_known

_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table that a rule is about: all, or those of a category."""

    words: str = ""
    """As a rule says it: ` where position is forward`."""
    paths: tuple[Path, ...] = ()
    included: RowCondition | None = None

    def among(self, broken: RowCondition) -> RowCondition:
        """Return the condition of these rows for which `broken` is true."""
        return broken if self.included is None else broken.where(self.included)


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
    for form, misformed in _forms(column, draw):
        word = f"{form}{only.words}"
        name, own = f"{column.table}.{column.name}: {word}", ((column.name,),)
        broken = only.among(RowCondition(misformed))
        yield Check(name, column.table, broken, own, f"due: {word}")


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
    word = f"at {'least' if side == 'low' else 'most'} {term}"
    name = f"{column.table}.{column.name}: {word}{only.words}"
    own = (column.name,)
    paths = (own, *term_paths(term), *only.paths)
    date = column.kind == "date"
    bound = operand(pack, column.table, term, side, dates=date)
    if not date:
        bound = _reachable(bound, side, column.decimals)
        bound = bound if draw is None else _loosened(bound, side, draw)
    cell = value(pack, column.table, own)
    beyond = above(bound, cell) if side == "low" else above(cell, bound)
    return if_known(pack, Check(name, column.table, only.among(RowCondition(beyond)), paths, word))


def _reachable(bound: Operand, side: Side, decimals: int) -> Operand:
    """Return the bound, or its value rounded to the column's scale where that is further out."""
    if bound.scale <= decimals:
        return Operand(bound.at_scale(decimals), decimals)
    nearest = Operand(rounded(bound, decimals), decimals).at_scale(bound.scale)
    return Operand(
        f"{'least' if side == 'low' else 'greatest'}({nearest}, {bound.sql})", bound.scale
    )


def _loosened(bound: Operand, side: Side, draw: Draw) -> Operand:
    """Return the bound, moved outwards by the most that rounding to a step or figures can add."""
    sign, sql = "-" if side == "low" else "+", bound.sql
    if draw.step is not None:
        step = Decimal(str(draw.step)).scaleb(bound.scale).to_integral_value(ROUND_CEILING)
        sql = f"{sql} {sign} {int(step)}"
    if draw.figures is not None:
        sql = f"{sql} {sign} (abs({bound.sql}) // {10 ** (draw.figures - 1)} + 1)"
    return Operand(f"({sql})", bound.scale)


def _forms(column: CompiledColumn, draw: Draw) -> Iterator[tuple[str, str]]:
    """Yield the forms that a draw's values have, each in words, and SQL of what is misformed."""
    cell, scale = digits((column.name,)), 10**column.decimals
    step = Decimal(str(draw.step or 0))
    if step and step * scale % 1 == 0:  # else no multiple has so few decimals
        yield f"a multiple of {step.normalize():f}", f"{cell} % {int(step * scale)} != 0"
    if draw.ends is not None:
        # neither all digits nor the whole units: 7.29 and 729.00 both end in 29
        last = f"% {10 ** len(str(max(draw.ends)))} IN ({', '.join(map(str, draw.ends))})"
        whole = f"({cell} % {scale} = 0 AND abs({cell}) // {scale} {last})"
        yield f"ends in {', '.join(map(str, draw.ends))}", f"NOT (abs({cell}) {last} OR {whole})"
    if draw.figures is not None:
        figures = f"length(rtrim(abs({cell})::VARCHAR, '0'))"
        yield f"{draw.figures} significant figures", f"{figures} > {draw.figures}"
    if draw.weekdays is not None:
        # 1970 began on a Thursday; SQL's remainder has the sign of the day
        weekday = f"(({quoted((column.name,))} + 3) % 7 + 7) % 7"
        allowed = ", ".join(str(_WEEKDAYS.index(name)) for name in draw.weekdays)
        yield f"falls on {', '.join(draw.weekdays)}", f"{weekday} NOT IN ({allowed})"


def as_double(pack: CompiledPack, table: str, term: Term) -> str:
    """Return a term in SQL as a double, for bounds with a margin, where no exactness is needed."""
    if term.path is None:
        sql, scale = number(term.number or 0)
        return f"(({sql})::DOUBLE / {10**scale})"
    decimals = route(pack, table, term.path).column.decimals
    offset = term.offset * 10**decimals
    return f"(({digits(term.path)} + {offset})::DOUBLE / {10**decimals})"


def times_and_limits(pack: CompiledPack, table: str, draw: Draw) -> list[str]:
    """Return `times`, `at_least` and `at_most` of a draw in SQL as doubles; a neutral number where
    the draw has none.
    """
    terms = ((draw.times, "1.0"), (draw.at_least, "-1e300"), (draw.at_most, "1e300"))
    return [
        as_double(pack, table, term) if term is not None else neutral for term, neutral in terms
    ]


def rounding_slack(draw: Draw, decimals: int) -> tuple[float, float]:
    """Return how far rounding may move a value: in units, and as a share of the value."""
    slack = 10.0**-decimals
    if draw.step is not None:
        slack += draw.step
    if draw.ends is not None:
        slack += next(size for size in (10, 100, 1000) if max(draw.ends) < size)
    share = 10.0 ** (1 - draw.figures) if draw.figures is not None else 0.0
    return slack, share + 1e-9
