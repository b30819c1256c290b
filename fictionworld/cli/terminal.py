"""What commands print: results to stdout, progress and notes to stderr; tables, JSON, numbers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = [
    "JsonOption",
    "bars",
    "counted",
    "counted_by",
    "stdout",
    "grid",
    "labelled",
    "mark",
    "escape",
    "print_json",
    "print_json_line",
    "print_note",
    "print_versions",
    "progress_bar",
    "shortened",
    "size",
    "duration",
    "stderr",
]

_PIPED_WIDTH = 100

JsonOption = Annotated[
    bool, typer.Option("--json", help="Print it as JSON, for a program to read.")
]


def stdout() -> Console:
    """The console for results, stdout."""
    return _console(sys.stdout)


def stderr() -> Console:
    """The console for progress and notes, stderr."""
    return _console(sys.stderr)


def print_note(text: str) -> None:
    """A dim line on stderr, which rich does not break."""
    stderr().print(f"[dim]{text}[/dim]", soft_wrap=True)


def print_versions(differing: Mapping[str, tuple[str, str]]) -> None:
    """Print a note where packages run in other versions than those that built a dataset."""
    if differing:
        what = ", ".join(
            f"{name} {built} (here {running})" for name, (built, running) in differing.items()
        )
        print_note(f"built with {what}; another version may give other worlds for the same seed")


def print_json(value: object) -> None:
    """One JSON value on stdout, for a program to read; text as it is, not escaped."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2, default=str)
    sys.stdout.write("\n")


def print_json_line(value: object) -> None:
    """One JSON value on a line of stdout, where there are many."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, default=str) + "\n")


def grid(*headings: str, gap: int = 2, title: str | None = None) -> Table:
    """A table without lines, to be filled row by row.

    Args:
        headings: Of the columns; one that begins with `>` is of figures, set to the right.
        gap: Blanks between columns.
        title: Stands above it, to the left.
    """
    table = Table(
        box=None, header_style="dim", pad_edge=False, padding=(0, gap, 0, 0),
        title=title, title_justify="left", title_style="",
    )  # fmt: skip
    for heading in headings:
        right = heading.startswith(">")
        table.add_column(heading.removeprefix(">"), justify="right" if right else "left")
    return table


def labelled(*rows: tuple[str, str]) -> Table:
    """A line for each label with its text; none for a text that is empty."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", justify="right")
    table.add_column()
    for label, text in rows:
        if text:
            table.add_row(label, text)
    return table


def mark(good: object) -> str:
    """A green tick, or a red cross."""
    return "[bold green]✓[/bold green]" if good else "[bold red]✗[/bold red]"


def bars() -> Progress:
    """Progress bars on stderr, removed at the end; nothing where stderr is no terminal."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = stderr()
    return Progress(
        TextColumn("{task.description:>7}"),
        BarColumn(bar_width=40),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("[dim]left[/dim]"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


@contextmanager
def progress_bar(label: str, total: int = 100) -> Iterator[Callable[[int, int], None]]:
    """Context manager: a bar of `bars()`; gives what to call with what is done and what there is.

    Args:
        label: Stands before it.
        total: What there is, until the first call says so.
    """
    with bars() as shown:
        bar = shown.add_task(label, total=total)
        yield lambda done, of: shown.update(bar, completed=done, total=of)


def shortened(text: str, width: int) -> str:
    """`text` on one line, cut behind a word where it is wider than `width` cells."""
    flat = " ".join(text.split())
    if cell_len(flat) <= width:
        return flat
    cut = flat[:width]
    while cut and cell_len(cut) > width - 4:
        cut = cut[:-1]
    words = cut.rpartition(" ")[0]
    return f"{words if 2 * len(words) > len(cut) else cut} ..."


def counted(count: int, noun: str) -> str:
    """`1 file`, `2,000 files`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def counted_by(counts: Mapping[str, int]) -> str:
    """`1,204 wide, 3 deep`; what there is none of is left out."""
    return ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)


def counted_by_level(counts: Mapping[str, int]) -> str:
    """`129 of level 1, 110 of level 2`; levels that no task has are left out."""
    return counted_by({f"of level {level}": count for level, count in counts.items()})


def size(n_bytes: int) -> str:
    """`38.4 MB`; a megabyte is a million bytes."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if n_bytes >= scale:
            return f"{n_bytes / scale:.1f} {unit}"
    return f"{n_bytes} bytes"


def duration(seconds: float) -> str:
    """`0.42 s`, `9.8 s`, `3 min 20 s`."""
    if seconds < 60:
        return f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.1f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s"


def _console(stream: TextIO) -> Console:
    # A pipe has no width; rich would assume 80 columns.
    width = None if stream.isatty() else _PIPED_WIDTH
    return Console(file=stream, width=width, highlight=False, markup=True, emoji=False)
