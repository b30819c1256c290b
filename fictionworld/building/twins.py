"""Twins: the same configuration and structure as another dataset, with new values."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fictionworld.building.config import BuildConfig, ResolvedBuild
from fictionworld.packs.compile import compile_stored
from fictionworld.seeds import child_seed
from fictionworld.tasks.options import TaskOptions
from fictionworld.text.known import KnownNames
from fictionworld.worlds.manifest import read_manifest
from fictionworld.worlds.reading import open_shard


def resolve_twin(config: BuildConfig) -> ResolvedBuild:
    """The build that makes the twins of the dataset `config.twin_of`.

    Everything but the values comes from the dataset: its packs as it stores them, its size, seed
    and options. A twin of a twin draws yet other values.

    Raises:
        DatasetError: There is no whole dataset.
    """
    assert config.twin_of is not None
    folder = Path(config.twin_of)
    manifest = read_manifest(folder)
    sources: dict[str, str] = {}
    structure: dict[int, tuple[int, str]] = {}
    for shard in manifest.shards:
        with open_shard(folder, shard) as connection:
            sources |= dict(connection.execute("SELECT name, source FROM pack").fetchall())
            rows = connection.execute(
                "SELECT world_id, structure_seed, pack FROM world ORDER BY world_id"
            ).fetchall()
        structure |= {world_id: (seed, pack) for world_id, seed, pack in rows}
    recorded = manifest.config
    (low, high), tasks = recorded["rows"], recorded["tasks"]
    ranges = {name: tuple(tasks[name]) for name in ("rows", "hops")}
    taken = replace(
        config,
        n=int(recorded["n"]),
        seed=int(recorded["seed"]),
        packs=tuple(recorded["packs"]),
        rows=(low, high),
        real_names=recorded["real_names"],
        hosts=recorded["hosts"],
        tasks=TaskOptions(**{**tasks, **ranges}),
        held_out=tuple(recorded["held_out"]),
    )
    extra = None if config.collision_list is None else Path(config.collision_list)
    return ResolvedBuild(
        taken,
        tuple(compile_stored(name, sources[name]) for name in recorded["packs"]),
        child_seed(int(recorded["value_seed"]), "twin"),
        KnownNames.load(extra),
        structure,
        manifest.content_hash,
    )
