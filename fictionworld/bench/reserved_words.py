"""Tells whether a value on a page stands in words that are reserved for worlds of eval and test."""

from __future__ import annotations

import re
from typing import Final

from fictionworld.web.page import Mark
from fictionworld.web.writing.context import ColumnWording, WritingContext
from fictionworld.web.writing.phrases import phrases_of

_REACH: Final = 160
"""Characters around a value in which reserved words are looked for."""
_EDGE: Final = "¤"
"""Stands where a mark begins and where it ends."""
_ANY: Final = rf"[^\n{_EDGE}]{{1,60}}?"


class ReservedWords:
    """The reserved words of the sites of one world."""

    def __init__(self) -> None:
        self._patterns: dict[tuple[str, str, str], re.Pattern[str]] = {}

    def stand_at(self, body: str, mark: Mark, label: str | None, context: WritingContext) -> bool:
        """Return whether a value stands in reserved words.

        Args:
            body: The text of the page.
            mark: The value.
            label: Its heading in a table, in lower case; None outside tables.
            context: The world as the site of the page writes about it.
        """
        wording = context.wordings[mark.fact.table, mark.fact.column]
        spec = wording.column.spec
        site_label = wording.label.casefold() if wording.label in spec.reserved else None
        if label is not None:
            return site_label in {label, label.partition(" (")[0]}
        before, value, behind = _line_around(body, mark)
        if site_label is not None:
            line = f"{before}{value}{behind}".casefold()
            if re.search(rf"(?<!\w){re.escape(site_label)}(?!\w)", line):
                return True
        text = f"{before.removesuffix('[')}{_EDGE}{value}{_EDGE}{behind}"
        reserved = set(wording.statements or ()).intersection(spec.spoken.reserved)
        return any(self._pattern(wording, statement).search(text) for statement in reserved)

    def _pattern(self, wording: ColumnWording, statement: str) -> re.Pattern[str]:
        key = (wording.table, wording.name, statement)
        if key not in self._patterns:
            (phrase,) = phrases_of(wording.column, wording.label, wording.unit, [statement])
            before, behind = (
                _ANY.join(map(re.escape, text.split("{subject}")))
                for text in (phrase.before, phrase.behind)
            )
            value = _ANY + re.sub(r"\\\([^()]*\\\)", r"\\w*", re.escape(phrase.counted))
            stated = rf"(?<!\w){before}{_EDGE}{value}{_EDGE}{behind}(?!\w)"
            # of a column that may be missing the whole clause is marked
            clause = f"{_EDGE}{before}{value}{behind}{_EDGE}"
            self._patterns[key] = re.compile(f"{stated}|{clause}", re.IGNORECASE)
        return self._patterns[key]


def _line_around(body: str, mark: Mark) -> tuple[str, str, str]:
    """Return what stands before a mark on its line, in it, and behind it."""
    start = body.rfind("\n", 0, mark.start) + 1
    end = body.find("\n", mark.end)
    end = len(body) if end < 0 else end
    return (
        body[max(start, mark.start - _REACH) : mark.start],
        body[mark.start : mark.end],
        body[mark.end : min(end, mark.end + _REACH)],
    )
