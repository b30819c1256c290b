"""Where the names in a pack lead: paths, kinds of values, and what a row plan gives.

All of it is tolerant: on a pack that is wrong these functions say `None` or how far they got, and
`check_pack` says what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.errors import nearest
from fictionworld.packs.compiled import ROWS, SETTING
from fictionworld.packs.fields import Kind
from fictionworld.packs.findings import Place
from fictionworld.packs.operator import operator_of, uses_of
from fictionworld.packs.terms import Node, Path

if TYPE_CHECKING:
    from fictionworld.packs.specification import (
        ColumnSpec,
        Draw,
        Pack,
        RowPlan,
        SumRule,
        TableSpec,
    )

_SLOT = re.compile(r"\{([^{}]*)\}")
_MOST_COPIES = 10
_KINDS_OF_GIVEN: dict[str, Kind] = {
    "year": "year", "round": "integer", "start": "date", "end": "date",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """How far a path leads."""

    nodes: tuple[Node, ...]
    """The columns it passes, the last one included where it gets there."""
    problem: str | None = None
    """What is wrong, where it does not; empty where that is said at a reference on the way."""

    @property
    def end(self) -> Node | None:
        """Return the column that the path ends at; None where it leads nowhere."""
        return self.nodes[-1] if self.problem is None else None


def columns_of(pack: Pack, table: str) -> Mapping[str, ColumnSpec]:
    """Return the columns of a table or of the setting; none where there is no such table."""
    if table == SETTING:
        return pack.setting
    return pack.tables[table].columns if table in pack.tables else {}


def references_of(pack: Pack, table: str, target: str | None = None) -> list[str]:
    """Return the columns of a table that refer to rows; with `target`, to rows of that table."""
    return [
        name
        for name, column in columns_of(pack, table).items()
        if column.ref is not None and column.ref == (target or column.ref)
    ]


def column_at(pack: Pack, node: Node) -> ColumnSpec:
    """Return the column of a node, which must exist."""
    return columns_of(pack, node[0])[node[1]]


def place_of(node: Node) -> Place:
    """Return the place of a column, or of a table's row plan, in the file."""
    table, name = node
    if table == SETTING:
        return ("setting",) if name == ROWS else ("setting", name)
    return ("tables", table, "rows") if name == ROWS else ("tables", table, "columns", name)


def all_columns(pack: Pack) -> Iterator[tuple[Place, str, str, ColumnSpec]]:
    """Yield each column with its place, its table and its name; the setting's first."""
    for table in (SETTING, *pack.tables):
        for name, column in columns_of(pack, table).items():
            yield place_of((table, name)), table, name, column


def follow(pack: Pack, table: str, path: Path) -> Way:
    """Return the columns that `path` passes, starting from a row of `table`."""
    steps = path
    if path[0] == SETTING:
        table, steps = SETTING, path[1:]
        if not steps:
            some = ", ".join(f"{SETTING}.{name}" for name in list(pack.setting)[:3])
            return Way((), f"got 'setting'; give one of its columns, such as {some}")
    nodes: list[Node] = []
    for number, step in enumerate(steps):
        columns = columns_of(pack, table)
        if step not in columns:
            return Way(tuple(nodes), _no_column(pack, table, step, path))
        nodes.append((table, step))
        if number == len(steps) - 1:
            break
        target = columns[step].ref
        if target is None:
            return Way(
                tuple(nodes),
                f"got {'.'.join(path)!r}, but {table}.{step} is no reference, so nothing follows "
                f"it; references of {table}: {', '.join(references_of(pack, table)) or 'none'}",
            )
        if target not in pack.tables:
            return Way(tuple(nodes), "")
        table = target
    return Way(tuple(nodes))


def _no_column(pack: Pack, table: str, step: str, path: Path) -> str:
    columns = columns_of(pack, table)
    whole = f" in {'.'.join(path)!r}" if len(path) > 1 else ""
    hint = nearest(step, columns)
    if not hint and step in pack.setting and table != SETTING:
        hint = f"; did you mean 'setting.{step}'?"
    return f"got {step!r}{whole}; columns of {table}: {', '.join(columns) or 'none'}{hint}"


