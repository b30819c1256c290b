"""When two names are the same to a reader, and when they are too much alike to stand in one world.

`fold` strips what a reader passes over: case, accents, punctuation, repeated blanks. Two names are
CONFUSABLE when one of these holds:

(a) Same words. Their folded words are the same, in any order: "Berg, Jonas" and "Jonas Berg",
    "St. Mary's" and "ST MARYS".
(b) Nearly the same letters. Blanks and digits left out, the letters are at most 15% of the longer
    name apart, counting insertions, deletions, replacements and swaps of neighbours (Damerau-
    Levenshtein distance, optimal string alignment): no edit below 7 letters, one from 7 to 13, two
    from 14 to 19. Where it takes more than one, the words that are not in both names must also be
    within a quarter of each other. "Tarrowby" and "Tarroby" (1 of 8), "Black Wood" and "Blackwood"
    (0) are confusable; "Vela" and "Vola" (1 of 4) are not, nor are "Sauvelles International Film
    Festival" and "Carbelles International Film Festival" (3 of 35, but 3 of 9 where they differ).
    Digits are held apart: names
    whose groups of digits differ are distinguished by those ("Vela 12", "Vela 13").
(c) Same short form, for people of two words or more: the first initial and the last word agree.
    "Jonas Berg" and "Jens Berg" are both "J. Berg".

Why these figures. Words that differ in one letter are everyday reading up to six letters (cat,
car); from seven on, one letter is taken for a typing slip, and graders that match names fuzzily,
as many do at 85 of 100, would take the one for the other. The quarter keeps long common words
(International Film Festival) from drowning a difference that everyone sees. (c) stands because
sources write, readers remember and graders accept initials, and because it costs next to nothing:
with tens of thousands of family names to a culture, 120 people of one culture meet it once in
forty worlds. It is only for people: "T. Park" is nobody's way to write "Tarrowby Park". Names of
which one holds the other ("Vela 12", "Vela 12 Pro"; "Hellstedt", "FC Hellstedt") are not
confusable: readers tell them apart, and matching text takes the longer one first.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import cpdist

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Strings = NDArray[np.object_]
    Ints = NDArray[np.int64]

_PERCENT: Final = 15
_BLOCK: Final = 65_536  # rows compared at a time: their arrays stay in the cache
_NO_DIGITS: Final = re.compile(r"[^\d\n]+")
_NONE: Final = np.empty((0, 2), np.int64)
_LETTERS_ONLY: Final = {ord(c): None for c in " 0123456789"}

_APOSTROPHES: Final = "'`\u00b4\u2018\u2019\u02b9\u02bb\u02bc\u2032"
_OWN_LETTERS: Final = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i",
    "ħ": "h", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ə": "e",
}  # fmt: skip
"""Letters that Unicode does not take apart; `casefold` has already made `ß` into `ss`."""
_KEPT_MARKS: Final = (0, 7, 8, 9)
"""Classes of combining marks that make another letter: vowel signs, nukta, kana voicing, virama."""


class _Folds(dict[int, str | None]):
    """What each character folds to, computed when first met."""

    def __missing__(self, code: int) -> str | None:
        self[code] = folded = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str | None:
    if character == "\n":  # a blank like others; `fold_many` parts names by it
        return character
    if character in _APOSTROPHES or unicodedata.category(character) == "Cf":
        return None
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    return "".join(map(_fold_part, decomposed)) or None


def _fold_part(part: str) -> str:
    if unicodedata.combining(part) not in _KEPT_MARKS or part in _APOSTROPHES:
        return ""
    if part.isdecimal():
        return str(unicodedata.decimal(part))
    return _OWN_LETTERS.get(part, part) if unicodedata.category(part)[0] in "LMN" else " "


_FOLDS: Final = _Folds()


def fold(name: str) -> str:
    """Return `name` as readers compare it: `"  Łukasz O'Åberg-Nuñez "` is `"lukasz oaberg nunez"`.

    Compatibility forms are made plain (as in NFKC), letters casefolded, accents dropped, digits of
    any script written in ours, apostrophes dropped, all other punctuation and blanks made one
    blank. Folding twice changes nothing.
    """
    return " ".join(name.translate(_FOLDS).split())


def fold_many(names: Sequence[str] | Strings) -> Strings:
    """Return `fold` of each name: 0.2 s for a million short names, more as fewer are ASCII."""
    texts = np.empty(len(names), object)
    texts[:] = names
    plain = np.fromiter(map(str.isascii, texts.tolist()), np.bool_, len(texts))
    if plain.all():
        texts[:] = _folded(texts.tolist())
    else:  # a text is translated fast only if all of it is ASCII
        texts[plain] = _folded(texts[plain].tolist())
        texts[~plain] = _folded(texts[~plain].tolist())
    return texts


def _folded(names: list[str]) -> list[str]:
    text = "\n".join(names).translate(_FOLDS)
    if text.count("\n") != len(names) - 1:  # a name holds a line break, or there is no name
        return [fold(name) for name in names]
    while "  " in text:
        text = text.replace("  ", " ")
    return text.replace(" \n", "\n").replace("\n ", "\n").strip(" ").split("\n")


_TITLES: Final = re.compile(
    r"(?:^|(?<=,\s))(?:(?:dr|prof|professor|mr|mrs|ms|miss|mx)\b\.?\s*)+(?=\S)", re.IGNORECASE
)
_DEGREES: Final = re.compile(
    r"(?:,\s*(?:ph\.?\s?d|d\.?\s?phil|m\.?d|m\.?sc|b\.?sc|m\.?a|b\.?a|m\.?b\.?a|j\.?d|ll\.?m"
    r"|m\.?eng|b\.?eng|dr|prof|esq)\.?)+\s*$|\s+ph\.?\s?d\.?\s*$",
    re.IGNORECASE,
)


def without_titles(name: str) -> str:
    """Return a person's name without titles and degrees: `Dr. Jonas Berg, PhD` is `Jonas Berg`.

    A name of which fewer than two words would be left stays as it is.
    """
    bare = _TITLES.sub("", _DEGREES.sub("", name)).strip()
    return bare if len(fold(bare).split()) > 1 else name


def _differ_little(one: str, other: str) -> bool:
    """Return whether the words not in both folded names are within a quarter of each other."""
    a, b = Counter(one.split()), Counter(other.split())
    first_rest, second_rest = "".join((a - b).elements()), "".join((b - a).elements())
    return 4 * int(OSA.distance(first_rest, second_rest)) <= max(len(first_rest), len(second_rest))


def _short_form(folded: str) -> str | None:
    _, blank, last = folded.rpartition(" ")
    return f"{folded[0]} {last}" if blank else None


def confusable_pairs(
    names: Sequence[str] | Strings,
    groups: NDArray[np.integer],
    *,
    people: bool = False,
    embedded: bool = False,
) -> Ints:
    """Return all confusable pairs among the names of one group, as rows (i, j), i < j, in order.

    They are exactly the pairs of the module's definition; with `embedded`, also those that would be
    in longer names that differ in nothing else: "Vela" and "Vola" in "Vela Panorama" and "Vola
    Panorama". What is cheap to compare (lengths, which letters occur, whole words) is compared for
    all pairs with numpy, and letters one by one only where these leave room: 1,000 groups of 120
    names in half a second.
    """
    if len(names) == 0:
        return np.empty((0, 2), np.int64)
    rows = _Rows(names, groups, people=people, embedded=embedded)
    pairs_by_block = [rows.pairs_of(start, stop) for start, stop in rows.blocks()]
    pairs = rows.order[np.concatenate(pairs_by_block)]
    pairs.sort(axis=1)
    ordered: Ints = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    return ordered


class _Rows:
    """The names made comparable, in an order that lets one row be compared with its d-th next.

    Large groups come first, and within a group short names: then the rows whose group has a d-th
    next row are the first so many, and of two rows the later has the longer name.
    """

    def __init__(
        self,
        names: Sequence[str] | Strings,
        groups: NDArray[np.integer],
        *,
        people: bool,
        embedded: bool,
    ) -> None:
        folded = fold_many(names).tolist()
        letters = _strings("\n".join(folded).translate(_LETTERS_ONLY).split("\n"))
        masks, lengths = _letters_of(letters.tolist())
        _, group, sizes = np.unique(groups, return_inverse=True, return_counts=True)
        self.order: Ints = np.lexsort((lengths, group, -sizes[group])).astype(np.int64)
        self._group = group[self.order]
        self._size = sizes[self._group]
        self._letters = letters[self.order]
        self._folded = _strings(folded)[self.order]
        self._mask = masks[self.order]
        self._length = lengths[self.order]
        self._edits = _PERCENT * self._length // 100
        if embedded:  # in a longer name one edit is always few, and a quarter may be
            self._edits = np.maximum(self._length // 4, 1)
        in_any_order = [" ".join(sorted(name.split())) if " " in name else name for name in folded]
        digits = _NO_DIGITS.sub(" ", "\n".join(folded)).split("\n")
        self._words = _numbered(in_any_order)[self.order]
        self._digits = _numbered(list(map(str.strip, digits)))[self.order]
        self._short = _numbered(list(map(_short_form, folded)))[self.order] if people else None

    def blocks(self) -> list[tuple[int, int]]:
        """Return stretches of whole groups, of about `_BLOCK` rows or of one larger group."""
        starts = np.flatnonzero(np.diff(self._group, prepend=-1))
        first_of_block = starts[np.unique(starts // _BLOCK, return_index=True)[1]]
        edges = [*first_of_block.tolist(), len(self._group)]
        return list(pairwise(edges))

    def pairs_of(self, start: int, stop: int) -> Ints:
        """Return the confusable pairs of a block, as indices into the order."""
        sure_pairs: list[Ints] = [_NONE]
        near_pairs: list[Ints] = [_NONE]
        smaller = -self._size[start:stop]  # in rising order
        for step in range(1, int(self._size[start])):
            count = int(np.searchsorted(smaller, -step)) - step  # rows of groups larger than step
            shorter, longer = slice(start, start + count), slice(start + step, start + count + step)
            same_group = self._group[shorter] == self._group[longer]
            equal = self._words[shorter] == self._words[longer]
            if self._short is not None:
                equal |= (self._short[shorter] == self._short[longer]) & (self._short[shorter] >= 0)
            letters = np.bitwise_count(self._mask[shorter] ^ self._mask[longer])
            may_be_near = (self._length[longer] - self._edits[longer] <= self._length[shorter]) & (
                letters <= 2 * self._edits[longer]
            )
            may_be_near &= (self._digits[shorter] == self._digits[longer]) & same_group & ~equal
            for pairs, is_pair in ((sure_pairs, equal & same_group), (near_pairs, may_be_near)):
                indices = np.flatnonzero(is_pair) + start
                pairs.append(np.column_stack((indices, indices + step)))
        return np.concatenate([*sure_pairs, self._confirmed(np.concatenate(near_pairs))])

    def _confirmed(self, pairs: Ints) -> Ints:
        """Return the pairs whose letters are near enough."""
        if not len(pairs):
            return pairs
        shorter, longer = self._letters[pairs[:, 0]].tolist(), self._letters[pairs[:, 1]].tolist()
        most = int(self._edits.max())
        edits = cpdist(shorter, longer, scorer=OSA.distance, score_cutoff=most, dtype=np.int32)
        alike = edits <= self._edits[pairs[:, 1]]
        for index in np.flatnonzero(alike & (edits > 1)).tolist():
            alike[index] = _differ_little(*self._folded[pairs[index]].tolist())
        return pairs[alike]


def _letters_of(letters: list[str]) -> tuple[NDArray[np.uint64], Ints]:
    """Return which letters occur in each text, and which repeatedly, as 64 bits; and their number.

    One edit changes at most two of the bits: the count of a letter lost, that of a letter won.
    Letters beyond ASCII share bits, which only lets more pairs through to be compared in full.
    """
    masks, lengths = [], []
    for start in range(0, len(letters), _BLOCK):
        block = letters[start : start + _BLOCK]
        count = np.fromiter(map(len, block), np.int64, len(block))
        codes = np.frombuffer("".join(block).encode("utf-32-le"), np.uint32).astype(np.int64)
        cells = (np.repeat(np.arange(len(block)), count) << 5) + (codes & 31)
        times = np.bincount(cells, minlength=len(block) << 5).reshape(-1, 32)
        bits = np.packbits(np.concatenate((times > 0, times > 1), axis=1), axis=1)
        masks.append(bits.view(np.uint64)[:, 0])
        lengths.append(count)
    return np.concatenate(masks), np.concatenate(lengths)


def _numbered(keys: Sequence[str | None]) -> Ints:
    """Return a number for each key, equal where the keys are equal; -1 where there is no key."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))} | {None: -1}
    return np.fromiter(map(numbers.__getitem__, keys), np.int64, len(keys))


def _strings(values: list[str]) -> Strings:
    strings = np.empty(len(values), object)
    strings[:] = values
    return strings
