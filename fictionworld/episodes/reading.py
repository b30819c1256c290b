"""What a careful reader takes from a page: the facts that the text in front of him states.

Long pages come in parts, cut at whole lines. A fact is read where the line that states it came
back; the page's marks say which line that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.simulator.disturbed.web import DisturbedWeb
from fictionworld.simulator.stored.web import StoredWeb

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fictionworld.episodes.trace import Call
    from fictionworld.simulator.catalogue import Web
    from fictionworld.web.page import Mark, Page
    from fictionworld.worlds.fact import FactId

__all__ = [
    "facts_read",
    "facts_within",
    "marks_read",
    "news_by_call",
    "untrue_by_call",
    "untrue_within",
    "urls_by_call",
]


def facts_within(page: Page, span: tuple[int, int]) -> list[FactId]:
    """The facts that `page.body[span[0]:span[1]]` states as they are; each once, in order."""
    shown = _within(page, span)
    return list(dict.fromkeys(mark.fact for mark in shown if mark.truth == "current"))


def facts_read(web: Web, number: int, span: tuple[int, int]) -> list[FactId]:
    """The same of a page by its number; of a stored page from its marks alone."""
    beneath = web.base if isinstance(web, DisturbedWeb) and web.added(number) is None else web
    if isinstance(beneath, StoredWeb):  # all that it states is as it is
        return beneath.facts_between(number, *span)
    return facts_within(web.page(number), span)


def untrue_within(page: Page, span: tuple[int, int]) -> list[tuple[FactId, str]]:
    """The facts that the same text states otherwise, each with `stale` or `false`."""
    shown = _within(page, span)
    return list(dict.fromkeys((m.fact, str(m.truth)) for m in shown if m.truth != "current"))


def _within(page: Page, span: tuple[int, int]) -> list[Mark]:
    start, end = span
    return [mark for mark in page.marks if start <= mark.start and mark.end <= end]


def marks_read(page: Page, text: str) -> list[Mark]:
    """The statements of `page` that `text`, what a tool gave of it, holds; in order."""
    lines = set(text.split("\n"))
    seen: list[Mark] = []
    end = -1
    shown = False
    for mark in page.marks:
        if mark.start > end:
            start = page.body.rfind("\n", 0, mark.start) + 1
            end = page.body.find("\n", mark.start)
            end = len(page.body) if end < 0 else end
            shown = page.body[start:end] in lines
        if shown:
            seen.append(mark)
    return seen


def news_by_call(facts: list[list[FactId]]) -> list[list[FactId]]:
    """For each call the facts that it was the first to state, of those that it stated."""
    seen: set[FactId] = set()
    new = []
    for found in facts:
        new.append([fact for fact in found if fact not in seen])
        seen.update(found)
    return new


def untrue_by_call(web: Web, calls: Iterable[Call]) -> tuple[tuple[tuple[str, str], ...], ...]:
    """For each call the facts that the page it brought states otherwise than they are."""
    return tuple(
        ()
        if call.span is None
        else tuple(
            (str(fact), truth) for fact, truth in untrue_within(web.page(call.pages[0]), call.span)
        )
        for call in calls
    )


def urls_by_call(web: Web, calls: Iterable[Call]) -> tuple[tuple[str, ...], ...]:
    """For each call the addresses of the pages that it shows."""
    heads = web.heads
    return tuple(tuple(heads[number - 1].url for number in call.pages) for call in calls)
