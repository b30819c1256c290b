"""One world, opened for playing: its web, its tools, and apart from them what is true there.

It is read only and shared by all episodes of a process: an episode asks for it at every call, and
keeps nothing of it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from fictionworld.cores import is_forked
from fictionworld.episodes.disk_cache import DiskCache, code_digest
from fictionworld.episodes.source import Source
from fictionworld.episodes.stored_rows import Truth, labels_of, read_truth, written_truth
from fictionworld.episodes.writers import WRITERS
from fictionworld.packs.compiled import CompiledPack
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.drafts.worded import worded_catalogue
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.stored.sections import is_whole
from fictionworld.simulator.stored.web import StoredWeb, written_web
from fictionworld.tasks.world_rows import WorldRows
from fictionworld.text.phrase_finder import PhraseFinder, PhraseMatch
from fictionworld.web.permit import Permit, Policy
from fictionworld.web.web import FictionalWeb
from fictionworld.worlds.record import World

if TYPE_CHECKING:
    import polars as pl


class RowNames:
    """Names of rows, and which rows are called so."""

    def __init__(self, rows: WorldRows) -> None:
        self._rows = rows

    def matches(self, text: str) -> list[PhraseMatch]:
        """Return where a text has names as words of their own; see `PhraseFinder.words_in`."""
        return self._finder.words_in(text)

    def in_text(self, text: str) -> list[str]:
        """Return the names in a text, from left to right; of two that overlap the longer."""
        return [match.phrase for match in self.matches(text)]

    def called(self, name: str) -> list[tuple[str, int]]:
        """Return the rows of a name, by table and id."""
        return self._by_name[name]

    def rows(self, text: str) -> set[tuple[str, int]]:
        """Return the rows, by table and id, that a text names."""
        return {row for name in self.in_text(text) for row in self._by_name[name]}

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[str, int]]]:
        rows_by_name: dict[str, list[tuple[str, int]]] = {}
        for row, name in self._rows.names.items():
            rows_by_name.setdefault(name, []).append(row)
        return rows_by_name

    @cached_property
    def _finder(self) -> PhraseFinder:
        return PhraseFinder(self._by_name)


_MOST_PERTURBED = 4
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
    read_whole: dict[tuple[int, tuple[tuple[int, int], ...]], bool] = field(
        default_factory=dict, compare=False
    )
    """Which parts of a page, by its number, are all of it: remembered by `ShownFacts`."""
    _perturbed: OrderedDict[Controls, WorldHandle] = field(
        default_factory=OrderedDict, compare=False
    )
    _lock: Lock = field(default_factory=Lock, compare=False)

    @cached_property
    def truth(self) -> Truth:
        """Return what is true in the world: for scoring and the record, never for the tools."""
        return self.read_truth()

    @property
    def rows(self) -> WorldRows:
        """Return the rows of the world."""
        return self.truth.rows

    @property
    def labels(self) -> Mapping[tuple[str, str], str]:
        """Return what this world calls its columns, by (table, column)."""
        return self.truth.labels

    @cached_property
    def names(self) -> RowNames:
        """Return the names of its rows, for agents that understand what they read."""
        return RowNames(self.rows)

    def under(self, controls: Controls) -> WorldHandle:
        """Return the same world under controls; the few sets last asked for are kept open."""
        if controls.is_off:
            return self
        with self._lock:
            handle = self._perturbed.get(controls)
            if handle is None:
                handle = self._perturbed[controls] = self._made(controls)
            self._perturbed.move_to_end(controls)
            while len(self._perturbed) > _MOST_PERTURBED:
                self._perturbed.popitem(last=False)
        return handle

    def _made(self, controls: Controls) -> WorldHandle:
        """Return this world under controls; one whose web these change alike lends its pages."""
        same = (p for c, p in self._perturbed.items() if c.of_web == controls.of_web)
        lender = next(same, self)
        engine = Engine(lender.engine.catalogue, controls=controls)
        return replace(
            self,
            web=cast("PlannedWeb", engine.catalogue.web),  # other webs are never under controls
            engine=engine,
            read_truth=lambda: self.truth,
            read_whole={},
            _perturbed=OrderedDict(),
            _lock=Lock(),
        )

    def is_warm(self, policy: str | Policy) -> bool:
        """Return whether the tools answer within milliseconds: after `warm`, or a search."""
        return self.engine.catalogue.is_indexed(Permit.of(policy, self.world))

    def warm(self, policy: str | Policy) -> None:
        """Do what the first search under a policy waits for: 15 ms of a world that has files."""
        engine = self.engine.under(policy)
        engine.call("web_search", {"query": self.world.title}, memory=Memory())

    @property
    def resident_bytes(self) -> int:
        """Return the bytes of memory that it alone takes now, to within a quarter."""
        handles = tuple(self._perturbed.values())  # other threads may add to it meanwhile
        perturbed = sum(handle.engine.catalogue.resident_bytes for handle in handles)
        truth = _TRUTH_BYTES if "truth" in self.__dict__ else 0
        return self.engine.catalogue.resident_bytes + perturbed + truth


_TRUTH_BYTES = 400_000


class WorldFiles(NamedTuple):
    """What is kept of a world, as bytes."""

    web: bytes
    """Of `written_web`."""
    rows: bytes
    """Of `written_truth`."""


def open_world(source: Source, world_id: int, files: WorldFiles | None = None) -> WorldHandle:
    """Open a world from its files; write them first if there are none.

    Args:
        source: The dataset.
        world_id: The world.
        files: The files of the world, if they were written just now.
    """
    if source.drafts is not None:
        return written_world(source, world_id)
    world, pack = source.world(world_id), source.pack_of(world_id)
    content = kept_file(source, world_id, "web") if files is None else files.web
    if content is None:
        files = _new_files(source, world_id)
        content = files.web
    web = StoredWeb(pack, world, content)
    rows = None if files is None else files.rows
    engine = Engine.over(web)
    return WorldHandle(world, pack, web, engine, lambda: _truth(source, world_id, rows))


def _new_files(source: Source, world_id: int) -> WorldFiles:
    """Write the files of a world and return them; a forked process has another one write them."""
    if is_forked():
        return WRITERS.submit(source, world_id).result()
    return write_files(source, world_id)


def write_files(source: Source, world_id: int) -> WorldFiles:
    """Write the files of a world, keep them on disk if that can be done, and return them."""
    web, frames, present = _template_web(source, world_id)
    files = WorldFiles(written_web(web), written_truth(frames, present))
    for kind, content in files._asdict().items():
        DiskCache.beside(source.path).write(_name(source, world_id, kind), content)
    return files


def kept_file(source: Source, world_id: int, kind: Literal["web", "rows"]) -> bytes | None:
    """Return a file of a world that is on disk and whole; None where there is none."""
    content = DiskCache.beside(source.path).read(_name(source, world_id, kind))
    return content if content is not None and is_whole(content) else None


def written_world(source: Source, world_id: int) -> WorldHandle:
    """Return a world without files: pages are written from its rows when they are first read.

    If the source has drafts, the pages are in the words of their model.
    """
    web, frames, present = _template_web(source, world_id)
    world, pack, drafts = source.world(world_id), source.pack_of(world_id), source.drafts
    truth = Truth(WorldRows(pack, frames), labels_of(present))
    if drafts is None:
        return WorldHandle(world, pack, web, Engine.over(web), lambda: truth)
    catalogue = worded_catalogue(web, drafts)
    return WorldHandle(world, pack, catalogue.web, Engine(catalogue), lambda: truth)


def template_web(source: Source, world_id: int) -> FictionalWeb:
    """Return the web of a world in the words of the template, to be read whole and once."""
    return _template_web(source, world_id)[0]


def _template_web(
    source: Source, world_id: int
) -> tuple[FictionalWeb, dict[str, pl.DataFrame], pl.DataFrame]:
    """Return the web of `template_web`, the tables it is written from, and its `world_column`."""
    frames, present = source.frames(world_id), source.columns(world_id)
    world, pack = source.world(world_id), source.pack_of(world_id)
    return FictionalWeb(pack, world, frames, present, hosts=source.hosts), frames, present


def _name(source: Source, world_id: int, kind: str) -> str:
    """Return the name of a world's file, which differs where its content would."""
    return f"{world_id}-{source.content_of(world_id)[:20]}-{code_digest()[:12]}.{kind}"


def _truth(source: Source, world_id: int, rows: bytes | None) -> Truth:
    """Return what is true in a world, from its file; write the file if it is not there."""
    content = rows or kept_file(source, world_id, "rows") or _new_files(source, world_id).rows
    return read_truth(source.pack_of(world_id), content)
