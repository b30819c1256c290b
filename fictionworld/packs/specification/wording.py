"""How columns, rows and worlds are spoken of."""

from __future__ import annotations

from fictionworld.packs.fields import Spec, Text

__all__ = ["Spoken", "TableSpoken", "WorldSpoken"]


class Spoken(Spec):
    """How a column is spoken of. Whatever is left out has a plain fall-back."""

    page: tuple[Text, ...] = ()
    """Statements of pages, with the slots `{subject}`, `{value}` and `{label}`; each has one
    `{value}`."""
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
    """One and many rows of this value, instead of the table's noun: `["{value}", "{value}s"]`."""
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
    named: Text | None = None
    """How a named row is said: `the {name} series`."""
    person: bool = False
    """Rows are people: who, their."""
    page: tuple[Text, ...] = ()
    question: tuple[Text, ...] = ()


class WorldSpoken(Spec):
    """How questions speak of a world as a whole, with slots of the setting."""

    world: tuple[Text, ...] = ()
    """What follows in, for, across: `the smartphone market of {setting.region}`."""
    askers: tuple[Text, ...] = ()
    """Who asks and why, in a sentence or two: `I'm planning next season's shelves for our shop.`"""
