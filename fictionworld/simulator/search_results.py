"""Results of a search read back from the text of a reply, as an agent reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fictionworld.leakage.fields import Field, FieldName
from fictionworld.simulator.catalogue import PlannedWeb

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

    def fields(self) -> tuple[tuple[FieldName, str], ...]:
        """Return name and text of the fields that are not empty."""
        fields: tuple[tuple[FieldName, str], ...] = (
            ("title", self.title),
            ("snippet", self.snippet),
            ("url", self.url),
            ("date", self.date),
            ("error", self.more),
        )
        return tuple(pair for pair in fields if pair[1])

    def guarded_fields(self, web: PlannedWeb) -> list[Field]:
        """Return the fields of the result in the form that the guard takes."""
        number = web.number_of(self.url) or 0
        return [Field(number, name, text) for name, text in self.fields()]


def results_of(text: str) -> tuple[tuple[ReplyResult, ...], str]:
    """Return the results in a reply, and the remaining text."""
    results = []
    rest = []
    position = 0
    for match in _RESULT.finditer(text):
        rest.append(text[position : match.start()])
        position = match.end()
        results.append(
            ReplyResult(
                int(match["rank"]),
                match["url"].strip(),
                match["title"],
                match["snippet"],
                match["date"],
                match["more"].strip(),
            )
        )
    rest.append(text[position:])
    return tuple(results), "\n".join(part.strip() for part in rest if part.strip())
