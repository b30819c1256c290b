"""Single words from random bits: taken from a list, or made of a head, a middle and an end.

A word is invented as it is drawn, `T` + `arrow` + `by`, so a culture's hundred thousand towns take
no memory. Only the joint of middle and end needs care (`joined`); it is computed once for each
middle and each way in which an end begins. Words that exist or offend are known beforehand
(`packs/words/taken.txt`) and drawn again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from fictionworld.packs.words import WordPieces
from fictionworld.streams import AnyInts, Bits, Bools, Ints, Strings, word
from fictionworld.text.english import indefinite

_VOWELS: Final = "aeiouäöüåøæéèêëâàáíîïóôõúû"
_UNIT: Final = re.compile(r"sch|tsch|th|ch|sh|ck|ng|ph|qu|sz|cz|rz|dz|gh|kh|gn|ll|[^\W\d_]")
_DOUBLED: Final = "lmnrst"
_TRIES: Final = 64
_SLOT: Final = re.compile(r"\{([a-z_]+)(?::([a-z_]+))?\}")


class ListedWord:
    """A word from a list, each as likely."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = np.array(words, object)

    def draw(self, bits: Bits) -> Strings:
        """Return one word for each random 64-bit number."""
        return self._words[_scaled(bits, len(self._words))]


class InventedWord:
    """A word of three pieces; see the module."""

    def __init__(self, pieces: WordPieces, taken: frozenset[str]) -> None:
        like = {_onset(end): end for end in pieces.ends}  # one end for each way of beginning
        onsets = list(like)
        forms = [
            joined(middle, end, pieces.link, pieces.most)
            for middle in pieces.middles
            for end in like.values()
        ]
        self._heads = np.array(pieces.heads, object)
        self._forms = np.array(forms, object)
        self._ends = np.array(pieces.ends, object)
        self._onsets = len(onsets)
        self._onset_of = np.array([onsets.index(_onset(end)) for end in pieces.ends])
        self._letters = [
            np.array([len(piece) for piece in part]) for part in (pieces.heads, forms, pieces.ends)
        ]
        self._echoes = _Echoes(pieces.heads, pieces.middles), _Echoes(pieces.middles, pieces.ends)
        self._shortest, self._longest = pieces.shortest, pieces.longest
        self._middles = len(pieces.middles)
        self._taken = taken

    def __len__(self) -> int:
        """Return how many combinations there are, also those that are drawn again."""
        return len(self._heads) * self._middles * len(self._ends)

    def draw(self, bits: Bits) -> Strings:
        """Return one word for each random 64-bit number."""
        words, fit = self._at(_scaled(bits, len(self)))
        unfit = np.flatnonzero(~fit)
        for attempt in range(_TRIES):
            if not len(unfit):
                break
            redrawn, fit = self._at(_scaled(word(bits[unfit], attempt), len(self)))
            words[unfit] = redrawn
            unfit = unfit[~fit]
        return words

    def every(self) -> Iterator[str]:
        """Yield all words that can be drawn."""
        for start in range(0, len(self), 65536):
            words, fit = self._at(np.arange(start, min(start + 65536, len(self))))
            yield from words[fit].tolist()

    def _at(self, number: AnyInts) -> tuple[Strings, Bools]:
        rest, end = np.divmod(number, len(self._ends))
        head, middle = np.divmod(rest, self._middles)
        form = middle * self._onsets + self._onset_of[end]
        parts = (self._heads[head], self._forms[form], self._ends[end])
        words = list(map("".join, zip(*(part.tolist() for part in parts), strict=True)))
        letters = self._letters[0][head] + self._letters[1][form] + self._letters[2][end]
        taken = np.fromiter(map(self._taken.__contains__, words), np.bool_, len(words))
        echo = self._echoes[0].between(head, middle) | self._echoes[1].between(middle, end)
        fit = (letters >= self._shortest) & (letters <= self._longest) & ~taken & ~echo
        return np.array(words, object), fit


class _Echoes:
    """Where one consonant would stand on both sides of a vowel: `Rorth`, `Germaro`."""

    def __init__(self, left: Sequence[str], right: Sequence[str]) -> None:
        self._before = _consonants_at([piece[::-1] for piece in left])
        self._after = _consonants_at(right)
        self._open = np.array([piece[-1] in _VOWELS for piece in left])
        self._vowel = np.array([piece[0] in _VOWELS for piece in right])

    def between(self, left: AnyInts, right: AnyInts) -> Bools:
        """Return whether these pieces, side by side, would echo."""
        before, after = self._before[left], self._after[right]
        echoes: Bools = (before == after) & (before > 0) & (self._open[left] != self._vowel[right])
        return echoes


