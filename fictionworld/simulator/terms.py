"""The terms of a text: what the index holds of a page, and what it looks up of a query.

Pages and queries go through the same few rules, so that different spellings of the same
thing match: case, accents and apostrophes are dropped, `5,000` is `5000`, `5000mAh` is a
number and a unit, `batteries` is `battery`. Words that stand in any sentence are no terms.
Nothing in a text is syntax: quotes, operators and brackets part words, and that is all.

Pages are taken apart in three steps, since a world has 150,000 words and only some 10,000 different
ones: bytes are parted at blanks and marks (`parted`), the different pieces between are found
(`pieces_of`), and each of these is looked at once (`terms_of`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fictionworld.streams import AnyInts, Bits, mix
from fictionworld.text.names import fold

_STOP_WORDS: Final = """
    a about after all also am an and any are as at be been being both but by can could did do
    does each either every find for from give had has have he her here him his how i if in
    into is it its know made make many me more most much my need no nor not of on only or
    other our out over own please same she should show since so some such tell than that the
    their them then there these they this those to too under until up use very was we were
    what when where whether which while who whom whose why will with within without would you
    your
"""
STOP_WORDS: Final = frozenset(_STOP_WORDS.split())
"""Words that say nothing of what a page is about."""

_KEPT: Final = b"abcdefghijklmnopqrstuvwxyz0123456789.,'" + bytes(range(0x80, 0x100))
_PARTED: Final = bytes(
    code if code in _KEPT else code + 32 if 0x41 <= code <= 0x5A else 0x20 for code in range(256)
)
"""Small letters for capitals, and a blank for every mark but those that numbers and names hold."""

_GROUPED: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_GROUPS_APART: Final = re.compile(r"(?<=\d)[\u00a0\u2009\u202f\u2019](?=\d{3}(?!\d))")
_SPACED: Final = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d.,]?\d)")
_DECIMAL: Final = re.compile(r"\d+\.\d+")
_MEASURE: Final = re.compile(r"(\d+(?:,\d{3})*(?:\.\d+)?)(?!(?:st|nd|rd|th)$)([a-z]{2,})")
_MARK: Final = re.compile(r"([.,])")
_MARKS: Final = ("", ".", ",")
_WITH_E: Final = ("sses", "xes", "ches", "shes", "zes")

_BLANK: Final = 0x20
_EIGHT: Final = 8
_FIRST_BYTES: Final = np.array([2 ** (8 * n) - 1 for n in range(_EIGHT)] + [2**64 - 1], np.uint64)
"""What is kept of eight bytes of which so many belong to a piece."""
_SLOTS: Final = 18
"""Pieces are looked up by so many bits of their hash at a time."""


def parted(text: str) -> bytes:
    """Return a text in small letters, with a blank for each blank and mark that parts words."""
    return text.encode("utf-8", "replace").translate(_PARTED)


def raw_words(text: str) -> list[bytes]:
    """Return a text's pieces between blanks and marks, in small letters; most are one term."""
    return parted(text).split()


def terms_of(raw: bytes) -> tuple[str, ...]:
    """Return the terms in one piece of `raw_words`; none where it is a stop word or a mere mark."""
    if raw.isalpha():  # of ASCII letters alone, as most are
        return _word(raw.decode())
    if raw.isdigit():
        return (raw.decode(),)
    text = raw.decode("utf-8", "replace")
    if text.isascii():
        return _terms(text)
    marks_kept = _MARK.split(_GROUPS_APART.sub("", text))
    folded = "".join(part if part in _MARKS else fold(part) for part in marks_kept)
    return tuple(term for piece in folded.split() for term in _terms(piece))


def query_terms(text: str) -> tuple[str, ...]:
    """Return the terms of a query in their order, each once.

    `5 000` is read both as two numbers and as one: which it is, a query does not say.
    """
    terms = [term for raw in raw_words(text) for term in terms_of(raw)]
    terms += [match[0].replace(" ", "") for match in _SPACED.finditer(text)]
    return tuple(dict.fromkeys(terms))


