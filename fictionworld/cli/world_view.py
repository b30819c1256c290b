"""A world's tables as a person reads them.

Rows are named rather than numbered, units stand in the headings, columns that the world lacks are
left out, and of the others as many are shown as the screen has room for.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from rich.cells import cell_len

from fictionworld.cli.terminal import counted, escape, grid, stdout
from fictionworld.dataset import Dataset
from fictionworld.packs.compiled import NUMBERS, SETTING, CompiledColumn, CompiledTable
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import WorldRows

_WIDEST_CELL = 30
_GAP = 2
_MISSING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One column in words: what the world calls it, its unit, and every cell as text."""

    label: str
    unit: str
    cells: tuple[str | None, ...]
    is_number: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """One table of a world in words."""

    name: str
    title: str
    rows: int
    columns: tuple[ColumnView, ...]
    """The first names the row, or is the first column of its key."""


def read_views(dataset: Dataset, world_id: int) -> tuple[str, list[TableView]]:
    """The setting on one line, and the other tables, of one world."""
    reader = _WorldReader(dataset, world_id)
    pack = dataset.pack_of(world_id)
    setting = reader.view(pack.tables[SETTING])
    setting_line = ", ".join(
        f"{column.label.lower()} {column.cells[0]}"
        for column in setting.columns
        if column.cells[0] is not None and column.label != "As of"
    )
    return setting_line, [reader.view(table) for table in pack.world_tables]


def print_table(view: TableView, rows: int, *, whole: bool, more: str) -> None:
    """Prints the first rows of a table: with all its columns in bands, or those that fit."""
    console = stdout()
    bands = _bands(view.columns, console.width)
    for number, band in enumerate(bands if whole else bands[:1]):
        if number:
            console.print()
        title = f"[bold]{escape(view.title)}[/bold] [dim]{counted(view.rows, 'row')}[/dim]"
        table = grid(gap=_GAP, title=None if number else title)
        for column in band:
            heading = "\n".join(_two_lines(column.label))
            unit = f"\n[dim]{escape(column.unit)}[/dim]" if column.unit else ""
            table.add_column(
                escape(heading) + unit,
                justify="right" if column.is_number else "left",
                no_wrap=True,
                overflow="ellipsis",
                max_width=_WIDEST_CELL,
                header_style="cyan",
            )
        for row in range(min(rows, view.rows)):
            table.add_row(*(_marked(column.cells[row]) for column in band))
        console.print(table)
    left = [column.label.lower() for band in bands[1:] for column in band[1:]]
    if left and not whole:
        listed, command = f"and {', '.join(left)}:", f"{more} {view.name}"
        # on a line of its own where it would be broken: a command is there to be pasted
        fits = cell_len(listed) + 1 + cell_len(command) <= console.width
        console.print(f"[dim]{escape(listed)}[/dim]", end=" " if fits else "\n  ")
        console.print(escape(command), soft_wrap=True)


def _marked(cell: str | None) -> str:
    return f"[dim]{_MISSING}[/dim]" if cell is None else escape(cell)


class _WorldReader:
    """One world's rows as a person reads them."""

    def __init__(self, dataset: Dataset, world_id: int) -> None:
        self._pack = dataset.pack_of(world_id)
        self._rows = WorldRows(self._pack, dataset.frames(world_id))
        self._words = {
            (row["table_name"], row["column_name"]): row
            for row in dataset.columns(world_id).iter_rows(named=True)
        }
        self._names: dict[str, dict[int, str]] = {}

    def view(self, table: CompiledTable) -> TableView:
        columns = [column for column in table.stored if self._is_present(column)]
        columns.sort(key=lambda column: column.role != "name")  # stable: the name comes first
        spoken = table.spec.spoken.many or table.name.replace("_", " ")
        return TableView(
            name=table.name,
            title=spoken[:1].upper() + spoken[1:],
            rows=len(self._rows.ids(table.name)),
            columns=tuple(self._column(column) for column in columns),
        )

    def _is_present(self, column: CompiledColumn) -> bool:
        words = self._words.get((column.table, column.name))
        return words is None or bool(words["present"])

    def _column(self, column: CompiledColumn) -> ColumnView:
        words = self._words.get((column.table, column.name), {})
        label = words.get("label") or column.labels[0]
        unit = words.get("unit") or ""
        cells = tuple(self._cell(column, value) for value in self._values(column))
        return ColumnView(label, unit, cells, column.kind in NUMBERS)

    def _values(self, column: CompiledColumn) -> list[Value]:
        return self._rows.cells(column.table, (column.name,))

    def _cell(self, column: CompiledColumn, value: object) -> str | None:
        if value is None:
            return None
        if column.target is not None and isinstance(value, int):
            return self._row_names(column.target).get(value, f"#{value}")
        return _text(value, is_year=column.kind == "year")

    def _row_names(self, table: str) -> dict[int, str]:
        """What each row of a table is called: its name, or its key in words."""
        if table not in self._names:
            self._names[table] = {}  # a key that leads back to its own table is shown by number
            compiled = self._pack.tables[table]
            own = compiled.name_column
            named = [own] if own else [compiled.columns[name] for name in compiled.key]
            parts = [
                [self._cell(column, value) or _MISSING for value in self._values(column)]
                for column in named
            ]
            names = (" / ".join(row) for row in zip(*parts, strict=True)) if parts else ()
            self._names[table] = dict(zip(self._rows.ids(table), names, strict=False))
        return self._names[table]


def _text(value: object, *, is_year: bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | Decimal) and not is_year:
        return f"{value:,}"
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


def _bands(columns: tuple[ColumnView, ...], width: int) -> list[list[ColumnView]]:
    """The columns in groups that fit the width; each group begins with the first column."""
    first, *others = columns
    bands, band, used = [], [first], _width(first)
    for column in others:
        needed = _GAP + _width(column)
        if used + needed > width and len(band) > 1:
            bands.append(band)
            band, used = [first], _width(first)
        band.append(column)
        used += needed
    return [*bands, band]


def _width(column: ColumnView) -> int:
    cells = max((cell_len(cell or _MISSING) for cell in column.cells), default=0)
    heading = max(map(cell_len, [*_two_lines(column.label), column.unit]))
    return min(max(cells, heading), _WIDEST_CELL)


def _two_lines(label: str) -> list[str]:
    """A label broken once, near its middle, where it has more than one word."""
    words = label.split()
    if len(words) < 2:
        return [label]
    breaks = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(breaks, key=lambda lines: max(map(len, lines)))
