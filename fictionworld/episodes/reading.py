"""What a careful reader takes from a page: the facts that the text in front of him states.

Long pages come in parts, cut at whole lines. A fact is read where the line that states it came
back; the page's marks say which line that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fictionworld.episodes.trace import Call
    from fictionworld.simulator.catalogue import Web
    from fictionworld.web.page import Mark, Page
    from fictionworld.worlds.fact import FactId

__all__ = [
    "marks_read",
    "news_by_call",
    "untrue_by_call",
    "untrue_within",
    "urls_by_call",
]


def untrue_within(page: Page, span: tuple[int, int]) -> list[tuple[FactId, str]]:
    """The facts that `page.body[span[0]:span[1]]` states otherwise than they are, each with `stale`
    or `false`.
    """
    start, end = span
    shown = (mark for mark in page.marks if start <= mark.start and mark.end <= end)
    return list(dict.fromkeys((m.fact, str(m.truth)) for m in shown if m.truth != "current"))


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
