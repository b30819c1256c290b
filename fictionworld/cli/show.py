"""`fictionworld show`: a dataset, or a world of it, at a glance."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fictionworld.cli.inputs import TASK_KINDS, DatasetFolder, read_place
from fictionworld.cli.tasks import print_key, print_task, print_tasks
from fictionworld.cli.terminal import (
    JsonOption,
    counted,
    counted_by,
    counted_by_level,
    escape,
    grid,
    print_json,
    print_versions,
    size,
    stdout,
)
from fictionworld.errors import UsageError, nearest

if TYPE_CHECKING:
    import polars as pl

    from fictionworld.dataset import Dataset
    from fictionworld.tasks.record import Task

_ROWS_OF_A_WORLD = 4
_ROWS_OF_A_TABLE = 25
_WORLDS_OF_A_DATASET = 10


def show(
    folder: DatasetFolder,
    which: Annotated[
        str | None,
        typer.Argument(metavar="[WORLD|TASK]", help="The id of a world, 17, or of a task, 17-2."),
    ] = None,
    *,
    rows: Annotated[
        int | None, typer.Option(min=1, help="Number of rows of a table, or of worlds, to print.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(help="One table of the world, with all its columns.")
    ] = None,
    key: Annotated[bool, typer.Option("--key", help="Show the answers of its tasks too.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show an overview of a dataset, one world with its tasks, or one task in full."""
    from fictionworld.dataset import open_dataset

    dataset = open_dataset(folder)
    first = dataset.world_ids[0]
    if key:
        _require_keys(dataset, folder, which)
    target = None if which is None else read_place(which)
    if isinstance(target, str):
        if table is not None or rows is not None:
            raise UsageError(
                f"--table and --rows: got task {which}; they are for worlds, such as "
                f"`fictionworld show {folder} {first} --rows 3`"
            )
        task = dataset.task(target)
        if as_json:
            print_json(_task_json(dataset, task, key=key))
        else:
            _show_task(dataset, task, key=key)
    elif target is None:
        if table is not None:
            raise UsageError(
                f"--table: got {table!r} and no world; a table is shown of one world, such as "
                f"`fictionworld show {folder} {first} --table {table}`"
            )
        if as_json:
            print_json(_dataset_json(dataset))
        else:
            _show_dataset(dataset, folder, rows)
    elif as_json:
        print_json(_world_json(dataset, target, table, rows, key=key))
    else:
        _show_world(dataset, folder, target, table, rows)
        if table is None:
            _show_tasks(dataset, folder, target, key=key)


def _require_keys(dataset: Dataset, folder: Path, which: str | None) -> None:
    """Pass where answers can be shown of `which`; else raise an error that says what is missing."""
    if not dataset.manifest.keys:
        raise UsageError(
            f"--key: {folder} holds no keys, because its worlds have no tasks; leave --key out"
        )
    if which is None:
        first = dataset.world_ids[0]
        raise UsageError(
            "--key: got no world and no task; answers are shown of one, such as "
            f"`fictionworld show {folder} {first} --key`"
        )


def _show_dataset(dataset: Dataset, folder: Path, rows: int | None) -> None:
    console, manifest, worlds = stdout(), dataset.manifest, dataset.worlds()
    n_bytes = sum(shard.size for shard in manifest.shards)
    console.print(
        f"[bold]{escape(dataset.path.name)}[/bold]   {counted(len(dataset), 'world')}, "
        f"{counted(manifest.counts.rows, 'row')}, {size(n_bytes)}"
    )
    console.print(
        f"[dim]seed {manifest.config.get('seed')}, content {manifest.content_hash[:12]}, "
        f"built by fictionworld {manifest.package_version}, "
        f"{', '.join(f'{count:,} {split}' for split, count in manifest.splits.items())}[/dim]"
    )
    print_versions(manifest.differing_versions())
    counts = _by_kind(dataset)
    if total := sum(counts.values()):
        keys_note = "" if dataset.has_keys else "; their keys are not here"
        console.print(f"[dim]{counted(total, 'task')}: {counted_by(counts)}{keys_note}[/dim]")
        console.print(f"[dim]{counted_by_level(manifest.counts.levels)}[/dim]")
    console.print()
    packs = grid("pack", "strategy", ">worlds", ">rows a world", "as of")
    for row in _by_pack(worlds).iter_rows(named=True):
        packs.add_row(
            row["pack"],
            row["strategy"],
            f"{row['worlds']:,}",
            f"{row['least_rows']}-{row['most_rows']}",
            f"{row['first']} to {row['last']}",
        )
    console.print(packs)
    console.print()
    listed = grid(">world", "title", "as of", ">rows", "split")
    shown = worlds.head(rows or _WORLDS_OF_A_DATASET)
    for row in shown.iter_rows(named=True):
        listed.add_row(
            f"{row['world_id']}", escape(row["title"]), f"{row['as_of']}", f"{row['row_count']}",
            row["split"],
        )  # fmt: skip
    console.print(listed)
    if more := worlds.height - shown.height:
        console.print(f"[dim]and {more:,} more[/dim]")
    console.print(
        f"\n[dim]One of them:[/dim] fictionworld show {escape(str(folder))} {worlds['world_id'][0]}"
    )


