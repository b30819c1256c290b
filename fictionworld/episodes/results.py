"""Search results and pages as data, for programs that show them to an agent in their own form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fictionworld.simulator.reply import Reply
from fictionworld.web.page import Head


@dataclass(frozen=True, slots=True)
class Result:
    """One search result."""

    title: str
    url: str
    snippet: str
    date: str | None
    """`Jun 18, 2029`; None where the page has none."""
    rank: int
    """From 1."""


class Results(list[Result]):
    """The results of one query, best first; empty where nothing was found or the call failed."""

    def __init__(self, results: Iterable[Result], text: str) -> None:
        super().__init__(results)
        self.text = text
        """The whole reply as `call` gives it: where there is no result, it says why."""


@dataclass(frozen=True, slots=True)
class PageText:
    """A page that was read, or one part of it."""

    url: str
    """As it was asked for."""
    title: str
    """As in search results; empty where nothing was found."""
    text: str
    """Markdown, without the note on further parts; where nothing was found, what the tool said."""
    found: bool
    part: int
    """From 1."""
    parts: int
    """Of how many; 0 where nothing was found."""


def results_of(reply: Reply | None, text: str, most: int) -> Results:
    """Return the first `most` results of a reply; none where `reply` is None (budget spent)."""
    shown = () if reply is None else reply.shown[:most]
    return Results(
        (
            Result(
                str(result.text("title")),
                str(result.text("url")),
                str(result.text("snippet")),
                None if result.text("date") == "N/A" else str(result.text("date")),
                rank,
            )
            for rank, result in enumerate(shown, 1)
        ),
        text,
    )


def page_text(reply: Reply | None, text: str, url: str, part: int, head: Head | None) -> PageText:
    """Return the page of a reply; where `head` is None, the tool's text and `found` False."""
    if reply is None or head is None:
        return PageText(url, "", text, found=False, part=part, parts=0)
    body = text.removesuffix(reply.note)
    return PageText(url, head.title, body, found=True, part=part, parts=reply.parts)
