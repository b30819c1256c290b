"""A world's tables as a person reads them, in a terminal or a browser.

Rows are named rather than numbered, and tables and columns that the world lacks are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fictionworld.dataset import Dataset
from fictionworld.packs.compiled import NUMBERS, SETTING, CompiledColumn, CompiledTable
from fictionworld.text.english import sentence
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import WorldRows

MISSING = "\N{EN DASH}"
"""What stands for a missing value."""


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One column in words: what the world calls it, its unit, and every cell as text."""

    label: str
    unit: str
    cells: tuple[str | None, ...]
    values: tuple[Value, ...]
    """As stored; a reference is the id of its row."""
    column: CompiledColumn

    @property
    def is_number(self) -> bool:
        """Return whether its cells are numbers."""
        return self.column.kind in NUMBERS


@dataclass(frozen=True, slots=True)
class TableView:
    """One table of a world in words."""

    name: str
    title: str
    ids: tuple[int, ...]
    """Of its rows."""
    columns: tuple[ColumnView, ...]
    """The first names the row, or is the first column of its key."""

    @property
    def rows(self) -> int:
        """Return how many rows it has."""
        return len(self.ids)


class TableReader:
    """The tables of one world in words; each is read when it is asked for."""

    def __init__(self, dataset: Dataset, world_id: int) -> None:
        self._pack = dataset.pack_in(world_id)
        self._rows = WorldRows(self._pack, dataset.frames(world_id))
        self._words = {
            (row["table_name"], row["column_name"]): row
            for row in dataset.columns(world_id).iter_rows(named=True)
        }
        self._names: dict[str, dict[int, str]] = {}

    @property
    def setting(self) -> list[tuple[str, str]]:
        """Return what the world's setting says: labels and values."""
        columns = self.view(SETTING).columns
        return [(column.label, column.cells[0]) for column in columns if column.cells[0]]

    def sizes(self) -> dict[str, int]:
        """Return the number of rows of each table that the world has, by its name."""
        return {
            table.name: len(self._rows.ids(table.name))
            for table in self._pack.world_tables
            if any(self.has(column) for column in table.stored)
        }

    def view(self, name: str) -> TableView:
        """Return a table, or the setting.

        Raises:
            KeyError: The pack has no such table.
        """
        table = self._pack.tables[name]
        columns = [column for column in table.stored if self.has(column)]
        columns.sort(key=lambda column: column.role != "name")  # stable: the name comes first
        return TableView(
            name=name,
            title=title_of(table),
            ids=tuple(self._rows.ids(name)),
            columns=tuple(self._column(column) for column in columns),
        )

    def has(self, column: CompiledColumn) -> bool:
        """Return whether this world has a column at all."""
        words = self._words.get((column.table, column.name))
        return words is None or bool(words["present"])

    def label(self, column: CompiledColumn) -> str:
        """Return what this world calls a column."""
        words = self._words.get((column.table, column.name), {})
        return words.get("label") or column.labels[0]

    def unit(self, column: CompiledColumn) -> str:
        """Return the unit of a column; empty without one."""
        return self._words.get((column.table, column.name), {}).get("unit") or ""

    def row_name(self, table: str, row: int) -> str:
        """Return what a row is called: its name, or its key in words."""
        return self._row_names(table).get(row, f"#{row}")

    def fact_text(self, table: str, row: int, column: str) -> str | None:
        """Return a cell as text; None for a missing value.

        Raises:
            LookupError: There is no such cell.
        """
        value = self._rows.cells(table, (column,))[row - 1]  # ids are 1, 2, 3...
        return self._cell(self._pack.tables[table].columns[column], value)

    def _column(self, column: CompiledColumn) -> ColumnView:
        values = self._values(column)
        cells = tuple(self._cell(column, value) for value in values)
        return ColumnView(self.label(column), self.unit(column), cells, tuple(values), column)

    def _values(self, column: CompiledColumn) -> list[Value]:
        return self._rows.cells(column.table, (column.name,))

    def _cell(self, column: CompiledColumn, value: object) -> str | None:
        if value is None:
            return None
        if column.target is not None and isinstance(value, int):
            return self.row_name(column.target, value)
        return value_text(value, is_year=column.kind == "year")

    def _row_names(self, table: str) -> dict[int, str]:
        if table not in self._names:
            self._names[table] = {}  # a key that leads back to its own table is shown by number
            compiled = self._pack.tables[table]
            own = compiled.name_column
            named = [own] if own else [compiled.columns[name] for name in compiled.key]
            parts = [
                [self._cell(column, value) or MISSING for value in self._values(column)]
                for column in named
            ]
            names = (" / ".join(row) for row in zip(*parts, strict=True)) if parts else ()
            self._names[table] = dict(zip(self._rows.ids(table), names, strict=False))
        return self._names[table]


def title_of(table: CompiledTable) -> str:
    """Return the heading of a table: `Phones`."""
    return sentence(table.noun[1])


def value_text(value: object, *, is_year: bool = False) -> str:
    """Return a value as a person reads it: `yes`, `12,500`, `2029-06-18`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Decimal) and not is_year:
        return f"{value:,}"
    return value.isoformat() if isinstance(value, date) else str(value)
