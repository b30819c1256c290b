"""The state that replies of `web_search` are computed from, page by page: two worlds with equal
states answer every query alike.

A reply is made from heads, from what a search may go by, and from the passages that a snippet may
show. So equal states are a proof where a sample of queries is only a test. What they are compared
with is a twin, or, since under `mixed` some values of twins are open, the same web with other
fillers where the permit closes them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import sha256

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import Replacement, Text, stated_on
from fictionworld.web.page import Head, Page, searchable
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Cut, Passages, windows_of
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.record import World


class SearchStates:
    """The search state of one web, under any permit.

    Args:
        pack: What the world is.
        web: Its web.
        past: Pages to leave out, from the first: those that another web has in common with it.
    """

    def __init__(self, pack: CompiledPack, web: PlannedWeb, past: int = 0) -> None:
        self._web = web
        self._columns = _stored_columns(pack)
        self._heads = web.heads[past:]
        pages = [web.page(head.number) for head in self._heads]
        self._said = [(page, Passages.of(page)) for page in pages]

    def under(self, permit: Permit) -> list[tuple[Head, str]]:
        """Each page's head, and a digest of what a reply can show or follow of the page."""
        return [
            (head, self._digest(head, page, passages, permit))
            for head, (page, passages) in zip(self._heads, self._said, strict=True)
        ]

    def _digest(self, head: Head, page: Page, passages: Passages, permit: Permit) -> str:
        windows = windows_of(page.head.name, passages, permit, self._columns)
        state = (
            head,
            self._web.searchable(head.number, permit),
            windows.texts,
            [windows.facts_of(place) for place in range(len(windows.texts))],
            (windows.places, windows.begins, windows.others, windows.seed),
        )
        return sha256(repr(state).encode("utf-8", "replace")).hexdigest()


class RefilledWeb:
    """A web with other fillers where a permit closes them: in turn a value and none.

    The value contains marks that would split sentences if the text were parsed with it.
    """

    template = None

    def __init__(self, pack: CompiledPack, web: PlannedWeb, permit: Permit) -> None:
        self._base = web
        self._columns = _stored_columns(pack)
        self._permit = permit
        self._pages: dict[int, Page] = {}

    @property
    def world(self) -> World:
        return self._base.world

    @property
    def heads(self) -> tuple[Head, ...]:
        return self._base.heads

    @property
    def plan(self) -> WebPlan:
        return self._base.plan

    @property
    def resident_bytes(self) -> int:
        """As the web beneath."""
        return self._base.resident_bytes

    def number_of(self, url: str) -> int | None:
        """The page at an address; None where there is none."""
        return self._base.number_of(url)

    def page(self, number: int) -> Page:
        """The page of a number, refilled."""
        found = self._pages.get(number)
        if found is None:
            found = self._pages[number] = self._refilled(self._base.page(number))
        return found

    def searchable(self, number: int, permit: Permit) -> str:
        """What of a page's text a search may go by: of the template's, whatever a model wrote."""
        template = self._base.template
        page = self.page(number) if template is None else self._refilled(template.page(number))
        return searchable(page, permit, self._columns)

    def snippet(self, number: int, permit: Permit, words: Collection[str] = ()) -> Cut:
        """A literal window of the page's text that states only what the permit allows."""
        page = self.page(number)
        return windows_of(page.head.name, Passages.of(page), permit, self._columns).cut(words)

    def cells_between(self, number: int, start: int, end: int) -> list[tuple[str, int, str]]:
        """The cells that a part of a page states as they are, in order: table, row, column."""
        return self.page(number).cells_between(start, end)

    def restated(self, number: int, start: int, end: int, row: int) -> None:
        """None: what stands at its marks is no value."""

    def _refilled(self, page: Page) -> Page:
        closed: dict[tuple[str, str], bool] = {}
        changed = {}
        for turn, (place, facts) in enumerate(stated_on(page).items()):
            key = (facts[0].table, facts[0].column)
            if key not in closed:
                closed[key] = not self._permit.searches(page.head.name, self._columns[key])
            if closed[key]:
                said = f"Qx. {turn} “Zr” (9,75{turn})?" if turn % 2 else "–"  # noqa: RUF001
                changed[place] = Replacement(facts[0].row, said)
        text = Text()
        text.quote(page, 0, len(page.body), changed, truth="current")
        return Page(page.head, *text.finish())


def _stored_columns(pack: CompiledPack) -> Mapping[tuple[str, str], CompiledColumn]:
    """The stored columns of a pack by table and name."""
    return {(c.table, c.name): c for t in pack.world_tables for c in t.stored}
