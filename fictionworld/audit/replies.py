"""Replies of the tools parsed into the fields that an agent reads.

The audit reads replies as agents get them, as text, so it finds a value whatever stage put it
there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_RESULT: Final = re.compile(
    r"^\[(?P<rank>\d+)\] (?P<url>[^\n]*)\nTitle: (?P<title>[^\n]*)\nSnippet: (?P<snippet>[^\n]*)"
    r"\nDate: (?P<date>[^\n]*)(?P<more>(?:\n(?!\[\d+\] )[^\n]+)*)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class ReplyResult:
    """One result as a reply shows it."""

    rank: int
    """From 1 within its query."""
    url: str
    title: str
    snippet: str
    date: str
    more: str
    """Lines of the result beyond the four fields; empty for our tools."""

    def fields(self) -> tuple[tuple[str, str], ...]:
        """Its fields by name, those that hold something."""
        fields = (
            ("title", self.title),
            ("snippet", self.snippet),
            ("url", self.url),
            ("date", self.date),
            ("error", self.more),
        )
        return tuple(pair for pair in fields if pair[1])


def results_of(text: str) -> tuple[tuple[ReplyResult, ...], str]:
    """The results in a reply, and the remaining text."""
    found = []
    rest = []
    at = 0
    for match in _RESULT.finditer(text):
        rest.append(text[at : match.start()])
        at = match.end()
        found.append(
            ReplyResult(
                int(match["rank"]),
                match["url"].strip(),
                match["title"],
                match["snippet"],
                match["date"],
                match["more"].strip(),
            )
        )
    rest.append(text[at:])
    return tuple(found), "\n".join(part.strip() for part in rest if part.strip())
