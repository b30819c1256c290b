"""One world as page writers see it: rows, names, words for things, phrases, addresses."""

# Pages have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.nouns import called_in
from fictionworld.packs.pages import identity_of
from fictionworld.text.dates import written_date
from fictionworld.text.english import joined, lowered, with_article
from fictionworld.text.units import SCALES, unit_words
from fictionworld.web.topics import Topics
from fictionworld.web.writing.nouns import TableNouns, nouns_of
from fictionworld.web.writing.phrases import ColumnPhrase, nones_of, phrases_of
from fictionworld.web.writing.style import month_and_year
from fictionworld.worlds.fact import FactId
from fictionworld.worlds.record import World
from fictionworld.worlds.world_rows import WorldRows

if TYPE_CHECKING:
    import polars as pl

    from fictionworld.web.world_plan import PlannedPage


class FactIds(dict[int, FactId]):
    """The facts of one column by row, each made once, for the first page that is read."""

    def __init__(self, world_id: int, table: str, column: str) -> None:
        super().__init__()
        self._world_id, self._table, self._column = world_id, table, column

    def __missing__(self, row: int) -> FactId:
        fact = self[row] = FactId(self._world_id, self._table, row, self._column)
        return fact


@dataclass(frozen=True)
class ColumnWording:
    """All that is needed to state one column in this world."""

    column: CompiledColumn
    table: str
    name: str
    kind: str
    unit: str | None
    label: str
    noun: str
    """A noun phrase for what the column holds, without an article."""
    topic: str
    """The same where it is a topic: `units sold` for `number of units sold`."""
    target: str | None
    """The table that a reference points into."""
    askable: bool
    """Whether it may be asked for."""
    cells: Sequence[Any]
    """What each row holds, at the place of its id; nothing is at place 0."""
    facts: FactIds
    """The fact that each row's cell is, by the row's id."""
    statements: tuple[str, ...] | None = None
    """The phrases of the pack that are in use on a site; None for all."""

    @cached_property
    def unit_beside_label(self) -> str | None:
        """Return the unit to write where the label is beside it; None where the label says it.

        A label `Train kilometres` does not say that they are counted in thousands.
        """
        if self.unit is None or self.kind not in {"integer", "decimal"}:
            return self.unit
        in_label = unit_words(self.label)
        counted = unit_words(self.unit)
        scaled = all(word in in_label for word in counted if word in SCALES)
        return None if scaled and any(word in in_label for word in counted) else self.unit

    @property
    def counts_rows(self) -> bool:
        """Return whether the column is how many rows refer to its row."""
        return self.column.spec.derive is not None and self.column.spec.derive.kind == "count"

    @cached_property
    def phrases(self) -> tuple[ColumnPhrase, ...]:
        """Return the phrases that state a value of the column."""
        return phrases_of(self.column, self.label, self.unit, self.statements)

    @cached_property
    def nones(self) -> tuple[ColumnPhrase, ...]:
        """Return the phrases that say that a row has none; often empty."""
        return nones_of(self.column, self.label)


StatedCell = tuple[ColumnWording, int]
"""A cell: its column and its row."""


class PresentColumn(NamedTuple):
    """A line of a world's `world_column`."""

    table: str
    column: str
    label: str
    unit: str | None
    is_present: bool


def present_columns(present: pl.DataFrame) -> list[PresentColumn]:
    """Return a world's rows of `world_column`."""
    names = ("table_name", "column_name", "label", "unit", "present")
    return list(map(PresentColumn, *(present[name].to_list() for name in names)))


