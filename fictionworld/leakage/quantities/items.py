"""A text as a line of numbers, words and signs, and the skeleton that shows what they say.

In the skeleton every number is one mark and every month another, with one blank between items.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from fictionworld.leakage.quantities.spelled import folded, languages_of, triggers

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.quantity import Quantity

__all__ = ["MONTHS", "MONTH_MARK", "NUMBER_MARK", "Item", "Line", "Sort", "sort_of"]

NUMBER_MARK: Final = "\x01"
MONTH_MARK: Final = "\x02"

_MONTH_NAMES: Final = (
    "jan january januar janvier enero gennaio janeiro januari janv ene gen",
    "feb february februar fevrier febrero febbraio fevereiro februari fev fevr",
    "mar march marz maerz mars marzo marco maart mrz mrt",
    "apr april avril abril aprile avr abr",
    "may mai mayo maggio maio mei mag",
    "jun june juni juin junio giugno junho giu",
    "jul july juli juillet julio luglio julho juil lug",
    "aug august aout agosto augustus ago",
    "sep sept september septembre septiembre settembre setembro set",
    "oct october oktober octobre octubre ottobre outubro okt out ott",
    "nov november novembre noviembre novembro",
    "dec december dezember decembre diciembre dicembre dezembro dez dic",
)
MONTHS: Final = {word: n for n, words in enumerate(_MONTH_NAMES, start=1) for word in words.split()}
"""Names of months in seven languages, accents dropped."""


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

    def close(self) -> None:
        """Make the skeleton."""
        at, starts = 1, []
        for item in self.items:
            starts.append(at)
            at += len(item.text) + 1
        self.starts = starts
        self.skeleton = f" {' '.join([item.text for item in self.items])} "
        self.words = frozenset(item.text for item in self.items)

    def at(self, place: int) -> int:
        """The number of the item at a place of the skeleton."""
        return bisect_right(self.starts, place) - 1
