"""The worlds of a federation, opened for playing: each when it is needed, their index from a file.

The index is made once, world after world, and kept beside the dataset; after that a federation of
any size opens by mapping that file. A world is opened when a page of it is shown, and closed when
memory is short, as those of a dataset are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock
from typing import Final

from fictionworld.episodes.disk_cache import DiskCache, code_digest
from fictionworld.episodes.joined_file import opened_pages, written_pages
from fictionworld.episodes.sections import DamagedError
from fictionworld.episodes.source import Source
from fictionworld.episodes.world_cache import WorldCache
from fictionworld.episodes.world_files import PlannedWorld, write_missing
from fictionworld.episodes.world_handle import WorldHandle, open_world
from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.joined.catalogue import JoinedCatalogue
from fictionworld.simulator.joined.index import JoinedPages, joined_pages
from fictionworld.simulator.joined.web import SeenFrom
from fictionworld.tasks.scope import Scope, rivals
from fictionworld.web.hosts import Sites
from fictionworld.web.neighbours import Neighbours
from fictionworld.web.permit import Permit, Policy
from fictionworld.web.web import FictionalWeb
from fictionworld.worlds.record import World

_MOST_CONTROLS: Final = 4
"""Sets of controls under which a federation is held open."""
_HANDLE_BYTES: Final = 200_000
"""Of a world whose tasks are played, beside its web: rows, and names of rows."""


class OpenedFederation:
    """The worlds of a federation. Threads share it; a forked child makes its own.

    Args:
        source: The dataset.
        scopes: Its worlds that are joined, in the order in which their pages are numbered.
    """

    def __init__(self, source: Source, scopes: Sequence[Scope]) -> None:
        self._source = source
        self._scopes = tuple(scopes)
        self._place = {scope.world.world_id: place for place, scope in enumerate(scopes)}
        self._worlds = WorldCache(self._opened)
        self._pages: dict[str, JoinedPages] = {}
        self._catalogues: dict[Controls, JoinedCatalogue] = {}
        self._lock = RLock()

    @cached_property
    def world(self) -> World:
        """Return what tools need of a world, of all of them together: seed, and the latest day."""
        worlds = [scope.world for scope in self._scopes]
        seeds = " ".join(str(world.structure_seed) for world in worlds)
        return World(
            world_id=-1,
            pack="federation",
            title=worlds[0].title,
            strategy="federation",
            as_of=max(world.as_of for world in worlds),
            language=worlds[0].language,
            structure_seed=child_seed(0, f"federation/{seeds}"),
            value_seed=0,
            row_count=sum(world.row_count for world in worlds),
            split="",
            attempt=0,
        )

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        """Return what each world is called; of those of one name the year tells which it is."""
        several = rivals(self._scopes)
        return tuple(
            f"{scope.label} {scope.world.as_of.year}"
            if scope.label.casefold() in several
            else scope.label
            for scope in self._scopes
        )

    @cached_property
    def name(self) -> str:
        """Return a hash of the worlds and of the code that joins them."""
        source, code = self._source, code_digest(folders_too=("simulator", "episodes"))
        worlds = [source.content_of(scope.world.world_id) for scope in self._scopes]
        return hashlib.sha256(json.dumps([code, worlds]).encode()).hexdigest()[:24]

    # One world -----------------------------------------------------------------------------------

    def seen_from(self, world_id: int) -> WorldHandle:
        """Return one world for the episodes of its tasks, with the web of all."""
        place = self._place[world_id]
        handle = self._worlds.at(self._source, world_id)
        catalogue = self.under(NO_CONTROLS)
        return JoinedHandle(
            handle.world,
            handle.pack,
            SeenFrom(catalogue.web, place),
            Engine(catalogue),
            handle.truth,
            federation=self,
            place=place,
        )

    def label(self, place: int) -> str:
        """Return what the world at a place is called."""
        return self._labels[place]

    def web_of(self, place: int, controls: Controls) -> Catalogue:
        """Return the web of the world at a place under controls, with what tools read of it."""
        handle = self._worlds.at(self._source, self._scopes[place].world.world_id)
        return handle.under(controls.of_web).engine.catalogue

    def _opened(self, source: Source, world_id: int, planned: PlannedWorld | None) -> WorldHandle:
        neighbours = self._neighbours[self._place[world_id]]
        return open_world(source, world_id, planned, neighbours=neighbours)

    @cached_property
    def _neighbours(self) -> tuple[Neighbours, ...]:
        with self._lock:
            file = f"joined-{self.name}.names"
            found = _read_neighbours(self._source, self._scopes, file)
            return tuple(
                Neighbours(label, scope.world.title, frozenset(hosts), frozenset(names))
                for label, scope, (hosts, names) in zip(
                    self._labels, self._scopes, found, strict=True
                )
            )

    # All of them ---------------------------------------------------------------------------------

    def under(self, controls: Controls) -> JoinedCatalogue:
        """Return all worlds under controls; the few sets last asked for are kept open."""
        with self._lock:
            key = NO_CONTROLS if controls.is_off else controls
            catalogue = self._catalogues.pop(key, None) or JoinedCatalogue(self, key)
            self._catalogues[key] = catalogue
            while len(self._catalogues) > _MOST_CONTROLS:
                del self._catalogues[next(iter(self._catalogues))]
            return catalogue

    def pages(self, permit: Permit, controls: Controls) -> JoinedPages:
        """Return what searches under a permit read of all worlds, from its file if there is one."""
        settings = f"{permit.searching} {permit.seed} {controls.of_web}"
        digest = hashlib.sha256(settings.encode()).hexdigest()[:12]
        name = f"joined-{self.name}-{digest}.index"
        with self._lock:
            pages = self._pages.get(name)
            if pages is None:
                pages = _stored(self._source, name)
            if pages is None:
                made = joined_pages(self._each(controls), permit)
                DiskCache.beside(self._source.path).write(name, written_pages(made))
                pages = _stored(self._source, name) or made
            self._pages[name] = pages
            return pages

    def _each(self, controls: Controls) -> Iterator[tuple[str, Catalogue]]:
        """Yield each world with its label; none is kept open."""
        for label, scope in zip(self._labels, self._scopes, strict=True):
            handle = self._opened(self._source, scope.world.world_id, None)
            yield label, handle.under(controls.of_web).engine.catalogue


@dataclass(frozen=True)
class JoinedHandle(WorldHandle):
    """One world of a federation: what is true there, with the web of all worlds."""

    federation: OpenedFederation = field(kw_only=True)
    place: int = field(kw_only=True)

    @property
    def label(self) -> str:
        """Return what the world is called among the others."""
        return self.federation.label(self.place)

    def _made(self, controls: Controls) -> WorldHandle:
        catalogue = self.federation.under(controls)
        return JoinedHandle(
            self.world,
            self.pack,
            SeenFrom(catalogue.web, self.place),
            Engine(catalogue, controls=controls),
            self.truth,
            federation=self.federation,
            place=self.place,
        )

    def is_warm(self, policy: str | Policy) -> bool:  # noqa: ARG002
        """Return False: a result may be of a world that is still to be opened."""
        return False

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes it takes beside the webs of the worlds."""
        return _HANDLE_BYTES


