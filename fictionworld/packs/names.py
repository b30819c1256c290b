"""Invented names for many rows at once: people, towns, clubs, whatever `packs.words.pools()` lists.

Each name follows from its own 64-bit word, its culture, gender and place, and from nothing else:
rows may come in any order and any batch. The rows of a culture are drawn together, pattern by
pattern; a pattern's slots draw from lists, invented words (`compose.py`) and other pools.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import accumulate, repeat

import numpy as np

from fictionworld.errors import UsageError, nearest
from fictionworld.packs.compose import FILTERS, InventedWord, ListedWord, parse
from fictionworld.packs.words import CULTURES, pools, taken_words, words_of
from fictionworld.streams import AnyInts, Bits, Strings, mix, word

_CHUNK = 16_384  # rows whose bits, indices and words fit the second-level cache together
_AROUND = "around"
_GENDERS = {None: "person", "men": "man", "women": "woman"}
_CULTURE_NUMBERS: Mapping[object, int] = {culture: n for n, culture in enumerate(CULTURES)}


def make_names(
    pool: str,
    culture: Strings | str,
    bits: Bits,
    *,
    gender: Strings | None = None,
    around: Strings | None = None,
) -> Strings:
    """Return one name of `pool` for each 64-bit word; equal words and cultures give equal names.

    Args:
        pool: one of `packs.words.pools()`.
        culture: one of `packs.words.CULTURES` for all rows, or one a row.
        bits: one random 64-bit word a row.
        gender: for `person`: "men", "women", or None for either; other pools pass it over.
        around: for `football_club` and `stadium`: the place they are named after; None invents one.

    Raises:
        UsageError: an unknown pool, culture or gender.
    """
    if pool not in pools():
        raise UsageError(f"pool {pool!r} is none of {', '.join(pools())}{nearest(pool, pools())}")
    names = np.empty(len(bits), object)
    for namer, rows in _by_culture(culture, len(bits)):
        for name, members in _by_gender(pool, gender, rows):
            for start in range(0, len(members), _CHUNK):
                chunk = members[start : start + _CHUNK]
                names[chunk] = namer.draw(
                    name, mix(bits[chunk]), None if around is None else around[chunk]
                )
    return names


def _by_culture(culture: Strings | str, count: int) -> list[tuple[_Namer, AnyInts]]:
    if isinstance(culture, str):
        return [(_namer(culture), np.arange(count))]
    try:
        numbers = np.fromiter(map(_CULTURE_NUMBERS.__getitem__, culture.tolist()), np.int8, count)
    except KeyError as unknown:
        text = str(unknown.args[0])
        raise UsageError(
            f"culture {text!r} is none of {', '.join(CULTURES)}{nearest(text, CULTURES)}"
        ) from None
    present = np.flatnonzero(np.bincount(numbers, minlength=len(CULTURES)))
    return [(_namer(CULTURES[n]), np.flatnonzero(numbers == n)) for n in present]


def _by_gender(pool: str, gender: Strings | None, rows: AnyInts) -> list[tuple[str, AnyInts]]:
    if pool != "person" or gender is None:
        return [(pool, rows)]
    genders = gender[rows].tolist()
    if unknown := set(genders) - set(_GENDERS):
        raise UsageError(f"gender {min(map(str, unknown))!r} is none of men, women and None")
    pools_of_rows = np.array([_GENDERS[value] for value in genders], object)
    return [(name, rows[pools_of_rows == name]) for name in _GENDERS.values()]


@cache
def _namer(culture: str) -> _Namer:
    return _Namer(culture)


class _Namer:
    """The names of one culture."""

    def __init__(self, culture: str) -> None:
        self._words = words_of(culture)
        self._sources: dict[str, ListedWord | InventedWord] = {}
        self._pools: dict[str, _Pool] = {}

    def draw(self, name: str, bits: Bits, around: Strings | None) -> Strings:
        """Return a text of the slot or pool `name` for each 64-bit word."""
        if name not in self._words.patterns:
            return self._source(name).draw(bits)
        pool = self._pool(name)
        if len(pool.patterns) == 1:
            return self._fill(pool.patterns[0], bits, around)
        names = np.empty(len(bits), object)
        chosen = pool.choose(bits)
        for number, pieces in enumerate(pool.patterns):
            rows = np.flatnonzero(chosen == number)
            if len(rows):
                around_rows = None if around is None else around[rows]
                names[rows] = self._fill(pieces, bits[rows], around_rows)
        return names

    def _fill(
        self, pieces: tuple[tuple[str, str | None] | str, ...], bits: Bits, around: Strings | None
    ) -> Strings:
        columns: list[Iterable[str]] = []
        for number, piece in enumerate(pieces):
            if isinstance(piece, str):
                columns.append(repeat(piece))
                continue
            slot, bend = piece
            texts = self._held(slot, word(bits, number), around)
            if len(pieces) == 1 and bend is None:
                return texts
            columns.append(texts.tolist() if bend is None else map(FILTERS[bend], texts.tolist()))
        return np.array(list(map("".join, zip(*columns, strict=False))), object)

    def _held(self, slot: str, bits: Bits, around: Strings | None) -> Strings:
        if slot != _AROUND:
            return self.draw(slot, bits, None)
        if around is None:
            return self.draw("town", bits, None)
        unnamed = np.array([not name for name in around.tolist()], np.bool_)
        if unnamed.any():
            around = around.copy()
            around[unnamed] = self.draw("town", bits[unnamed], None)
        return around

    def _pool(self, name: str) -> _Pool:
        if name not in self._pools:
            self._pools[name] = _Pool(self._words.patterns[name])
        return self._pools[name]

    def _source(self, name: str) -> ListedWord | InventedWord:
        if name not in self._sources:
            self._sources[name] = (
                ListedWord(self._words.lists[name])
                if name in self._words.lists
                else InventedWord(self._words.invented[name], taken_words())
            )
        return self._sources[name]


class _Pool:
    """The patterns of a pool, and how often each is used."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.patterns = [parse(pattern) for pattern in weights]
        reached = list(accumulate(map(Fraction, weights.values())))
        thresholds = [int(weight / reached[-1] * 2**32) for weight in reached[:-1]]
        self._below = np.array(thresholds, np.uint64)

    def choose(self, bits: Bits) -> AnyInts:
        """Return the number of a pattern for each word, from its lower half; slots mix the word
        anew.
        """
        return np.searchsorted(self._below, bits & np.uint64(0xFFFFFFFF), side="right")
