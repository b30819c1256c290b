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
from fictionworld.simulator.dict_memory import Memory
from fictionworld.simulator.drafts.worded import worded_catalogue
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.stored.sections import is_whole
from fictionworld.simulator.stored.web import StoredCatalogue, StoredWeb, written_web
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
        """Where a text says names, as words of their own; see `PhraseFinder.words_in`."""
        return self._finder.words_in(text)

    def in_text(self, text: str) -> list[str]:
        """The names that a text says, from left to right; of two that overlap the longer."""
        return [one.phrase for one in self.matches(text)]

    def called(self, name: str) -> list[tuple[str, int]]:
        """The rows of a name, by table and id."""
        return self._by_name[name]

    def rows(self, text: str) -> set[tuple[str, int]]:
        """The rows, by table and id, that a text names."""
        return {row for name in self.in_text(text) for row in self._by_name[name]}

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = {}
        for row, name in self._rows.names.items():
            found.setdefault(name, []).append(row)
        return found

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
        return RowNames(self.rows)

    def under(self, controls: Controls) -> WorldHandle:
        """The same world under controls; the few sets that were last asked for are kept."""
        if controls.is_off:
            return self
        with self._lock:
            found = self._perturbed.get(controls)
            if found is None:
                found = self._perturbed[controls] = self._made(controls)
            self._perturbed.move_to_end(controls)
            while len(self._perturbed) > _MOST_PERTURBED:
                self._perturbed.popitem(last=False)
        return found

    def _made(self, controls: Controls) -> WorldHandle:
        """Those that were made already under controls which change the web alike lend theirs."""
        same = (p for c, p in self._perturbed.items() if c.of_web == controls.of_web)
        known = next(same, self)
        engine = Engine(known.engine.catalogue, controls=controls)
        return replace(
            self,
            web=cast("PlannedWeb", engine.catalogue.web),  # others are under no controls
            engine=engine,
            read_truth=lambda: self.truth,
            read_whole={},
            _perturbed=OrderedDict(),
            _lock=Lock(),
        )

    def is_warm(self, policy: str | Policy) -> bool:
        """Whether the tools answer within milliseconds: `warm` was done, or a search."""
        return self.engine.catalogue.is_indexed(Permit.of(policy, self.world))

    def warm(self, policy: str | Policy) -> None:
        """Do what the first search under a policy waits for: 15 ms of a world that has files."""
        engine = self.engine.under(policy)
        engine.call("web_search", {"query": self.world.title}, memory=Memory())

    @property
    def resident_bytes(self) -> int:
        """The memory that it takes now, as far as it is its own; within a quarter."""
        held = tuple(self._perturbed.values())  # other threads may add to it meanwhile
        perturbed = sum(one.engine.catalogue.resident_bytes for one in held)
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
    """A world, opened: from its files where they are there, and else they are written now.

    Args:
        source: The dataset.
        world_id: The world.
        files: Those of the world, if they were written just now.
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
    engine = Engine(StoredCatalogue(web))
    return WorldHandle(world, pack, web, engine, lambda: _truth(source, world_id, rows))


def _new_files(source: Source, world_id: int) -> WorldFiles:
    """The files of a world, written; by a process of its own where this one was forked."""
    if is_forked():
        return WRITERS.submit(source, world_id).result()
    return write_files(source, world_id)


def write_files(source: Source, world_id: int) -> WorldFiles:
    """Write the files of a world, and keep them on disk if that can be done."""
    web, frames, present = _template_web(source, world_id)
    files = WorldFiles(written_web(web), written_truth(frames, present))
    for kind, content in files._asdict().items():
        DiskCache.beside(source.path).write(_name(source, world_id, kind), content)
    return files


def kept_file(source: Source, world_id: int, kind: Literal["web", "rows"]) -> bytes | None:
    """A file of a world that is on disk and whole; None where there is none."""
    content = DiskCache.beside(source.path).read(_name(source, world_id, kind))
    return content if content is not None and is_whole(content) else None


def written_world(source: Source, world_id: int) -> WorldHandle:
    """A world past any file: its pages are written from its rows when they are first read.

    In the words of a model where the source has such; those are put together page by page.
    """
    web, frames, present = _template_web(source, world_id)
    world, pack, drafts = source.world(world_id), source.pack_of(world_id), source.drafts
    truth = Truth(WorldRows(pack, frames), labels_of(present))
    if drafts is None:
        return WorldHandle(world, pack, web, Engine.over(web), lambda: truth)
    catalogue = worded_catalogue(web, drafts)
    return WorldHandle(world, pack, catalogue.web, Engine(catalogue), lambda: truth)


def template_web(source: Source, world_id: int) -> FictionalWeb:
    """The web of a world in the words of the template, for who reads it whole and once."""
    return _template_web(source, world_id)[0]


def _template_web(
    source: Source, world_id: int
) -> tuple[FictionalWeb, dict[str, pl.DataFrame], pl.DataFrame]:
    """That web, with the rows that it is written from, and those of `world_column`."""
    frames, present = source.frames(world_id), source.columns(world_id)
    world, pack = source.world(world_id), source.pack_of(world_id)
    return FictionalWeb(pack, world, frames, present, hosts=source.hosts), frames, present


def _name(source: Source, world_id: int, kind: str) -> str:
    """What a file of a world is called: where what it follows from differs, so does the name."""
    return f"{world_id}-{source.content_of(world_id)[:20]}-{code_digest()[:12]}.{kind}"


def _truth(source: Source, world_id: int, rows: bytes | None) -> Truth:
    """What is true in a world: from its file, which is written if it is not there."""
    content = rows or kept_file(source, world_id, "rows") or _new_files(source, world_id).rows
    return read_truth(source.pack_of(world_id), content)
