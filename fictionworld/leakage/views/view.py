"""Views of a text: rewritten forms that map back to the original's characters.

A view is made by rewriting pieces of another one: an entity becomes its character, a mark of
emphasis nothing, a look-alike letter the letter it looks like. `View.span` says which characters
of the original a stretch of the view stands for, whatever the number of rewritings between.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeVar

_Made = TypeVar("_Made")
_SHORT: Final = 20_000
"""Characters: of longer texts only the last few are remembered."""


@dataclass(frozen=True, slots=True)
class View:
    """One view. `View(text)` is the original itself."""

    text: str
    parent: View | None = None
    _starts: tuple[int, ...] = ()
    """Where rewritten pieces stand in this view, in order."""
    _ends: tuple[int, ...] = ()
    _origins: tuple[tuple[int, int], ...] = ()
    """Where each stood in the parent."""

    def rewritten(
        self, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str | None]
    ) -> View:
        """The view in which each match of `pattern` is what `replace` makes of it.

        `replace` returns None to leave a match as it is. The view itself comes back where nothing
        changes.
        """
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        origins: list[tuple[int, int]] = []
        done = length = 0
        for match in pattern.finditer(self.text):
            new = replace(match)
            start, end = match.span()
            if new is None or new == match[0]:
                continue
            pieces += (self.text[done:start], new)
            length += start - done
            starts.append(length)
            length += len(new)
            ends.append(length)
            origins.append((start, end))
            done = end
        if not starts:
            return self
        pieces.append(self.text[done:])
        return View("".join(pieces), self, tuple(starts), tuple(ends), tuple(origins))

    def without(self, pattern: re.Pattern[str]) -> View:
        """The view in which no match of `pattern` is left."""
        return self.rewritten(pattern, lambda _: "")

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the original that `text[start:end]` stands for; never none."""
        view: View = self
        while view.parent is not None:
            start, end = view._left(start), view._right(end)
            view = view.parent
        start = max(0, min(start, len(view.text) - 1))
        return start, min(max(end, start + 1), len(view.text))

    def changed(self, start: int, end: int) -> bool:
        """Whether the last rewriting touched what stands within `text[start:end]`."""
        at = bisect_right(self._ends, start)
        return at < len(self._starts) and self._starts[at] < end

    def _left(self, place: int) -> int:
        """The first character of the parent that the one at `place` stands for."""
        at = bisect_right(self._starts, place) - 1
        # what became nothing stands before `place`, and does not belong to it
        while at >= 0 and self._starts[at] == self._ends[at] == place and place < len(self.text):
            return self._origins[at][1]
        if at < 0:
            return place
        if place < self._ends[at]:
            return self._origins[at][0]
        return self._origins[at][1] + place - self._ends[at]

    def _right(self, place: int) -> int:
        """The end, in the parent, of what ends at `place`."""
        at = bisect_left(self._starts, place) - 1
        if at < 0:
            return place
        if place <= self._ends[at]:
            return self._origins[at][1]
        return self._origins[at][1] + place - self._ends[at]


def remembered(make: Callable[[str], _Made]) -> Callable[[str], _Made]:
    """The same function, with its results for the last few hundred texts kept."""
    of_short, of_long = lru_cache(512)(make), lru_cache(4)(make)

    def made_of(text: str) -> _Made:
        return of_short(text) if len(text) <= _SHORT else of_long(text)

    return made_of
