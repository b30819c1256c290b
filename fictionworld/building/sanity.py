"""A pack's sanity queries, run on worlds that are generated for them."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from fictionworld.building.config import PART_WORLDS, BuildConfig, resolve
from fictionworld.building.parts import generate_worlds
from fictionworld.tasks.options import TaskOptions
from fictionworld.validators.sanity import SanityResult, ask_sanity


def sanity_of_pack(
    file: str,
    *,
    worlds: int = 200,
    seed: int = 0,
    shuffle: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[SanityResult, ...]:
    """Return what each sanity query of a pack finds in `worlds` worlds of it.

    Args:
        file: A pack's file, or a packaged pack's name.
        worlds: How many worlds are drawn.
        seed: The seed, as a build takes it.
        shuffle: Whether each query is asked again with the column that it watches shuffled.
        progress: Called with the worlds drawn so far and all of them.

    Raises:
        UsageError: There is no such pack.
        PackError: The pack or a query of it is wrong.
        UnsatisfiableError: The pack cannot keep its own rules.
    """
    config = BuildConfig(n=worlds, seed=seed, packs=(file,), tasks=TaskOptions(per_world=0))
    build = resolve(config)
    pack = build.packs[0]
    drawn_frames: dict[str, list[pl.DataFrame]] = {name: [] for name in pack.tables}
    for first in range(0, worlds, PART_WORLDS):
        end = min(first + PART_WORLDS, worlds)
        tables, _ = generate_worlds(build, range(first, end))
        for name, table in pack.tables.items():
            drawn_frames[name].append(tables[table.sql_name])
        if progress is not None:
            progress(end, worlds)
    frames = {name: pl.concat(parts) for name, parts in drawn_frames.items()}
    return ask_sanity(pack, frames, shuffle=shuffle)
