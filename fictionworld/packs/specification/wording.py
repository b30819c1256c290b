"""How columns, rows and worlds are spoken of, and concepts: the same for packs that say `like`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fictionworld.packs.fields import ColumnType, Measure, Name, Spec, Text
from fictionworld.text.english import plural

Noun = tuple[str, str]
"""One and many: `("harbour", "harbours")`."""


class Spoken(Spec):
    """How a column is spoken of. Whatever is left out has a plain fall-back."""

    page: tuple[Text, ...] = ()
    """Statements of pages, with the slots `{subject}`, `{value}` and `{label}`; each has one
    `{value}`."""
    reserved: tuple[Text, ...] = ()
    """Further statements, which stand in worlds of the splits `eval` and `test` alone."""
    none: tuple[Text, ...] = ()
    """The same for a row that has none, or a count of 0; `{value}` is the word *no*: `{subject} has
    {value} successor so far`."""
    question: tuple[Text, ...] = ()
    """What the column holds, as a noun phrase without article and unit: `battery capacity`. One
    with `{subject}` says of what in its own way: `brand that makes {subject}`."""
    where: tuple[Text, ...] = ()
    """A condition, to stand behind both the singular and the plural of the table's noun: `made by
    {value}`, `with {value} store(s)`. A date or year may take `{when}`, with its preposition:
    `launched {when}`."""
    noun: tuple[Text, Text] | None = None
    """One and many rows of this value, instead of the table's noun: `["{value}", "{value}s"]`,
    which gives finches for a finch."""
    most: Text | None = None
    """The row of the largest value: `tallest`, or behind the noun `with the largest battery`."""
    least: Text | None = None
    bounds: tuple[Text, Text] | None = None
    """What stands behind a limit that is a place: `[or better, or worse]` for at most, at least."""
    has: tuple[Text, Text] | None = None
    """Of a reference: that some row points here, and that none does: `["offered {where}", "not
    offered {where}"]`."""
    means: Text | None = None
    """What a reader could take otherwise, as a sentence: `The launch price is ...`."""


class TableSpoken(Spec):
    """How a row of a table is spoken of."""

    one: Text | None = None
    many: Text | None = None
    also: tuple[Text | tuple[Text, Text], ...] = ()
    """Further nouns, of which each world has one: `harbour`, or `[entry, entries]`. The plural may
    be left out, where it follows by rule."""
    reserved: tuple[Text | tuple[Text, Text], ...] = ()
    """Further nouns, which stand in worlds of the splits `eval` and `test` alone."""
    named: Text | None = None
    """How a named row is said: `the {name} series`."""
    subject: Name | None = None
    """Of rows without names: the one reference in their key, where what pages state is said of the
    row that it names. A transfer's is of its player, `{subject} signed for {value}`; a treatment's
    is of the treatment, and needs no `subject`."""
    person: bool = False
    """Rows are people: who, their."""
    page: tuple[Text, ...] = ()
    question: tuple[Text, ...] = ()

    def nouns(self, table: str, *, reserved: bool = False) -> tuple[Noun, ...]:
        """Return what a row of a table and several are called, the most usual noun first."""
        one = self.one or table.replace("_", " ")
        further = (*self.also, *(self.reserved if reserved else ()))
        pairs = ((noun, plural(noun)) if isinstance(noun, str) else noun for noun in further)
        return ((one, self.many or plural(one)), *pairs)


class WorldSpoken(Spec):
    """How questions speak of a world as a whole, with slots of the setting."""

    world: tuple[Text, ...] = ()
    """What follows in, for, across: `the smartphone market of {setting.region}`."""
    askers: tuple[Text, ...] = ()
    """Who asks and why, in a sentence or two: `I'm planning next season's shelves for our shop.`"""


Like = Name | Annotated[dict[Name, Text | tuple[Text, ...]], Field(min_length=1, max_length=1)]
"""A concept by name, `height`; or with its words, `{level: shirt number}`."""


class ColumnConcept(Spec):
    """What a column gets where it gives nothing itself.

    Each of `words` is a slot of all texts: for the word `noun`, `{noun}` is what the pack gives,
    `{a_noun}` has an article, `{Noun}` a capital. Where a word is called `one`, `{many}` is its
    plural and `{counted}` stands behind a number. `{row}` and `{rows}` are the table's nouns.
    """

    words: tuple[Name, ...] = ()
    """What the pack gives with the concept: `[noun]`. Of `[one, many]` the second may be left out,
    where it follows by rule."""
    label: Text | tuple[Text, ...] = ()
    reserved: tuple[Text, ...] = ()
    """Further labels, which stand in worlds of the splits `eval` and `test` alone."""
    synonyms: tuple[Text, ...] = ()
    type: ColumnType | None = None
    unit: Text | None = None
    decimals: Annotated[int, Field(ge=0, le=6)] = 0
    measure: Measure = "level"
    spoken: Spoken = Spoken()


class TableConcept(Spec):
    """What a table gets where it gives nothing itself."""

    words: tuple[Name, ...] = ()
    spoken: TableSpoken = TableSpoken()


class Concepts(Spec):
    """Concepts by name."""

    columns: dict[Name, ColumnConcept] = {}
    tables: dict[Name, TableConcept] = {}
