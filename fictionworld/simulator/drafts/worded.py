"""`WordedWeb`: the template's web with the texts that a model gave it, each checked as it is shown.

Addresses, titles, dates, which facts stand where and what a search finds are the template's. A text
that is not there, or does not pass, leaves the template's in its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from fictionworld.simulator.drafts.checks import Fault
from fictionworld.simulator.drafts.compose import composed
from fictionworld.simulator.drafts.desk import Draft, Tally, judged
from fictionworld.simulator.drafts.request import page_request, snippet_request
from fictionworld.web.snippets import Passages, windows_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from fictionworld.leakage.released import ReleasedText
    from fictionworld.simulator.drafts.book import Book
    from fictionworld.simulator.drafts.checks import Watch
    from fictionworld.simulator.drafts.faithful import Found
    from fictionworld.simulator.drafts.request import Request
    from fictionworld.web.cut import Cut
    from fictionworld.web.page import Head, Page
    from fictionworld.web.permit import Permit
    from fictionworld.web.snippets import Windows
    from fictionworld.web.web import FictionalWeb
    from fictionworld.web.world_plan import WebPlan
    from fictionworld.worlds.record import World

__all__ = ["Drafts", "WordedWeb"]

_WORD = re.compile(r"[^\W_]+")


class Drafts(Protocol):
    """Where drafts come from: a store, or a model that is asked now."""

    def texts(self, request: Request, book: Book, watch: Watch | None) -> Mapping[str, str]:
        """The drafts for a request by key; those that there are none of are missing."""

    def prepare(self, requests: Iterable[Request], book: Book, watch: Watch | None) -> None:
        """These will be wanted next, all of them."""


@dataclass(frozen=True, slots=True)
class _Variant:
    """One snippet of a page."""

    text: ReleasedText | None
    """None where the template's stands."""
    words: frozenset[str]


class WordedWeb:
    """A world's web in the words of a model.

    Args:
        web: The template's.
        book: What is true in its world.
        drafts: What a model wrote.
        watch: The guard of the world.
    """

    def __init__(self, web: FictionalWeb, book: Book, drafts: Drafts, watch: Watch) -> None:
        self.template = web
        self._book = book
        self._drafts = drafts
        self._watch = watch
        self._pages: dict[int, Page] = {}
        self._variants: dict[tuple[int, Permit], tuple[_Variant, ...]] = {}
        self._windows: dict[tuple[int, Permit], Windows] = {}
        self._lock = Lock()
        self.tally = Tally()
        """What was let through and what was not, of the texts shown so far."""

    @property
    def world(self) -> World:
        return self.template.world

    @property
    def plan(self) -> WebPlan:
        return self.template.plan

    @property
    def heads(self) -> tuple[Head, ...]:
        return self.template.heads

    def number_of(self, url: str) -> int | None:
        """The page at an address; None where there is none."""
        return self.template.number_of(url)

    def page(self, number: int) -> Page:
        """The page of a number, from 1.

        Raises:
            IndexError: There is none.
        """
        found = self._pages.get(number)
        if found is None:
            found = self._worded(number)
            with self._lock:  # who came first is right: one page for all
                found = self._pages.setdefault(number, found)
        return found

    def body(self, number: int) -> str:
        """The text of a page alone."""
        return self.page(number).body

    def snippet(
        self, number: int, permit: Permit, words: Collection[str] = ()
    ) -> Cut | ReleasedText:
        """What a search result may say of a page, about the words of a query where it can be.

        Under `open` it is cut from the page as it is shown.
        """
        if permit.policy.name == "open":
            return self._window(number, permit, words)
        asked = {word.casefold() for word in words}
        variants = self._variants_of(number, permit)
        best = max(variants, key=lambda one: len(asked & one.words), default=None)
        if best is None or best.text is None:
            return self.template.snippet(number, permit, words)
        return best.text

    def prepare(self, numbers: Iterable[int], permit: Permit) -> None:
        """The snippets of these pages will be wanted at once: a model is asked for all together."""
        if permit.policy.name == "open":
            return
        fresh = [n for n in numbers if (n, permit) not in self._variants]
        requests = (snippet_request(self.template, self._book, n, permit) for n in fresh)
        self._drafts.prepare((r for r in requests if r is not None), self._book, self._watch)

    # Behind the scenes ---------------------------------------------------------------------------

    def _worded(self, number: int) -> Page:
        page = self.template.page(number)
        request = page_request(self.template, self._book, number)
        if request is None:
            return page
        return composed(page, request.passages, self._cleared(request))

    def _variants_of(self, number: int, permit: Permit) -> tuple[_Variant, ...]:
        found = self._variants.get((number, permit))
        if found is None:
            request = snippet_request(self.template, self._book, number, permit)
            found = () if request is None else self._worded_variants(request)
            with self._lock:
                found = self._variants.setdefault((number, permit), found)
        return found

    def _worded_variants(self, request: Request) -> tuple[_Variant, ...]:
        cleared = self._cleared(request)
        stated = {mark.fact for mark in self.template.page(request.head.number).marks}
        found = []
        for passage in request.passages:
            text, facts = cleared.get(passage.key, ("", ()))
            borne_out = all(one.fact in stated for one in facts)  # by its page
            words = frozenset(_WORD.findall(f"{passage.plain} {text}".casefold()))
            released = self._watch.release(request, text) if text and borne_out else None
            found.append(_Variant(released, words))
        return tuple(found)

    def _window(self, number: int, permit: Permit, words: Collection[str]) -> Cut:
        windows = self._windows.get((number, permit))
        if windows is None:
            page = self.page(number)
            columns = {(c.table, c.name): c for t in self._book.pack.world_tables for c in t.stored}
            windows = windows_of(page, Passages.of(page), permit, columns)
            self._windows[number, permit] = windows
        return windows.cut(words)

    def _cleared(self, request: Request) -> dict[str, tuple[str, tuple[Found, ...]]]:
        """Those drafts of a request that pass every check here and now: this is the release."""
        texts = self._drafts.texts(request, self._book, self._watch)
        checked = judged(request, texts, self._book, self._watch)
        with self._lock:
            for passage in request.passages:
                fault = checked[passage.key].fault if passage.key in checked else _NONE
                self.tally.add([_shown(passage.key, fault)])
        return {key: (texts[key], one.found) for key, one in checked.items() if one.fault is None}


_NONE = Fault("backend", "there is no draft")


def _shown(key: str, fault: Fault | None) -> Draft:
    return (
        Draft(key, "", "released", "", "") if fault is None else Draft(key, "", "replaced", *fault)
    )
