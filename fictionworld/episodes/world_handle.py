"""One world, opened for playing: its web, its tools, and apart from them what is true there.

It is read only and shared by all episodes of a process: an episode asks for it at every call, and
keeps nothing of it.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from fictionworld.episodes.disk_cache import DiskCache, code_digest
from fictionworld.episodes.row_names import RowNames
from fictionworld.simulator.stored.sections import DamagedError
from fictionworld.web.permit import Permit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fictionworld.episodes.source import Source
    from fictionworld.episodes.stored_rows import Truth
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.simulator.catalogue import PlannedWeb
    from fictionworld.simulator.controls import Controls
    from fictionworld.simulator.engine import Engine
    from fictionworld.simulator.stored.web import StoredWeb
    from fictionworld.tasks.world_rows import WorldRows
    from fictionworld.web.permit import Policy
    from fictionworld.worlds.record import World

__all__ = ["WorldHandle", "open_world", "prepare_world", "written_world"]

_MOST_DISTURBED = 4
"""Sets of controls under which one world is held open."""


@dataclass(frozen=True)
class WorldHandle:
    """One world with its web and its tools."""

    world: World
    pack: CompiledPack
    web: PlannedWeb
    engine: Engine
    """Its tools; `engine.under(policy, seed=...)` are those of an episode."""
    read_truth: Callable[[], Truth]
    """Reads what is true there; asked once, and only for a score or a record."""
    _disturbed: OrderedDict[Controls, WorldHandle] = field(
        default_factory=OrderedDict, compare=False
    )
    _lock: Lock = field(default_factory=Lock, compare=False)

    @cached_property
    def truth(self) -> Truth:
        """What is true there: for scoring and for the record, never for the tools."""
        return self.read_truth()

    @property
    def rows(self) -> WorldRows:
        """Its rows."""
        return self.truth.rows

    @property
    def labels(self) -> Mapping[tuple[str, str], str]:
        """What this world calls its columns, by (table, column)."""
        return self.truth.labels

    @cached_property
    def names(self) -> RowNames:
        """What its rows are called: for agents that understand what they read."""
        return RowNames(self.pack, self.rows)

    def under(self, controls: Controls) -> WorldHandle:
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

    def _made(self, controls: Controls) -> WorldHandle:
        """Those that were made already under controls which change the web alike lend theirs."""
        from fictionworld.simulator.disturbed.catalogue import DisturbedCatalogue  # noqa: PLC0415
        from fictionworld.simulator.engine import Engine  # noqa: PLC0415 - as in open_world

        same = (p for c, p in self._disturbed.items() if c.of_web == controls.of_web)
        known = next(same, None)
        if known is None:
            catalogue = DisturbedCatalogue(self.engine.catalogue, controls)
        else:
            catalogue = known.engine.catalogue  # type: ignore[assignment]  # made right here
        return replace(
            self,
            web=catalogue.web,
            engine=Engine(catalogue, controls=controls),
            read_truth=lambda: self.truth,
            _disturbed=OrderedDict(),
            _lock=Lock(),
        )

    def is_warm(self, policy: str | Policy) -> bool:
        """Whether the tools answer at once: the search index is what takes long at first."""
        return self.engine.catalogue.is_indexed(Permit.of(policy, self.world))

    @property
    def resident_bytes(self) -> int:
        """The memory that it takes now, as far as it is its own; within a quarter."""
        disturbed = sum(one.engine.catalogue.resident_bytes for one in self._disturbed.values())
        truth = _TRUTH_BYTES if "truth" in self.__dict__ else 0
        return self.engine.catalogue.resident_bytes + disturbed + truth


_TRUTH_BYTES = 400_000


def open_world(source: Source, world_id: int) -> WorldHandle:
    """A world, opened: from its file where there is one, and else written now, and kept there."""
    if source.drafts is not None:
        return written_world(source, world_id)
    # slow to import, and not needed by whoever only reads traces
    from fictionworld.simulator.engine import Engine  # noqa: PLC0415
    from fictionworld.simulator.stored.catalogue import StoredCatalogue  # noqa: PLC0415

    cache, name = DiskCache.beside(source.path), _name(source, world_id)
    web = _stored_web(source, world_id, cache.read(f"{name}.web"))
    if web is None:
        content, truth = _written(source, world_id)
        cache.write(f"{name}.web", content)
        cache.write(f"{name}.rows", truth)
        web = _stored_web(source, world_id, content)
        assert web is not None, "what was written just now is whole"
    engine = Engine(StoredCatalogue(web))
    pack = source.pack_of(world_id)
    return WorldHandle(web.world, pack, web, engine, lambda: _truth(source, world_id))


def prepare_world(source: Source, world_id: int) -> bool:
    """Write the files of a world into the cache, if they are not there; whether they were not."""
    cache, name = DiskCache.beside(source.path), _name(source, world_id)
    whole = _stored_web(source, world_id, cache.read(f"{name}.web")) is not None
    if not whole:
        content, truth = _written(source, world_id)
        cache.write(f"{name}.web", content)
        cache.write(f"{name}.rows", truth)
    return not whole


def written_world(source: Source, world_id: int) -> WorldHandle:
    """A world past any file: its pages are written from its rows when they are first read.

    In the words of a model where the source has such; those are put together page by page.
    """
    # slow to import, as above
    from fictionworld.episodes.stored_rows import Truth, labels_of  # noqa: PLC0415
    from fictionworld.simulator.drafts.place import worded_catalogue  # noqa: PLC0415
    from fictionworld.simulator.engine import Engine  # noqa: PLC0415
    from fictionworld.tasks.world_rows import WorldRows  # noqa: PLC0415
    from fictionworld.web.web import FictionalWeb  # noqa: PLC0415

    world, pack = source.world(world_id), source.pack_of(world_id)
    frames, present = source.frames(world_id), source.columns(world_id)
    web = FictionalWeb(pack, world, frames, present, hosts=source.hosts)
    drafts = source.drafts
    truth = Truth(WorldRows(pack, frames), labels_of(present))
    if drafts is None:
        return WorldHandle(world, pack, web, Engine(web), lambda: truth)
    catalogue = worded_catalogue(web, drafts)
    return WorldHandle(world, pack, catalogue.web, Engine(catalogue), lambda: truth)


def _name(source: Source, world_id: int) -> str:
    """What the files of a world are called: where what they follow from differs, so does it."""
    return f"{world_id}-{source.content_of(world_id)[:20]}-{code_digest()[:12]}"


def _stored_web(source: Source, world_id: int, content: bytes | None) -> StoredWeb | None:
    """The web in a file; None where there is none, or it is damaged."""
    from fictionworld.simulator.stored.web import StoredWeb  # noqa: PLC0415 - as in open_world

    if content is None:
        return None
    try:
        return StoredWeb(source.pack_of(world_id), source.world(world_id), content)
    except DamagedError:
        return None


def _written(source: Source, world_id: int) -> tuple[bytes, bytes]:
    """The files of a world's web and of its truth."""
    from fictionworld.episodes.stored_rows import written_truth  # noqa: PLC0415 - as above
    from fictionworld.simulator.stored.writing import written_web  # noqa: PLC0415
    from fictionworld.web.web import FictionalWeb  # noqa: PLC0415

    world, pack = source.world(world_id), source.pack_of(world_id)
    frames, present = source.frames(world_id), source.columns(world_id)
    web = FictionalWeb(pack, world, frames, present, hosts=source.hosts)
    return written_web(web), written_truth(frames, present)


def _truth(source: Source, world_id: int) -> Truth:
    """What is true in a world: from its file, and where there is none from the dataset."""
    from fictionworld.episodes.stored_rows import read_truth, written_truth  # noqa: PLC0415

    pack = source.pack_of(world_id)
    content = DiskCache.beside(source.path).read(f"{_name(source, world_id)}.rows")
    if content is not None:
        try:
            return read_truth(pack, content)
        except DamagedError:
            pass
    return read_truth(pack, written_truth(source.frames(world_id), source.columns(world_id)))
