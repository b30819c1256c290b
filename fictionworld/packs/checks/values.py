"""Values: operators that suit the type, options that suit the draw, bounds that hold."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import DECIMALS, NUMBERS, SETTING
from fictionworld.packs.fields import Kind
from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.operator import OPERATORS, Use, operator_of, uses_of
from fictionworld.packs.resolve import a_kind, all_columns, columns_of, end_kind, kind_of
from fictionworld.packs.terms import above, terms_in

if TYPE_CHECKING:
    from fictionworld.packs.specification import ColumnSpec, Draw, Pack

_ROUNDED: frozenset[Kind] = frozenset({"integer", "decimal", "money"})
LARGEST = 10**12
"""A double holds whole numbers exactly up to 2**53, six decimals included only up to here or so."""


def all_uses(pack: Pack) -> Iterator[Use]:
    """Yield each use of an operator by a column or by a part of a pattern."""
    for place, table, name, column in all_columns(pack):
        yield from uses_of(pack, table, name, column, place)


def column_mistakes(
    pack: Pack, place: Place, table: str, name: str, suits: frozenset[Kind] | None, words: str = ""
) -> Iterator[Mistake]:
    """Yield a mistake if the named column does not exist or is of none of the kinds in `suits`."""
    columns = columns_of(pack, table)
    if name not in columns:
        yield place, unknown(name, columns, f"columns of {table}")
        return
    kind = kind_of(pack, (table, name))
    if suits is not None and kind is not None and kind not in suits:
        yield place, f"got {table}.{name}, which is {a_kind(kind)}; allowed: {words}"


def check_types(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each type that does not suit the operator or the decimals given."""
    for place, table, name, column in all_columns(pack):
        source, kind = column.source, kind_of(pack, (table, name))
        suits = operator_of(source).suits if source is not None else None
        if source is not None and kind is not None and suits is not None and kind not in suits:
            allowed = ", ".join(sorted(suits))
            with_ = "with draw" if column.draw is not None else "for"
            untyped = place if column.draw is not None else (*place, "derive")
            at = (*place, "type") if column.type is not None else untyped
            yield at, f"got {kind} {with_} {operator_of(source).key}; allowed: {allowed}"
        if column.decimals and kind not in {None, *DECIMALS}:
            at = (*place, "decimals")
            yield at, f"got {column.decimals} decimals of {kind}; allowed: decimal, money, percent"
        if column.rounds_to is not None:
            yield from _rounding((*place, "rounds_to"), column, kind)


def _rounding(place: Place, column: ColumnSpec, kind: Kind | None) -> Iterator[Mistake]:
    """Yield a mistake if figures of a column are none that people round."""
    if column.role != "askable":
        yield place, f"got {column.rounds_to} of a {column.role} column; allowed: askable ones"
    elif kind is not None and kind not in _ROUNDED:
        allowed = "integer, decimal, money"
        yield place, f"got {column.rounds_to} of {a_kind(kind)}; allowed: {allowed}"
    elif column.measure in {"order", "label"}:
        problem = f"got {column.rounds_to} of the measure {column.measure}"
        yield place, f"{problem}, which nobody rounds; allowed: amount, level"
    elif kind == "integer" and column.rounds_to == 1:
        yield place, "got 1 of an integer, which rounds nothing; give a larger step"


def check_operators(pack: Pack) -> Iterator[Mistake]:
    """Yield the mistakes that operators find, and operators of many rows in the one-row setting."""
    for use in all_uses(pack):
        operator = operator_of(use.source)
        if use.table == SETTING and operator.many_rows:
            derives = operator.family == "derive"
            at = use.place[:-1] if derives else use.place
            fit = "sql, days or years" if derives else "another draw"
            yield at, f"got {operator.key}; the setting is one row: use {fit}"
        else:
            yield from operator.check(use)