def _stored(source: Source, name: str) -> JoinedPages | None:
    content = DiskCache.beside(source.path).mapped(name)
    with suppress(DamagedError):
        return None if content is None else opened_pages(content)
    return None


# What sets each world apart ----------------------------------------------------------------------


def _read_neighbours(
    source: Source, scopes: Sequence[Scope], file: str
) -> list[tuple[list[str], list[str]]]:
    """Return what `_found_neighbours` yields, from a file if there is one."""
    cache = DiskCache.beside(source.path)
    stored = cache.read(file)
    with suppress(ValueError):  # it is damaged
        if stored is not None:
            neighbours: list[tuple[list[str], list[str]]] = json.loads(stored)
            return neighbours
    neighbours = list(_found_neighbours(source, scopes))
    cache.write(file, json.dumps(neighbours).encode())
    return neighbours


def _found_neighbours(
    source: Source, scopes: Sequence[Scope]
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield for each world the hosts that it must not take, and its names that others have too."""
    avoided: list[list[str]] = []
    names: list[set[str]] = []
    taken: set[str] = set()
    times: dict[str, int] = {}
    write_missing(source, [scope.world.world_id for scope in scopes])
    for scope in scopes:
        web = open_world(source, scope.world.world_id).web
        assert isinstance(web, FictionalWeb), "a federation has the pages of templates"
        clashing: set[str] = set()
        while True:
            sites = Sites(web.context, web.hosts, clashing)
            hosts = {sites.of(page.site).host.removeprefix("www.") for page in web.plan.pages}
            if hosts.isdisjoint(taken):
                break
            clashing |= hosts & taken
        taken |= hosts
        avoided.append(sorted(clashing))
        names.append(set(web.context.rows.names.values()))
        for name in names[-1]:
            times[name] = times.get(name, 0) + 1
    for hosts_avoided, own in zip(avoided, names, strict=True):
        yield hosts_avoided, sorted(name for name in own if times[name] > 1)
