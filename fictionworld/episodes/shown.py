"""What an agent had been shown after so many of its calls: facts as they are, and whole lists.

A fact is shown where its value stands as it is (`current`) in the part of a page that came back, or
in a search result; the marks of pages and snippets say so. A text that a model wrote for a result
has no marks, and counts for nothing. A table is listed once every page of its directory was read to
the end: until then there may be more rows.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from fictionworld.worlds.fact import FactId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.episodes.trace import Call
    from fictionworld.episodes.world_handle import WorldHandle
    from fictionworld.tasks.world_rows import Cell

__all__ = ["ShownFacts"]


class ShownFacts:
    """What the calls of an episode showed, in their order."""

    def __init__(self, handle: WorldHandle, calls: Sequence[Call]) -> None:
        self._handle = handle
        self._calls = calls
        self._cells = [self._stated(call) for call in calls]
        self.first: dict[Cell, int] = {}
        """For each cell that was shown as it is the call, from 1, that was the first to show it."""
        for number in range(len(calls), 0, -1):
            self.first.update(dict.fromkeys(self._cells[number - 1], number))

    @property
    def by_call(self) -> list[list[FactId]]:
        """For each call the facts that its reply states as they are, each once."""
        world_id = self._handle.world.world_id
        return [[FactId(world_id, *cell) for cell in dict.fromkeys(cells)] for cells in self._cells]

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
        key = (number, tuple(sorted(spans)))
        found = self._handle.read_whole.get(key)
        if found is None:
            found = self._handle.read_whole[key] = self._covers(*key)
        return found

    def _covers(self, number: int, spans: Sequence[tuple[int, int]]) -> bool:
        """Whether these parts of a page leave out nothing but blanks."""
        body, end = self._handle.web.page(number).body, 0
        for start, stop in spans:
            if body[end:start].strip():
                return False
            end = max(end, stop)
        return not body[end:].strip()

    def _stated(self, call: Call) -> Sequence[Cell]:
        if call.span is None:
            return [fact[1:] for fact in call.stated]
        return self._handle.web.cells_between(call.pages[0], *call.span)
