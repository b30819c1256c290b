"""What a careful reader takes from a page: the facts that the text in front of him states.

Long pages come in parts, cut at whole lines. A fact is read where the line that states it came
back; the page's marks say which line that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.web.page import Page
    from fictionworld.worlds.fact import FactId

__all__ = ["facts_read", "facts_within", "news_by_call"]


def facts_within(page: Page, span: tuple[int, int]) -> list[FactId]:
    """The facts that `page.body[span[0]:span[1]]` states; each once, in order."""
    start, end = span
    return list(dict.fromkeys(m.fact for m in page.marks if start <= m.start and m.end <= end))


def facts_read(page: Page, text: str) -> list[FactId]:
    """The facts of `page` that `text`, what a tool gave of it, states; each once, in order."""
    lines = set(text.split("\n"))
    seen: dict[FactId, None] = {}
    end = -1
    shown = False
    for mark in page.marks:
        if mark.start > end:
            start = page.body.rfind("\n", 0, mark.start) + 1
            end = page.body.find("\n", mark.start)
            end = len(page.body) if end < 0 else end
            shown = page.body[start:end] in lines
        if shown:
            seen[mark.fact] = None
    return list(seen)


def news_by_call(facts: list[list[FactId]]) -> list[list[FactId]]:
    """For each call the facts that it was the first to state, of those that it stated."""
    seen: set[FactId] = set()
    new = []
    for found in facts:
        new.append([fact for fact in found if fact not in seen])
        seen.update(found)
    return new
