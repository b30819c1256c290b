"""How a world's tables, columns and paths are called: the pack's phrases, or plain fall-backs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from fictionworld.packs.compiled import SETTING, TIMES, CompiledColumn, CompiledPack
from fictionworld.tasks.specification import Path
from fictionworld.tasks.wording.english import comparative, either
from fictionworld.tasks.wording.voice import Voice
from fictionworld.text.english import lowered, plural
from fictionworld.worlds.fact import Value

_PREPOSITIONS = frozenset({"with", "without", "that", "who", "by", "in", "at", "of", "from"})
_DEGREES = {"better": "best", "worse": "worst", "earlier": "earliest", "later": "latest"}
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
        """The possessive of one of them."""
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
        """What a path ends at; of a name behind a reference the reference, as in `steps`."""
        return self.steps(table, path)[-1]

    def nouns(self, table: str) -> RowNouns:
        """What rows are called: a final standing is its club, a yearly figure `phone and year`."""
        compiled = self.pack.tables[table]
        spoken = compiled.spec.spoken
        if (dated := self.dated(table)) is not None and self.are_figures(table):
            entity, year = map(self.noun, dated)
            return RowNouns(f"{entity} and {year}", f"{plural(entity)} and {plural(year)}", False)
        if any(map(self.is_same, compiled.references)):
            return self.nouns(compiled.spec.rows.one_per or table)
        one = spoken.one or table.replace("_", " ")
        return RowNouns(one, spoken.many or plural(one), spoken.person)

    def counted(self, table: str, groups: Sequence[Path]) -> RowNouns:
        """The nouns without what rows are put together by: `phone`, of figures for each year."""
        dated = self.dated(table) or ()
        ends = [self.steps(table, path) for path in groups]
        for column, other in zip(dated, reversed(dated), strict=True):
            if (column,) in ends:
                return RowNouns(self.noun(other), plural(self.noun(other)), person=False)
        return self.nouns(table)

    def are_figures(self, table: str) -> bool:
        """Whether its rows have no noun but `figures`, so that what they are of must name them."""
        return (self.pack.tables[table].spec.spoken.one or "figure").endswith("figure")

    def dated(self, table: str) -> tuple[CompiledColumn, CompiledColumn] | None:
        """The reference and the year that tell the rows of a table apart; None of other tables."""
        compiled = self.pack.tables[table]
        if compiled.name_column is not None or len(compiled.key) != 2:
            return None
        entity, year = (compiled.columns[name] for name in compiled.key)
        return (entity, year) if entity.target is not None and year.kind == "year" else None

    def named(self, table: str, name: Value) -> str:
        """A row by its name: `the Nova 12`. Where it has none, its number."""
        if isinstance(name, int):
            name = self.context.names.get((table, name), f"number {name}")
        pattern = self.pack.tables[table].spec.spoken.named
        return pattern.format(name=name) if pattern else str(name)

    def either(self, table: str, names: Sequence[Value]) -> str:
        """One of several rows by name: `the Nova 12 or the Nova 13`."""
        return either([self.named(table, name) for name in names])

    def steps(self, table: str, path: Path) -> tuple[CompiledColumn, ...]:
        """The columns of a path that are worth saying.

        A row that is there once for each row of its parent is the parent as people speak, so the
        reference between them is passed over; a name behind a reference is the row itself.
        """
        found: list[CompiledColumn] = []
        for place, step in enumerate(path):
            if step == SETTING and place == 0:
                table = SETTING
                continue
            column = self.pack.tables[table].columns[step]
            more = place < len(path) - 1
            if not (more and self.is_same(column)) and not (
                column.role == "name" and found and found[-1].target is not None
            ):
                found.append(column)
            table = column.target or table
        return tuple(found)

    def is_same(self, column: CompiledColumn) -> bool:
        """Whether a reference leads to what its own row is anyway: the club of a final place."""
        if column.target is None:
            return False
        spec = self.pack.tables[column.table].spec
        return spec.rows.one_per == column.target and spec.key == (column.name,)

    def noun(self, column: CompiledColumn) -> str:
        """What a column holds: `battery capacity`."""
        for phrase in column.spec.spoken.question:
            if "{subject}" not in phrase:
                return phrase
        if column.role == "name":
            return "name"
        label = self.context.labels.get((column.table, column.name))
        if column.target is not None and not column.spec.label:
            same = self.is_same(column)
            return self.nouns(column.target).one if same else column.name.replace("_", " ")
        return lowered(label or column.labels[0])

    def full_noun(self, table: str, path: Path) -> str:
        """The end of a path with the references that lead there: `weight of the successor`."""
        *through, column = self.steps(table, path)
        return " of the ".join(map(self.noun, (column, *reversed(through))))

    def is_ambiguous(self, reference: CompiledColumn) -> bool:
        """Whether its table refers to the same kind of row twice: home club, visiting club."""
        table = self.pack.tables[reference.table]
        return sum(one.target == reference.target for one in table.references) > 1

    def has_own(self, table: str, column: CompiledColumn) -> bool:
        """Whether rows of `table` refer themselves to what `column` of another table refers to."""
        references = self.pack.tables[table].references
        return column.target is not None and any(one.target == column.target for one in references)

    def owner(self, table: str, path: Path) -> str | None:
        """Whose the end of a path is, where its noun alone would not tell: `visiting club`."""
        *through, column = self.steps(table, path)
        plain = column.target is not None or (
            column.kind == "category" and " " in self.noun(column)
        )
        if through and (not plain or self.is_ambiguous(through[-1]) or self.has_own(table, column)):
            return self.noun(through[-1])
        return None

    def group(self, table: str, path: Path) -> str:
        """What rows are put together by: `segment`, `home town of the visiting club`."""
        noun, owner = self.noun(self.column(table, path)), self.owner(table, path)
        if owner is None:
            return noun
        return f"{noun} of {owner}" if noun in _SORTS else f"{noun} of the {owner}"

    def possessed(self, table: str, path: Path, owner: str) -> str:
        """The end of a path as something of `owner`: `its launch price`, `the head of its brand`.

        Args:
            table: Where the path starts.
            path: Columns.
            owner: `its`, or `their`.
        """
        first, *others = self.steps(table, path)
        text = f"{owner} {self.noun(first)}"
        for column in others:
            text = f"the {self.noun(column)} of {text}"
        return text

    def of(self, table: str, path: Path, subject: str) -> str:
        """The end of a path as something of a row already named: `the chip inside the Nova 12`."""
        text = subject
        for place, column in enumerate(self.steps(table, path)):
            own = [one for one in column.spec.spoken.question if "{subject}" in one]
            if own and self.voice.chance(f"of/{place}/{column.name}", 75):
                phrase = self.voice.pick(f"of/{column.table}.{column.name}", own)
                text = f"the {phrase.format(subject=text)}"
            else:
                text = f"the {self.noun(column)} of {text}"
        return text

    def superlative(self, table: str, path: Path, *, most: bool) -> tuple[str, bool]:
        """What singles out the row of the largest, or smallest, value; whether it is an adjective
        before the noun (`tallest`) rather than a phrase behind it.
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
        """`highest`, or as the pack has it `largest`; for what stands in time `latest`."""
        if column.spec.spoken.bounds:
            word = column.spec.spoken.bounds[int(most)].rpartition(" ")[2]
            if word in _DEGREES:
                return _DEGREES[word]
        if column.kind in TIMES:
            return "latest" if most else "earliest"
        if column.spec.spoken.most == "longest":
            return "longest" if most else "shortest"
        given = (column.spec.spoken.most if most else column.spec.spoken.least) or ""
        # with the largest battery
        if (found := re.match(r"with the (?!fewest)(\w+est) ", given)) is not None:
            return found[1]
        return "highest" if most else "lowest"

    def predicate(self, phrase: str, *, before: bool, between_two: bool = False) -> str:
        """A superlative as what one row does: `has the largest battery`, `is the tallest`."""
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
    """Whether it is an adjective."""
    return " " not in phrase and phrase not in _PREPOSITIONS
