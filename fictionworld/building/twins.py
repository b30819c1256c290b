"""Twins: a dataset's configuration taken over, its structure kept, its values drawn anew."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fictionworld.building.config import BuildConfig, ResolvedBuild
from fictionworld.packs.compile import compile_stored
from fictionworld.seeds import child_seed
from fictionworld.tasks.options import TaskOptions
from fictionworld.text.known import KnownNames
from fictionworld.worlds.manifest import read_manifest
from fictionworld.worlds.reading import open_shard

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.worlds.manifest import Manifest

__all__ = ["resolve_twin"]


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
    taken = _taken_over(config, manifest)
    extra = None if config.collision_list is None else Path(config.collision_list)
    return ResolvedBuild(
        taken,
        _packs(manifest, sources),
        child_seed(int(manifest.config["value_seed"]), "twin"),
        KnownNames.load(extra),
        structure,
        manifest.content_hash,
    )


def _packs(manifest: Manifest, sources: dict[str, str]) -> tuple[CompiledPack, ...]:
    return tuple(compile_stored(name, sources[name]) for name in manifest.config["packs"])


def _taken_over(config: BuildConfig, manifest: Manifest) -> BuildConfig:
    low, high = manifest.config["rows"]
    return replace(
        config,
        n=int(manifest.config["n"]),
        seed=int(manifest.config["seed"]),
        packs=tuple(manifest.config["packs"]),
        rows=(low, high),
        real_names=manifest.config["real_names"],
        hosts=manifest.config["hosts"],
        tasks=_tasks(manifest.config["tasks"]),
        held_out=tuple(manifest.config["held_out"]),
    )


def _tasks(recorded: dict[str, Any]) -> TaskOptions:
    ranges = {name: tuple(recorded[name]) for name in ("rows", "hops")}
    return TaskOptions(**{**recorded, **ranges})