def kind_of(pack: Pack, node: Node, _depth: int = 0) -> Kind | None:
    """Return the kind of a column's values, declared or implied by its source; None if unknown."""
    table, name = node
    column = columns_of(pack, table).get(name)
    if column is None or _depth > len(pack.tables) * 24:  # a circle of copies
        return None
    if column.ref is not None:
        return "reference"
    if column.type is not None:
        return column.type
    for use in uses_of(pack, table, name, column):
        gives = operator_of(use.source).gives
        return gives(use, _depth) if callable(gives) else gives
    given = given_columns(pack.tables[table]) if table in pack.tables else {}
    return _KINDS_OF_GIVEN.get(given.get(name, ""))


def end_kind(pack: Pack, table: str, path: Path, depth: int = 0) -> Kind | None:
    """Return the kind of value that a path leads to; None where it leads nowhere."""
    end = follow(pack, table, path).end
    return kind_of(pack, end, depth) if end is not None else None


def parents_of(rows: RowPlan) -> tuple[str, ...]:
    """Return the tables whose rows a row plan starts from."""
    parent = rows.per or rows.one_per or rows.each or rows.sample or rows.round_robin
    return (parent,) if parent is not None else rows.pairs or ()


def given_columns(table: TableSpec) -> dict[str, str]:
    """Return the columns that the row plan fills, each with the kind of its values.

    The kinds are `reference`, `year`, `round`, `start` and `end`. The reference to the parent of
    `per` is the first to that table; elsewhere it is the first in `key`.
    """
    rows, given = table.rows, dict[str, str]()
    if rows.kind in {"pairs", "round_robin"}:
        given |= dict.fromkeys(table.key[:2], "reference")
        if rows.round is not None:
            given[rows.round] = "round"
        return given
    for parent in parents_of(rows):
        for name, column in table.columns.items():
            in_key = not table.key or name in table.key or rows.per is not None
            if column.ref == parent and in_key:
                given[name] = "reference"
                break
    if rows.each is not None and len(table.key) == 2:
        given[table.key[1]] = "year"
    if rows.terms is not None:
        given |= {rows.terms.start: "start", rows.terms.end: "end"}
    return given


def sum_target(pack: Pack, table: str, rule: SumRule) -> tuple[str, str] | None:
    """Return the table and column that a sum must equal; None for a number or a path of the row."""
    if isinstance(rule.to, str):
        first, _, second = rule.to.partition(".")
        return first, second
    path = rule.to.path
    if path is None or rule.to.offset or len(path) != 2:
        return None
    first, second = path
    own = columns_of(pack, table).get(first)
    if own is not None and own.ref is not None:
        return None
    return (first, second) if first != SETTING else None


def _first_draw(pack: Pack, node: Node) -> Draw | None:
    """Return a column's draw, or the draw of the column that it copies; None in a circle."""
    for _ in range(_MOST_COPIES):
        draw = column_at(pack, node).draw
        copied = draw.get("copy_of") if draw is not None else None
        if copied is None:
            return draw
        end = follow(pack, node[0], copied).end
        if end is None:
            return None
        node = end
    return None


def labels_of(pack: Pack, node: Node) -> tuple[str | int, ...] | None:
    """Return the values that a column can take; None where its draw does not list them."""
    draw = _first_draw(pack, node)
    values = operator_of(draw).values(draw.written) if draw is not None else ()
    labels = tuple(dict.fromkeys(value for value in values if not isinstance(value, float)))
    return labels if values and not any(isinstance(value, float) for value in values) else None


def drives(pack: Pack, node: Node) -> bool:
    """Return whether a number in `driven_by` may name this column, which needs a drawn score."""
    draw = _first_draw(pack, node)
    return draw is not None and operator_of(draw).drives


def a_kind(kind: object) -> str:
    """Return a kind with its article, as messages have it: `an integer`, `money`."""
    if kind in {"money", "text"}:
        return str(kind)
    return f"an {kind}" if str(kind)[0] in "aeiou" else f"a {kind}"


def slots(text: str) -> Iterator[str]:
    """Yield the texts between braces in a phrase or pattern."""
    yield from _SLOT.findall(text)
