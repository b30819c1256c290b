"""`fictionworld export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from fictionworld.cli.inputs import (
    CallsOption,
    CharactersOption,
    ControlsOption,
    DatasetFolder,
    LevelsOption,
    PackOption,
    SplitOption,
    choose_tasks,
    read_controls,
)
from fictionworld.cli.terminal import counted, counted_by, escape, mark, size, stderr


def export(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    form: Annotated[
        Literal["widesearch", "jsonl", "parquet", "hf", "trl", "verl", "verifiers", "pages"],
        typer.Option(
            "--format",
            help="widesearch: as that benchmark's own loader reads tasks, with gold tables; jsonl "
            "and parquet: a row a task; hf, trl, verl, verifiers: prompts for that trainer, a file "
            "a split; pages: the pages of the tasks' worlds, for an index of your own.",
        ),
    ],
    out: Annotated[Path, typer.Option(help="A folder, new or empty.")],
    pack: PackOption = None,
    split: SplitOption = None,
    kinds: Annotated[
        str | None, typer.Option(help="Kinds of task, a comma between: wide,deep,empty.")
    ] = None,
    characters: CharactersOption = None,
    levels: LevelsOption = None,
    controls: ControlsOption = "none",
    calls: CallsOption = None,
    keys: Annotated[
        bool,
        typer.Option("--keys", help="With jsonl and parquet: the answers too, in another file."),
    ] = False,
) -> None:
    """Write the tasks of a dataset for another program, whole or not at all."""
    from fictionworld.dataset import open_dataset
    from fictionworld.export.export import export_tasks

    controls_read = read_controls(controls)
    with stderr().status("writing"):
        dataset = open_dataset(folder)
        chosen = choose_tasks(
            dataset, split=split, pack=pack, kinds=kinds, characters=characters, levels=levels
        )
        done = export_tasks(
            dataset, out, form, chosen, keys=keys, controls=controls_read, calls=calls
        )
    console = stderr()
    console.print(
        f"{mark(good=True)} [bold]{escape(str(out))}[/bold]: "
        f"{counted(sum(done.tasks.values()), 'task')} ({counted_by(done.tasks)}), "
        f"{counted(done.files, 'file')}, {size(done.size)}"
    )
    if done.left_out:
        console.print(
            f"[dim]left out, since WideSearch cannot score them: {done.left_out:,} empty[/dim]"
        )
