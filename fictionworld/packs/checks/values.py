"""Drawn values: draws that suit the type, options that suit the draw, bounds that hold."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING, Kind
from fictionworld.packs.findings import Mistake, Place, show
from fictionworld.packs.resolve import NUMBERS, TEXTS, given_columns, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.packs.specification import ColumnSpec, Draw, Pack, TableSpec
    from fictionworld.packs.terms import Term

__all__ = ["all_columns", "check_bounds", "check_draws", "check_options", "check_types",
           "hard_bounds"]  # fmt: skip

_SUITS: dict[str, frozenset[Kind]] = {
    **dict.fromkeys(("uniform", "normal", "lognormal", "pareto", "trend"), NUMBERS),
    **dict.fromkeys(("poisson", "distinct", "ordinal", "share_out"), NUMBERS - {"percent"}),
    **dict.fromkeys(("pool", "brands", "pattern"), TEXTS),
    **dict.fromkeys(("choice", "map"), TEXTS | NUMBERS),
    "deal": TEXTS,
    "between": frozenset({"date"}),
    "true_share": frozenset({"boolean"}),
}  # fmt: skip

_DISTRIBUTIONS = ("uniform", "normal", "lognormal", "pareto", "poisson", "trend")
_ONCE_PER = (
    "uniform", "normal", "lognormal", "pareto", "poisson", "choice", "map", "between",
    "true_share", "pattern", "pool", "brands",
)  # fmt: skip
_OPTIONS: dict[str, tuple[str, ...]] = {  # option of a draw: the kinds that heed it
    "driven_by": (*_DISTRIBUTIONS, "choice", "between"),
    "times": _DISTRIBUTIONS,
    "at_least": (*_DISTRIBUTIONS, "between"),
    "at_most": (*_DISTRIBUTIONS, "between"),
    "step": _DISTRIBUTIONS,
    "figures": _DISTRIBUTIONS,
    "ends": _DISTRIBUTIONS,
    "weekdays": ("between",),
    "per": _ONCE_PER,
    "parts": ("pattern",),
    "palette": ("pool",),
    "gender": ("pool",),
    "around": ("pool",),
}
LARGEST = 10**12
"""A double tells whole numbers apart up to 2**53, six decimals included only up to here or so."""

_PART_KINDS = ("pool", "choice", "pattern")
_ONE_ROW = ("deal", "distinct", "ordinal", "trend", "share_out", "brands")
"""Draws that set the rows of a table against each other; the setting has but one."""


def all_columns(pack: Pack) -> Iterator[tuple[Place, str, str, ColumnSpec]]:
    """Each column with its place, its table and its name; the setting's first."""
    for name, column in pack.setting.items():
        yield ("setting", name), SETTING, name, column
    for table, spec in pack.tables.items():
        for name, column in spec.columns.items():
            yield ("tables", table, "columns", name), table, name, column


def check_types(pack: Pack) -> Iterator[Mistake]:
    """Each column's type can be told and suits its draw; decimals are for numbers with a point."""
    for place, table, name, column in all_columns(pack):
        draw, kind = column.draw, kind_of(pack, (table, name))
        if draw is not None and kind is not None:
            suits = _SUITS.get(draw.kind)
            if suits is not None and kind not in suits:
                allowed = ", ".join(sorted(suits))
                at = (*place, "type") if column.type is not None else place
                yield at, f"got {kind} with draw {draw.kind}; allowed: {allowed}"
            yield from _label_types(place, draw, kind)
        if column.derive is not None and column.derive.sql is not None and column.type is None:
            yield place, "got sql without a type; give the type of its value, such as integer"
        if column.decimals and kind not in {None, "decimal", "money", "percent"}:
            at = (*place, "decimals")
            yield at, f"got {column.decimals} decimals of {kind}; allowed: decimal, money, percent"