def _by_kind(dataset: Dataset) -> dict[str, int]:
    counts = dataset.manifest.counts.tasks
    return {kind: counts.get(kind, 0) for kind in TASK_KINDS}


def _by_pack(worlds: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    return worlds.group_by("pack", "strategy", maintain_order=True).agg(
        pl.len().alias("worlds"),
        pl.col("row_count").min().alias("least_rows"),
        pl.col("row_count").max().alias("most_rows"),
        pl.col("as_of").min().alias("first"),
        pl.col("as_of").max().alias("last"),
    )


def _show_world(
    dataset: Dataset, folder: Path, world_id: int, table: str | None, rows: int | None
) -> None:
    from fictionworld.cli.world_view import print_table, read_views

    console, world = stdout(), dataset.world(world_id)
    setting, views = read_views(dataset, world_id)
    if table is not None:
        names = [view.name for view in views]
        if table not in names:
            raise UsageError(
                f"--table: got {table!r}; world {world_id} has {', '.join(names)}"
                f"{nearest(table, names)}"
            )
        views = [view for view in views if view.name == table]
    console.print(f"[bold]{escape(world.title)}[/bold]")
    console.print(
        f"world {world_id}, as of {world.as_of}: {counted(world.row_count, 'row')}, "
        f"{world.strategy}, {world.split}",
        style="dim",
    )
    console.print(escape(setting), style="dim")
    most = rows or (_ROWS_OF_A_WORLD if table is None else _ROWS_OF_A_TABLE)
    more = f"fictionworld show {folder} {world_id} --table"
    for view in views:
        console.print()
        print_table(view, most, whole=table is not None, more=more)


def _show_tasks(dataset: Dataset, folder: Path, world_id: int, *, key: bool) -> None:
    tasks = dataset.tasks(world_id)
    if not tasks:
        return
    console = stdout()
    console.print(f"\n[bold]Tasks[/bold] [dim]{len(tasks)}[/dim]")
    if not key:
        print_tasks(tasks, whole=False)
        command = f"fictionworld show {folder} {tasks[0].task_id}"
        console.print(f"[dim]one in full:[/dim] {escape(command)}", soft_wrap=True)
        return
    for task in tasks:
        console.print()
        _show_task(dataset, task, key=True)


def _show_task(dataset: Dataset, task: Task, *, key: bool) -> None:
    print_task(task)
    if key:
        stdout().print()
        print_key(dataset.key(task.task_id))


def _task_json(dataset: Dataset, task: Task, *, key: bool) -> dict[str, Any]:
    from fictionworld.export.rows import key_row, task_row

    answer = {"key": key_row(dataset.key(task.task_id))} if key else {}
    return {**task_row(task), **answer}


def _dataset_json(dataset: Dataset) -> dict[str, Any]:
    manifest = dataset.manifest
    return {
        "path": str(dataset.path),
        "worlds": len(dataset),
        "rows": manifest.counts.rows,
        "bytes": sum(shard.size for shard in manifest.shards),
        "content_hash": manifest.content_hash,
        "versions": manifest.versions,
        "differing_versions": manifest.differing_versions(),
        "config": manifest.config,
        "splits": manifest.splits,
        "refused": manifest.counts.refused,
        "tasks": _by_kind(dataset),
        "levels": manifest.counts.levels,
        "has_keys": dataset.has_keys,
        "packs": _by_pack(dataset.worlds()).to_dicts(),
    }


def _world_json(
    dataset: Dataset, world_id: int, table: str | None, rows: int | None, *, key: bool
) -> dict[str, Any]:
    frames = dataset.frames(world_id)
    if table is not None and table not in frames:
        raise UsageError(
            f"--table: got {table!r}; world {world_id} has {', '.join(frames)}"
            f"{nearest(table, frames)}"
        )
    wanted = frames if table is None else {table: frames[table]}
    return {
        "world": asdict(dataset.world(world_id)),
        "columns": dataset.columns(world_id).drop("world_id").to_dicts(),
        "tables": {
            name: (frame if rows is None else frame.head(rows)).drop("world_id").to_dicts()
            for name, frame in wanted.items()
        },
        "tasks": [_task_json(dataset, task, key=key) for task in dataset.tasks(world_id)],
    }
