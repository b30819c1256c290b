"""Worlds opened for playing, shared by all episodes of a process, never more than a few dozen.

A place is read only; an episode asks for it at every call, and keeps nothing of it: a thousand
episodes of one world hold one web and one index.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from fictionworld.episodes.row_names import RowNames
from fictionworld.tasks.world_rows import WorldRows
from fictionworld.web.permit import Permit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import polars as pl

    from fictionworld.episodes.source import Source
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.simulator.catalogue import PlannedWeb
    from fictionworld.simulator.controls import Controls
    from fictionworld.simulator.engine import Engine
    from fictionworld.web.permit import Policy
    from fictionworld.worlds.record import World

__all__ = ["PLACES", "Place", "Places", "labels_of", "open_place"]

_MOST = 32
"""Worlds held open at once: enough for a batch of rollouts, and bounded."""
_MOST_DISTURBED = 4
"""Sets of controls under which one world is held open."""


@dataclass(frozen=True)
class Place:
    """One world with its web and its tools."""

    world: World
    pack: CompiledPack
    rows: WorldRows
    """What is true there: for scoring and for the record, never for the tools."""
    labels: Mapping[tuple[str, str], str]
    """What this world calls its columns, by (table, column)."""
    web: PlannedWeb
    engine: Engine
    """Its tools; `engine.under(policy, seed=...)` are those of an episode."""
    _disturbed: OrderedDict[Controls, Place] = field(default_factory=OrderedDict, compare=False)
    _lock: Lock = field(default_factory=Lock, compare=False)

    def under(self, controls: Controls) -> Place:
        """The same world under controls; the few sets that were last asked for are kept."""
        if controls.is_calm:
            return self
        with self._lock:
            found = self._disturbed.get(controls)
            if found is None:
                found = self._disturbed[controls] = self._made(controls)
            self._disturbed.move_to_end(controls)
            while len(self._disturbed) > _MOST_DISTURBED:
                self._disturbed.popitem(last=False)
        return found

    def _made(self, controls: Controls) -> Place:
        """Those that were made already under controls which change the web alike lend theirs."""
        from fictionworld.simulator.disturbed.catalogue import DisturbedCatalogue  # noqa: PLC0415
        from fictionworld.simulator.engine import Engine  # noqa: PLC0415 - as in open_place

        same = (p for c, p in self._disturbed.items() if c.of_web == controls.of_web)
        known = next(same, None)
        if known is None:
            catalogue = DisturbedCatalogue(self.engine.catalogue, controls)
        else:
            catalogue = known.engine.catalogue  # type: ignore[assignment]  # made right here
        engine = Engine(catalogue, controls=controls)
        return replace(
            self, web=catalogue.web, engine=engine, _disturbed=OrderedDict(), _lock=Lock()
        )

    @cached_property
    def names(self) -> RowNames:
        """What its rows are called: for agents that understand what they read."""
        return RowNames(self.pack, self.rows)

    def is_warm(self, policy: str | Policy) -> bool:
        """Whether the tools answer at once: the search index, for which every page is written, is
        what takes long at the first use.
        """
        return self.engine.catalogue.is_indexed(Permit.of(policy, self.world))


def open_place(source: Source, world_id: int) -> Place:
    """A world, opened: its rows read, its pages planned, none of them written yet."""
    # slow to import, and not needed by whoever only reads traces
    from fictionworld.simulator.engine import Engine  # noqa: PLC0415
    from fictionworld.web.web import FictionalWeb  # noqa: PLC0415

    world, pack = source.world(world_id), source.pack_of(world_id)
    frames, present = source.frames(world_id), source.columns(world_id)
    web = FictionalWeb(pack, world, frames, present, hosts=source.hosts)
    rows, labels = WorldRows(pack, frames), labels_of(present)
    drafts = source.drafts
    if drafts is None:
        return Place(world, pack, rows, labels, web, Engine(web))
    from fictionworld.simulator.drafts.place import worded_catalogue  # noqa: PLC0415 - as above

    catalogue = worded_catalogue(web, drafts)
    return Place(world, pack, rows, labels, catalogue.web, Engine(catalogue))


def labels_of(present: pl.DataFrame) -> dict[tuple[str, str], str]:
    """What a world calls its columns, from its rows of `world_column`."""
    rows = present.select("table_name", "column_name", "label").iter_rows()
    return {(table, column): label for table, column, label in rows}


_Address = tuple[int, str, str, int]


class Places:
    """Open places, the least recently used of which is dropped when there are too many."""

    def __init__(
        self, most: int = _MOST, open_one: Callable[[Source, int], Place] = open_place
    ) -> None:
        self._most = most
        self._open = open_one
        self._places: OrderedDict[_Address, Place] = OrderedDict()
        self._opening: dict[_Address, Lock] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._places)

    def is_warm(
        self, source: Source, world_id: int, controls: Controls, policy: str | Policy
    ) -> bool:
        """Whether a call in this world would be answered at once."""
        place = self._places.get(_address(source, world_id))
        return place is not None and place.under(controls).is_warm(policy)

    def at(self, source: Source, world_id: int) -> Place:
        """The place, opened if need be; who asks meanwhile for the same one waits for it."""
        address = _address(source, world_id)
        with self._lock:
            if address in self._places:
                self._places.move_to_end(address)
                return self._places[address]
            opening = self._opening.setdefault(address, Lock())
        with opening:
            with self._lock:
                if address in self._places:
                    return self._places[address]
            place = self._open(source, world_id)
            with self._lock:
                self._places[address] = place
                while len(self._places) > self._most:
                    self._places.popitem(last=False)
                self._opening.pop(address, None)
            return place

    def close(self, source: Source, world_id: int) -> None:
        """Drops the place: for who visits each world once, and memory would grow."""
        with self._lock:
            self._places.pop(_address(source, world_id), None)


def _address(source: Source, world_id: int) -> _Address:
    # a forked child reads through connections of its own
    return os.getpid(), str(source.path), source.backend, world_id


PLACES = Places()
"""Those of this process."""
