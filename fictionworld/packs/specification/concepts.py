"""Concepts: how a kind of column or table is spoken of, for all packs that say `like` it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from fictionworld.packs.fields import ColumnType, Measure, Name, Spec, Text
from fictionworld.packs.specification.wording import Spoken, TableSpoken

__all__ = ["ColumnConcept", "Concepts", "Like", "TableConcept"]

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
