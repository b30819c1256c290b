"""A world as a file: its rows, what it calls its columns, and the plan of its web.

Pages are written from these when they are shown. Nothing in a file follows from a policy, and its
reader asks neither polars nor DuckDB for anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, Final, NamedTuple

import polars as pl

from fictionworld.episodes.sections import Sections, packed_sections
from fictionworld.packs.compiled import CompiledPack
from fictionworld.web.plans import FactCodes
from fictionworld.web.world_plan import PageLines, PlannedPage, WebPlan
from fictionworld.web.writing.context import PresentColumn
from fictionworld.worlds.fact import Value
from fictionworld.worlds.record import World
from fictionworld.worlds.world_rows import WorldRows

_READ: Final[dict[str, Callable[[Any], Value]]] = {"decimal": Decimal, "date": date.fromisoformat}
"""How a cell is read that JSON holds as text."""
_PLAN_FIELDS: Final = tuple(f.name for f in fields(PlannedPage) if f.name != "number")
_LINES: Final = ("stated", "listed")


class Truth(NamedTuple):
    """What is true in a world: for scoring and for the record, never for the tools."""

    rows: WorldRows
    labels: Mapping[tuple[str, str], str]
    """What this world calls its columns, by (table, column)."""


def labels_of(columns: Sequence[PresentColumn]) -> dict[tuple[str, str], str]:
    """Return a world's column labels by (table, column)."""
    return {(column.table, column.column): column.label for column in columns}


class StoredWorld:
    """A world, read from what `written_world_file` made of it; parts are read when asked for.

    Raises:
        DamagedError: The content is not as it was written.
    """

    def __init__(self, pack: CompiledPack, world: World, content: bytes) -> None:
        self._pack = pack
        self._world = world
        self._sections = Sections(content)

    @cached_property
    def rows(self) -> WorldRows:
        """Return the rows of the world."""
        return _StoredRows(self._pack, self._sections)

    @cached_property
    def columns(self) -> list[PresentColumn]:
        """Return its columns, as it calls them."""
        return [PresentColumn(*column) for column in self._sections.json("columns")]

    def plan(self) -> WebPlan:
        """Return the plan of its web."""

        def pages() -> tuple[PlannedPage, ...]:
            columns = self._sections.json("plan")
            shared: dict[Any, Any] = {}  # equal values are one object
            columns = [[shared.setdefault(value, value) for value in column] for column in columns]
            return tuple(map(PlannedPage, range(1, len(columns[0]) + 1), *columns))

        stated, listed = map(self._lines, _LINES)
        return WebPlan(self._world.world_id, FactCodes.of(self._pack), pages, stated, listed)

    def _lines(self, name: str) -> PageLines:
        return PageLines(*(self._sections.array(f"{name}/{part}") for part in PageLines._fields))


class _StoredRows(WorldRows):
    """Rows that are read column by column, without polars or DuckDB."""

    def __init__(self, pack: CompiledPack, stored: Sections) -> None:
        super().__init__(pack, {})
        self._stored = stored
        self._tables: dict[str, dict[str, tuple[str, list[Any]]]] = {}

    def _read_column(self, table: str, column: str) -> list[Value]:
        if table not in self._tables:
            self._tables[table] = self._stored.json(f"rows/{table}")
        try:
            kind, cells = self._tables[table].pop(column)  # asked for once
        except KeyError:
            raise KeyError(f"{table} has no column {column}") from None
        parse = _READ.get(kind)
        return cells if parse is None else [None if cell is None else parse(cell) for cell in cells]


def written_world_file(
    frames: Mapping[str, pl.DataFrame], columns: Sequence[PresentColumn], plan: WebPlan
) -> bytes:
    """Return the file of a world; `StoredWorld` reads it.

    Args:
        frames: Its rows by table.
        columns: Its columns, as it calls them.
        plan: The plan of its web.
    """
    sections: dict[str, object] = {
        f"rows/{table}": {column.name: _written(column) for column in frame.get_columns()}
        for table, frame in frames.items()
    }
    sections["columns"] = columns
    sections["plan"] = [[getattr(page, name) for page in plan.pages] for name in _PLAN_FIELDS]
    for name, lines in zip(_LINES, (plan.stated, plan.listed), strict=True):
        sections |= {f"{name}/{part}": array for part, array in lines._asdict().items()}
    return packed_sections(sections)


def _written(column: pl.Series) -> tuple[str, list[Any]]:
    cells = column.to_list()
    if isinstance(column.dtype, pl.Decimal | pl.Date):
        kind = "date" if isinstance(column.dtype, pl.Date) else "decimal"
        return kind, [None if cell is None else str(cell) for cell in cells]
    return "", cells
