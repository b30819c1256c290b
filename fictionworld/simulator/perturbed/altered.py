"""Other values for facts: those of other rows of the same column, written in the same form.

A slot of a draft is filled with the other row's value. In a template's text, replacements are found
by the marks of the web's own pages: texts of one column and one shape (`# mAh`, `# M #` for a date)
are values written alike, so two that differ are different values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from fictionworld.packs.compiled import NUMBERS
from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.text.dates import MONTHS
from fictionworld.web.page import Mark, Page, Truth
from fictionworld.worlds.fact import FactId

_MONTH: Final = re.compile(
    rf"\b(?:{'|'.join(name[:3] for name in MONTHS)})[a-z]*\b(?= \d|,? \d{{4}})"
)
_FIGURE: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_GAPS: Final = frozenset({"n/a", "none", "not published"})
_FIGURES: Final = NUMBERS | {"date"}
"""Kinds of columns whose values may be written in words: `four matches`."""


class Replacement(NamedTuple):
    """A row, and its value of the column as it is written somewhere."""

    row: int
    text: str


class ValueSpan(NamedTuple):
    """Where a value stands on a page."""

    start: int
    end: int

    def of(self, page: Page) -> str:
        """Return the text of the value."""
        return page.body[self.start : self.end]


def marks_by_span(page: Page) -> dict[ValueSpan, list[Mark]]:
    """Return the marks of a page by the spans of their texts, in order; some share a text."""
    marks: dict[ValueSpan, list[Mark]] = {}
    for mark in page.marks:
        marks.setdefault(ValueSpan(mark.start, mark.end), []).append(mark)
    return marks


def stated_on(page: Page) -> dict[ValueSpan, list[FactId]]:
    """Return the facts of a page by their values' spans, in order; some facts share a value."""
    return {
        span: [mark.fact for mark in marks]
        for span, marks in marks_by_span(page).items()
        if not marks[0].follows
    }


def exact_on(page: Page) -> dict[ValueSpan, list[FactId]]:
    """Return the facts of a page as `stated_on` does, without those that it rounds."""
    rounded = {ValueSpan(mark.start, mark.end) for mark in page.marks if mark.truth == "rounded"}
    return {span: facts for span, facts in stated_on(page).items() if span not in rounded}


def altered_values(
    page: Page, facts: set[FactId], replacements: Replacements, name: str
) -> dict[ValueSpan, Replacement]:
    """Return another value for each of these facts that has one, by its span on the page."""
    changed = {}
    for span, facts_there in stated_on(page).items():
        if not facts.isdisjoint(facts_there):
            replacement = replacements.other(page, span, facts_there, f"controls/value/{name}")
            if replacement is not None:
                changed[span] = replacement
    return changed


class Replacements:
    """Values of every askable column of a web, as its pages write them."""

    def __init__(self, web: PlannedWeb) -> None:
        self._web = web
        self._kinds = {
            (column.table, column.name): column.kind
            for column in web.plan.codes.columns
            if column.role == "askable" and column.target is None
        }

    def can_change(self, fact: FactId) -> bool:
        """Return whether a fact may be stated with another value: it is askable, and no link."""
        return (fact.table, fact.column) in self._kinds

    def other(
        self, page: Page, span: ValueSpan, facts: Sequence[FactId], name: str
    ) -> Replacement | None:
        """Return another value for facts that share a text on a page; None where none is.

        The search begins at a row drawn by `name`, so a fact stated twice gets one value.
        """
        text = span.of(page)
        fact, own_rows = facts[0], {fact.row for fact in facts}
        column = fact.table, fact.column
        rows, shape = self._pool.get(column, []), _shape(text, self._kinds[column])
        if not shape or not rows:
            return None
        start = child_seed(self._web.world.structure_seed, f"{name}/{fact}") % len(rows)
        for row, texts in (*rows[start:], *rows[:start]):
            other_text = self._web.restated(page.head.number, span.start, span.end, row)
            other_text = texts.get(shape) if other_text is None else other_text
            if other_text is not None and row not in own_rows and _are_apart(other_text, text):
                return Replacement(row, other_text)
        return None

    @cached_property
    def _pool(self) -> dict[tuple[str, str], list[tuple[int, dict[str, str]]]]:
        """Return, by column, the rows in order, each with its value's text by shape."""
        texts_by_column: dict[tuple[str, str], dict[int, dict[str, str]]] = {}
        for head in self._web.heads:
            page = self._web.page(head.number)
            for mark in page.marks:
                fact = mark.fact
                if self.can_change(fact) and not mark.missing and not mark.follows:
                    text = page.body[mark.start : mark.end]
                    column = fact.table, fact.column
                    texts = texts_by_column.setdefault(column, {}).setdefault(fact.row, {})
                    texts.setdefault(_shape(text, self._kinds[column]), text)
        return {key: sorted(rows.items()) for key, rows in texts_by_column.items()}


