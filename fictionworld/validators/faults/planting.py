"""Planting: each fault in a copy of a sound world, each copy under a world id of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import polars as pl

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.seeds import child_seed
from fictionworld.text.known import KnownNames
from fictionworld.validators.check import check_worlds
from fictionworld.validators.faults.fault_context import FaultContext, Frames, PlantedFault
from fictionworld.validators.report import Report

_TRIES = 25
"""Number of worlds tried before a fault counts as having no opportunity."""
_ELSEWHERE = 1_999_999_999
"""Stands, in a planted copy, for another world of the batch."""
_FAMOUS = ("Albert Einstein", "Marie Curie", "William Shakespeare", "Angela Merkel", "Samsung",
           "London", "Paris", "Google", "Manchester United", "Barack Obama")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Planted:
    """A copy of a world with a planted fault."""

    id: int
    """The world id that the copy bears when it is checked."""
    fault: PlantedFault
    base: int
    """The sound world that it is a copy of."""
    changed: Frames
    """The tables that the fault has changed; the others are the base's."""


class Planting:
    """Valid worlds to copy, and the copies made of them."""

    def __init__(
        self,
        pack: CompiledPack,
        frames: Mapping[str, pl.DataFrame],
        present: pl.DataFrame | None,
        known: KnownNames | None,
        unsound: Iterable[int],
        seed: int,
    ) -> None:
        self._pack, self._known, self._seed = pack, known, seed
        self._real_name = _somebody(known)
        self._frames = {
            name: {
                int(key[0]): part
                for key, part in frames[name]
                .sort("world_id", "id")
                .partition_by("world_id", as_dict=True)
                .items()
            }
            for name in pack.tables
        }
        self._empty = {name: frames[name].clear() for name in pack.tables}
        self._absent = _absent_columns(pack, frames, present)
        worlds = frames[SETTING]["world_id"].unique().sort().to_list()
        self.bases: list[int] = sorted(set(worlds) - set(unsound))
        self._next = 1  # 0 is the sound world that rows are moved to
        self._missed: dict[str, None] = {}

    @property
    def no_opportunity(self) -> tuple[str, ...]:
        """The faults that could be planted in no world that was tried."""
        return tuple(self._missed)

    def plant(self, faults: Sequence[PlantedFault], times: int) -> list[Planted]:
        """Each fault so many times, in copies of different worlds as far as there are any."""
        found = []
        for fault in faults:
            planted = [p for k in range(times) if (p := self._plant_one(fault, k)) is not None]
            if not planted:
                self._missed[fault.name] = None
            found += planted
        return found

    def _plant_one(self, fault: PlantedFault, number: int) -> Planted | None:
        random = Random(child_seed(self._seed, f"{fault.name}/{number}"))  # noqa: S311
        for base in random.sample(self.bases, min(_TRIES, len(self.bases))):
            frames = self._world(base)
            scene = FaultContext(
                self._pack, frames, random, self._absent[base], _ELSEWHERE, self._real_name
            )
            spoiled = fault.plant(scene)
            if spoiled is not None:
                self._next += 1
                changed = {name: f for name, f in spoiled.items() if f is not frames[name]}
                return Planted(self._next - 1, fault, base, changed)
        return None

    def _world(self, base: int) -> Frames:
        return {name: parts.get(base, self._empty[name]) for name, parts in self._frames.items()}

    def check(self, planted: Sequence[Planted]) -> Report:
        """The validation report on these copies, with one valid world (0) among them."""
        copies = [(0, self.bases[0], {}), *((p.id, p.base, p.changed) for p in planted)]
        sound = [self._world(base) for _, base, _ in copies]
        frames = {
            name: pl.concat(
                _under(changed.get(name, world[name]), base, number)
                for (number, base, changed), world in zip(copies, sound, strict=True)
            )
            for name in self._pack.tables
        }
        tables = [table.name for table in self._pack.world_tables]
        listed: dict[str, object] = {
            "world_id": np.array([number for number, _, _ in copies], dtype=np.int32),
            "row_count": [sum(len(world[name]) for name in tables) for world in sound],
        }
        if "as_of" in self._empty[SETTING].columns:
            listed["as_of"] = [world[SETTING]["as_of"][0] for world in sound]
        worlds = pl.DataFrame(listed)
        absent = [
            (number, *place) for number, base, _ in copies for place in sorted(self._absent[base])
        ]
        schema = {"world_id": pl.Int32, "table_name": pl.String, "column_name": pl.String}
        present = pl.DataFrame(absent, schema=schema, orient="row").with_columns(
            present=pl.lit(value=False)
        )
        return check_worlds(
            self._pack, frames, worlds=worlds, present=present, known_names=self._known, keep=1
        )


def _under(frame: pl.DataFrame, base: int, number: int) -> pl.DataFrame:
    """The rows of one world under another id; rows moved elsewhere go to world 0."""
    return frame.with_columns(pl.col("world_id").replace({base: number, _ELSEWHERE: 0}))


def _somebody(known: KnownNames | None) -> str | None:
    """A name that the list of real names has."""
    if known is None:
        return None
    names = np.array(_FAMOUS, dtype=object)
    return next((str(name) for name in names[known.contains(names)]), None)


def _absent_columns(
    pack: CompiledPack, frames: Mapping[str, pl.DataFrame], present: pl.DataFrame | None
) -> dict[int, frozenset[tuple[str, str]]]:
    """The optional columns that each world has not; without `present`, those empty throughout."""
    worlds = frames[SETTING]["world_id"].unique().to_list()
    found: dict[int, set[tuple[str, str]]] = {world: set() for world in worlds}
    for table in pack.tables.values():
        for column in table.stored:
            if column.spec.optional is None:
                continue
            place = (table.name, column.name)
            if present is not None:
                here = (pl.col("table_name") == table.name) & (pl.col("column_name") == column.name)
                absent = present.filter(here & ~pl.col("present"))["world_id"].to_list()
            else:
                filled = frames[table.name].filter(pl.col(column.name).is_not_null())["world_id"]
                absent = list(set(worlds) - set(filled.to_list()))
            for world in absent:
                found.get(world, set()).add(place)
    return {world: frozenset(places) for world, places in found.items()}
