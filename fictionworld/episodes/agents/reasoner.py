"""The reasoner that `oracle`, `scout` and others use: it understands what they read, and computes.

Reasoning is given to them, finding is not. A reasoner understands the question (which rows it
names, what it asks for) and text put before it (which facts a page states, which rows a line names,
that a page is part 2 of a list), says what the computation lacks, and computes the answer from
facts read, and from nothing else. It has the world's rows in order to understand; what it says of
them stood in the text. It has never seen the key.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Final, NamedTuple

from fictionworld.episodes.agents.known import Known, NamedRow, TrainingValues, note_question
from fictionworld.episodes.agents.lacking import lacking_cells
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.reach import names_its_rows
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.spread import cover
from fictionworld.text.dates import find_dates
from fictionworld.web.page import Mark, Page
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import Cell

_AD: Final = re.compile(
    r"^Cheap!|best prices|coupons and offers|compare and save|^Top 10:|free download"
)

_NOT_COUNTED: Final = re.compile(r"^> (?:Archived copy of an earlier edition|Unofficial page)\b")
_CORRECTION: Final = re.compile(
    r"\bCorrection: (?P<notice>in the text below, “(?P<wrong>.+?)” should read) “"
)
_PROVENANCE: Final = re.compile(r"\*(?=[^*\n]*\bCovers: )[^*\n]*\*$", re.MULTILINE)
_ISSUED: Final = re.compile(r"\b(?:official|statistics office|office of records)\b")
_PARTIAL: Final = re.compile(r"\b(?:sample|half|part|provisional)\b")
_YEAR: Final = 366
_SCOPE: Final = re.compile(r" \(([A-Z][^()]*)\)$")
_TITLE: Final = re.compile(r"(?:Archived copy|Unofficial)\b")


def marks_read(page: Page, text: str) -> list[Mark]:
    """Return the marks of values in the part `text` that a tool gave of `page`, in order.

    Long pages come in parts, cut at whole lines: a mark was read where its line came back.
    """
    lines = set(text.split("\n"))
    seen: list[Mark] = []
    end = -1
    shown = False
    for mark in page.marks:
        if mark.start > end:
            start = page.body.rfind("\n", 0, mark.start) + 1
            end = page.body.find("\n", mark.start)
            end = len(page.body) if end < 0 else end
            shown = page.body[start:end] in lines
        if shown and not mark.follows:
            seen.append(mark)
    return seen


class Credence:
    """What one reader believes of the pages that it reads, part by part, on the day `today`."""

    def __init__(self, today: date) -> None:
        self._today = today
        self._not_counted: set[str] = set()
        self._wrong: defaultdict[str, set[str]] = defaultdict(set)

    def believed(self, url: str, page: Page, text: str) -> list[Mark]:
        """Return the marks that count in what a tool gave of the page at `url`."""
        if _NOT_COUNTED.match(text) or self._loses(text):
            self._not_counted.add(url)
        for match in _CORRECTION.finditer(text):
            self._wrong[url].update(match.group("notice", "wrong"))
        if url in self._not_counted:
            return []
        wrong = self._wrong[url]
        if not wrong:
            return marks_read(page, text)
        return [m for m in marks_read(page, text) if page.body[m.start : m.end] not in wrong]

    def _loses(self, text: str) -> bool:
        """Return whether a page says that its figures are old, not official, or of a part."""
        line = _PROVENANCE.match(text)
        if line is None:
            return False
        days = [reading.first for ranges in find_dates(line[0]) for reading in ranges]
        is_old = any((self._today - day).days > _YEAR for day in days)
        return is_old or _ISSUED.search(line[0]) is None or _PARTIAL.search(line[0]) is not None


def is_discounted(title: str) -> bool:
    """Return whether a title says that nothing on its page counts alone, or that it sells."""
    return _TITLE.match(title) is not None or _AD.search(title) is not None


@dataclass(frozen=True, slots=True)
class ListPart:
    """What a page says of itself that is one part of a list of all rows of a table."""

    table: str
    part: int
    parts: int


class PageStatements(NamedTuple):
    """What the text of a page states, of which some may be misleading."""

    read: list[tuple[Cell, int | None]]
    """Each statement of a fact, and the row whose value it has, where that is not the fact's."""
    cells: list[Cell]
    """The same facts, each once."""
    rows: list[NamedRow]
    """Rows that it lists."""


