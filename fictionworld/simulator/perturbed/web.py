"""A web under controls: the pages of the web beneath, by their numbers, and behind them extra ones.

The web beneath stays as it is, and shares what it has written. Extra pages are copies of its pages,
and pages about the same rows. They are chosen when the web is first asked for its heads, and
written when they are read. Which page is chosen, its address, title and date follow from the
world's structure seed and from what twins share.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Final
from urllib.parse import urlsplit

from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.perturbed.altered import Replacements
from fictionworld.simulator.perturbed.page_control import (
    AddedPage,
    PageControl,
    applies_to,
    page_controls,
)
from fictionworld.streams import FastStream
from fictionworld.text.english import slug
from fictionworld.web.coined import coined
from fictionworld.web.page import Head, Page
from fictionworld.web.permit import Permit
from fictionworld.web.searched import SearchedNames, SearchedPage, SearchedTexts
from fictionworld.web.served_pages import ServedPages, bare_address
from fictionworld.web.snippets import Passages, Windows
from fictionworld.web.world_plan import PlannedPage, WebPlan
from fictionworld.worlds.fact import FactId, RowId
from fictionworld.worlds.record import World

_PAGE_BYTES: Final = 15_000
_SIGNS: Final = (" - ", " | ", " – ")  # noqa: RUF001 - as titles have it


class PerturbedWeb(ServedPages):
    """A web that is read under controls; only those that change pages matter here."""

    def __init__(self, base: PlannedWeb, controls: Controls) -> None:
        self.base = base
        self.controls = controls.of_web
        self._pages: dict[int, Page] = {}
        self._replacements = Replacements(base)

    @property
    def world(self) -> World:
        return self.base.world

    @cached_property
    def extras(self) -> tuple[AddedPage, ...]:
        """Return the pages that were added, in the order of their numbers."""
        return _added_pages(self.base, self.controls)

    @cached_property
    def plan(self) -> WebPlan:
        """Return the plan beneath, in which a copy says what its original says."""
        return _Plan(self.base.plan, self.extras)

    @cached_property
    def heads(self) -> tuple[Head, ...]:
        """Return the heads of all pages, without the dates that are withheld."""
        heads = self._dated_heads
        return tuple(
            replace(head, date=None) if head.number in self.undated else head for head in heads
        )

    @cached_property
    def undated(self) -> frozenset[int]:
        """Return the numbers of the pages whose date is withheld."""
        share, seed = self.controls.withheld_dates, self.world.structure_seed
        return frozenset(
            head.number
            for head in self._dated_heads
            if head.date and applies_to(seed, "withheld_dates", head.name, share)
        )

    @property
    def _dated_heads(self) -> tuple[Head, ...]:
        return (*self.base.heads, *(extra.head for extra in self.extras))

    def number_of(self, url: str) -> int | None:
        """Return the number of the page at an address, a gone page included; None where none is."""
        number = self.base.number_of(url)
        return self._addresses.get(bare_address(url)) if number is None else number

    def page(self, number: int) -> Page:
        """Return the page of a number, from 1; of a page that is gone, what stood there.

        Raises:
            IndexError: There is none.
        """
        extra = self.added(number)
        if extra is None:
            return self.base.page(number)
        page = self._pages.get(number)
        if page is None:
            control = page_controls[extra.control]
            body, marks = control.write(self.base, extra, self._replacements).finish()
            page = self._pages[number] = Page(extra.head, body, marks)
        return page

    def searched(self, numbers: Iterable[int], permit: Permit) -> SearchedTexts:
        """Return what pages are found by.

        An added page is found as its original is, but by no value: it may state another one. An
        advertisement is found by its title alone.
        """
        own, extras = [], []
        for number in numbers:
            extra = self.added(number)
            if extra is None:
                own.append(number)
            else:
                extras.append(extra)
        copies = {e.original for e in extras if page_controls[e.control].is_searched}
        closed = self.base.searched(copies, Permit.of("strict", self.world))
        phrases = {page.number: page.phrases for page in closed.pages}
        added = (
            SearchedPage(
                extra.head.number,
                extra.head.title,
                (
                    extra.head.outlet,
                    extra.head.kind,
                    *(phrases[extra.original] if page_controls[extra.control].is_searched else ()),
                ),
            )
            for extra in extras
        )
        return self.base.searched(own, permit) + SearchedTexts.of(added)

    @property
    def searched_names(self) -> SearchedNames:
        """Return the names that searches know: those of the web beneath."""
        return self.base.searched_names

    def windows(self, number: int, permit: Permit) -> Windows:
        """Return the passages of a page that a permit allows, ready to be cut."""
        if self.added(number) is None:
            return self.base.windows(number, permit)
        if self.template is not None:
            return self.template.windows(number, permit)
        return super().windows(number, permit)

    @property
    def resident_bytes(self) -> int:
        """Return about how many bytes of memory it takes beyond the web beneath."""
        return _PAGE_BYTES * len(self._pages)

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return the cells that a part of a page states as they are: table, row, column."""
        if self.added(number) is None:
            return self.base.cells_between(number, start, end)
        return self.page(number).cells_between(start, end)

    def restated(self, number: int, start: int, end: int, row: int) -> str | None:
        """Return what would stand at a page's mark if the value there were another row's.

        None where that row has none, or the page was added.
        """
        return None if self.added(number) else self.base.restated(number, start, end, row)

    @cached_property
    def template(self) -> PerturbedWeb | None:
        """Return these controls over the template's web; None where this web is in its words.

        A copy of a page holds its drafts, and ranking never depends on who words a page: searches
        go by what the copy would say without them.
        """
        template = self.base.template
        return None if template is None else PerturbedWeb(template, self.controls)

    def _passages(self, number: int) -> Passages:
        return Passages.of(self.page(number))

    # What controls did ---------------------------------------------------------------------------

    def added(self, number: int) -> AddedPage | None:
        """Return what a page that was added is; None for one of the web beneath.

        Raises:
            IndexError: There is no page of this number.
        """
        index = number - len(self.base.heads) - 1
        return self.extras[index] if index >= 0 else None

    @cached_property
    def gone(self) -> dict[int, Head]:
        """Return the pages that are gone from their address, each with the head of its copy."""
        return {extra.original: extra.head for extra in self.extras if extra.stands_in}

    @cached_property
    def _addresses(self) -> dict[str, int]:
        return {bare_address(extra.head.url): extra.head.number for extra in self.extras}