def _label_types(place: Place, draw: Draw, kind: Kind) -> Iterator[Mistake]:
    """Labels of a number column are numbers; whole ones where the column is whole."""
    if kind not in NUMBERS:
        return
    for name, labels in (
        ("choice", tuple(draw.choice or ())),
        ("map", tuple(v for values in (draw.map or {}).values() for v in values.values())),
    ):
        for label in labels:
            whole = kind in {"integer", "year"}
            if isinstance(label, str) or (whole and label != int(label)):
                wanted = "whole numbers" if whole else "numbers"
                yield (
                    (*place, "draw", name),
                    f"got {show(label)} in a column of {kind}; allowed: {wanted}",
                )


def check_options(pack: Pack) -> Iterator[Mistake]:
    """No option that the draw would pass over in silence."""
    for place, table, _, column in all_columns(pack):
        if column.draw is not None:
            yield from _options((*place, "draw"), column.draw)
            if table == SETTING and column.draw.kind in _ONE_ROW:
                kind = column.draw.kind
                yield (
                    (*place, "draw", kind),
                    f"got {kind}; the setting is one row: use another draw",
                )
        if column.ref is None and "pick" in column.model_fields_set:
            yield (*place, "pick"), "got pick without ref; a pick chooses what a ref refers to"


def _options(place: Place, draw: Draw, *, part: bool = False) -> Iterator[Mistake]:
    for option, kinds in _OPTIONS.items():
        if option in draw.model_fields_set and draw.kind not in kinds:
            yield (
                (*place, option),
                f"got {option!r} with {draw.kind}; allowed with {', '.join(kinds)}",
            )
    grouped = draw.kind in {"deal", "distinct"} or draw.palette is not None
    if "within" in draw.model_fields_set and not grouped:
        yield (
            (*place, "within"),
            f"got 'within' with {draw.kind}; allowed with deal, distinct, palette",
        )
    if draw.palette is not None and draw.per:
        yield (*place, "per"), "got 'per' beside palette; give palette: {per: ...}"
    if part and draw.kind not in _PART_KINDS:
        yield place, f"got {draw.kind} as a part; allowed: {', '.join(_PART_KINDS)}"
    if part and (draw.missing or draw.when):
        yield place, "got a part that may be missing; put missing and when on the draw around it"
    for name, inner in draw.parts.items():
        yield from _options((*place, "parts", name), inner, part=True)


def check_draws(pack: Pack) -> Iterator[Mistake]:
    """Each draw has something to draw from: spreads, labels, and rows to run along."""
    for place, table, _, column in all_columns(pack):
        if column.draw is not None:
            yield from _one_draw(pack, (*place, "draw"), table, column.draw)


def _one_draw(pack: Pack, place: Place, table: str, draw: Draw) -> Iterator[Mistake]:
    spreads = {"normal": draw.normal, "lognormal": draw.lognormal}
    for kind, pair in spreads.items():
        if pair is not None and pair[1] <= 0:
            yield (*place, kind), f"got a spread of {pair[1]:g}; allowed: above 0"
    for kind, pair in {"lognormal": draw.lognormal, "pareto": draw.pareto}.items():
        if pair is not None and pair[0].number is not None and pair[0].number <= 0:
            yield (*place, kind), f"got {pair[0].number} to start from; allowed: above 0"
    for name in ("choice", "deal", "ends", "weekdays"):
        if getattr(draw, name) is not None and not getattr(draw, name):
            yield (*place, name), "got an empty list; give at least one item"
    if draw.map is not None and len(draw.map) != 1:
        yield (
            (*place, "map"),
            f"got {len(draw.map)} paths; give one, and the value for each of its values",
        )
    if table in pack.tables:
        yield from _trend(pack.tables[table], (*place, "trend"), draw)
        yield from _enough(pack.tables[table], (*place, "distinct"), draw)
    for name, part in draw.parts.items():
        yield from _one_draw(pack, (*place, "parts", name), table, part)


def _trend(table: TableSpec, place: Place, draw: Draw) -> Iterator[Mistake]:
    if draw.trend is None:
        return
    if table.rows.each is None:
        yield place, "got a trend, but the rows are not by year; give rows: {each, years}"
    if draw.trend.start[1] < 0 or draw.trend.growth[1] < 0:
        yield place, "got a spread below 0; allowed: 0 and above"