class Reasoner:
    """The reasoning of one agent on one task."""

    def __init__(
        self,
        handle: WorldHandle,
        specification: Specification,
        training: TrainingValues | None = None,
    ) -> None:
        self._handle = handle
        self._training = training
        self.pack = handle.pack
        self.specification = specification
        self.known = Known(handle.rows)
        self._key_rows: dict[NamedRow, tuple[NamedRow, ...]] = {}
        self._subject_tables: dict[str, tuple[str, ...]] = {}
        self._credence = Credence(handle.world.as_of)
        note_question(specification, self.known)

    # Understanding -----------------------------------------------------------------------------

    @property
    def scope(self) -> str:
        """Return which of several worlds the question says it is about; empty where it is alone."""
        return self._handle.label

    def is_elsewhere(self, title: str) -> bool:
        """Return whether the title of a result says that its page is about another world."""
        named = _SCOPE.search(title)
        return bool(self.scope) and named is not None and named[1] != self.scope

    @property
    def to_list(self) -> tuple[str, ...]:
        """Return the tables any row of which may bear on the answer, so that all must be seen."""
        specification = self.specification
        tables = [member.table for member in specification.members]
        if not names_its_rows(specification, self.known.world_rows.pack):
            tables.insert(0, specification.table)
        return tuple(dict.fromkeys(tables))

    def read(self, url: str, text: str) -> list[Cell]:
        """Note the facts that the text that came back for `url` states, and return them."""
        stated = self.stated_in(url, text)
        for cell, says in stated.read:
            self.known.learn(cell, says)
        for row in stated.rows:
            self.known.note_row(*row)
        return stated.cells

    def stated_in(self, url: str, text: str) -> PageStatements:
        """Return what the text that came back for `url` states, and note nothing of it."""
        number = self._handle.web.number_of(url)
        if number is None:
            return PageStatements([], [], [])
        page = self._handle.web.page(number)
        believed = [
            mark
            for mark in self._credence.believed(url, page, text)
            if mark.truth != "rounded"  # `about 41,000`: it says so itself
        ]
        read = [((m.fact.table, m.fact.row, m.fact.column), m.says) for m in believed]
        rows: list[NamedRow] = []
        if entries := self._handle.web.plan.entries(number):
            named_rows = self.rows_in(text)
            # shown by name, or by its key
            rows = [row for row in entries if named_rows.issuperset(self.key_rows(*row))]
        return PageStatements(read, list(dict.fromkeys(cell for cell, _ in read)), rows)

    def list_at(self, url: str) -> ListPart | None:
        """Return which part of a whole table's list the page at `url` says it is; else None."""
        number = self._handle.web.number_of(url)
        page = self._handle.web.plan.page(number) if number else None
        if page is None or not page.lists_whole_table or page.listed is None:
            return None
        return ListPart(page.listed, page.part or 1, page.parts or 1)

    def kind_at(self, url: str) -> str | None:
        """Return the kind of the page at `url`, a name in `page_kinds`; None for no page."""
        number = self._handle.web.number_of(url)
        return self._handle.web.heads[number - 1].kind if number else None

    def rows_in(self, text: str) -> set[NamedRow]:
        """Return the rows of the world that `text` names."""
        return self._handle.names.rows(text)

    def called(self, row: NamedRow) -> str:
        """Return the words by which a row that was seen is known: its name, or those of its key."""
        return " ".join(self.known.row_called(*row))

    def names_in(self, text: str) -> list[str]:
        """Return the names of rows in `text`, as it writes them."""
        return self._handle.names.in_text(text)

    def key_rows(self, table: str, row: int) -> tuple[NamedRow, ...]:
        """Return the named rows by which a row is known: itself, or the rows that its key names."""
        key_rows = self._key_rows.get((table, row))
        if key_rows is None:
            is_named = self._is_named(table)
            key_rows = ((table, row),) if is_named else tuple(self._referred(table, row, free=True))
            self._key_rows[table, row] = key_rows
        return key_rows

    def owners(self, table: str, row: int) -> tuple[NamedRow, ...]:
        """Return the named rows on whose pages a row may be mentioned.

        The rows of its key come first, then the rows it is known to refer to: a manager may be
        mentioned on the page of the club.
        """
        return (*self.key_rows(table, row), *self._referred(table, row, free=False))

    def _referred(self, table: str, row: int, *, free: bool) -> Iterator[NamedRow]:
        """Yield the named rows that a row's key (`free`), or else its known references, lead to."""
        for column in self.pack.tables[table].references:
            cell = (table, row, column.name)
            leads = self._is_in_key(table, column.name) if free else cell in self.known.facts
            target = self.target(table, column.name)
            if leads and target is not None:
                value = self.known.value(cell)
                if isinstance(value, int):
                    yield target, value

    def _is_named(self, table: str) -> bool:
        return self.pack.tables[table].name_column is not None

    def subject_tables(self, table: str) -> tuple[str, ...]:
        """Return the tables whose rows may be said to have the values of a row of `table`.

        It comes first; for rows without names follow the tables that their keys name: sales are
        sales of phones.
        """
        tables = self._subject_tables.get(table)
        if tables is None:
            references = [column.name for column in self.pack.tables[table].references]
            targets = [self.target(table, c) for c in references if self._is_in_key(table, c)]
            named = [target for target in targets if target is not None]
            tables = self._subject_tables[table] = (table, *dict.fromkeys(named))
        return tables

    def _is_in_key(self, table: str, column: str) -> bool:
        """Return whether a reference is part of the key by which rows without a name are known."""
        return not self._handle.rows.is_fact(table, column)

    def target(self, table: str, column: str) -> str | None:
        """Return the table of named rows that a column refers to; None if it refers to none."""
        target = self.pack.tables[table].columns[column].target
        return target if target is not None and self._is_named(target) else None

    def labels(self, table: str, column: str) -> tuple[str, ...]:
        """Return the usual words for a column, those of questions and titles first."""
        compiled = self.pack.tables[table].columns[column]
        label = self._handle.labels.get((table, column))
        labels = [text for text in compiled.spec.spoken.question if "{" not in text]
        labels += [label] if label else []
        labels += compiled.usual_labels
        return tuple(dict.fromkeys((*labels, *compiled.spec.synonyms)))

    def all_labels(self, table: str, column: str) -> tuple[str, ...]:
        """Return all that sites of any world may call a column."""
        compiled = self.pack.tables[table].columns[column]
        return tuple(dict.fromkeys((*self.labels(table, column), *compiled.all_labels)))

    def nouns(self, table: str) -> tuple[str, ...]:
        """Return the nouns by which people call rows of a table: `phones`, `phone`."""
        one, many = self.pack.tables[table].noun
        # a club in the final table is a club
        nouns = [many, one]
        return tuple(dict.fromkeys([*nouns, *(noun.split(" in ")[0] for noun in nouns)]))

    def training_values(self, table: str, column: str) -> Counter[Value]:
        """Count the values of a column in the other train worlds of the pack.

        An agent that was trained on them may know them; no value is taken from this world.
        """
        if self._training is None:
            return Counter()
        return self._training.of(self._handle.world, table, column)

    # Computing ----------------------------------------------------------------------------------

    def lacking(self, given_up: set[Cell], *, whole: bool) -> Counter[Cell]:
        """Return the cells that the computation lacks next, counted by the rows that need them."""
        return lacking_cells(self.specification, self.known, given_up, whole=whole)

    def afresh(self) -> Reasoner:
        """Return a reasoner on the same task that has read nothing."""
        return Reasoner(self._handle, self.specification, self._training)

    # For the oracle alone -----------------------------------------------------------------------

    def evidence_urls(self) -> list[str]:
        """Return the addresses of a few pages that together state the task's evidence.

        Where several tests rule a row out, it is ruled out by the test that takes the fewest pages,
        or by what stands on the pages read for others.
        """
        handle, table = self._handle, self.specification.table
        paths = [condition.path for condition in self.specification.where]
        tested = [[*chain.from_iterable(handle.rows.trails(table, path))] for path in paths]
        pages = min(map(self._evidence_pages, tested or [[]]), key=len)
        while len(fewer := self._evidence_pages(self._stated(pages))) < len(pages):
            pages = fewer
        return [handle.web.heads[page - 1].url for page in sorted(pages)]

    def _evidence_pages(self, preferred: Iterable[Cell]) -> set[int]:
        """Return a few pages with the evidence; `preferred` cells rule out the rows they can."""
        handle, seen = self._handle, dict.fromkeys(preferred, 1)
        plan, world_id = handle.web.plan, handle.world.world_id
        evidence = evidence_of(self.specification, handle.rows, world_id, seen)
        pages = {page for table in evidence.enumerated for page in plan.directory(table)}
        listed_facts = {fact for page in pages for fact in plan.statements(page)}
        wanted = [plan.pages_of(fact) for fact in evidence.facts if fact not in listed_facts]
        return pages | set(cover(wanted))

    def _stated(self, pages: Iterable[int]) -> Iterator[Cell]:
        """Yield the cells that pages state."""
        for page in pages:
            for fact in self._handle.web.plan.statements(page):
                yield fact.table, fact.row, fact.column
