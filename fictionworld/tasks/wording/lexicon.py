"""How a world's tables, columns and paths are called: the pack's phrases, or plain fall-backs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from fictionworld.packs.compiled import TIMES, CompiledColumn, CompiledPack
from fictionworld.tasks.specification import Path
from fictionworld.tasks.wording.english import comparative, either
from fictionworld.tasks.wording.voice import Voice
from fictionworld.text.english import lowered, plural
from fictionworld.worlds.fact import Value

_PREPOSITIONS = frozenset({"with", "without", "that", "who", "by", "in", "at", "of", "from"})
_DEGREES = {"better": "best", "worse": "worst", "earlier": "earliest", "later": "latest"}
_LARGEST = re.compile(r"with the (?!fewest|oldest|youngest|newest)(\w+est) ")
"""`with the largest battery`; an age is the highest, of whom is the oldest."""
_SORTS = frozenset({"class", "form", "kind", "sort", "type"})
"""`each kind of module`, without an article behind `of`."""


@dataclass(frozen=True)
class QuestionContext:
    """What the wording of a question may know of its world: how things are called there."""

    pack: CompiledPack
    title: str
    """`The smartphone market of the Gulf states in 2031`."""
    as_of: date
    setting: Mapping[str, Value]
    """The world's stored setting: year, region, currency..."""
    labels: Mapping[tuple[str, str], str]
    """What this world calls a column, by (table, column): `Launch price`."""
    units: Mapping[tuple[str, str], str | None]
    """By (table, column): `mAh`, `million EUR`, `%`; None where there is none."""
    names: Mapping[tuple[str, int], str]
    """Names by (table, row id), of every table with a name column: a condition on a reference
    holds a row id, and the question says the name."""


