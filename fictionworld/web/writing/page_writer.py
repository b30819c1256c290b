"""Writes the values of one page with their marks, and keeps what the page has still to state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from fictionworld.packs.compiled import QUANTITIES
from fictionworld.seeds import child_seed
from fictionworld.streams import FastStream
from fictionworld.text.approximate import WAYS, approximation
from fictionworld.text.dates import written_date
from fictionworld.text.english import indefinite, with_article
from fictionworld.web.page import Head
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.context import ColumnWording, StatedCell, WritingContext
from fictionworld.web.writing.links import Links
from fictionworld.web.writing.marking import CLOSING, OPENINGS, marked
from fictionworld.web.writing.phrases import ColumnPhrase, counted
from fictionworld.web.writing.style import Style, in_prose, number_word, written
from fictionworld.worlds.fact import RowId


class Worded(NamedTuple):
    """What a sentence says of a cell, not marked yet."""

    text: str
    rounded: bool = False


@dataclass(slots=True, eq=False)
class PageWriter:
    """Everything that the text of one page is written from: world, links, style, facts to state."""

    context: WritingContext
    links: Links
    head: Head
    plan: PlannedPage
    style: Style
    rng: FastStream
    groups: dict[str, dict[int, list[str]]]
    """The columns to state, by table and row."""
    entries: tuple[RowId, ...]
    """The rows to list."""
    may_round: frozenset[tuple[str, int, str]] = frozenset()
    """The cells that sentences may round: table, row, column."""
    places: list[StatedCell] = field(default_factory=list)
    """The cells that were marked, in the order of their numbers."""
    follows: set[int] = field(default_factory=set)
    """The numbers of those from which a text follows that does not state them."""
    rounded: set[int] = field(default_factory=set)
    """The numbers of those whose value was rounded."""
    used: set[str] = field(default_factory=set)
    """Sentences that stand on the page already, so that none is said twice."""
    date: str = field(init=False)
    """The day of the page as the site writes it; empty where it has none."""
    _links_rows: bool = field(init=False)

    def __post_init__(self) -> None:
        day = self.head.date
        self.date = "" if day is None else written_date(day, self.style.dates)
        self._links_rows = page_kinds[self.plan.kind].links_rows

    def own(self) -> list[str]:
        """Remove and return the columns to state of the row that the page is about."""
        plan = self.plan
        rows = self.groups.get(plan.table or "")
        if rows is None or plan.row is None:
            return []
        columns = rows.pop(plan.row, [])
        if not rows:
            del self.groups[plan.table or ""]
        return columns

    def mark(self, text: str, wording: ColumnWording, row: int) -> str:
        """Mark the text as the value of a cell."""
        places = self.places
        # as `marked` has it, without the call: most of what a page states is marked here
        text = f"{OPENINGS[len(places)]}{text}{CLOSING}"
        places.append((wording, row))
        return text

    def mark_worded(self, worded: Worded, wording: ColumnWording, row: int) -> str:
        """Mark what a sentence says of a cell."""
        if worded.rounded:
            self.rounded.add(len(self.places))
        return self.mark(worded.text, wording, row)

    def mark_all(self, text: str, wording: ColumnWording, rows: Sequence[int]) -> str:
        """Mark the text as the value that a column has in each of these rows."""
        return self._mark_cells(text, [(wording, row) for row in rows])

    def follow(self, text: str, cells: Sequence[StatedCell]) -> str:
        """Mark a sentence that follows from the values of these cells, and states none of them.

        The page states all of the cells elsewhere.
        """
        self.follows.update(range(len(self.places), len(self.places) + len(cells)))
        return self._mark_cells(text, cells)

    def _mark_cells(self, text: str, cells: Sequence[StatedCell]) -> str:
        first = len(self.places)
        self.places += cells
        return marked(text, first, len(cells))

    def value(self, wording: ColumnWording, row: int, *, bare: bool = False) -> str | None:
        """Return a cell's value, marked, a reference linked; None where it is missing."""
        value = wording.cells[row]
        if value is None:
            return None
        if wording.target is not None:
            return self._reference(wording, row, value)[0]
        plain = written(value, wording.kind, wording.unit, self.style, bare=bare)
        return self.mark(plain, wording, row)

    def stated(self, wording: ColumnWording, row: int, phrase: ColumnPhrase) -> str:
        """Return a cell's value, which is not missing, as a phrase has it: marked, with its
        article.
        """
        value = wording.cells[row]
        if wording.target is not None:
            text, plain = self._reference(wording, row, value)
            return f"{indefinite(plain)} {text}" if phrase.article else text
        return self.mark_worded(self.worded(wording, row, phrase), wording, row)

    def worded(self, wording: ColumnWording, row: int, phrase: ColumnPhrase) -> Worded:
        """Return a value as `stated` does, but unmarked; the cell is no reference."""
        step = wording.column.spec.rounds_to
        if step is None or phrase.article or phrase.moves or not self._rounds(wording, row):
            return Worded(self._worded(wording, wording.cells[row], phrase))
        way = child_seed(row, f"rounded/{self.head.name}/{wording.name}") % WAYS
        word, figure = approximation(wording.cells[row], step, way)
        return Worded(f"{word} {self._worded(wording, figure, phrase)}", rounded=True)

    def _rounds(self, wording: ColumnWording, row: int) -> bool:
        """Return whether a sentence rounds a cell: it may, and the site does."""
        return self.style.rounds and (wording.table, row, wording.name) in self.may_round

    def _worded(self, wording: ColumnWording, value: Any, phrase: ColumnPhrase) -> str:  # noqa: ANN401 - of any kind
        if phrase.counted and wording.kind == "integer":
            plain = number_word(value, self.style)
            if value == 0 and phrase.counted.endswith(" time(s)"):
                plain = "zero"
            plain += counted(phrase.counted, one=value == 1)
        else:
            sign = phrase.moves and wording.kind in QUANTITIES
            shown = abs(value) if sign else value
            plain = in_prose(shown, wording.kind, wording.unit, self.style, bare=phrase.bare)
            if phrase.counted:
                plain += counted(phrase.counted, one=False)
            if sign:
                plain = _moved(plain, value)
        return with_article(plain) if phrase.article else plain

    def _reference(self, wording: ColumnWording, row: int, value: int) -> tuple[str, str]:
        target = wording.target or ""
        plain = self.context.name(target, value)
        text = self.mark(plain, wording, row)
        home = self.links.home(target, value)
        if home is None or home == self.head.number or not self._links_rows:
            return text, plain
        return f"[{text}]({self.links.address(home)})", plain

    def cell(self, wording: ColumnWording, row: int, *, bare: bool = False) -> str:
        """Return a cell's value for a table or list; the site's gap sign where it is missing."""
        value = wording.cells[row]
        if value is None:
            return self.mark(self.gap(wording), wording, row)
        if wording.target is not None:
            return self._reference(wording, row, value)[0]
        bare = bare or wording.unit_beside_label is None
        plain = written(value, wording.kind, wording.unit, self.style, bare=bare)
        return self.mark(plain, wording, row)

    def labelled(self, wording: ColumnWording, row: int) -> str:
        """Return a cell's value to stand behind its label: as `cell`, but `none` of nothing."""
        if wording.cells[row] == 0 and wording.counts_rows and not wording.askable:
            return self.mark("none", wording, row)
        return self.cell(wording, row)

    def gap(self, wording: ColumnWording) -> str:
        """Return the sign for a missing value; `none` for a missing reference, if not a dash."""
        gap = self.style.gap
        none = wording.target is not None and gap == "n/a"
        return "none" if none else gap

    def link(self, table: str, row: int) -> str:
        """Return a row's name, linked to the page that says most about it unless that is this page,
        or its kind links no rows.
        """
        name, home, link = self.links.named(self.context, table, row)
        return name if home == self.head.number or not self._links_rows else link


def _moved(plain: str, value: Decimal | int) -> str:
    """Return `rose by 3.1%`, `fell by 3.1%` or `did not change`."""
    if value == 0:
        return "did not change"
    return f"{'rose' if value > 0 else 'fell'} by {plain}"
