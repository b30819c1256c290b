"""Indexes and look-up tables of one world's web; shared by all episodes.

The index is built when first asked for, once, whichever thread asks. Nothing else changes here but
caches.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Collection, Iterable
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit

from fictionworld.leakage.released import ReleasedText, released_page
from fictionworld.simulator.search_index import IndexedPage, SearchIndex
from fictionworld.simulator.terms import query_terms
from fictionworld.web.page import Head, Page
from fictionworld.web.permit import Permit, Policy
from fictionworld.web.snippets import Cut
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World

if TYPE_CHECKING:
    from fictionworld.simulator.mixing import Mixture

BACKGROUND: Final = "background"
ENCYCLOPEDIA: Final = "encyclopedia"
_INDEXES: Final = 4
"""Policies whose indexes are kept."""
_BODIES: Final = 8
_RANKING_BYTES: Final = 800
_REMARK: Final = re.compile(r"\([^()]*\)")
_HOST: Final = re.compile(r"(?!-)[\w-]{1,63}(?:\.[\w-]{1,63})*\.[^\W\d_]{2,63}")


class Web(Protocol):
    """What the tools need of a web; `FictionalWeb` has it. Threads share it."""

    @property
    def world(self) -> World: ...
    @property
    def heads(self) -> tuple[Head, ...]: ...
    @property
    def plan(self) -> WebPlan | None:
        """What each page states; None where that is not known, and no control can apply."""

    def number_of(self, url: str) -> int | None:
        """The page at an address, by its `bare_address`; None where there is none."""

    def page(self, number: int) -> Page: ...
    def searchable(self, number: int, permit: Permit) -> str: ...
    def snippet(self, number: int, permit: Permit, words: Collection[str] = ()) -> Cut:
        """What a result says of a page, with its facts."""

    @property
    def resident_bytes(self) -> int:
        """About what it takes in memory now."""


class PlannedWeb(Web, Protocol):
    """A web whose plan is at hand: what each page states."""

    @property
    def plan(self) -> WebPlan: ...
    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """The cells that a part of a page states as they are, in order: table, row, column."""

    @property
    def template(self) -> PlannedWeb | None:
        """The same web in the template's words, by which it is searched; None where it is that."""

    def restated(self, number: int, start: int, end: int, row: int) -> str | None:
        """What would stand at a mark of a page if the value there were another row's.

        None where that row has none, or where only the other row's own text could say it.
        """


class Catalogue:
    """One world's web, its index and its addresses."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self._lock = Lock()
        self._indexes: OrderedDict[Policy, SearchIndex] = OrderedDict()
        self._bodies: OrderedDict[int, ReleasedText] = OrderedDict()
        self.rankings: dict[tuple[Policy, tuple[str, ...], int, Mixture], tuple[int, ...]] = {}
        """What was last found for which terms, for `mixing.py`."""

    def index(self, permit: Permit) -> SearchIndex:
        """The index over titles and template text, without the values that the permit closes.

        Built at the first call, one for all permits that search alike.
        """
        found = self._indexes.get(permit.searching)
        if found is None:
            with self._lock:
                found = self._indexes.get(permit.searching)
                if found is None:
                    found = self._indexes[permit.searching] = self._built(permit)
                    if len(self._indexes) > _INDEXES:
                        self._indexes.popitem(last=False)
        return found

    def is_indexed(self, permit: Permit) -> bool:
        """Whether the index of a permit is built."""
        return permit.searching in self._indexes

    def _built(self, permit: Permit) -> SearchIndex:
        return index_of(self.web, self.web.heads, permit)

    @cached_property
    def heads(self) -> dict[int, Head]:
        """The heads of all pages by number."""
        return {head.number: head for head in self.web.heads}

    @cached_property
    def hosts(self) -> dict[int, str]:
        """The host of each page."""
        sites = {n: "/".join(head.url.split("/", 3)[:3]) for n, head in self.heads.items()}
        hosts = {site: host_of(site) or "" for site in dict.fromkeys(sites.values())}
        return {number: hosts[site] for number, site in sites.items()}

    @cached_property
    def series(self) -> dict[int, str]:
        """What the name of each page has in common with those of other parts of one table: its
        kind, its rows, its figures.
        """
        return {n: "/".join(head.name.split("/", 3)[:3]) for n, head in self.heads.items()}

    @cached_property
    def background(self) -> tuple[int, ...]:
        """The pages about subjects outside the world."""
        return tuple(n for n, head in self.heads.items() if head.kind == BACKGROUND)

    @cached_property
    def named(self) -> dict[frozenset[str], int]:
        """The encyclopedia's page about a name, by the terms of the name.

        `Motorola (brand)` goes by `Motorola` too, if it is the first to.
        """
        found: dict[frozenset[str], int] = {}
        entries = [(n, head) for n, head in self.heads.items() if head.kind == ENCYCLOPEDIA]
        titles = [(n, head.title.removesuffix(head.outlet)) for n, head in entries]
        for number, name in (*titles, *((n, _REMARK.sub("", name)) for n, name in titles)):
            found.setdefault(frozenset(query_terms(name)), number)
        return found

    def prepare(self, numbers: Collection[int], permit: Permit) -> None:
        """These pages are shown next, as results: whoever has to ask for their texts may begin."""

    def body(self, number: int) -> ReleasedText:
        """The body of a page, released by its marks; the last few are kept, to be read in parts.

        Raises:
            IndexError: There is no page of this number.
        """
        found = self._bodies.get(number)
        if found is None:
            page = self.web.page(number)
            found = released_page(page, self._planned(number))
            with self._lock:
                self._bodies[number] = found
                if len(self._bodies) > _BODIES:
                    self._bodies.popitem(last=False)
        return found

    @property
    def resident_bytes(self) -> int:
        """About what the web, its indexes and what is remembered of them take in memory."""
        # copied first: other threads may add to them meanwhile
        indexes = sum(index.resident_bytes for index in tuple(self._indexes.values()))
        bodies = sum(map(len, tuple(self._bodies.values())))
        rankings = _RANKING_BYTES * len(self.rankings)
        return self.web.resident_bytes + indexes + bodies + rankings

    def _planned(self, number: int) -> frozenset[FactId]:
        """The facts that the plan gives a page; a web without a plan states none."""
        plan = self.web.plan
        return frozenset() if plan is None else frozenset(plan.statements(number))

    def knows_host(self, host: str) -> bool:
        """Whether a site of this web has this host."""
        return host.removeprefix("www.") in self._sites

    @cached_property
    def _sites(self) -> frozenset[str]:
        return frozenset(host.removeprefix("www.") for host in self.hosts.values())


def index_of(web: Web, heads: Iterable[Head], permit: Permit) -> SearchIndex:
    """An index over these pages of a web, by what the permit lets a search go by."""
    return SearchIndex.of(
        IndexedPage(h.number, h.title, web.searchable(h.number, permit)) for h in heads
    )


def host_of(url: str) -> str | None:
    """The host of an address of the web, with or without its scheme; None where it is none."""
    try:
        parts = urlsplit(url if "://" in url else f"https://{url}")
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme.lower() not in {"http", "https"} or url.split() != [url]:
        return None
    return host if _HOST.fullmatch(host) else None
