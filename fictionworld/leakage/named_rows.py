"""The rows of a world by their names: which of them a text names, and what stands there of them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ahocorasick_rs import AhoCorasick

from fictionworld.leakage.fields import visible
from fictionworld.leakage.values.number_words import holds_number
from fictionworld.packs.compiled import SETTING
from fictionworld.text.names import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fictionworld.leakage.fields import FieldGroup
    from fictionworld.leakage.protected import SubjectKey
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.tasks.world_rows import WorldRows

__all__ = ["NamedRows"]


class NamedRows:
    """The rows that have names, ready to be found in texts.

    Args:
        pack: What the world is.
        rows: Its rows.
    """

    def __init__(self, pack: CompiledPack, rows: WorldRows) -> None:
        self._pack = pack
        self._rows = rows

    def named(self, text: str) -> dict[SubjectKey, str]:
        """The rows named in a text, each with its name as it is folded."""
        automaton, patterns, keys = self._patterns
        folded = fold(text)
        found: dict[SubjectKey, str] = {}
        for which, start, end in automaton.find_matches_as_indexes(folded, overlapping=True):
            if (start and folded[start - 1] != " ") or (end < len(folded) and folded[end] != " "):
                continue
            for key in keys[which]:
                found[key] = patterns[which]
        return found

    def without_figures(self, group: FieldGroup, subjects: Iterable[SubjectKey]) -> str:
        """The text of a result without its date, and without the figures of names and counts."""
        text = visible(group)
        if "(" in text or " of " in text or "age" in text or "." in text:
            text = _COUNTER.sub(" ", text)
        for key in subjects:
            for name in self._figured.get(key, ()):
                text = text.replace(name, " ")
        for name in self._framed:
            text = text.replace(name, " ")
        return text

    def _names(self) -> Iterator[tuple[SubjectKey, str]]:
        for table in self._pack.tables.values():
            column = table.name_column
            if column is None or table.name == SETTING:
                continue
            names = self._rows.cells(table.name, (column.name,))
            for row, name in zip(self._rows.ids(table.name), names, strict=True):
                yield (table.name, row), str(name)

    @cached_property
    def _patterns(self) -> tuple[AhoCorasick, tuple[str, ...], tuple[tuple[SubjectKey, ...], ...]]:
        keys: dict[str, list[SubjectKey]] = {}
        for key, name in self._names():
            if folded := fold(name):
                keys.setdefault(folded, []).append(key)
        patterns = tuple(keys)
        return AhoCorasick(list(patterns)), patterns, tuple(tuple(keys[p]) for p in patterns)

    @cached_property
    def _figured(self) -> Mapping[SubjectKey, tuple[str, ...]]:
        """The names of rows that hold figures or words for them, as titles and addresses write."""
        return {key: (name, fold(name)) for key, name in self._names() if holds_number(name)}

    @cached_property
    def _framed(self) -> tuple[str, ...]:
        """What the world itself is called, where that holds a word for a number."""
        cells = (
            self._rows.cells(SETTING, (column.name,))[0]
            for column in self._pack.tables[SETTING].stored
            if column.kind in {"name", "text", "category"}
        )
        named = (one for one in cells if isinstance(one, str) and " " in one)
        return tuple(dict.fromkeys(one for one in named if holds_number(one)))


_COUNTER: Final = re.compile(
    r"\b(?:page|part|annex|table|section|volume|chapter)\s\d+(?:\sof\s\d+)?|\.(?=\.)"
    r"|\(\d+\sof\s\d+\)",
    re.IGNORECASE,
)
"""`page 2 of 4`, `(3 of 12)`: what counts parts."""
