"""A text as a line of numbers, words and signs, and the skeleton that shows what they say.

In the skeleton every number is one mark and every month another, with one blank between items.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from fictionworld.leakage.quantities.months import MONTHS
from fictionworld.leakage.quantities.spelled import folded, languages_of, triggers

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.quantity import Quantity

__all__ = ["MONTHS", "MONTH_MARK", "NUMBER_MARK", "Item", "Line", "Sort", "sort_of"]

NUMBER_MARK: Final = "\x01"
MONTH_MARK: Final = "\x02"

Sort: TypeAlias = Literal["plain", "month", "number"]


@lru_cache(1 << 15)
def sort_of(word: str) -> Sort:
    """Whether a word in small letters is plain, the name of a month, or perhaps a number."""
    if word in {"a", "an"} or triggers(word) or languages_of(folded(word)):
        return "number"
    return "month" if folded(word) in MONTHS else "plain"


class Item(NamedTuple):
    """A word, a sign or a number of a line."""

    text: str
    """In small letters; of a number, its mark."""
    start: int
    end: int
    number: Quantity | None = None
    digit: str = ""
    """The digit, where the number is a single one, in digits or as a word."""


@dataclass(slots=True)
class Line:
    """A text as items, and its skeleton."""

    text: str
    """In small letters, digits of other scripts as ours."""
    items: list[Item]
    also: list[Quantity] = field(default_factory=list)
    """Second readings of numbers: 5 metres for `5m`."""
    skeleton: str = ""
    starts: list[int] = field(default_factory=list)
    """Where each item begins in the skeleton."""
    words: frozenset[str] = frozenset()
    numbers: list[int] = field(default_factory=list)
    """Which items are numbers."""

    def close(self) -> None:
        """Make the skeleton."""
        texts = [item.text for item in self.items]
        self.starts = list(accumulate([len(text) + 1 for text in texts], initial=1))
        self.starts.pop()
        self.skeleton = f" {' '.join(texts)} "
        self.words = frozenset(texts)
        self.numbers = [at for at, text in enumerate(texts) if text == NUMBER_MARK]

    def at(self, place: int) -> int:
        """The number of the item at a place of the skeleton."""
        return bisect_right(self.starts, place) - 1