class _Plan(WebPlan):
    """The plan of a web with extra pages."""

    def __init__(self, base: WebPlan, extras: tuple[AddedPage, ...]) -> None:
        def pages() -> tuple[PlannedPage, ...]:
            return (*base.pages, *map(self._added, extras))

        super().__init__(base.world_id, base.codes, pages, base.stated, base.listed)
        self.base = base
        self.extras = extras

    def _added(self, extra: AddedPage) -> PlannedPage:
        head, original = extra.head, self.base.page(extra.original)
        page = replace(original, number=head.number, name=head.name, site=extra.control)
        if extra.stands_in:
            return replace(page, copy_of=original.name)
        return replace(page, kind=head.kind, listed=None, part=None, parts=None)

    def statements(self, number: int) -> tuple[FactId, ...]:
        extra = self._extra(number)
        if extra is None:
            return self.base.statements(number)
        return self.base.statements(extra.original) if extra.stands_in else ()

    def entries(self, number: int) -> tuple[RowId, ...]:
        extra = self._extra(number)
        if extra is None:
            return self.base.entries(number)
        return self.base.entries(extra.original) if extra.stands_in else ()

    def pages_of(self, fact: FactId) -> tuple[int, ...]:
        return self.base.pages_of(fact)

    def directory(self, table: str) -> tuple[int, ...]:
        return self.base.directory(table)

    def _extra(self, number: int) -> AddedPage | None:
        index = number - len(self.base.pages) - 1
        return self.extras[index] if index >= 0 else None


# Which pages are added ---------------------------------------------------------------------------


def _added_pages(web: PlannedWeb, controls: Controls) -> tuple[AddedPage, ...]:
    """Return the pages that controls add, numbered behind the pages of the web."""
    askable = {
        (column.table, column.name) for column in web.plan.codes.columns if column.role == "askable"
    }

    def states(head: Head) -> bool:
        facts = web.plan.statements(head.number)
        return any((fact.table, fact.column) in askable for fact in facts)

    heads = _Heads(web)
    chosen = [
        (control, original)
        for control in sorted(page_controls, key=lambda control: control.order)
        for original in control.chosen(web, getattr(controls, control.name), states)
    ]
    return tuple(
        heads.added(control, original, number)
        for number, (control, original) in enumerate(chosen, len(web.heads) + 1)
    )


class _Heads:
    """The heads of added pages: their sites are made once, and differ from those of the web."""

    def __init__(self, web: PlannedWeb) -> None:
        self._world = web.world
        self._hosts = {urlsplit(head.url).netloc for head in web.heads}
        self._reserved = all(host.endswith(".example") for host in self._hosts)
        self._sites: dict[tuple[str, int], tuple[str, str]] = {}

    def added(self, control: PageControl, original: Head, number: int) -> AddedPage:
        seed, words = self._world.structure_seed, control.words
        rng = FastStream(child_seed(seed, f"controls/head/{control.name}/{original.name}"))
        site, host = self._site(control, rng.below(len(words.sites)))
        title = rng.pick(words.titles).format(title=_unsigned(original))
        copy = control.copied(original, self._world.as_of, rng.below(1000))
        path = copy.path or f"{slug(title)[:60].strip('-')}-{number}"
        name = f"{control.name}/{original.name.replace('/', '.')}"  # no part of any series
        url = f"https://{host}/{path}"
        head = Head(number, name, control.page_kind, url, title, site, copy.shown, original.world)
        stands_in = control.stands_in(seed, name)
        return AddedPage(control.name, original.number, copy.day, head, stands_in)

    def _site(self, control: PageControl, which: int) -> tuple[str, str]:
        """Return a site's name and its host, which no page of the web has."""
        name_and_host = self._sites.get((control.name, which))
        if name_and_host is None:
            seed = self._world.structure_seed
            rng = FastStream(child_seed(seed, f"controls/site/{control.name}/{which}"))
            site = control.words.sites[which]
            while True:
                word = coined(rng)
                host = site.host.format(c=word.lower())
                if self._reserved:
                    host = f"{host.replace('.', '-')}.example"
                if host not in self._hosts:
                    break
            self._hosts.add(host)
            name_and_host = self._sites[control.name, which] = site.name.format(c=word), host
        return name_and_host


def _unsigned(head: Head) -> str:
    """Return a page's title without the name of its site."""
    for sign in _SIGNS:
        if head.title.endswith(f"{sign}{head.outlet}"):
            return head.title.removesuffix(f"{sign}{head.outlet}")
    return head.title.removesuffix(" ...")
