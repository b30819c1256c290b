"""One world, opened for playing: its web, its tools, and apart from them what is true there.

It is read only and shared by all episodes of a process: an episode asks for it at every call, and
keeps nothing of it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import cast

from fictionworld.cores import is_forked
from fictionworld.episodes.source import Source
from fictionworld.episodes.stored_world import StoredWorld, Truth, labels_of
from fictionworld.episodes.world_files import (
    PlannedWorld,
    cached_file,
    planned_worlds,
    template_web,
)
from fictionworld.episodes.writers import file_by_program
from fictionworld.leakage.guard import Guard
from fictionworld.packs.compiled import CompiledPack
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.simulated.results import worded_catalogue
from fictionworld.text.phrase_finder import PhraseFinder, PhraseMatch
from fictionworld.web.neighbours import Neighbours
from fictionworld.web.permit import Permit, Policy
from fictionworld.web.web import FictionalWeb
from fictionworld.web.writing.context import WritingContext
from fictionworld.worlds.record import World
from fictionworld.worlds.world_rows import WorldRows


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
    truth: Truth
    """What is true there: for scoring and the record, never for the tools."""
    unsaved: PlannedWorld | None = None
    """What its file is to hold, where it was opened without one."""
    read_whole: dict[tuple[int, tuple[tuple[int, int], ...]], bool] = field(
        default_factory=dict, compare=False
    )
    """Which parts of a page, by its number, are all of it: remembered by `ReadLists`."""
    _perturbed: OrderedDict[Controls, WorldHandle] = field(
        default_factory=OrderedDict, compare=False
    )
    _lock: Lock = field(default_factory=Lock, compare=False)

    @property
    def rows(self) -> WorldRows:
        """Return the rows of the world."""
        return self.truth.rows

    @property
    def labels(self) -> Mapping[tuple[str, str], str]:
        """Return what this world calls its columns, by (table, column)."""
        return self.truth.labels

    @property
    def label(self) -> str:
        """Return what the world is called in a federation; empty where it is alone."""
        return ""

    @cached_property
    def names(self) -> RowNames:
        """Return the names of its rows, for agents that understand what they read."""
        return RowNames(self.rows)

    def guard(self, policy: str | Policy) -> Guard:
        """Return the guard of the world, which looks for the cells that a policy closes."""
        permit = Permit.of(policy, self.world)
        return Guard(self.pack, self.rows, self.web, permit, self.labels)

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
            read_whole={},
            _perturbed=OrderedDict(),
            _lock=Lock(),
        )

    def is_warm(self, policy: str | Policy) -> bool:
        """Return whether the tools answer within milliseconds: after `warm`, or a search."""
        return self.engine.catalogue.is_indexed(Permit.of(policy, self.world))

    def warm(self, policy: str | Policy) -> None:
        """Make what the first search under a policy waits for, apart from the pages it shows."""
        view = self.engine.catalogue.view(Permit.of(policy, self.world))
        view.names.entry(view.terms_of(self.world.title))

    @property
    def resident_bytes(self) -> int:
        """Return the bytes of memory that it alone takes now, to within a quarter."""
        handles = tuple(self._perturbed.values())  # other threads may add to it meanwhile
        perturbed = sum(handle.engine.catalogue.resident_bytes for handle in handles)
        return self.engine.catalogue.resident_bytes + perturbed


_MOST_PAGES = 8
"""Pages of an open world that are kept as they are once they are written, and the fourth part of
those that are kept ready for results: the episodes of a group ask for the same, ten a search."""


def open_world(
    source: Source,
    world_id: int,
    planned: PlannedWorld | None = None,
    *,
    most_pages: float = _MOST_PAGES,
    neighbours: Neighbours | None = None,
) -> WorldHandle:
    """Open a world: from its file, or if there is none by planning it.

    No file is written, but in a forked process, where another one has to do it.

    Args:
        source: The dataset, or a federation, whose worlds have the web of all.
        world_id: The world.
        planned: The world, if it was planned just now.
        most_pages: Pages that are kept as they are, the others packed; in the words of a model all.
        neighbours: What sets it apart from the worlds of a federation that it is opened for.
    """
    if source.federation is not None:
        return source.federation.seen_from(world_id)
    if source.drafts is not None:
        return written_world(source, world_id)
    content = None if planned else cached_file(source, world_id)
    if content is None and is_forked():
        content = file_by_program(source, world_id)
    if content is None:
        planned = planned or planned_worlds(source, [world_id])[world_id]
        web = planned.web(source.hosts, most_pages=most_pages, neighbours=neighbours)
        return replace(_handle_of(web), unsaved=planned)
    world, pack = source.world(world_id), source.pack_of(world_id)
    stored = StoredWorld(pack, world, content)
    web = FictionalWeb(
        WritingContext(pack, world, stored.rows, stored.columns),
        stored.plan,
        hosts=source.hosts,
        most_pages=most_pages,
        neighbours=neighbours,
    )
    return _handle_of(web)


def written_world(source: Source, world_id: int) -> WorldHandle:
    """Return a world without its file, read from its rows, all of whose pages are kept.

    If the source has drafts, the pages are in the words of their model.
    """
    web = template_web(source, world_id)
    handle, drafts = _handle_of(web), source.drafts
    if drafts is None:
        return handle
    catalogue = worded_catalogue(web, drafts)
    return replace(handle, web=catalogue.web, engine=Engine(catalogue))


def _handle_of(web: FictionalWeb) -> WorldHandle:
    truth = Truth(web.context.rows, labels_of(web.context.columns))
    return WorldHandle(web.world, web.context.pack, web, Engine.over(web), truth)
