"""Of which column a value is said: by the words around it, and how near they stand.

Two values of one sentence that changed places are told by it, and a value under another label.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from fictionworld.simulator.drafts.book import content_words, stem
from fictionworld.simulator.drafts.mentions import places_of
from fictionworld.text.units import parse_unit, unit_words

if TYPE_CHECKING:
    from fictionworld.simulator.drafts.book import Book
    from fictionworld.simulator.drafts.passage import Passage, Statement

__all__ = ["BREAK", "FAR", "Nearness", "is_money"]

FAR: Final = 10_000
"""Characters to a word that is not in the sentence."""
BREAK: Final = re.compile(r"[,;:\u2013\u2014(]|\b(?:and|but|while|whereas|plus)\b")
_CLAUSE: Final = 60
"""Characters that a comma, or an `and`, counts for where nearness is measured."""
_SENTENCES: Final = re.compile(r"(?<=[.?!])[\"\u201d]?\s+(?=[A-Z\u201c\"0-9€$£\u25a1])")
_TOKEN: Final = re.compile(r"[^\W\d_]+")
_PERCENT: Final = re.compile(r"%|\bper\s?cent|\bpercent|\bpct", re.IGNORECASE)
# `won` is a currency too, and what a club has done
_MARK_BEFORE: Final = re.compile(r"((?:[A-Z]{0,2}[€$£¥])|\b[A-Z]{3})\s?$")
_MARK_BEHIND: Final = re.compile(
    r"\s?((?:[A-Z]{3}|euros?|dollars?|pounds?|yen|francs?|yuan|rupees?)\b|[€$£¥])"
)


class Nearness:
    """The words of one draft and where they stand.

    Args:
        text: The draft.
        bare: The same with holes for names.
        passage: What it is for.
        book: Its world.
    """

    def __init__(self, text: str, bare: str, passage: Passage, book: Book) -> None:
        self._text = text
        self._bare = bare
        self._passage = passage
        self._book = book
        cuts = [match.end() for match in _SENTENCES.finditer(text)]
        self.sentences = tuple(zip([0, *cuts], [*cuts, len(text)], strict=True))
        """Where each begins and ends."""

    def speaks_of(self, statement: Statement, place: tuple[int, int]) -> bool:
        """Whether the sentence of a place speaks of a column."""
        return self.distance(statement.called.words, *place) < FAR

    def fits(self, statement: Statement, start: int, end: int, kinds: frozenset[str]) -> bool:
        """Whether the value at a place is said of a statement's column, and of no other.

        Args:
            statement: It has this value.
            start: Where the value begins.
            end: Where it ends.
            kinds: Of the columns that it could be taken for.
        """
        words = statement.called.words
        if self._text[max(0, start - 16) : end + 10] in self._passage.plain:
            return True  # word for word as in the plain text
        if not self._same_form(statement, start, end):
            return False
        rivals = [
            s
            for s in self._passage.statements
            if s.called.column.kind in kinds
            and s.value != statement.value
            and self._same_form(s, start, end)
        ]
        for rival in rivals:
            mine, other = self._nearest(statement, rival, start, end)
            if statement.called.label.casefold() not in rival.called.label.casefold():
                mine = min(mine, self._of_label(statement, start, end))
            if other < mine or mine >= FAR <= other:
                return False
        if self.distance(words, start, end) < FAR:
            return True
        here = {s.fact.column for s in self._passage.statements}
        return not any(
            self.distance(called.words - words, start, end) < FAR
            for (table, name), called in self._book.called.items()
            if table == statement.fact.table and name not in here and called.column.kind in kinds
        )

    def _nearest(
        self, statement: Statement, rival: Statement, start: int, end: int
    ) -> tuple[int, int]:
        """How near words stand that speak of the one column and not of the other; of the rival's.

        Units count where no other words do: they go with their numbers, whatever these are said of.
        """
        one, other = statement.called, rival.called
        units = content_words(one.unit or "") | content_words(other.unit or "")
        units -= content_words(one.label) | content_words(other.label)
        found = [
            self.distance(words - units, start, end)
            for words in (one.words - other.words, other.words - one.words)
        ]
        if min(found) >= FAR:
            found = [
                self.distance(words, start, end)
                for words in (one.words - other.words, other.words - one.words)
            ]
        return found[0], found[1]

    def _same_form(self, statement: Statement, start: int, end: int) -> bool:
        """Whether a number is written as the column's numbers are: as a percentage, as money."""
        if statement.called.column.kind == "date":
            return True
        text = self._text[start:end]
        percent = _PERCENT.search(text) is not None
        if percent != (statement.called.column.kind == "percent"):
            return False
        money = bool(self.currencies(start, end))
        return not money or parse_unit(statement.called.unit).currency

    def currencies(self, start: int, end: int) -> list[str]:
        """The currencies right before and right behind a number."""
        before = _MARK_BEFORE.search(self._text[:start])
        behind = _MARK_BEHIND.match(self._text, end)
        marks = " ".join(match[1] for match in (before, behind) if match)
        return [word for word in unit_words(marks) if is_money(word)]

    def distance(self, words: frozenset[str], start: int, end: int) -> int:
        """Characters from a value to the nearest of the words in its sentence."""
        near = FAR
        for place, behind, word in self._tokens:
            if word not in words or not self._same_sentence(place, start):
                continue
            between = (behind, start) if behind <= start else (end, place)
            if between[0] <= between[1]:
                breaks = sum(1 for _ in BREAK.finditer(self._bare, *between))
                near = min(near, between[1] - between[0] + _CLAUSE * breaks)
        return near

    def _of_label(self, statement: Statement, start: int, end: int) -> int:
        """The same to the whole label, where it stands in the sentence."""
        near = FAR
        for place, behind in places_of(statement.called.label, self._bare):
            if self._same_sentence(place, start):
                near = min(near, start - behind if behind <= start else max(0, place - end))
        return near

    @cached_property
    def _tokens(self) -> list[tuple[int, int, str]]:
        return [
            (match.start(), match.end(), stem(match[0].casefold()))
            for match in _TOKEN.finditer(self._bare)
        ]

    def _same_sentence(self, one: int, other: int) -> bool:
        return any(start <= one < end and start <= other < end for start, end in self.sentences)


def is_money(word: str) -> bool:
    """Whether a word of `unit_words` is a currency."""
    return parse_unit(word).currency
