"""Views of a text: what a reader makes of it, each with a way back to the original's characters.

A view is made by rewriting pieces of another one: an entity becomes its character, a mark of
emphasis nothing, a look-alike letter the letter it looks like. `View.span` says which characters
of the original a stretch of the view stands for, whatever the number of rewritings between.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """One view. `View(text)` is the original itself."""

    text: str
    parent: View | None = None
    _starts: tuple[int, ...] = ()
    """Where rewritten pieces stand in this view, in order."""
    _ends: tuple[int, ...] = ()
    _origins: tuple[tuple[int, int], ...] = field(default=())
    """Where each stood in the parent."""
    _cut: bool = False
    """Whether this view only leaves out stretches of its parent."""

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
            said = replace(match)
            start, end = match.span()
            if said is None or (start == end and not said):
                continue
            pieces += (self.text[done:start], said)
            length += start - done
            starts.append(length)
            length += len(said)
            ends.append(length)
            origins.append((start, end))
            done = end
        if not starts:
            return self
        pieces.append(self.text[done:])
        return View("".join(pieces), self, tuple(starts), tuple(ends), tuple(origins))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The characters of the original that `text[start:end]` stands for; never none."""
        view: View = self
        while view.parent is not None:
            start, end = view._left(start), view._right(end)
            view = view.parent
        start = max(0, min(start, len(view.text) - 1))
        return start, min(max(end, start + 1), len(view.text))

    def around_changes(self, base: View, reach: int) -> View:
        """Only what stands within `reach` characters of what was rewritten since `base`.

        The view itself comes back where that is most of it: the rest has been read as `base`.
        """
        changed: list[tuple[int, int]] = []
        view: View | None = self
        steps: list[View] = []
        while view is not None and view is not base:
            steps.append(view)
            view = view.parent
        for step in reversed(steps):
            changed = [(step._after(start), step._after(end)) for start, end in changed]
            changed += zip(step._starts, step._ends, strict=True)
        starts, ends, origins = [], [], []
        done = length = 0  # how far the text has been looked at; how much of it is kept
        for start, end in (*_stretches(self.text, changed, reach), (len(self.text),) * 2):
            if start > done:
                starts.append(length)
                length += len(_GAP)
                ends.append(length)
                origins.append((done, start))
            length += end - start
            done = end
        if length > 0.7 * len(self.text):
            return self
        kept: list[str] = []
        done = 0
        for start, end in origins:
            kept += (self.text[done:start], _GAP)
            done = end
        kept.append(self.text[done:])
        return View("".join(kept), self, tuple(starts), tuple(ends), tuple(origins), _cut=True)

    def at_edge(self, start: int, end: int) -> bool:
        """Whether a place stands so near to what was left out that its neighbours are missing."""
        if not self._cut:
            return False
        at = bisect_right(self._ends, start)
        return (at > 0 and start - self._ends[at - 1] < _EDGE) or (
            at < len(self._starts) and self._starts[at] - end < _EDGE
        )

    def changed(self, start: int, end: int) -> bool:
        """Whether the last rewriting touched what stands within `text[start:end]`."""
        if self._cut and self.parent is not None:
            return self.parent.changed(self._left(start), self._right(end))
        at = bisect_right(self._starts, start)
        return at < len(self._starts) and self._starts[at] < end

    def _after(self, place: int) -> int:
        """Where what stands at a place of the parent stands in this view, about."""
        at = bisect_right(self._origins, (place, -1)) - 1
        return place if at < 0 else max(place - self._origins[at][1], 0) + self._ends[at]

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


_GAP: Final = "\n\n"
_EDGE: Final = 250


def _stretches(text: str, changed: list[tuple[int, int]], reach: int) -> Iterator[tuple[int, int]]:
    """What stands around changes, to the ends of words, in order and apart."""
    low = high = -1
    for start, end in sorted(changed):
        if start - reach > high:
            if high >= 0:
                yield low, high
            # never within a word, or what is left of it may be another
            low = max(0, start - reach)
            low = low and max(low, text.find(" ", low, start) + 1)
        high = max(high, min(len(text), end + reach))
        if high < len(text):
            high = max(text.rfind(" ", end, high), 0) or high
    if high >= 0:
        yield low, high