def _enough(table: TableSpec, place: Place, draw: Draw) -> Iterator[Mistake]:
    """Distinct numbers for all rows of a parent, where one parent makes the group."""
    if draw.distinct is None:
        return
    rows, given = table.rows, given_columns(table)
    numbers = int(draw.distinct.high) - int(draw.distinct.low) + 1
    by_parent = len(draw.within) == 1 and given.get(draw.within[0][0]) == "reference"
    most = None
    if rows.per is not None and by_parent and len(draw.within[0]) == 1:
        most = (
            max(rows.count, default=0)
            if isinstance(rows.count, dict)
            else rows.count and rows.count.high
        )
    elif not draw.within and rows.span is not None:
        most = rows.span.high
    if most is not None and most > numbers:
        yield place, f"got {numbers} numbers for up to {most} rows; widen the span"


def check_bounds(pack: Pack) -> Iterator[Mistake]:
    """No bound that nothing can keep, and no number too large to be stored to the digit."""
    for place, _, _, column in all_columns(pack):
        draw = column.draw
        if draw is None:
            continue
        for name, number in _constants(draw):
            if abs(number) > LARGEST:
                yield (
                    (*place, "draw", name),
                    f"got {number}; allowed: up to {LARGEST:,}; use a larger unit",
                )
        pairs = {
            "at_least": (draw.at_least, draw.at_most),
            "uniform": draw.uniform or (None, None),
            "between": draw.between or (None, None),
        }
        for name, (low, high) in pairs.items():
            if above(low, high):
                yield (
                    (*place, "draw", name),
                    f"got {low} as the low end and {high} as the high one; swap them",
                )


def _constants(draw: Draw) -> Iterator[tuple[str, Decimal]]:
    """The numbers that a draw names outright, by option."""
    options: dict[str, tuple[Term | None, ...]] = {
        "uniform": draw.uniform or (),
        "normal": draw.normal[:1] if draw.normal is not None else (),
        "lognormal": draw.lognormal[:1] if draw.lognormal is not None else (),
        "pareto": draw.pareto[:1] if draw.pareto is not None else (),
        "trend": draw.trend.start[:1] if draw.trend is not None else (),
        "poisson": (draw.poisson,),
        "times": (draw.times,),
        "at_least": (draw.at_least,),
        "at_most": (draw.at_most,),
    }
    for name, terms in options.items():
        yield from ((name, term.number) for term in terms if term is not None and term.number)
    labels = [
        *(draw.choice or ()),
        *(v for values in (draw.map or {}).values() for v in values.values()),
    ]
    for label in labels:
        if not isinstance(label, str):
            yield "choice" if draw.choice is not None else "map", Decimal(str(label))


def above(low: Term | None, high: Term | None) -> bool:
    """Whether two terms are certain to be the wrong way round."""
    if low is None or high is None:
        return False
    if low.number is not None and high.number is not None:
        return low.number > high.number
    if low.day is not None and high.day is not None:
        return low.day > high.day
    same = low.path is not None and low.path == high.path and low.unit == high.unit
    return same and low.offset > high.offset


def hard_bounds(draw: Draw, kind: Kind) -> tuple[Decimal | None, Decimal | None]:
    """The least and the greatest number that a draw can give, where it says so outright."""
    if kind not in NUMBERS:
        return None, None
    low = draw.at_least.number if draw.at_least is not None else None
    high = draw.at_most.number if draw.at_most is not None else None
    if draw.distinct is not None:
        low, high = draw.distinct.low, draw.distinct.high
    if draw.choice:
        numbers = [Decimal(str(label)) for label in draw.choice if not isinstance(label, str)]
        low, high = (min(numbers), max(numbers)) if numbers else (None, None)
    if draw.uniform is not None and draw.times is None:
        low = draw.uniform[0].number if low is None else low
        high = draw.uniform[1].number if high is None else high
    return low, high
