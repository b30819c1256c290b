"""Which column of an answer is which column of the key."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from fictionworld.tasks.key import KeyColumn
from fictionworld.text.markup import plain_text
from fictionworld.text.names import fold
from fictionworld.text.units import known_unit, parse_unit

_BRACKETS: Final = re.compile(r"[(\[{]([^()\[\]{}]*)[)\]}]")
_NUMBERED: Final = re.compile(
    r"^\s*(?:#|no\.?)?\s*\d{1,2}\s*[.):]\s+|[\s_]*(?:\(\d\)|\[\d\]|#\d)\s*$"
)
_LAST_DIGIT: Final = re.compile(r"\s\d$")
_IN_UNIT: Final = re.compile(r",?\s(?:in|,)\s([^,]{1,20})$|,\s*([^,\s]{1,12})$")
_MOST_HEADERS: Final = 200
_LONGEST: Final = 300
_STEPS: Final = 6
"""How many times headers are compared, each time more loosely."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the key's columns stand in an answer."""

    places: tuple[int | None, ...]
    """For each column of the key its place in the answer; None where the answer lacks it."""
    scales: tuple[int | None, ...]
    """For each the power of ten that the answer's own header gives, `Revenue (thousand EUR)`; None
    where it says nothing of it."""

    def lacking(self, columns: Sequence[KeyColumn]) -> list[KeyColumn]:
        """The key's columns that the answer lacks."""
        return [c for c, place in zip(columns, self.places, strict=True) if place is None]


def match_columns(header: Sequence[str], columns: tuple[KeyColumn, ...]) -> Columns:
    """The answer's columns that are the key's, one to one.

    Compared more and more loosely, each column with the strictest header that fits it: as
    written; without case, accents, punctuation and marks; without the unit (in brackets, or after
    `in` or a comma); by synonyms; without numbering (`1. Phone`, `Phone (1)`); without plurals.
    Of equal headers the first counts. A header that names another unit (`Price (USD)` for `Price
    (EUR)`) is another column. All other columns of an answer are passed over.
    """
    wanted = [_wanted(column) for column in columns]
    given = [_given(cell[:_LONGEST]) for cell in header[:_MOST_HEADERS]]
    places: list[int | None] = [None] * len(columns)
    free = set(range(len(given)))
    for step in range(_STEPS):
        by_form: dict[str, int] = {}
        for at in sorted(free, reverse=True):
            by_form.update(dict.fromkeys(given[at].forms[step], at))
        for n, column in enumerate(columns):
            if places[n] is not None:
                continue
            for form in wanted[n][step]:
                at = by_form.get(form, -1)
                if at in free and _fits(given[at], column):
                    places[n] = at
                    free.discard(at)
                    break
    scales = tuple(None if at is None else given[at].scale for at in places)
    return Columns(tuple(places), scales)


@dataclass(frozen=True, slots=True)
class _Header:
    """One header of an answer: its forms from the strictest to the loosest, and its unit."""

    forms: tuple[tuple[str, ...], ...]
    units: frozenset[str]
    scale: int | None


def _fits(header: _Header, column: KeyColumn) -> bool:
    """Whether the units known on both sides agree."""
    unit = parse_unit(column.unit)
    return not header.units or not unit.known or not header.units.isdisjoint(unit.known)


@lru_cache(maxsize=4096)
def _given(cell: str) -> _Header:
    plain = plain_text(cell)
    bare, unit = _without_unit(plain)
    parsed = parse_unit(unit)
    folded, short = fold(plain), fold(bare)
    unnumbered = fold(_NUMBERED.sub("", _NUMBERED.sub("", bare)))
    loose = (short, unnumbered, _LAST_DIGIT.sub("", unnumbered))
    units = frozenset(word for word in parsed.words if known_unit(word)) if unit else frozenset()
    forms = (
        (plain,),
        (folded,),
        (short,),
        (folded, short),
        loose,
        (*map(_singular, loose), _singular(folded)),
    )
    scale = parsed.scale if unit and (parsed.scale or units) else None
    return _Header(forms, units, scale)


@lru_cache(maxsize=1024)
def _wanted(column: KeyColumn) -> tuple[tuple[str, ...], ...]:
    plain = plain_text(column.header)
    folded, short = fold(plain), fold(_without_unit(plain)[0])
    synonyms = tuple(fold(one) for one in column.synonyms)
    every = (folded, short, *synonyms)
    return (
        (plain,),
        (folded,),
        (folded, short),
        synonyms,
        every,
        tuple(map(_singular, every)),
    )


def _without_unit(text: str) -> tuple[str, str]:
    """A header without what it has in brackets, or after `in` if that is a unit; and that."""
    if bracket := _BRACKETS.search(text):
        rest = f"{text[: bracket.start()]} {text[bracket.end() :]}"
        return (rest, bracket[1]) if rest.strip() else (text, "")
    if tail := _IN_UNIT.search(text):
        unit = parse_unit(tail[1] or tail[2])
        if unit.scale or unit.known:
            return text[: tail.start()], tail[1] or tail[2]
    return text, ""


def _singular(folded: str) -> str:
    return " ".join(w[:-1] if len(w) > 3 and w.endswith("s") else w for w in folded.split())