def _consonants_at(pieces: Sequence[str]) -> Ints:
    """Return the first consonant of each piece, as a code point; 0 where there is none."""
    firsts = (next((c for c in piece.lower() if c not in _VOWELS), "\0") for piece in pieces)
    return np.array([ord(first) for first in firsts])


def joined(middle: str, end: str, link: str = "", most: int = 3) -> str:
    """Return the form that `middle` takes before `end`.

    A final vowel is dropped before a vowel, and one of two equal consonants where three would meet
    or the double is not pronounced. `link` separates more than `most` consonants: `ald` before
    `street` is `alder`.
    """
    onset = _onset(end)
    if onset[0] in _VOWELS:
        return middle[:-1] if middle[-1] in _VOWELS and len(middle) > 1 else middle
    if middle[-1] in _VOWELS:
        return middle
    if middle[-1] == onset[0]:
        three_meet = middle[-2:-1] not in _VOWELS or len(onset) > 1
        middle = middle[:-1] if three_meet or onset[0] not in _DOUBLED else middle
    if _consonants(middle[::-1], reverse=True) + _consonants(onset) > most:
        return middle + link
    return middle


def _onset(end: str) -> str:
    """Return the part of an end that `joined` looks at: its initial consonants, or its first vowel.

    A `y` before a vowel is a consonant (`yadi`), else a vowel (`Chivill` + `y`).
    """
    if end[0] == "y" and not set(end[1:2]) & set(_VOWELS):
        return "i"
    match = re.match(rf"[^{_VOWELS}]+", end)
    return match.group() if match else end[0]


def _consonants(text: str, *, reverse: bool = False) -> int:
    """Return the number of consonant sounds before the first vowel; `sch` and `th` are one."""
    match = re.match(rf"[^{_VOWELS}]*", text)
    letters = match.group() if match else ""
    return len(_UNIT.findall(letters[::-1] if reverse else letters))


def _scaled(bits: Bits, size: int) -> AnyInts:
    """Return numbers below `size` (under 2**32) from the upper halves of the bits."""
    return (((bits >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32)).astype(np.intp)


def parse(pattern: str) -> tuple[tuple[str, str | None] | str, ...]:
    """Return the pieces of a pattern in their order: literal text, and (slot, filter) pairs."""
    pieces: list[tuple[str, str | None] | str] = []
    offset = 0
    for slot in _SLOT.finditer(pattern):
        pieces += [pattern[offset : slot.start()], (slot[1], slot[2])]
        offset = slot.end()
    return tuple(piece for piece in (*pieces, pattern[offset:]) if piece)


def _of_french(name: str) -> str:
    """Return the name with `de`: `de Brevilliers`, `d'Aubrac`; h counts as silent."""
    return f"d'{name}" if name[0].casefold() in f"{_VOWELS}h" else f"de {name}"


def _of_french_hyphen(name: str) -> str:
    return _of_french(name).replace(" ", "-", 1)


def _of_german(place: str) -> str:
    """Return the adjective of a place: `Göttinger`, `Roder`, `Hellstadter`; only the last word
    changes.
    """
    if place.endswith("ingen"):
        return f"{place[:-2]}er"
    return f"{place}r" if place.endswith("e") else f"{place}er"


def _of_nordic(name: str) -> str:
    return name if name[-1] in "sxz" else f"{name}s"


FILTERS: Final[Mapping[str, Callable[[str], str]]] = {
    "de": _of_french,
    "hyphen_de": _of_french_hyphen,
    "er": _of_german,
    "s": _of_nordic,
    "small": lambda name: name[0].lower() + name[1:],
    "an": lambda name: f"{indefinite(name).title()} {name}",
    "join": lambda name: name.replace(" ", "-"),
    "caps": lambda name: name.upper(),
}
"""What a slot may bend its word by: `Musée {town:de}`, `{saint}-{place:hyphen_de}`, `{place:er}
Zeitung`, `{place:s} Avis`, `Ober{land:small}`, `{person:join}-Schule`, `{film_thing:an} in {town}`:
*An Instrument in Tarrow*; `{coined:caps}`, a project's code name."""
