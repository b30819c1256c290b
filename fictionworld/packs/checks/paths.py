"""Paths that lead somewhere, to the right kind of value; expressions that are allowed and typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from fictionworld.errors import PackError
from fictionworld.packs.checks.values import all_columns
from fictionworld.packs.compiled import CompiledColumn, Kind, Node
from fictionworld.packs.dependencies import evaluation_order
from fictionworld.packs.expression import Expression, check_expression, expression_type
from fictionworld.packs.reads import Read, Want, all_reads
from fictionworld.packs.resolve import (
    NUMBERS,
    ROWS,
    TEXTS,
    a_kind,
    columns_of,
    follow,
    kind_of,
    slots,
)
from fictionworld.packs.terms import Path, parse_path

if TYPE_CHECKING:
    from fictionworld.packs.findings import Mistake, Place
    from fictionworld.packs.specification import Draw, Pack

__all__ = ["check_expressions", "check_paths", "check_text_growth"]

_ALL_BUT_REFERENCES: frozenset[Kind] = NUMBERS | TEXTS | {"date", "boolean"}
_SUITS: dict[Want, tuple[frozenset[Kind], str]] = {
    "number": (NUMBERS, "a number"),
    "day": (frozenset({"date", "year"}), "a date or a year"),
    "ordered": (NUMBERS | {"date"}, "a number or a date"),
    "reference": (frozenset({"reference"}), "a reference"),
    "text": (TEXTS, "a text"),
    "label": (TEXTS | {"boolean", "integer", "year"}, "a category, a text or a whole number"),
    "value": (_ALL_BUT_REFERENCES, "a value, such as the name of what it refers to"),
    "date": (frozenset({"date"}), "a date"),
}
_EXPRESSION_TYPES: dict[Kind, tuple[str, ...]] = {
    **dict.fromkeys(("text", "name", "category", "url"), ("VARCHAR",)),
    **dict.fromkeys(
        ("integer", "year", "decimal", "money", "percent"),
        ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "DOUBLE", "DECIMAL"),
    ),
    "date": ("DATE",),
    "boolean": ("BOOLEAN",),
}  # fmt: skip

_Of = Callable[[Path], int]

_LATENT_DECIMALS = 6
_LARGEST_OFFSET = 100_000
_LONGEST_TEXT = 20_000
_LONGEST_NAME = 80
_LONGEST_NUMBER = 40
_MOST_PADDING = 2000
"""More than `lpad`, `rpad`, `strftime` and constants of 400 characters of SQL can add."""


def check_paths(pack: Pack) -> Iterator[Mistake]:
    """Every path leads to a column, step by step, and what it finds there suits its use."""
    for read in all_reads(pack):
        way = follow(pack, read.table, read.path)
        if way.problem:
            yield read.place, way.problem
        if way.end is None:
            continue
        kind = kind_of(pack, way.end)
        if kind is None:
            continue
        suits, words = _SUITS.get(read.want, (None, ""))
        path = ".".join(read.path)
        if suits is not None and kind not in suits:
            yield read.place, f"got {path}, which is {a_kind(kind)}; allowed: {words}"
        else:
            yield from _offset(read, path, kind)


def _offset(read: Read, path: str, kind: Kind) -> Iterator[Mistake]:
    """Days, weeks, months and years go with days; a bare number with a number."""
    term = read.term
    if term is None or not term.offset:
        return
    if abs(term.offset) > _LARGEST_OFFSET:
        yield read.place, f"got {term}; allowed: an offset of at most {_LARGEST_OFFSET:,}"
    as_day = kind == "date" or read.want == "day"
    if term.unit and not as_day:
        yield (
            read.place,
            f"got {term}, but {path} is {a_kind(kind)}; give the offset without {term.unit!r}",
        )
    elif not term.unit and as_day:
        sign = "-" if term.offset < 0 else "+"
        size = abs(term.offset)
        yield (
            read.place,
            (
                f"got {term}, but {path} stands for a day; say of what: {path} {sign} {size}d, "
                f"{size}w, {size}m or {size}y"
            ),
        )


def check_expressions(pack: Pack) -> Iterator[Mistake]:
    """Each SQL expression is allowed, and gives the type that its column or rule has."""
    for place, table, name, column in all_columns(pack):
        if column.derive is not None and column.derive.sql is not None:
            at = (*place, "derive", "sql")
            yield from _expression(pack, at, table, column.derive.sql, kind_of(pack, (table, name)))
    for number, rule in enumerate(pack.rules):
        if rule.sql is not None and columns_of(pack, rule.table):
            yield from _expression(pack, ("rules", number, "sql"), rule.table, rule.sql, "boolean")


def _expression(
    pack: Pack, place: Place, table: str, sql: str, kind: Kind | None
) -> Iterator[Mistake]:
    try:
        expression = check_expression(sql)
        types = _types(pack, table, expression)
        if types is None:
            return
        got = expression_type(expression, types)
    except PackError as error:
        yield place, str(error)
        return
    allowed = _EXPRESSION_TYPES.get(kind) if kind is not None else None
    if allowed is not None and got.partition("(")[0] not in allowed and got != '"NULL"':
        yield place, f"got a {got} from {sql!r}; allowed: {a_kind(kind)}"


def _types(pack: Pack, table: str, expression: Expression) -> dict[Path, str] | None:
    """The DuckDB types of the columns that an expression reads; None where one cannot be told."""
    types: dict[Path, str] = {}
    for path in expression.paths:
        end = follow(pack, table, path).end
        kind = kind_of(pack, end) if end is not None else None
        if end is None or kind is None:
            return None
        column = columns_of(pack, end[0])[end[1]]
        latent = column.role == "hidden" and kind == "decimal" and not column.decimals
        decimals = _LATENT_DECIMALS if latent else column.decimals
        compiled = CompiledColumn(*end, kind, decimals, column, column.ref, structural=False)
        types[path] = compiled.sql_type
    return types


def check_text_growth(pack: Pack) -> Iterator[Mistake]:
    """Texts joined of texts joined of texts: no chain of columns makes a text of millions."""
    try:
        order = evaluation_order(pack)
    except PackError:
        return  # a circle, which is a finding of its own
    longest: dict[Node, int] = {}
    places = {(table, name): place for place, table, name, _ in all_columns(pack)}
    for node in order:
        if node[1] == ROWS:
            continue
        length = _longest(pack, node, longest)
        if length > _LONGEST_TEXT:
            yield (
                places[node],
                (
                    f"got texts joined to as many as {length:,} characters; allowed: "
                    f"{_LONGEST_TEXT:,}. Join fewer texts"
                ),
            )
            length = _LONGEST_TEXT
        longest[node] = length if kind_of(pack, node) in TEXTS else _LONGEST_NUMBER


def _longest(pack: Pack, node: Node, longest: dict[Node, int]) -> int:
    """A bound on the characters of a column's texts, and of those on the way to them."""
    table, _ = node
    column = columns_of(pack, table)[node[1]]

    def of(path: Path) -> int:
        end = follow(pack, table, path).end
        return longest.get(end, _LONGEST_NAME) if end is not None else _LONGEST_NAME

    if column.derive is not None and column.derive.lookup is not None:
        return of(column.derive.lookup)
    if column.derive is not None and column.derive.sql is not None:
        try:
            spots = check_expression(column.derive.sql).spots
        except PackError:
            return 0
        return _MOST_PADDING + sum(of(path) for _, _, path in spots)
    draw = column.draw
    if draw is None:
        return _LONGEST_NUMBER
    return of(draw.copy_of) if draw.copy_of is not None else _drawn(draw, of, {})


def _drawn(draw: Draw, of: _Of, outer: dict[str, int]) -> int:
    labels: list[object] = [*(draw.choice or ()), *(draw.deal or ())]
    labels += [value for values in (draw.map or {}).values() for value in values.values()]
    if draw.pattern is None:
        return max((len(str(label)) for label in labels), default=_LONGEST_NAME)
    parts = dict(outer)
    for name, part in draw.parts.items():
        parts[name] = _drawn(part, of, parts)
    known = (parts[s] if s in parts else of(parse_path(s)) if _is_path(s) else 0
             for s in slots(draw.pattern))  # fmt: skip
    return len(draw.pattern) + sum(known)


def _is_path(slot: str) -> bool:
    return all(step.isidentifier() and step.islower() for step in slot.split("."))
