"""What is true in one world, for those who read drafts: rows, what columns are called, names.

It reads the pack and the rows, and nothing of the writers: what a draft says is compared with the
world itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from ahocorasick_rs import AhoCorasick, MatchKind

from fictionworld.packs.compiled import SETTING
from fictionworld.packs.pages import identity_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.worlds.fact import FactId
    from fictionworld.worlds.record import World

__all__ = ["Book", "Called", "content_words"]

_SMALL: Final = frozenset(
    [
        "a",
        "above",
        "across",
        "after",
        "all",
        "also",
        "among",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "before",
        "below",
        "between",
        "by",
        "can",
        "during",
        "each",
        "for",
        "from",
        "had",
        "has",
        "have",
        "here",
        "his",
        "her",
        "how",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "like",
        "more",
        "most",
        "no",
        "not",
        "of",
        "off",
        "on",
        "one",
        "or",
        "out",
        "over",
        "own",
        "per",
        "since",
        "so",
        "some",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "under",
        "up",
        "was",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whose",
        "will",
        "with",
        "within",
    ]
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_SLOT: Final = re.compile(r"\{[^{}]*\}|\([a-z]{1,3}\)")


def content_words(text: str) -> frozenset[str]:
    """The words of a text that say what it is about, by their stems: `sold`, `batter`, `club`."""
    found = (word.casefold() for word in _WORD.findall(_SLOT.sub(" ", text)))
    return frozenset(stem(word) for word in found if word not in _SMALL)


def stem(word: str) -> str:
    """A word without the ending that number and tense give it; rough, and the same everywhere."""
    for ending in ("ies", "ing", "ed", "es", "s", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


@dataclass(frozen=True, slots=True)
class Called:
    """A column as this world speaks of it."""

    column: CompiledColumn
    label: str
    unit: str | None
    words: frozenset[str]
    """Stems that speak of it: of its labels, of its unit, of what its pack says of it."""


class Book:
    """One world to look things up in.

    Args:
        pack: What the world is.
        world: Its record.
        frames: Its rows by table; rows of this world alone.
        present: Its rows of `world_column`.
    """

    def __init__(
        self,
        pack: CompiledPack,
        world: World,
        frames: Mapping[str, pl.DataFrame],
        present: pl.DataFrame,
    ) -> None:
        self.pack = pack
        self.world = world
        self.frames = frames
        self._present = present

    @cached_property
    def rows(self) -> dict[str, dict[int, dict[str, Any]]]:
        """The rows by table and id, the setting's among them."""
        return {
            name: {row.get("id", 1): row for row in frame.iter_rows(named=True)}
            for name, frame in self.frames.items()
        }

    @cached_property
    def called(self) -> dict[tuple[str, str], Called]:
        """The columns that this world has, by table and name."""
        names = ("table_name", "column_name", "label", "unit", "present")
        found = {}
        for table, name, label, unit, here in self._present.select(names).iter_rows():
            if here and table in self.pack.tables:
                column = self.pack.tables[table].columns[name]
                said = label or column.labels[0]
                spoken = column.spec.spoken
                texts = (said, *column.labels, *spoken.page, *spoken.none, *spoken.question,
                         unit or "")  # fmt: skip
                words = frozenset().union(*map(content_words, texts)) - self._nouns(table)
                found[table, name] = Called(column, said, unit, words or content_words(said))
        return found

    def value(self, fact: FactId) -> Any:  # noqa: ANN401 - what a cell holds
        """What a cell holds: of a reference the name of the row it points to; None where empty."""
        value = self.rows[fact.table][fact.row][fact.column]
        target = self.pack.tables[fact.table].columns[fact.column].target
        return value if value is None or target is None else self.name(target, value)

    def identity(self, table: str, row: int) -> tuple[str, ...]:
        """The texts that tell a row apart: its name, or the parts of its key; never empty ones."""
        columns = self.pack.tables[table].columns
        cells = self.rows[table][row]
        found = []
        for name in identity_of(self.pack.tables[table].spec):
            value, target = cells[name], columns[name].target
            if value is not None:
                found.append(str(value) if target is None else self.name(target, value))
        return tuple(text for text in found if text)

    def name(self, table: str, row: int) -> str:
        """A row in one phrase: its name, or its key with a comma between."""
        return ", ".join(self.identity(table, row)) or f"{self.noun(table)} {row}"

    def noun(self, table: str) -> str:
        """What one row of a table is called."""
        return self.pack.tables[table].spec.spoken.one or table.replace("_", " ")

    def _nouns(self, table: str) -> frozenset[str]:
        """Words for a row of a table: they speak of no column of it."""
        spoken = self.pack.tables[table].spec.spoken
        return content_words(f"{self.noun(table)} {spoken.many or ''}")

    def domain(self, table: str, column: str) -> frozenset[str]:
        """All values of a text column in this world."""
        return self._domains.setdefault(
            (table, column),
            frozenset(str(row[column]) for row in self.rows[table].values() if row[column]),
        )

    @cached_property
    def _domains(self) -> dict[tuple[str, str], frozenset[str]]:
        return {}

    # Names ---------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> frozenset[str]:
        """What stands for one thing of this world wherever it is said: names, the setting's texts,
        values of text columns that are written with a capital or with digits.
        """
        found = {self.world.title}
        for table in self.pack.world_tables:
            for column in table.stored:
                if column.is_text:
                    found |= {
                        text for text in self.domain(table.name, column.name) if _marked(text)
                    }
        for row in self.rows.get(SETTING, {}).values():
            found |= {text for text in map(str, row.values()) if _marked(text)}
        return frozenset(found)

    def names_in(self, text: str) -> list[tuple[int, int]]:
        """Where names of this world stand in a text, the longest first where they overlap."""
        return [
            (start, end)
            for _, start, end in self._finder.find_matches_as_indexes(text)
            if not _within_word(text, start, end)
        ]

    @cached_property
    def _finder(self) -> AhoCorasick:
        return AhoCorasick(sorted(self.names), matchkind=MatchKind.LeftmostLongest)


def _marked(text: str) -> bool:
    """Whether a text reads as a name in the middle of a sentence."""
    return any(c.isupper() for c in text) and any(c.isalpha() for c in text) and len(text) > 1


def _within_word(text: str, start: int, end: int) -> bool:
    before, behind = text[start - 1 : start], text[end : end + 1]
    return (before.isalnum() and text[start].isalnum()) or (
        behind.isalnum() and text[end - 1].isalnum()
    )