def _terms(text: str) -> tuple[str, ...]:
    """Return the terms in a piece of ASCII letters, digits and `.,'`."""
    text = text.replace("'", "").strip(".,")
    if text.isalpha():
        return _word(text)
    if _GROUPED.fullmatch(text):
        return (text.replace(",", ""),)
    if measure := _MEASURE.fullmatch(text):
        return (measure[1].replace(",", ""), *_word(measure[2]))
    if _DECIMAL.fullmatch(text):
        return (text,)
    pieces = _MARK.split(text)
    if len(pieces) == 1:
        return (text,) if text else ()
    if all(len(piece) < 2 for piece in pieces):  # U.S.
        return ("".join(piece for piece in pieces if piece not in _MARKS),)
    return tuple(term for piece in pieces if piece not in _MARKS for term in _terms(piece))


def _word(word: str) -> tuple[str, ...]:
    if word in STOP_WORDS:
        return ()
    if len(word) < 4 or word[-1] != "s" or word[-2] in "sui":
        return (word,)
    if word.endswith("ies") and len(word) > 4:
        return (word[:-3] + "y",)
    return (word[:-2] if word.endswith(_WITH_E) else word[:-1],)


@dataclass(frozen=True)
class TextPieces:
    """The pieces of texts, those of `raw_words`, in their order."""

    types: list[bytes]
    """The different pieces, in the order in which they first occur."""
    kind: AnyInts
    """For each piece its place among `types`."""
    text: AnyInts
    """For each piece the place of its text."""
    lengths: AnyInts
    """For each text how many pieces it has."""


def pieces_of(parts: Sequence[bytes]) -> TextPieces:
    """Return the pieces of these texts, each of them as `parted` gives it.

    A dictionary asked piece by piece would take most of the time that an index takes. So here the
    texts lie in one array of bytes, a piece goes by a hash of its bytes, and equal hashes are found
    together in a few numpy operations.
    """
    # a blank ends the last piece, and the last eight bytes may be read from any place
    all_bytes = b" ".join([b"", *parts, b" " * _EIGHT])
    data = np.frombuffer(all_bytes, np.uint8)
    is_inside = data != _BLANK
    edges = np.flatnonzero(is_inside[1:] != is_inside[:-1])
    start, stop = edges[::2] + 1, edges[1::2] + 1
    text_ends = np.cumsum([len(part) + 1 for part in parts]) + 1
    lengths = np.diff(np.searchsorted(start, text_ends), prepend=0)
    first, kind = _kinds(_hashes(all_bytes, start, stop - start))
    spans = zip(start[first].tolist(), stop[first].tolist(), strict=True)
    return TextPieces(
        types=[all_bytes[begin:end] for begin, end in spans],
        kind=kind,
        text=np.repeat(np.arange(len(parts), dtype=np.int32), lengths),
        lengths=lengths,
    )


def _hashes(whole: bytes, start: AnyInts, size: AnyInts) -> Bits:
    """Return a 64-bit hash for each piece.

    Two pieces of a world share one once in 10**12 worlds.
    """
    # the eight bytes from any place on as one number
    windows = np.ndarray(len(whole) - _EIGHT + 1, "<u8", whole, strides=(1,))
    hashes = mix(_eight(windows, start, size))
    longer, offset = np.flatnonzero(size > _EIGHT), _EIGHT
    while len(longer):
        hashes[longer] = mix(
            hashes[longer] + _eight(windows, start[longer] + offset, size[longer] - offset)
        )
        offset += _EIGHT
        longer = longer[size[longer] > offset]
    return hashes


def _eight(windows: Bits, start: AnyInts, size: AnyInts) -> Bits:
    """Return the next eight bytes of each piece as a number, with noughts behind its end."""
    return windows[start] & _FIRST_BYTES[np.minimum(size, _EIGHT)]


def _kinds(hashes: Bits) -> tuple[AnyInts, AnyInts]:
    """Return where each different hash first stands, and for each hash its number among these."""
    all_indexes = np.arange(len(hashes), dtype=np.int32)
    first, unplaced, keys = all_indexes.copy(), all_indexes, hashes
    table = np.zeros(1 << _SLOTS, np.int32)
    while len(unplaced):
        # of those that share a slot the first one takes it; what differs from that tries again
        slot = (keys >> np.uint64(64 - _SLOTS)).astype(np.int32)
        table[slot[::-1]] = unplaced[::-1]
        slot_holders = table[slot]
        first[unplaced] = slot_holders
        collisions = np.flatnonzero(hashes[slot_holders] != hashes[unplaced])
        unplaced, keys = unplaced[collisions], mix(keys[collisions])
    is_first = first == all_indexes
    return np.flatnonzero(is_first), (np.cumsum(is_first, dtype=np.int32) - 1)[first]
