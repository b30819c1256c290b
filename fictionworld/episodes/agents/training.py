"""What the train worlds of a pack hold: what an agent may remember that was trained on them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import polars as pl

if TYPE_CHECKING:
    from fictionworld.episodes.source import Source
    from fictionworld.worlds.fact import Value
    from fictionworld.worlds.record import World

__all__ = ["TrainingValues"]

_WORLDS: Final = 60
"""Worlds remembered: further ones add few values."""


class TrainingValues:
    """The values of columns in the train worlds of a dataset."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def of(self, world: World, table: str, column: str) -> Counter[Value]:
        """What a column holds in train worlds of the same pack, and how often; without `world`.

        Days are moved to the as-of date of `world`.
        """
        found: Counter[Value] = Counter()
        for other, frames in _worlds(self._source, world.pack).items():
            if other != world.world_id:
                values = frames[table][column].drop_nulls()
                if values.dtype == pl.Date:
                    values += world.as_of - self._source.world(other).as_of
                found.update(values.to_list())
        return found


@lru_cache(maxsize=8)
def _worlds(source: Source, pack: str) -> dict[int, dict[str, pl.DataFrame]]:
    """The rows of the first train worlds of a pack."""
    worlds = source.worlds()
    of_pack = worlds.filter((worlds["pack"] == pack) & (worlds["split"] == "train"))
    known = sorted(of_pack["world_id"].to_list())[:_WORLDS]
    return {world_id: source.frames(world_id) for world_id in known}
