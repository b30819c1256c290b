"""What an agent had been shown after so many of its calls: facts as they are, and whole lists.

A fact is shown where its value stands as it is (`current`) in the part of a page that came back, or
in a search result; the marks of pages and snippets say so. A text that a model wrote for a result
has no marks, and counts for nothing. A table is listed once every page of its directory was read to
the end: until then there may be more rows.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fictionworld.episodes.reading import facts_read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.episodes.trace import Call
    from fictionworld.episodes.world_handle import WorldHandle
    from fictionworld.tasks.world_rows import Cell
    from fictionworld.worlds.fact import FactId

__all__ = ["ShownFacts"]


class ShownFacts:
    """What the calls of an episode showed, in their order."""

    def __init__(self, handle: WorldHandle, calls: Sequence[Call]) -> None:
        self._handle = handle
        self._calls = calls
        self.by_call: list[list[FactId]] = [self._of(call) for call in calls]
        """For each call the facts that its reply states as they are, each once."""
        self.first: dict[Cell, int] = {}
        """For each of these facts the call, from 1, that was the first to state it."""
        for number, facts in enumerate(self.by_call, 1):
            for fact in facts:
                self.first.setdefault(fact[1:], number)

    def known(self, calls: int) -> set[Cell]:
        """The facts shown after so many calls."""
        return {cell for cell, call in self.first.items() if call <= calls}

    def listed(self, calls: int) -> set[str]:
        """The tables whose directory had been read whole after so many calls."""
        spans = defaultdict(list)
        for call in self._calls[:calls]:
            if call.span is not None:
                spans[call.pages[0]].append(call.span)
        parts: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
        for number, read in spans.items():
            page = self._handle.web.plan.page(number)
            # a copy of a page says the same as the page
            if page.listed is not None and page.is_chain and self._is_whole(number, read):
                parts[page.listed, page.parts or 1].add(page.part or 1)
        return {table for (table, all_), found in parts.items() if len(found) == all_}

    def _is_whole(self, number: int, spans: list[tuple[int, int]]) -> bool:
        body, end = self._handle.web.page(number).body, 0
        for start, stop in sorted(spans):
            if body[end:start].strip():
                return False
            end = max(end, stop)
        return not body[end:].strip()

    def _of(self, call: Call) -> list[FactId]:
        if call.span is None:
            return list(call.stated)
        return facts_read(self._handle.web, call.pages[0], call.span)
