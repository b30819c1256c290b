"""A world's tables printed: of their columns as many as the screen has room for."""

from __future__ import annotations

from rich.cells import cell_len

from fictionworld.cli.terminal import counted, escape, grid, stdout
from fictionworld.dataset import Dataset
from fictionworld.table_views import MISSING, ColumnView, TableReader, TableView

_WIDEST_CELL = 30
_GAP = 2


def read_views(dataset: Dataset, world_id: int) -> tuple[str, list[TableView]]:
    """The setting on one line, and the other tables, of one world."""
    tables = TableReader(dataset, world_id)
    setting_line = ", ".join(
        f"{label.lower()} {value}" for label, value in tables.setting if label != "As of"
    )
    return setting_line, [tables.view(table) for table in tables.sizes()]


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
    return f"[dim]{MISSING}[/dim]" if cell is None else escape(cell)


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
    cells = max((cell_len(cell or MISSING) for cell in column.cells), default=0)
    heading = max(map(cell_len, [*_two_lines(column.label), column.unit]))
    return min(max(cells, heading), _WIDEST_CELL)


def _two_lines(label: str) -> list[str]:
    """A label broken once, near its middle, where it has more than one word."""
    words = label.split()
    if len(words) < 2:
        return [label]
    breaks = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(breaks, key=lambda lines: max(map(len, lines)))
