"""Finds the table in an answer: the last that has all columns asked for.

In stages: what is no thought (`region.py`), what is marked as the answer, its fenced blocks and the
text between them, the tables in each, the one taken. The choice looks at headers, and never at what
is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

from fictionworld.tasks.grading.cells import Cells, cells_of, read_cell
from fictionworld.tasks.grading.columns import Columns, match_columns
from fictionworld.tasks.grading.delimited import delimited_tables
from fictionworld.tasks.grading.json_rows import json_tables
from fictionworld.tasks.grading.markdown import markdown_tables
from fictionworld.tasks.grading.region import Region, marked_regions, spoken_region
from fictionworld.tasks.grading.table import AnswerTable
from fictionworld.tasks.key import KeyColumn
from fictionworld.text.markup import plain_text
from fictionworld.text.names import fold

MOST_CHARACTERS: Final = 8_000_000
"""In a longer answer stretches of more than 2,000 characters without a bar are cut, and of what
is left the last so many characters are read. A table of 120 rows has some 20,000."""

_MOST_TABLES: Final = 20  # tables looked at for the right header
_MOST_JOINED: Final = 200  # tables of one header that may be one
_MOST_PARTS: Final = 80  # fenced blocks and stretches between them looked into, from the last
# tried where a stretch begins and nowhere within it: else each of its places reads on to its end
_STRETCH: Final = re.compile(r"(?<![^|\n])([^|\n]{2000})[^|\n]+")
_FENCE: Final = re.compile(
    r"^[ \t>]*(?:[-*] )?(?P<marks>`{3,}|~{3,})(?P<info>[^`\n]*)$", re.MULTILINE
)
_TEXTS: Final = frozenset({"name", "text", "category", "reference", "url"})
_FIRST_ROWS: Final = 20  # looked at to tell a template
_PLACEHOLDER: Final = re.compile(r"\W*|<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\}")


@dataclass(frozen=True, eq=False)
class AskedColumns:
    """What the question asks a table to have."""

    columns: tuple[KeyColumn, ...]
    _found: dict[tuple[str, ...], Columns] = field(default_factory=dict)

    @cached_property
    def keys(self) -> tuple[int, ...]:
        """Return the indices of the key's columns by which rows are matched."""
        return tuple(n for n, column in enumerate(self.columns) if column.role == "key")

    def found(self, header: tuple[str, ...]) -> Columns:
        """Return the columns asked for that an answer's header has."""
        if header not in self._found:
            self._found[header] = match_columns(header, self.columns)
        return self._found[header]

    def accepts(self, header: tuple[str, ...]) -> bool:
        """Return whether a header can match rows: it has all key columns, or any if none is key."""
        if len(header) < len(self.keys):
            return False
        columns = self.found(header).columns
        if not self.keys:
            return any(column.place is not None for column in columns)
        return all(columns[n].place is not None for n in self.keys)

    def complete(self, header: tuple[str, ...]) -> bool:
        """Return whether a header has all columns asked for."""
        return self.found(header).count == len(self.columns)

    def row_keys(self, table: AnswerTable) -> set[tuple[str, ...]]:
        """Return the key cells of each row, folded; one empty tuple for all where none is key."""
        columns = self.found(table.header).columns
        indices = [index for n in self.keys if (index := columns[n].place) is not None]
        return {
            tuple(fold(plain_text(row[index][:100])) for index in indices) for row in table.rows
        }

    def is_template(self, table: AnswerTable) -> bool:
        """Return whether no row of a table gives a value: `| ... | <weight> |`, `| name | grams |`.

        Where the question asks for figures, only their cells in the first rows are looked at.
        """
        written_columns = self.found(table.header).columns
        indexed = [
            (key_column, written_column.place)
            for key_column, written_column in zip(self.columns, written_columns, strict=True)
        ]
        figures = [pair for pair in indexed if pair[0].kind not in _TEXTS]
        for column, index in figures or indexed:
            if index is not None:
                cells = cells_of(column)
                rows = table.rows[:_FIRST_ROWS]
                if any(_says_something(cells, row[index]) for row in rows):
                    return False
        return True


def _says_something(cells: Cells, text: str) -> bool:
    forms = read_cell(cells, text).forms
    return _PLACEHOLDER.fullmatch(text) is None and forms not in ((), (None,))


