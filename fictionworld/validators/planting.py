"""Planting: each mutation in a copy of a sound world, each copy under a world id of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import polars as pl

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.seeds import child_seed
from fictionworld.text.known import KnownNames
from fictionworld.validators.check import check_worlds
from fictionworld.validators.mutations import ELSEWHERE, NOWHERE, Mutation, WorldFrames
from fictionworld.validators.report import Report

_TRIES = 12
"""Worlds that are tried for each mutation, until one holds something to mutate so."""
_FAMOUS = ("Albert Einstein", "Marie Curie", "William Shakespeare", "Angela Merkel", "Samsung",
           "London", "Paris", "Google", "Manchester United", "Barack Obama")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Planted:
    """A mutated copy of a world."""

    id: int
    """The world id that the copy bears when it is checked."""
    mutation: Mutation
    base: int
    """The sound world that it is a copy of."""
    world: WorldFrames


class Planting:
    """Sound worlds, and the mutated copies made of them."""

    def __init__(
        self,
        pack: CompiledPack,
        frames: Mapping[str, pl.DataFrame],
        present: pl.DataFrame | None,
        known: KnownNames | None,
        seed: int,
    ) -> None:
        self._pack, self._known, self._seed = pack, known, seed
        parts = {name: _by_world(frames[name]) for name in pack.tables}
        absent = _absent_columns(pack, frames, present)
        self.bases = {
            base: WorldFrames(
                {name: parts[name].get(base, frames[name].clear()) for name in pack.tables},
                frozenset(absent.get(base, ())),
            )
            for base in sorted(parts[SETTING])
        }
        """The worlds to copy, by id."""
        self._next = 1  # 0 is the sound world that rows are moved to

    def plant(self, mutations: Iterable[Mutation], number: int) -> Iterator[Planted]:
        """Yield a copy for each mutation that applies to some world.

        Another `number` gives copies of other worlds, or mutations in other places.
        """
        for mutation in mutations:
            random = Random(child_seed(self._seed, f"{mutation.name}/{number}"))  # noqa: S311
            for base in random.sample(list(self.bases), min(_TRIES, len(self.bases))):
                mutated = mutation.plant(self.bases[base], random)
                if mutated is not None:
                    yield Planted(self._next, mutation, base, mutated)
                    self._next += 1
                    break

    def check(self, planted: Sequence[Planted]) -> Report:
        """Return the validation report on these copies, with one sound world (0) among them."""
        first = next(iter(self.bases))
        copies = [
            (0, first, self.bases[first]),
            *((copy.id, copy.base, copy.world) for copy in planted),
        ]
        frames = {
            name: _joined({id_: world.frames[name] for id_, _, world in copies})
            for name in self._pack.tables
        }
        absent = [(id_, *column) for id_, _, world in copies for column in sorted(world.absent)]
        schema = {"world_id": pl.Int32, "table_name": pl.String, "column_name": pl.String}
        present = pl.DataFrame(absent, schema=schema, orient="row").with_columns(
            present=pl.lit(value=False)
        )
        return check_worlds(
            self._pack,
            frames,
            worlds=self._listed([(id_, base) for id_, base, _ in copies]),
            present=present,
            known_names=self._known,
            keep=0,
        )

    def _listed(self, copies: list[tuple[int, int]]) -> pl.DataFrame:
        """Return the list of worlds: each copy as its sound world would be listed."""
        tables = [table.name for table in self._pack.world_tables]
        sound = [self.bases[base].frames for _, base in copies]
        listed: dict[str, object] = {
            "world_id": np.array([id_ for id_, _ in copies], dtype=np.int32),
            "row_count": [sum(len(frames[name]) for name in tables) for frames in sound],
        }
        if "as_of" in sound[0][SETTING].columns:
            listed["as_of"] = [frames[SETTING]["as_of"][0] for frames in sound]
        return pl.DataFrame(listed)


def somebody_real(known: KnownNames | None) -> str | None:
    """Return a name that is on the list of real names; None where there is no list."""
    if known is None:
        return None
    names = np.array(_FAMOUS, dtype=object)
    return next((str(name) for name in names[known.contains(names)]), None)


def _by_world(frame: pl.DataFrame) -> dict[int, pl.DataFrame]:
    parts = frame.sort("world_id", "id").partition_by("world_id", as_dict=True)
    return {int(key[0]): part for key, part in parts.items()}


def _joined(frames: Mapping[int, pl.DataFrame]) -> pl.DataFrame:
    """Return the rows of one table of all copies, each under its copy's id; rows that were moved to
    another world go to world 0.
    """
    rows = pl.concat(frames.values())
    worlds = rows["world_id"].to_numpy()
    ids = np.repeat(list(frames), [len(frame) for frame in frames.values()])
    ids[worlds == ELSEWHERE] = 0
    ids[worlds == NOWHERE] = NOWHERE
    return rows.with_columns(pl.Series("world_id", ids, rows["world_id"].dtype))


def _absent_columns(
    pack: CompiledPack, frames: Mapping[str, pl.DataFrame], present: pl.DataFrame | None
) -> dict[int, set[tuple[str, str]]]:
    """Return the optional columns that worlds lack; without `present`, those empty throughout."""
    columns: dict[int, set[tuple[str, str]]] = {}
    if present is not None:
        absent = present.filter(~pl.col("present"))
        for world, table, name in absent["world_id", "table_name", "column_name"].iter_rows():
            columns.setdefault(world, set()).add((table, name))
        return columns
    worlds = set(frames[SETTING]["world_id"])
    for table in pack.tables.values():
        for column in table.stored:
            if column.optional or column.goes_with:
                filled = frames[table.name].filter(pl.col(column.name).is_not_null())["world_id"]
                for world in worlds.difference(filled):
                    columns.setdefault(world, set()).add((table.name, column.name))
    return columns
