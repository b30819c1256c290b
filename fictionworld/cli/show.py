"""`fictionworld show`: a dataset, or a world of it, at a glance."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fictionworld.cli.terminal import data, plain, print_json, size
from fictionworld.errors import UsageError, nearest

if TYPE_CHECKING:
    import polars as pl

    from fictionworld.dataset import Dataset

__all__ = ["show"]

_ROWS_OF_A_WORLD = 4
_ROWS_OF_A_TABLE = 25
_WORLDS_OF_A_DATASET = 10


def show(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
    world: Annotated[int | None, typer.Argument(help="A world's id.")] = None,
    *,
    rows: Annotated[
        int | None, typer.Option(min=1, help="How many rows of a table, or worlds, to print.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(help="One table of the world, with all its columns.")
    ] = None,
    key: Annotated[bool, typer.Option("--key", help="Show the answers of its tasks too.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print it as JSON, for a program to read.")
    ] = False,
) -> None:
    """Show a dataset at a glance, or the tables of one world."""
    from fictionworld.dataset import open_dataset

    dataset = open_dataset(folder)
    if key and not any(folder.glob("keys-*.duckdb")):
        raise UsageError(
            f"--key: {folder} holds no keys, because its worlds have no tasks; leave --key out"
        )
    if world is None:
        if table is not None:
            raise UsageError(
                f"--table: got {table!r} and no world; a table is shown of one world, such as "
                f"`fictionworld show {folder} {dataset.world_ids[0]} --table {table}`"
            )
        print_json(_dataset_json(dataset)) if as_json else _show_dataset(dataset, folder, rows)
    elif as_json:
        print_json(_world_json(dataset, world, table, rows))
    else:
        _show_world(dataset, folder, world, table, rows)


def _show_dataset(dataset: Dataset, folder: Path, rows: int | None) -> None:
    from rich.table import Table

    console, manifest, worlds = data(), dataset.manifest, dataset.worlds()
    n_bytes = sum(shard.size for shard in manifest.shards)
    console.print(
        f"[bold]{plain(dataset.path.name)}[/bold]   {len(dataset):,} worlds, "
        f"{manifest.counts.rows:,} rows, {size(n_bytes)}"
    )
    console.print(
        f"[dim]seed {manifest.config.get('seed')}, content {manifest.content_hash[:12]}, "
        f"built by fictionworld {manifest.package_version}, "
        f"{', '.join(f'{count:,} {split}' for split, count in manifest.splits.items())}[/dim]\n"
    )
    packs = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for heading, justify in (
        ("pack", "left"), ("strategy", "left"), ("worlds", "right"), ("rows a world", "right"),
        ("as of", "left"),
    ):  # fmt: skip
        packs.add_column(heading, justify=justify)  # type: ignore[arg-type]
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
    listed = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    for heading, justify in (
        ("world", "right"), ("title", "left"), ("as of", "left"), ("rows", "right"),
        ("split", "left"),
    ):  # fmt: skip
        listed.add_column(heading, justify=justify)  # type: ignore[arg-type]
    shown = worlds.head(rows or _WORLDS_OF_A_DATASET)
    for row in shown.iter_rows(named=True):
        listed.add_row(
            f"{row['world_id']}", plain(row["title"]), f"{row['as_of']}", f"{row['row_count']}",
            row["split"],
        )  # fmt: skip
    console.print(listed)
    if more := worlds.height - shown.height:
        console.print(f"[dim]and {more:,} more[/dim]")
    console.print(
        f"\n[dim]One of them:[/dim] fictionworld show {plain(str(folder))} {worlds['world_id'][0]}"
    )


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

    console, world = data(), dataset.world(world_id)
    setting, views = read_views(dataset, world_id)
    if table is not None:
        names = [view.name for view in views]
        if table not in names:
            raise UsageError(
                f"--table: got {table!r}; world {world_id} has {', '.join(names)}"
                f"{nearest(table, names)}"
            )
        views = [view for view in views if view.name == table]
    console.print(f"[bold]{plain(world.title)}[/bold]")
    console.print(
        f"world {world_id}, as of {world.as_of}: {world.row_count} rows, {world.strategy}, "
        f"{world.split}",
        style="dim",
    )
    told = ", ".join(f"{label.lower()} {value}" for label, value in setting)
    console.print(plain(told), style="dim")
    most = rows or (_ROWS_OF_A_WORLD if table is None else _ROWS_OF_A_TABLE)
    more = f"fictionworld show {folder} {world_id} --table"
    for view in views:
        console.print()
        print_table(console, view, most, whole=table is not None, more=more)


def _dataset_json(dataset: Dataset) -> dict[str, Any]:
    manifest = dataset.manifest
    return {
        "path": str(dataset.path),
        "worlds": len(dataset),
        "rows": manifest.counts.rows,
        "bytes": sum(shard.size for shard in manifest.shards),
        "content_hash": manifest.content_hash,
        "config": manifest.config,
        "splits": manifest.splits,
        "refused": manifest.counts.refused,
        "packs": _by_pack(dataset.worlds()).to_dicts(),
    }


def _world_json(
    dataset: Dataset, world_id: int, table: str | None, rows: int | None
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
    }