class TakenTable(NamedTuple):
    """The table that an answer gives, and where."""

    table: AnswerTable
    line: int
    """On which line of the answer it begins, from 1."""
    form: str
    """`Markdown`, `CSV` or `JSON`."""
    parts: int = 1
    """Of how many tables of one header it is made."""

    def as_dict(self) -> dict[str, object]:
        """Return the table's form, line, header and size as plain data for JSON."""
        rows = len(self.table.rows) + self.table.beyond
        header = list(self.table.header)
        return {"form": self.form, "line": self.line, "parts": self.parts, "header": header,
                "rows": rows}  # fmt: skip


class ReadAnswer(NamedTuple):
    """What was read of an answer."""

    taken: TakenTable | None
    left_out: tuple[str, ...]
    """What else was found in it, and why it is not the answer."""


class _Part(NamedTuple):
    """A fenced block, or the text between two."""

    text: str
    line: int
    fenced: bool


def read_answer(answer: str, asked: AskedColumns, *, every: bool = False) -> ReadAnswer:
    r"""Return the table that an answer gives, None where it gives none, and what is left out.

    Thoughts are left out. `<answer>` and `\boxed` win where they hold a table that can be compared.
    The last table that has all columns asked for is the answer, with the tables of the same header
    right before it, unless it gives a row of theirs again. One without rows, as a template is,
    counts only where there is no other. Where none has all columns, the last with the most counts
    if its rows can be matched; else the last found is returned, for its reason.

    Args:
        answer: What the agent handed in.
        asked: The columns asked for.
        every: Name all tables that are left out, those before the one taken too.
    """
    if len(answer) > MOST_CHARACTERS:
        answer = _STRETCH.sub(r"\1", answer)[-MOST_CHARACTERS:]
    text = answer.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    spoken, thoughts = spoken_region(text)
    notes = [f"thoughts: {thoughts:,} characters"] if thoughts else []
    for region in marked_regions(spoken):
        choice = _Choice(region, asked)
        if choice.taken is not None and asked.accepts(choice.taken.table.header):
            notes.append(f"what stands outside {region.mark}")
            break
    else:
        choice = _Choice(spoken, asked)
        if choice.taken is None or not asked.accepts(choice.taken.table.header):
            # once more, for fences that do not match
            unfenced = _Choice(spoken, asked, fences=False)
            choice = unfenced if choice.taken is None or unfenced.accepted else choice
    return ReadAnswer(choice.taken, (*notes, *choice.left_out(every=every)))


