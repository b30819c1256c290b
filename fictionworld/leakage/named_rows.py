"""Names of a world in a text: its rows, and prefixes of protected names and categories."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Final

from fictionworld.leakage.fields import FieldGroup, visible
from fictionworld.leakage.protected import SubjectKey
from fictionworld.leakage.values.number_words import holds_number
from fictionworld.packs.compiled import SETTING
from fictionworld.tasks.world_rows import WorldRows
from fictionworld.text.names import fold
from fictionworld.text.phrase_finder import PhraseFinder


class NamedRows:
    """The rows of a world that have names, ready to be found in texts."""

    def __init__(self, rows: WorldRows) -> None:
        self._rows = rows

    def named(self, text: str) -> dict[SubjectKey, str]:
        """The rows named in a text, each with its name as it is folded."""
        folded = fold(text)
        finder, keys = self._finder
        found: dict[SubjectKey, str] = {}
        for name, start, end in finder.all_in(folded):
            if (start and folded[start - 1] != " ") or (end < len(folded) and folded[end] != " "):
                continue
            found.update(dict.fromkeys(keys[name], name))
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

    @cached_property
    def _finder(self) -> tuple[PhraseFinder, dict[str, list[SubjectKey]]]:
        keys: dict[str, list[SubjectKey]] = {}
        for key, name in self._rows.names.items():
            keys.setdefault(fold(name), []).append(key)
        return PhraseFinder(keys), keys

    @cached_property
    def _figured(self) -> Mapping[SubjectKey, tuple[str, ...]]:
        """The names of rows that hold figures or words for them, as titles and addresses write."""
        return {
            key: (name, fold(name)) for key, name in self._rows.names.items() if holds_number(name)
        }

    @cached_property
    def _framed(self) -> tuple[str, ...]:
        """Texts of the setting, such as the world's own name, that hold a number word."""
        cells = (
            self._rows.cells(SETTING, (column.name,))[0]
            for column in self._rows.pack.tables[SETTING].stored
            if column.kind in {"name", "text", "category"}
        )
        named = (one for one in cells if isinstance(one, str) and " " in one)
        return tuple(dict.fromkeys(one for one in named if holds_number(one)))


_BEGINNING: Final = 5
"""Letters of a word that are looked for: what is cut short or inflected has them."""
_COUNTER: Final = re.compile(
    r"\b(?:page|part|annex|table|section|volume|chapter)\s\d+(?:\sof\s\d+)?|\.(?=\.)"
    r"|\(\d+\sof\s\d+\)",
    re.IGNORECASE,
)
"""`page 2 of 4`, `(3 of 12)`: what counts parts."""


@lru_cache(1 << 14)
def beginnings_of(value: str) -> tuple[str, ...]:
    """The beginnings of words one of which stands in every text that states the value."""
    words = fold(value).split()
    longest = max(words, key=len, default="")
    # of `Adele Fox` the first name may be an initial
    kept = {longest, *(word for word in words[-1:] if len(word) > 2)} - {""}
    return tuple(sorted(word[:_BEGINNING] for word in kept))


class ValueWords:
    """The beginnings of all values that are words."""

    def __init__(self, values: Iterable[str]) -> None:
        self._finder = PhraseFinder(sorted({w for value in values for w in beginnings_of(value)}))

    def beginning_in(self, folded: str) -> set[str]:
        """Those that stand in a folded text."""
        return {one.phrase for one in self._finder.all_in(folded)}