def check_options(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each option that the draw would ignore silently."""
    for place, _, _, column in all_columns(pack):
        if column.ref is None and "pick" in column.model_fields_set:
            yield (*place, "pick"), "got pick without ref; a pick chooses what a ref refers to"
    for use in all_uses(pack):
        if use.column.draw is not None:
            yield from _options(use.place[:-1], use.source)
            if use.parts:
                yield from _part(use.place[:-1], use.source)


def _options(place: Place, draw: Draw) -> Iterator[Mistake]:
    operator = operator_of(draw)
    allowed = operator.options | ({"within"} if draw.palette is not None else set())
    for option in sorted(draw.model_fields_set):
        supporting = _operators_with(option)
        if supporting and option not in allowed:
            message = f"got {option!r} with {operator.key}; allowed with {', '.join(supporting)}"
            yield (*place, option), message
    for name in ("ends", "weekdays"):
        if getattr(draw, name) is not None and not getattr(draw, name):
            yield (*place, name), "got an empty list; give at least one item"
    if draw.palette is not None and draw.per:
        yield (*place, "per"), "got 'per' beside palette; give palette: {per: ...}"


def _operators_with(option: str) -> list[str]:
    """Return the draws that heed an option; none where all do."""
    supporting = [operator.key for operator in OPERATORS.values() if option in operator.options]
    return [*supporting, "palette"] if option == "within" else supporting


def _part(place: Place, draw: Draw) -> Iterator[Mistake]:
    if not operator_of(draw).part:
        kinds = [operator.key for operator in OPERATORS.values() if operator.part]
        yield place, f"got {operator_of(draw).key} as a part; allowed: {', '.join(kinds)}"
    if draw.missing or draw.when:
        yield place, "got a part that may be missing; put missing and when on the draw around it"


def check_bounds(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each low end above its high end, and each number too large to store."""
    for place, table, column_name, column in all_columns(pack):
        draw = column.draw
        if draw is None:
            continue
        as_day = kind_of(pack, (table, column_name)) == "date"
        for name, number in _constants(draw):
            if abs(number) > LARGEST:
                yield (
                    (*place, "draw", name),
                    f"got {number}; allowed: up to {LARGEST:,}; use a larger unit",
                )
        operator = operator_of(draw)
        pairs = {
            "at_least": (draw.at_least, draw.at_most),
            operator.key: operator.ends(draw.written),
        }
        for name, (low, high) in pairs.items():
            path = low.path if as_day and low is not None else None
            of_year = path is not None and end_kind(pack, table, path) == "year"
            if above(low, high, of_year=of_year):
                yield (
                    (*place, "draw", name),
                    f"got {low} as the low end and {high} as the high one; swap them",
                )


def _constants(draw: Draw) -> Iterator[tuple[str, Decimal]]:
    """Yield the numbers that a draw names outright, by option."""
    operator = operator_of(draw)
    named = {operator.key: draw.written}
    named |= {name: getattr(draw, name) for name in ("times", "at_least", "at_most")}
    for name, value in named.items():
        yield from ((name, term.number) for term in terms_in(value) if term.number)
    for value in operator.values(draw.written):
        if not isinstance(value, str):
            yield operator.key, Decimal(str(value))


def hard_bounds(draw: Draw, kind: Kind) -> tuple[Decimal | None, Decimal | None]:
    """Return the least and the greatest number that a draw can give; None without a fixed bound."""
    if kind not in NUMBERS:
        return None, None
    operator = operator_of(draw)
    numbers = [Decimal(str(v)) for v in operator.values(draw.written) if not isinstance(v, str)]
    if numbers:
        return min(numbers), max(numbers)
    own = operator.ends(draw.written) if draw.times is None else (None, None)
    low, high = (
        given.number if given is not None else end.number if end is not None else None
        for given, end in zip((draw.at_least, draw.at_most), own, strict=True)
    )
    return low, high


def stored_mistakes(
    pack: Pack, place: Place, of: str, *, numeric: bool = False
) -> Iterator[Mistake]:
    """Yield a mistake if `table.column` is no stored column, or no number where one is needed."""
    table, _, name = of.partition(".")
    columns = columns_of(pack, table)
    if not columns:
        yield place, unknown(table, (SETTING, *pack.tables), "tables")
    elif name not in columns:
        yield place, unknown(name, columns, f"columns of {table}")
    elif columns[name].role == "hidden":
        yield place, f"got {of}, which is hidden; allowed: a stored column"
    elif numeric:
        yield from column_mistakes(pack, place, table, name, NUMBERS, "a number")