@dataclass(frozen=True, slots=True)
class RowNouns:
    """What a row of a table is."""

    one: str
    many: str
    person: bool

    @property
    def their(self) -> str:
        """Return the possessive of one such row: `their` of a person, else `its`."""
        return "their" if self.person else "its"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of one question."""

    context: QuestionContext
    voice: Voice

    @property
    def pack(self) -> CompiledPack:
        return self.context.pack

    def column(self, table: str, path: Path) -> CompiledColumn:
        """Return the last column of `steps`: for a name behind a reference, the reference."""
        return self.steps(table, path)[-1]

    def nouns(self, table: str) -> RowNouns:
        """Return nouns of rows: a final standing is its club, a yearly figure `phone and year`."""
        compiled = self.pack.tables[table]
        if (dated := self.dated(table)) is not None and self.are_figures(table):
            entity, year = map(self.noun, dated)
            return RowNouns(f"{entity} and {year}", f"{plural(entity)} and {plural(year)}", False)
        if any(map(self.is_same, compiled.references)):
            return self.nouns(compiled.spec.rows.one_per or table)
        return RowNouns(*compiled.noun, compiled.spec.spoken.person)

    def counted(self, table: str, groups: Sequence[Path]) -> RowNouns:
        """Return the nouns of rows without what they are grouped by: `phone` of figures by year."""
        dated = self.dated(table) or ()
        ends = [self.steps(table, path) for path in groups]
        for column, other in zip(dated, reversed(dated), strict=True):
            if (column,) in ends:
                return RowNouns(self.noun(other), plural(self.noun(other)), person=False)
        return self.nouns(table)

    def are_figures(self, table: str) -> bool:
        """Return whether rows have no noun but `figures`, so what they are of must name them."""
        return (self.pack.tables[table].spec.spoken.one or "figure").endswith("figure")

    def dated(self, table: str) -> tuple[CompiledColumn, CompiledColumn] | None:
        """Return the reference and the year that tell a table's rows apart; None if others do."""
        compiled = self.pack.tables[table]
        if compiled.name_column is not None or len(compiled.key) != 2:
            return None
        entity, year = (compiled.columns[name] for name in compiled.key)
        return (entity, year) if entity.target is not None and year.kind == "year" else None

    def named(self, table: str, name: Value) -> str:
        """Return a row by its name: `the Nova 12`; where it has none, by its number."""
        if isinstance(name, int):
            name = self.context.names.get((table, name), f"number {name}")
        pattern = self.pack.tables[table].spec.spoken.named
        return pattern.format(name=name) if pattern else str(name)

    def either(self, table: str, names: Sequence[Value]) -> str:
        """Return several rows by name, as alternatives: `the Nova 12 or the Nova 13`."""
        return either([self.named(table, name) for name in names])

    def steps(self, table: str, path: Path) -> tuple[CompiledColumn, ...]:
        """Return the columns of a path that are worth saying.

        A row that is there once for each row of its parent is the parent as people speak, so the
        reference between them is passed over; a name behind a reference is the row itself.
        """
        *way, end = self.pack.steps(table, path)
        columns = [column for column in way if not self.is_same(column)]
        if not (end.role == "name" and columns and columns[-1].target is not None):
            columns.append(end)
        return tuple(columns)

    def is_same(self, column: CompiledColumn) -> bool:
        """Return whether a reference leads to what its row is anyway: the club of a final place."""
        if column.target is None:
            return False
        spec = self.pack.tables[column.table].spec
        return spec.rows.one_per == column.target and spec.key == (column.name,)

    def noun(self, column: CompiledColumn) -> str:
        """Return what a column holds, as a noun: `battery capacity`."""
        for phrase in column.spec.spoken.question:
            if "{subject}" not in phrase:
                return phrase
        if column.role == "name":
            return "name"
        label = self.context.labels.get((column.table, column.name))
        noun = lowered(label or column.labels[0])
        if column.target is None:
            return noun
        if not column.spec.label:
            noun = column.name.replace("_", " ")
            if self.is_same(column):
                return self.nouns(column.target).one
        # a club is a team where the world calls it so
        nouns = self.pack.tables[column.target].spec.spoken.nouns(column.target)
        return self.nouns(column.target).one if noun in dict(nouns) else noun

    def full_noun(self, table: str, path: Path) -> str:
        """Return a path's end with the references that lead there: `weight of the successor`."""
        *through, column = self.steps(table, path)
        return " of the ".join(map(self.noun, (column, *reversed(through))))

    def is_ambiguous(self, reference: CompiledColumn) -> bool:
        """Return whether its table refers to the same table twice: home club, visiting club."""
        table = self.pack.tables[reference.table]
        return sum(other.target == reference.target for other in table.references) > 1

    def has_own(self, table: str, column: CompiledColumn) -> bool:
        """Return whether rows of `table` refer themselves to the table that `column` refers to."""
        references = self.pack.tables[table].references
        return column.target is not None and any(
            other.target == column.target for other in references
        )

    def owner(self, table: str, path: Path) -> str | None:
        """Return the owner of a path's end (`visiting club`); None where the end's noun will do."""
        *through, column = self.steps(table, path)
        plain = column.target is not None or (
            column.kind == "category" and " " in self.noun(column)
        )
        if through and (not plain or self.is_ambiguous(through[-1]) or self.has_own(table, column)):
            # of two players of a game each has a club, so the way to it begins with the player
            said = through if self.is_ambiguous(through[0]) else through[-1:]
            return " ".join(map(self.noun, said))
        return None

    def group(self, table: str, path: Path) -> str:
        """Return what rows are grouped by: `segment`, `home town of the visiting club`."""
        noun, owner = self.noun(self.column(table, path)), self.owner(table, path)
        if owner is None:
            return noun
        return f"{noun} of {owner}" if noun in _SORTS else f"{noun} of the {owner}"

    def possessed(self, table: str, path: Path, owner: str) -> str:
        """Return the end of a path as something of `owner`: `the head of its brand`.

        Args:
            table: Where the path starts.
            path: The columns to follow, one or more.
            owner: `its`, or `their`.
        """
        first, *others = self.steps(table, path)
        text = f"{owner} {self.noun(first)}"
        for column in others:
            text = f"the {self.noun(column)} of {text}"
        return text

    def of(self, table: str, path: Path, subject: str) -> str:
        """Return the end of a path as something of a named row: `the chip inside the Nova 12`."""
        text = subject
        for index, column in enumerate(self.steps(table, path)):
            patterns = [
                pattern for pattern in column.spec.spoken.question if "{subject}" in pattern
            ]
            if patterns and self.voice.chance(f"of/{index}/{column.name}", 75):
                phrase = self.voice.pick(f"of/{column.table}.{column.name}", patterns)
                text = f"the {phrase.format(subject=text)}"
            else:
                text = f"the {self.noun(column)} of {text}"
        return text

    def superlative(self, table: str, path: Path, *, most: bool) -> tuple[str, bool]:
        """Return words for the row of the largest or smallest value, and if they are an adjective.

        An adjective stands before the noun (`tallest`), other words behind it (`with the most
        cores`).
        """
        *through, column = self.steps(table, path)
        given = column.spec.spoken.most if most else column.spec.spoken.least
        if given and not through:
            return given, _stands_before(given)
        if not given:
            given = f"with the {self.degree(column, most=most)} {self.noun(column)}"
        if not through:
            return given, False
        # of another row: has the chip with the most cores
        owner = self.noun(through[-1])
        if _stands_before(given):
            return f"with the {given} {owner}", False
        return f"with the {owner} {given}", False

    def degree(self, column: CompiledColumn, *, most: bool) -> str:
        """Return a column's superlative: `highest`, `largest` by the pack, `latest` for time."""
        if column.spec.spoken.bounds:
            word = column.spec.spoken.bounds[int(most)].rpartition(" ")[2]
            if word in _DEGREES:
                return _DEGREES[word]
        if column.kind in TIMES:
            return "latest" if most else "earliest"
        least_and_most = (column.spec.spoken.least, column.spec.spoken.most)
        if "longest" in (column.spec.spoken.most or "").split():
            return "longest" if most else "shortest"
        noun = self.noun(column)
        if least_and_most == (f"with the least {noun}", f"with the most {noun}"):
            return "most" if most else "least"
        words = [_LARGEST.match(given or "") for given in least_and_most]
        least, greatest = (match[1] if match else "" for match in words)
        # the largest rise and the largest fall are the highest and the lowest change
        if least != greatest and (word := greatest if most else least):
            return word
        return "highest" if most else "lowest"

    def bound(self, column: CompiledColumn, *, most: bool) -> str:
        """Return the word for a column's largest or smallest value before its name: `fewest` pages.

        `degree` is the word before its noun: the `lowest` number of pages.
        """
        if (column.spec.spoken.least or "").startswith("with the fewest "):
            return "most" if most else "fewest"
        return self.degree(column, most=most)

    def predicate(self, phrase: str, *, before: bool, between_two: bool = False) -> str:
        """Return a superlative as what a row does: `has the largest battery`, `is the tallest`."""
        if between_two:
            phrase = comparative(phrase)
        first, _, rest = phrase.partition(" ")
        if before:
            return f"is the {phrase}"
        if first == "with":
            return f"has {rest}"
        if first in {"who", "that"}:
            return rest
        return f"was {phrase}"


def _stands_before(phrase: str) -> bool:
    """Return whether a superlative is an adjective, which stands before its noun."""
    return " " not in phrase and phrase not in _PREPOSITIONS
