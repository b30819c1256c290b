"""`fictionworld tasks`: what is asked, never what is right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from fictionworld.cli.task_view import print_tasks
from fictionworld.cli.terminal import counted, data, plain, print_json_line, talk

__all__ = ["tasks"]


def tasks(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
    *,
    world: Annotated[int | None, typer.Option(help="Those of one world.")] = None,
    pack: Annotated[str | None, typer.Option(help="Those of one pack.")] = None,
    kind: Annotated[
        Literal["wide", "deep", "empty"] | None, typer.Option(help="Those of one kind.")
    ] = None,
    split: Annotated[
        Literal["train", "eval", "test"] | None, typer.Option(help="Those of one split.")
    ] = None,
    characters: Annotated[
        str | None,
        typer.Option(
            metavar="LOW-HIGH",
            help="Those whose least reading has so many characters, such as 0-60000.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a line, for a program to read.")
    ] = False,
) -> None:
    """List the tasks of a dataset, a line each, without a trace of their answers."""
    from fictionworld.dataset import open_dataset
    from fictionworld.export.rows import question_row
    from fictionworld.tasks.choice import parse_characters

    dataset = open_dataset(folder)
    within = None if characters is None else parse_characters(characters)
    chosen = dataset.tasks(world, split=split, pack=pack, kind=kind, characters=within)
    if as_json:
        for task in chosen:
            print_json_line(question_row(task))
    elif chosen:
        print_tasks(data(), chosen)
        talk().print(
            f"[dim]{counted(len(chosen), 'task')}; one in full:[/dim] "
            f"fictionworld show {plain(str(folder))} {chosen[0].task_id}",
            soft_wrap=True,
        )
    else:
        why = "none is of that choice" if dataset.manifest.keys else "it was built without any"
        talk().print(f"{plain(str(folder))} has no such tasks: {why}.")
