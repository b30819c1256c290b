"""Replies of the tools parsed into the fields that an agent reads, and that the guard is given.

The audit reads replies as agents get them, as text, so it finds a value whatever stage put it
there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.leakage.fields import Field, FieldName
from fictionworld.leakage.guard import Guard
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.web.permit import Permit

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


def fields_of(web: PlannedWeb, shown: ReplyResult) -> list[Field]:
    """Return the fields of a result in the form that the guard takes."""
    number = web.number_of(shown.url) or 0
    return [Field(number, name, text) for name, text in shown.fields()]


def text_of(fields: Iterable[Field], name: FieldName) -> str:
    """Return the text of the first field of this name; empty where there is none."""
    return next((field.text for field in fields if field.name == name), "")


def guard_of(handle: WorldHandle, policy: str) -> Guard:
    """Return the guard of a world, which looks for the cells that a policy closes."""
    permit = Permit.of(policy, handle.world)
    return Guard(handle.pack, handle.rows, handle.web, permit, handle.labels)


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
