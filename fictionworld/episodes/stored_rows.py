"""What is true in one world, as a file apart from its pages: read for scores and traces alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final, NamedTuple

import polars as pl

from fictionworld.packs.compiled import CompiledPack
from fictionworld.simulator.stored.sections import Sections, packed_sections
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import WorldRows

_LABELS: Final = "labels"
_READ: Final[dict[str, Callable[[Any], Value]]] = {"decimal": Decimal, "date": date.fromisoformat}
"""How a cell is read that JSON holds as text."""


class Truth(NamedTuple):
    """What is true in a world: for scoring and for the record, never for the tools."""

    rows: WorldRows
    labels: Mapping[tuple[str, str], str]
    """What this world calls its columns, by (table, column)."""


class EpisodeRows(WorldRows):
    """The rows of a world, read from a file column by column, without polars or DuckDB."""

    def __init__(self, pack: CompiledPack, stored: Sections) -> None:
        super().__init__(pack, {})
        self._stored = stored
        self._tables: dict[str, dict[str, tuple[str, list[Any]]]] = {}

    def _read_column(self, table: str, column: str) -> list[Value]:
        if table not in self._tables:
            self._tables[table] = self._stored.json(f"rows/{table}")
        if column not in self._tables[table]:
            raise KeyError(f"{table} has no column {column}")
        kind, cells = self._tables[table].pop(column)
        parse = _READ.get(kind)
        return cells if parse is None else [None if cell is None else parse(cell) for cell in cells]


def labels_of(present: pl.DataFrame) -> dict[tuple[str, str], str]:
    """Return a world's column labels by (table, column), from its rows of `world_column`."""
    columns = [present.get_column(name) for name in ("table_name", "column_name", "label")]
    rows = zip(*(column.to_list() for column in columns), strict=True)
    return {(table, column): label for table, column, label in rows}


def written_truth(frames: Mapping[str, pl.DataFrame], present: pl.DataFrame) -> bytes:
    """Return the file of a world's rows and labels as bytes, for `read_truth`."""
    sections: dict[str, object] = {
        f"rows/{table}": {column.name: _written(column) for column in frame.get_columns()}
        for table, frame in frames.items()
    }
    sections[_LABELS] = [(*column, label) for column, label in labels_of(present).items()]
    return packed_sections(sections)


def read_truth(pack: CompiledPack, content: bytes) -> Truth:
    """Return the rows and labels that `written_truth` wrote.

    Raises:
        DamagedError: The content is not as it was written.
    """
    stored = Sections(content)
    labels = {(table, column): label for table, column, label in stored.json(_LABELS)}
    return Truth(EpisodeRows(pack, stored), labels)


def _written(column: pl.Series) -> tuple[str, list[Any]]:
    cells = column.to_list()
    if isinstance(column.dtype, pl.Decimal | pl.Date):
        kind = "date" if isinstance(column.dtype, pl.Date) else "decimal"
        return kind, [None if cell is None else str(cell) for cell in cells]
    return "", cells
