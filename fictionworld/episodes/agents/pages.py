"""Reading a page whole, part after part, as the tool hands it out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.worlds.world_rows import Cell

_TRIES = 4
"""So often an agent asks again for a page that failed to load."""
_MOST_PARTS = 50

_NEXT = re.compile(r'For the next, call web_extractor with \{.*"page": (?P<part>\d+)\}')
_LINK = re.compile(
    r"(?<!!)\[(?P<text>[^\]\n]*)\]\((?:https?://)?(?:www\.)?(?P<url>[^\s)]+\.[^\s)]+/[^\s)]*)\)"
)
_RESULT = re.compile(
    r"^\[\d+\] https?://(?:www\.)?(?P<url>\S+)\n"
    r"Title: (?P<title>[^\n]*)(?:\nSnippet: (?P<snippet>[^\n]*))?",
    re.MULTILINE,
)
_FAILED = re.compile(r"try again|timed? ?out|temporar|unavailable", re.IGNORECASE)


class Link(NamedTuple):
    """One link on a page."""

    url: str
    """Without scheme and `www.`, so that links and results that lead to one page agree."""
    said: str
    line: str
    """The line in which it stands: in a list `official page` is that of the row beside it."""


class ShownResult(NamedTuple):
    """One search result, as the reply shows it."""

    url: str
    """As that of a link."""
    title: str
    snippet: str


class ReadPage(NamedTuple):
    """A page that was read whole."""

    text: str
    cells: list[Cell]
    """The facts that it states, known before or not."""


def results_in(text: str) -> Iterator[ShownResult]:
    """Yield the results in a reply of `web_search`."""
    for match in _RESULT.finditer(text):
        yield ShownResult(match["url"], match["title"], match["snippet"] or "")


def links_in(text: str) -> Iterator[Link]:
    """Yield the links on a page."""
    for line in text.split("\n"):
        if "](" in line:
            for match in _LINK.finditer(line):
                yield Link(match["url"], match["text"], line)


def read_page(episode: Episode, reasoner: Reasoner, url: str) -> ReadPage:
    """Read all parts of the page at `url`, give them to the reasoner, and return text and facts."""
    texts: list[str] = []
    cells: list[Cell] = []
    part = 1
    tries = 0
    while len(texts) < _MOST_PARTS:
        arguments = {"url": url} if part == 1 else {"url": url, "page": part}
        text = episode.call("web_extractor", arguments)
        if len(text) < 500 and tries < _TRIES and _FAILED.search(text):
            tries += 1
            continue
        cells += reasoner.read(url, text)
        texts.append(text)
        following = _NEXT.search(text, max(0, len(text) - 2_500))
        if following is None or int(following["part"]) <= part:
            break
        part = int(following["part"])
    return ReadPage("\n".join(texts), cells)
