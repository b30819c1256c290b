"""`fictionworld tasks`, and how tasks and keys are printed."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from fictionworld.cli.inputs import (
    CharactersOption,
    DatasetFolder,
    FederationOption,
    LevelsOption,
    PackOption,
    SplitOption,
    joined,
)
from fictionworld.cli.terminal import (
    counted,
    escape,
    grid,
    print_json_line,
    shortened,
    stderr,
    stdout,
)

if TYPE_CHECKING:
    from fictionworld.tasks.key import Key
    from fictionworld.tasks.record import Task

_NARROWEST_QUESTION = 40
_HEADING = 12


def tasks(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    world: Annotated[int | None, typer.Option(help="Tasks of one world.")] = None,
    pack: PackOption = None,
    kind: Annotated[
        Literal["wide", "deep", "empty"] | None, typer.Option(help="Tasks of one kind.")
    ] = None,
    split: SplitOption = None,
    characters: CharactersOption = None,
    levels: LevelsOption = None,
    federation: FederationOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON lines, for a program to read.")
    ] = False,
) -> None:
    """List the tasks of a dataset, one per line, without their answers."""
    from fictionworld.dataset import open_dataset
    from fictionworld.export.rows import question_row
    from fictionworld.tasks.choice import parse_characters
    from fictionworld.tasks.level import parse_levels

    dataset = joined(open_dataset(folder), federation, split)
    within = None if characters is None else parse_characters(characters)
    level = None if levels is None else parse_levels(levels)
    chosen = dataset.tasks(world, split=split, pack=pack, kind=kind, characters=within, level=level)
    if as_json:
        for task in chosen:
            print_json_line(question_row(task))
    elif chosen:
        print_tasks(chosen)
        stderr().print(
            f"[dim]{counted(len(chosen), 'task')}; one in full:[/dim] "
            f"fictionworld show {escape(str(folder))} {chosen[0].task_id}",
            soft_wrap=True,
        )
    else:
        why = "none is of that choice" if dataset.manifest.keys else "it was built without any"
        stderr().print(f"{escape(str(folder))} has no such tasks: {why}.")


def print_tasks(tasks: Sequence[Task], *, whole: bool = True) -> None:
    """One line per task, its question cut at the end of the line.

    Args:
        tasks: At least one.
        whole: With pack and split, which tasks of one world share.
    """
    console = stdout()
    # Lines of our own, since a table of rich lays out every cell: 6,000 tasks would take seconds.
    columns: list[tuple[str, list[str]]] = [
        ("task", [task.task_id for task in tasks]),
        ("kind", [task.kind for task in tasks]),
        ("shape", [task.shape.replace("_", " ") for task in tasks]),
        ("level", [str(task.level) for task in tasks]),
    ]
    if whole:
        columns.append(("pack", [task.pack for task in tasks]))
        columns.append(("split", [task.split for task in tasks]))
    widths = [max(len(name), *map(len, cells)) for name, cells in columns]
    left = max(_NARROWEST_QUESTION, console.width - sum(widths) - 2 * len(widths))
    heads = "".join(f"{name:<{width}}  " for (name, _), width in zip(columns, widths, strict=True))
    console.print(f"{heads}question", style="dim", soft_wrap=True)
    for row in range(len(tasks)):
        start = "".join(
            f"{cells[row]:<{width}}  " for (_, cells), width in zip(columns, widths, strict=True)
        )
        # `out` asks for no layout
        console.out(start + shortened(tasks[row].question, left), highlight=False)


def print_task(task: Task) -> None:
    """One task in full."""
    console = stdout()
    console.print(
        f"[bold]task {task.task_id}[/bold]   {task.kind}, {task.shape.replace('_', ' ')}, level "
        f"{task.level}"
    )
    console.print(
        f"world {task.world_id}, {task.pack}, {task.split}: {counted(task.answer_rows, 'row')}, "
        f"{counted(task.answer_cells, 'cell')}, hops {task.hops}, tables {', '.join(task.tables)}; "
        f"{counted(task.evidence_facts, 'fact')} as evidence, "
        f"about {counted(task.least_pages, 'page')} to read "
        f"({counted(task.least_characters, 'character')}, "
        f"{counted(task.least_tokens, 'token')}), "
        f"guess floor {task.guess_floor:.2f}",
        style="dim",
    )
    console.print()
    console.print(escape(task.question.strip()))


def print_key(key: Key) -> None:
    """The right answer as a table; key columns are marked by their colour."""
    from fictionworld.packs.compiled import NUMBERS
    from fictionworld.tasks.key import answer_texts

    console, rows = stdout(), answer_texts(key)
    if not rows:
        console.print("[dim]no row at all: the header alone is right[/dim]")
        return
    table = grid()
    for column in key.columns:
        table.add_column(
            # broken here, since rich breaks cells as gladly as headings
            "\n".join(map(escape, textwrap.wrap(column.header, _HEADING))),
            justify="right" if column.kind in NUMBERS else "left",
            header_style="cyan" if column.role == "key" else "dim",
        )
    for row in rows:
        table.add_row(*map(escape, row))
    console.print(table)