class _Choice:
    """The table taken from a region, and those passed over."""

    def __init__(self, region: Region, asked: AskedColumns, *, fences: bool = True) -> None:
        whole = _Part(region.text, region.line, fenced=False)
        self._parts = _parts(region)[-_MOST_PARTS:] if fences else [whole]
        self._asked = asked
        self._passed: list[TakenTable] = []
        self.taken = self._complete(len(asked.columns)) or self._partial()

    @property
    def accepted(self) -> bool:
        return self.taken is not None and self._asked.accepts(self.taken.table.header)

    def _complete(self, cells: int) -> TakenTable | None:
        """Return the last table with all columns and rows; else the last with all columns."""
        template: TakenTable | None = None
        for part_index, form, table_index, table in self._tables(cells):
            if not self._asked.complete(table.table.header):
                self._passed.append(table)
            elif self._asked.is_template(table.table):
                template = template or table
            else:
                if template:
                    self._passed.append(template)
                return self._joined(table, self._before(part_index, form, table_index))
            if len(self._passed) >= _MOST_TABLES:
                break
        return template

    def _partial(self) -> TakenTable | None:
        """Return the last table with the most columns that can be compared; else the last."""
        tables = [table for _, _, _, table in self._tables(1)]
        accepted = [table for table in tables if self._asked.accepts(table.table.header)]
        best = max(
            accepted, key=lambda table: self._asked.found(table.table.header).count, default=None
        )
        taken = best or next(iter(tables), None)
        self._passed = [table for table in tables if table is not taken]
        return taken

    def _tables(self, cells: int) -> Iterator[tuple[int, str, int, TakenTable]]:
        """Yield (part's index, form, number in it, table), the last table first.

        A CSV header has at least `cells` cells.
        """
        count = 0
        for part_index in range(len(self._parts) - 1, -1, -1):
            for form in _FORMS:
                for table_index, table in enumerate(
                    _read(self._parts[part_index], form, self._asked, cells)
                ):
                    yield part_index, form, table_index, table
                    count += 1
                    if count == _MOST_TABLES:
                        return

    def _before(self, at: int, form: str, nth: int) -> Iterator[TakenTable]:
        """Yield the tables of a form that precede table `nth` of part `at`, the nearest first."""
        cells = len(self._asked.columns)
        for n, table in enumerate(_read(self._parts[at], form, self._asked, cells)):
            if n > nth:
                yield table
        for part in reversed(self._parts[:at]):
            if form == "Markdown" or part.fenced:
                yield from _read(part, form, self._asked, cells)

    def _joined(self, last: TakenTable, before: Iterator[TakenTable]) -> TakenTable:
        """Return `last` with the tables of its header right before it that name other rows."""
        header = _folded(last.table.header)
        group, names = [last], set[tuple[str, ...]]()
        for table in before:
            if _folded(table.table.header) != header or len(group) == _MOST_JOINED:
                break
            if self._asked.is_template(table.table):
                continue
            names = names or self._asked.row_keys(last.table)
            added_names = self._asked.row_keys(table.table)
            if not names.isdisjoint(added_names):
                break
            group.append(table)
            names |= added_names
        if len(group) == 1:
            return last
        rows = [row for table in reversed(group) for row in table.table.rows]
        beyond = sum(table.table.beyond for table in group)
        first = group[-1]
        joined = last.table._replace(rows=rows, beyond=beyond)
        return TakenTable(joined, first.line, last.form, len(group))

    def left_out(self, *, every: bool) -> list[str]:
        """Return a note for each table that is not the answer."""
        taken = self.taken
        passed = list(self._passed)
        if every and taken is not None:
            passed_lines = {table.line for table in passed}
            passed += [
                table
                for _, _, _, table in self._tables(len(self._asked.columns))
                if table.line < taken.line and table.line not in passed_lines
            ]
        return [self._note(table) for table in sorted(passed, key=lambda table: table.line)]

    def _note(self, passed: TakenTable) -> str:
        lacking = self._asked.found(passed.table.header).lacking(self._asked.columns)
        if lacking:
            listed = ", ".join(f"'{column.header}'" for column in lacking[:3])
            why = f"has no column {listed}"
        elif self._asked.is_template(passed.table):
            why = "is a template without rows"
        else:
            why = "a later table has all columns too"
        rows = len(passed.table.rows)
        size = "1 row" if rows == 1 else f"{rows:,} rows"
        return f"the {passed.form} table on line {passed.line}, {size}: {why}"


def _folded(header: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(fold, header))


_FORMS: Final = ("Markdown", "CSV", "JSON")


def _read(part: _Part, form: str, asked: AskedColumns, cells: int) -> Iterator[TakenTable]:
    """Yield the tables of one form in a part, the last first."""
    text = part.text
    # JSON has commas: a block that opens with a bracket is no CSV
    is_json = part.fenced and text.lstrip()[:1] in ("[", "{")
    tables: Iterator[AnswerTable] | tuple[()] = ()
    if form == "Markdown":
        tables = markdown_tables(text)
    elif form == "CSV" and not is_json:
        is_header: Callable[[tuple[str, ...]], bool] = asked.accepts
        tables = delimited_tables(text, is_header, fenced=part.fenced, cells=cells)
    elif form == "JSON" and (is_json or not part.fenced):
        tables = json_tables(text)
    for table in tables:
        yield TakenTable(table, part.line + table.line, form)


def _parts(region: Region) -> list[_Part]:
    """Return the fenced blocks of a region and the stretches between them, in order.

    A fence with a language opens a block, even within another; a bare one closes what is open. A
    header glued to the mark of a fence is a line of the block.
    """
    text = region.text
    parts: list[_Part] = []
    start, line, opened = 0, region.line, False

    def add(end: int) -> None:
        if text[start:end].strip():
            parts.append(_Part(text[start:end], line, opened))

    for fence in _FENCE.finditer(text):
        add(fence.start())
        line += text.count("\n", start, fence.end())
        info = fence["info"]
        opened = bool(info.strip()) or not opened
        start = fence.start("info") + info.index("|") if "|" in info else fence.end()
    add(len(text))
    return parts
