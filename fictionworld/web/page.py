"""Pages as they are read: what the fictional web serves, and where on a page each fact stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from fictionworld.worlds.fact import FactId

Truth: TypeAlias = Literal["current", "rounded", "stale", "false"]
"""What a statement is worth. A `rounded` one is true, and no evidence of the exact value; `stale`
and `false` ones exist only under controls."""
_UNTRUE: Final = frozenset({"stale", "false"})


class Mark(NamedTuple):
    """A filler: where a page states a fact, `body[start:end]`.

    It holds the value and whatever in the wording follows the value: an article, a sign's verb,
    and where a column may be missing the whole clause. What lies outside all marks is the page's
    skeleton, which stays the same whatever the values are.
    """

    start: int
    end: int
    fact: FactId
    truth: Truth = "current"
    says: int | None = None
    """The row of the same table whose value stands here, where it is not the fact's own."""
    missing: bool = False
    """It says that there is no value."""
    follows: bool = False
    """It is a sentence that follows from the value and does not state it, such as who won. Who
    reads it has not read the fact; it opens only where all facts are open that it follows from."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a page before it is written: what a search result shows, and its plan."""

    number: int
    """1..n in its world, as in the page plan."""
    name: str
    """The plan's stable name, `encyclopedia/phone/12`: seeds of wording derive from it."""
    kind: str
    url: str
    title: str
    """No value of an askable column stands in it."""
    outlet: str
    """The site's name: `Fennpedia`, `Meridian Weekly`."""
    date: date | None
    """The day of publication, never after the world's as-of date; None for undated pages."""
    world: str = ""
    """What its world is called, where a page of another joined world may have the same title."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, written."""

    head: Head
    body: str
    """Markdown."""
    marks: tuple[Mark, ...]
    """In order, not overlapping; one fact may be stated more than once."""

    def cells_between(self, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return the cells that this part of the body states as they are: table, row, column."""
        return [
            mark.fact[1:]
            for mark in self.marks
            if start <= mark.start
            and mark.end <= end
            and mark.truth == "current"
            and not mark.follows
        ]

    def plain(self) -> tuple[str, list[tuple[Any, ...]]]:
        """Return body and marks as strings, numbers, tuples and a list; its head is left out."""
        return self.body, [(*mark[:2], mark.fact[1:], *mark[3:]) for mark in self.marks]

    @classmethod
    def restored(
        cls, head: Head, plain: tuple[Any, ...], fact: Callable[[str, int, str], FactId]
    ) -> Page:
        """Return the page of a head, given what `plain` returned and who knows a cell's fact."""
        body, marks = plain
        return cls(head, body, tuple([Mark._make((*m[:2], fact(*m[2]), *m[3:])) for m in marks]))

    def untrue_between(self, start: int, end: int) -> list[tuple[FactId, str]]:
        """Return the facts that this part of the body states otherwise than they are, each once.

        Each comes with `stale` or `false`.
        """
        inside = (mark for mark in self.marks if start <= mark.start and mark.end <= end)
        untrue = ((mark.fact, str(mark.truth)) for mark in inside if mark.truth in _UNTRUE)
        return list(dict.fromkeys(untrue))


def refilled(page: Page, filler: Callable[[Mark, str], str]) -> str:
    """Return a page's body with other fillers.

    Args:
        page: The page.
        filler: Returns the new text of a mark, given the mark and its text. Facts that share a
            value share a filler: it is called once, with the first fact's mark.
    """
    body, end = page.body, 0
    pieces: list[str] = []
    for mark in page.marks:
        if mark.start >= end:
            pieces += (body[end : mark.start], filler(mark, body[mark.start : mark.end]))
            end = mark.end
    return "".join((*pieces, body[end:]))
