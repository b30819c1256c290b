"""The configuration of a build, and the same with packs and name lists read."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from fictionworld.building.combinations import combinations_of
from fictionworld.errors import UsageError, nearest
from fictionworld.packs.checks.strategies import require_strategy
from fictionworld.packs.compile import compile_stored, load_pack
from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.profile import farthest
from fictionworld.packs.source import pack_names
from fictionworld.packs.words import fingerprint
from fictionworld.seeds import child_seed
from fictionworld.tasks.draw.combinations import Combinations
from fictionworld.tasks.options import TaskOptions
from fictionworld.text.known import KnownNames
from fictionworld.web.hosts import Hosts
from fictionworld.worlds.manifest import config_hash, read_manifest, running_versions
from fictionworld.worlds.reading import open_shard
from fictionworld.worlds.shard import SHARD_WORLDS
from fictionworld.worlds.store import dataset_folder

MOST_WORLDS = 1_000_000
PART_WORLDS = 125
"""The most worlds of a part, which is the unit of work and of resuming."""
_MOST_ROWS = 5000
_HELD_OUT = ((16, 6), (8, 4))
"""Of so many packs, so many are held out."""


@dataclass(frozen=True)
class BuildConfig:
    """What to build. Equal configurations give equal content, on any machine."""

    n: int
    """Worlds, at least 1."""
    seed: int = 0
    """From 0 to 2**64 - 1."""
    packs: tuple[str, ...] = ()
    """Packaged packs by name, or paths of pack files; none given: all packaged ones."""
    rows: tuple[int, int] = (300, 500)
    """The least and the most rows of a world, both included."""
    real_names: Literal["brands", "none"] = "none"
    hosts: Hosts = "realistic"
    """Addresses of the fictional web: realistic, or under the reserved domain `.example`. Nothing
    that is stored depends on it."""
    collision_list: str | None = None
    """A text file of names, one a line, that no invented name may equal."""
    twin_of: str | None = None
    """A dataset whose worlds get twins: the same structure, other values."""
    tasks: TaskOptions = field(default_factory=TaskOptions)
    held_out: tuple[str, ...] | None = None
    """Packs whose worlds belong to the splits `eval` and `test` alone. None: of eight packs or more
    the four that are farthest from the others in shape, of sixteen or more six, else no pack."""

    def __post_init__(self) -> None:
        if not 1 <= self.n <= MOST_WORLDS:
            raise UsageError(
                f"--n: got {self.n}; allowed is 1 to {MOST_WORLDS:,} worlds. "
                "For more, build several datasets with different --seed"
            )
        if not 0 <= self.seed < 2**64:
            raise UsageError(f"--seed: got {self.seed}; allowed is 0 to 2**64 - 1")
        low, high = self.rows
        if not 1 <= low <= high <= _MOST_ROWS:
            raise UsageError(
                f"--rows: got {low}-{high}; allowed is LOW-HIGH with 1 <= LOW <= HIGH <= "
                f"{_MOST_ROWS}, such as 300-500"
            )
        if self.real_names not in {"brands", "none"}:
            raise UsageError(f"--real-names: got {self.real_names!r}; allowed is brands or none")
        if self.hosts not in get_args(Hosts):
            raise UsageError(
                f"--hosts: got {self.hosts!r}; allowed is {' or '.join(get_args(Hosts))}"
            )
        if len(set(self.packs)) != len(self.packs):
            raise UsageError(f"--packs: got {','.join(self.packs)}; name each pack once")


@dataclass(frozen=True)
class ResolvedBuild:
    """A configuration with its packs read: all that the content of a dataset depends on."""

    config: BuildConfig
    packs: tuple[CompiledPack, ...]
    value_seed: int
    """The root of the worlds' value seeds; it differs between a dataset and its twins."""
    known: KnownNames
    structure: dict[int, tuple[int, str]] | None = None
    """For twins: each world's structure seed and pack name, as the dataset has them."""
    twin_of: str | None = None
    """For twins: the content hash of the dataset whose twins these are."""
    combinations: Mapping[str, Combinations] = field(default_factory=dict)
    """The tasks that the worlds of each pack have to give. Of a pack that is missing any are
    tried: its worlds are drawn for more slowly, and get other tasks."""
    _orders: dict[int, tuple[CompiledPack, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def with_combinations(self) -> ResolvedBuild:
        """Return a copy with the combinations of each pack; builds without tasks need none.

        Where none are kept, finding them takes seconds.
        """
        if not self.has_tasks:
            return self
        combinations = {pack.name: combinations_of(pack, self.config.rows) for pack in self.packs}
        return replace(self, combinations=combinations)

    def pack_of(self, world_id: int) -> CompiledPack:
        """Return the pack of a world.

        Of consecutive worlds, as many as there are packs, each has another pack, in an order drawn
        from the seed: packs are balanced, world i never depends on `n`, and its id tells no pack.
        """
        if self.structure is not None:
            name = self.structure[world_id][1]
            return next(pack for pack in self.packs if pack.name == name)
        turn, position = divmod(world_id, len(self.packs))
        return self._order(turn)[position]

    def _order(self, turn: int) -> tuple[CompiledPack, ...]:
        """Return the packs in their order within one turn."""
        if turn not in self._orders:
            seed = self.config.seed
            self._orders[turn] = tuple(
                sorted(self.packs, key=lambda p: child_seed(seed, f"world/pack/{p.name}/{turn}"))
            )
        return self._orders[turn]

    @property
    def shards(self) -> int:
        """Return the number of shards that the dataset has."""
        return -(-self.config.n // SHARD_WORLDS)

    def parts_of(self, shard: int) -> list[tuple[int, ...]]:
        """Return the world ids of each part of a shard: at most `PART_WORLDS`, of one pack.

        A part has one pack, since each batch of a pack's worlds costs a second, of any size.
        """
        of_pack: dict[str, list[int]] = {}
        first = shard * SHARD_WORLDS
        for world_id in range(first, min(first + SHARD_WORLDS, self.config.n)):
            of_pack.setdefault(self.pack_of(world_id).name, []).append(world_id)
        return [
            tuple(ids[start : start + PART_WORLDS])
            for ids in of_pack.values()
            for start in range(0, len(ids), PART_WORLDS)
        ]

    @property
    def has_tasks(self) -> bool:
        """Return whether the worlds get tasks, and the dataset keys."""
        return self.config.tasks.per_world > 0

    @cached_property
    def config_hash(self) -> str:
        """Return a hash that parts of another build, or of another version, do not have."""
        return config_hash({**self.identity(), "versions": running_versions()})

    def identity(self) -> dict[str, Any]:
        """Return the configuration for the manifest: equal identities give equal content.

        Paths are left out: what counts is the text of packs and lists.
        """
        config = asdict(self.config)
        del config["collision_list"]
        return {
            **config,
            "packs": [pack.name for pack in self.packs],
            "pack_sources": {
                pack.name: hashlib.sha256(pack.source.encode()).hexdigest() for pack in self.packs
            },
            "rows": list(self.config.rows),
            "held_out": list(self.config.held_out or ()),
            "tasks": {
                **asdict(self.config.tasks),
                "rows": list(self.config.tasks.rows),
                "hops": list(self.config.tasks.hops),
                "levels": list(self.config.tasks.levels),
            },
            "known_names": self.known.fingerprint,
            "words": fingerprint(),
            "twin_of": self.twin_of,
            "value_seed": self.value_seed,
        }


def resolve(config: BuildConfig) -> ResolvedBuild:
    """Return the configuration with its packs and name lists read and checked.

    Raises:
        UsageError: No such pack, or two packs of one name.
        PackError: A pack is wrong.
        DatasetError: There is no whole dataset of which twins could be made.
    """
    if config.twin_of is not None:
        return _resolve_twin(config, dataset_folder(config.twin_of))
    packs = tuple(load_pack(name) for name in config.packs or tuple(pack_names()))
    names = [pack.name for pack in packs]
    if len(set(names)) != len(names):
        raise UsageError(
            f"--packs: got two packs named {next(n for n in names if names.count(n) > 1)!r}; "
            "rename one of them (the line `pack:` of its file)"
        )
    for pack, name in zip(packs, config.packs or tuple(pack_names()), strict=True):
        require_strategy(pack.spec, name)
    held_out = config.held_out
    if held_out is None:
        count = next((held for many, held in _HELD_OUT if len(packs) >= many), 0)
        held_out = farthest(packs, count)
    for name in held_out:
        if name not in names:
            raise UsageError(
                f"--held-out: got {name!r}; this build has the packs {', '.join(names)}"
                f"{nearest(name, names)}"
            )
    resolved = replace(config, held_out=held_out)
    return ResolvedBuild(resolved, packs, config.seed, _known_names(config))


def _resolve_twin(config: BuildConfig, folder: Path) -> ResolvedBuild:
    """Return the build that makes the twins of the dataset in `folder`.

    Everything but the values comes from the dataset: its packs as it stores them, its size, seed
    and options. A twin of a twin draws yet other values.
    """
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
    ranges = {name: tuple(tasks[name]) for name in ("rows", "hops", "levels")}
    twin_config = replace(
        config,
        n=int(recorded["n"]),
        seed=int(recorded["seed"]),
        packs=tuple(recorded["packs"]),
        rows=(low, high),
        real_names=recorded["real_names"],
        hosts=recorded["hosts"],
        tasks=TaskOptions(**tasks | ranges),
        held_out=tuple(recorded["held_out"]),
    )
    return ResolvedBuild(
        twin_config,
        tuple(compile_stored(name, sources[name]) for name in recorded["packs"]),
        child_seed(int(recorded["value_seed"]), "twin"),
        _known_names(config),
        structure,
        manifest.content_hash,
    )


def _known_names(config: BuildConfig) -> KnownNames:
    path = config.collision_list
    return KnownNames.load(None if path is None else Path(path))