class WritingContext:
    """A world to write about.

    Args:
        pack: What the world is.
        world: Its record.
        rows: Its rows.
        columns: Its columns, as it calls them.
    """

    def __init__(
        self, pack: CompiledPack, world: World, rows: WorldRows, columns: Sequence[PresentColumn]
    ) -> None:
        self.pack = called_in(pack, world.structure_seed, world.split)
        self.world = world
        self.rows = rows
        self.columns = columns
        self._names: dict[tuple[str, int], str] = {}
        self._worded: dict[tuple[str, str], str] = {}

    def cells(self, table: str, column: str) -> Sequence[Any]:
        """Return the cells of a column in this world; the row of id n is at index n - 1."""
        return self.rows.cells(table, (column,))

    @cached_property
    def setting(self) -> dict[str, Any]:
        """Return the one row of the setting by column; empty where there is no setting."""
        table = self.pack.tables.get(SETTING)
        stored = () if table is None else table.stored
        cells = {column.name: self.cells(SETTING, column.name) for column in stored}
        return {name: values[0] for name, values in cells.items() if values}

    @cached_property
    def now(self) -> str:
        """Return the month and the year of the as-of date: `August 2034`."""
        return month_and_year(self.world.as_of)

    @cached_property
    def topics(self) -> Topics:
        """Return the topics of background pages."""
        return Topics(self)

    @cached_property
    def themes(self) -> tuple[str, ...]:
        """Return noun phrases for the world, to follow `in`: `the smartphone market of ...`."""
        templates = self.pack.spec.spoken.world
        if templates:
            return tuple(self._of_setting(text) for text in templates)
        first, blank, rest = self.world.title.partition(" ")
        return (f"{first.lower() if first in {'The', 'A', 'An'} else first}{blank}{rest}",)

    @cached_property
    def place(self) -> str | None:
        """Return the setting's region; None where it has none."""
        region = self.setting.get("region")
        return region if isinstance(region, str) else None

    def _of_setting(self, text: str) -> str:
        for name, value in self.setting.items():
            text = text.replace(f"{{setting.{name}}}", str(value))
        return text

    @cached_property
    def identity(self) -> dict[str, tuple[str, ...]]:
        """Return, by table, the columns that tell its rows apart."""
        return {t.name: identity_of(t.spec) for t in self.pack.world_tables}

    @cached_property
    def nouns(self) -> dict[str, TableNouns]:
        """Return, by table, what its rows are called."""
        return nouns_of(self.pack, self.identity)

    def of_value(self, page: PlannedPage) -> str:
        """Return the value that a page's rows share; a number behind its label, as in `round 8`."""
        value = page.value or ""
        wording = self.wordings.get((page.listed or "", page.shared_column))
        if wording is None or wording.kind == "year" or not value.replace(".", "").isdigit():
            return value
        return f"{lowered(wording.label)} {value}"

    @cached_property
    def wordings(self) -> dict[tuple[str, str], ColumnWording]:
        """Return, by table and column, the wordings of the columns that this world has."""
        wordings = {}
        for table, name, world_label, unit, is_present in self.columns:
            if not is_present or table not in self.pack.tables:
                continue
            column = self.pack.tables[table].columns[name]
            label = world_label or column.labels[0]
            nouns = [text for text in column.spec.spoken.question if "{" not in text]
            noun = nouns[0] if nouns else lowered(label)
            wordings[table, name] = ColumnWording(
                column,
                table,
                name,
                column.kind,
                unit,
                label,
                noun,
                noun.removeprefix("number of "),
                column.target,
                column.role == "askable",
                [None, *(self.cells(table, name) if table != SETTING else ())],
                FactIds(self.world.world_id, table, name),
            )
        return wordings

    def topic(self, table: str, columns: str | None) -> str:
        """Return the topics of a page's columns (`units+share`): `units sold and unit share`."""
        names = (columns or "").split("+")
        if self._scores.get(table) == set(names):
            return "results"
        wordings = [self.wordings.get((table, name)) for name in names]
        return joined([wording.topic for wording in wordings if wording is not None])

    @cached_property
    def _scores(self) -> dict[str, set[str]]:
        """Return, by table of matches, the columns of what each side scored."""
        specs = (table.spec.standings for table in self.pack.world_tables)
        return {s.matches: {s.home_scored, s.away_scored} for s in specs if s is not None}

    def worded(self, text: str, table: str) -> str:
        """Return a sentence with the slots filled that are alike for all rows of a table."""
        key = (text, table)
        filled_text = self._worded.get(key)
        if filled_text is None:
            filled_text = self._worded[key] = self._with_nouns(text, table)
        return filled_text

    def _with_nouns(self, text: str, table: str) -> str:
        nouns = self.nouns.get(table)
        if nouns is not None:
            text = text.replace("{a_one}", with_article(nouns.one))
            text = text.replace("{one}", nouns.one).replace("{many}", nouns.many)
            text = text.replace("{by}", nouns.by).replace("{by_many}", nouns.by_many)
        return text.replace("{now}", self.now)

    @cached_property
    def references(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Return, by table, its context columns that refer to rows, each with the target table."""
        return {
            table.name: tuple(
                (column.name, column.target)
                for column in table.references
                if column.role == "context" and column.target is not None
            )
            for table in self.pack.world_tables
        }

    # Names of rows ------------------------------------------------------------------------

    def table(self, name: str) -> CompiledTable:
        return self.pack.tables[name]

    def is_named(self, table: str) -> bool:
        return self.pack.tables[table].name_column is not None

    def name(self, table: str, row: int) -> str:
        """Return what a row is called: its name, or its key as a heading would write it."""
        key = (table, row)
        row_name = self._names.get(key)
        if row_name is None:
            row_name = self._names[key] = self._name(table, row)
        return row_name

    def _name(self, table: str, row: int) -> str:
        column = self.pack.tables[table].name_column
        if column is not None:
            return str(self.cells(table, column.name)[row - 1])
        texts = [(name, self.cell_text(table, row, name)) for name in self.identity[table]]
        pieces = [(name, text) for name, text in texts if text]
        if not pieces:
            return f"{self.nouns[table].one} {row}"
        return self.of_key(table, pieces)

    def of_key(self, table: str, pieces: list[tuple[str, str]]) -> str:
        """Return the parts of a key as one phrase: `A v B`, `A in 2031`, `A at B`."""
        if len(pieces) == 1:
            return pieces[0][1]
        columns = self.pack.tables[table].columns
        if len(pieces) == 2:
            (first_name, a), (second_name, b) = pieces
            first, second = columns[first_name], columns[second_name]
            if first.target is not None and first.target == second.target:
                return f"{a} v {b}"
            if second.kind == "year":
                return f"{a} in {b}"
            if second.kind == "date":
                return f"{a} on {b}"
            for text, behind, column in ((a, b, second), (b, a, first)):
                word = _preposition(column)
                if word in {"at", "in", "with", "by"}:
                    return f"{text} {word} {behind}"
        return " – ".join(text for _, text in pieces)

    def cell_text(self, table: str, row: int, column: str) -> str:
        """Return a cell of a key or a context column as plain text; empty where it is missing."""
        value = self.cells(table, column)[row - 1]
        if value is None:
            return ""
        target = self.pack.tables[table].columns[column].target
        if isinstance(value, date):
            return written_date(value)
        return self.name(target, value) if target is not None else str(value)

    @cached_property
    def _patterns(self) -> dict[str, str]:
        return {
            t.name: t.spec.spoken.named
            for t in self.pack.world_tables
            if t.spec.spoken.named and "{name}" in t.spec.spoken.named
        }

    def phrase(self, table: str, row: int, name: str | None = None) -> str:
        """Return a row as the subject of a sentence: `the Vela 5`, `the Orin series`.

        Args:
            table: Its table.
            row: Its id.
            name: The name as it is to be written, such as a link; by default the plain name.
        """
        if name is None:
            name = self.name(table, row)
        pattern = self._patterns.get(table)
        return name if pattern is None else pattern.replace("{name}", name)

    def subject_of(self, table: str, row: int) -> tuple[str, int]:
        """Return the row that statements about a row have as their subject.

        It is the row itself, unless its table says otherwise: a transfer's is its player.
        """
        column = self.pack.tables[table].spec.spoken.subject
        if column is None:
            return table, row
        target, value = self.pack.tables[table].columns[column].target, self.cells(table, column)
        return (table, row) if target is None else (target, value[row - 1])

    def named_by(self, table: str, row: int) -> tuple[str, int] | None:
        """Return the row that alone tells a row apart, as an object tells its treatment; None where
        the row has a name, or a key of another form.
        """
        key = self.identity[table]
        target = self.pack.tables[table].columns[key[0]].target if len(key) == 1 else None
        value = None if target is None else self.cells(table, key[0])[row - 1]
        return None if target is None or value is None else (target, value)


def _preposition(column: CompiledColumn) -> str | None:
    """Return the preposition of a condition that has no other word: at, in; None without one."""
    for text in column.spec.spoken.where:
        word, _, rest = text.partition(" ")
        if rest == "{value}":
            return word
    return None