def _shape(text: str, kind: str) -> str:
    """Return what a column's values written alike have in common; empty where no value is.

    The number one is by itself: what it counts is singular.
    """
    in_words = text.lower()
    if text in _GAPS or in_words.startswith("no ") or not any(map(str.isalnum, text)):
        return ""
    if _FIGURE.search(text) is None:
        if kind not in _FIGURES:
            return "word"
        first_word = "Word" if text[0].isupper() else "word"
        return "" if in_words == "no" else f"{first_word} {text.partition(' ')[2]}"
    return "one" if text == "1" else _FIGURE.sub("#", _MONTH.sub("M", text))


def _are_apart(other: str, text: str) -> bool:
    """Return whether two texts of one shape are different values of about the same size."""
    if _FIGURE.search(text) is None:
        return other.casefold() != text.casefold()
    digits, others = (re.sub(r"\D", "", written) for written in (text, other))
    # 118 thousand may be written 118 or 118,000
    return digits.rstrip("0") != others.rstrip("0") and abs(len(digits) - len(others)) <= 2


class Text:
    """Builds a text with the marks of the facts it states."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._marks: list[Mark] = []

    def add(self, text: str) -> None:
        """Add text that states no fact."""
        self._pieces.append(text)
        self._length += len(text)

    def state(
        self,
        text: str,
        facts: Sequence[FactId],
        truth: Truth = "current",
        says: int | None = None,
        *,
        follows: bool = False,
    ) -> None:
        """Add text that states facts, or that follows from them.

        `says` is the row whose value it is, if not theirs.
        """
        end = self._length + len(text)
        self._marks += [
            Mark(self._length, end, fact, truth, says, follows=follows) for fact in facts
        ]
        self.add(text)

    def quote(
        self,
        page: Page,
        start: int,
        end: int,
        changed: Mapping[ValueSpan, Replacement],
        *,
        truth: Truth,
        rest: Truth = "current",
        following: bool = False,
    ) -> None:
        """Add what stands on a page from `start` to `end`, both outside any mark.

        Args:
            page: The page.
            start: The first character.
            end: Behind the last character.
            changed: Replacements for some of its values, by span.
            truth: The truth of the replacements.
            rest: The truth of all other values; rounded ones stay rounded if it is `current`.
            following: Whether to add sentences that follow from values. A page with other values
                has none: for some facts there is no other value, but twins lack the same sentences.
        """
        rounded = {mark.start for mark in page.marks if mark.truth == "rounded"}
        for span, marks in marks_by_span(page).items():
            if span.start < start or span.end > end:
                continue
            facts, follows = [mark.fact for mark in marks], marks[0].follows
            replacement = changed.get(span)
            if follows and not following:
                self.add(page.body[start : span.start].removesuffix(" "))
                start = span.end
                continue
            self.add(page.body[start : span.start])
            stated_as, text, row = rest, span.of(page), None
            if replacement is not None:
                stated_as, text, row = truth, replacement.text, replacement.row
            if stated_as == "current" and span.start in rounded:
                stated_as = "rounded"
            self.state(text, facts, stated_as, row, follows=follows)
            start = span.end
        self.add(page.body[start:end])

    def finish(self) -> tuple[str, tuple[Mark, ...]]:
        """Return the text and its marks."""
        return "".join(self._pieces), tuple(self._marks)
