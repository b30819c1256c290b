"""The pieces of many texts at once: which different ones there are, and which stands where.

A world's pages have 130,000 pieces, and 3,000 different ones. A dictionary asked piece by piece
takes most of the time that an index takes; so here the texts lie in one array of bytes, a piece
goes by a hash of its bytes, and equal hashes are found together in a few numpy operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fictionworld.streams import AnyInts, Bits, mix

_BLANK: Final = 0x20
_EIGHT: Final = 8
_FIRST_BYTES: Final = np.array([2 ** (8 * n) - 1 for n in range(_EIGHT)] + [2**64 - 1], np.uint64)
"""What is kept of eight bytes of which so many belong to a piece."""
_SLOTS: Final = 18
"""Pieces are looked up by so many bits of their hash at a time."""


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
    """The pieces of these texts, each of them as `parted` gives it."""
    # a blank ends the last piece, and the last eight bytes may be read from any place
    whole = b" ".join([b"", *parts, b" " * _EIGHT])
    data = np.frombuffer(whole, np.uint8)
    inside = data != _BLANK
    edges = np.flatnonzero(inside[1:] != inside[:-1])
    start, stop = edges[::2] + 1, edges[1::2] + 1
    ends = np.cumsum([len(part) + 1 for part in parts]) + 1
    lengths = np.diff(np.searchsorted(start, ends), prepend=0)
    first, kind = _kinds(_hashes(whole, start, stop - start))
    spans = zip(start[first].tolist(), stop[first].tolist(), strict=True)
    return TextPieces(
        types=[whole[begin:end] for begin, end in spans],
        kind=kind,
        text=np.repeat(np.arange(len(parts), dtype=np.int32), lengths),
        lengths=lengths,
    )


def _hashes(whole: bytes, start: AnyInts, size: AnyInts) -> Bits:
    """A hash of 64 bits for each piece. Two pieces of a world share one once in 10**12 worlds."""
    # the eight bytes from any place on as one number
    windows = np.ndarray(len(whole) - _EIGHT + 1, "<u8", whole, strides=(1,))
    found = mix(_eight(windows, start, size))
    longer, at = np.flatnonzero(size > _EIGHT), _EIGHT
    while len(longer):
        found[longer] = mix(found[longer] + _eight(windows, start[longer] + at, size[longer] - at))
        at += _EIGHT
        longer = longer[size[longer] > at]
    return found


def _eight(windows: Bits, start: AnyInts, size: AnyInts) -> Bits:
    """The next eight bytes of each piece as a number, noughts behind its end."""
    return windows[start] & _FIRST_BYTES[np.minimum(size, _EIGHT)]


def _kinds(hashes: Bits) -> tuple[AnyInts, AnyInts]:
    """Where each different hash first stands, and for each hash its number among those."""
    every = np.arange(len(hashes), dtype=np.int32)
    first, left, keys = every.copy(), every, hashes
    table = np.zeros(1 << _SLOTS, np.int32)
    while len(left):
        # of those that share a slot the first one takes it; what differs from that tries again
        slot = (keys >> np.uint64(64 - _SLOTS)).astype(np.int32)
        table[slot[::-1]] = left[::-1]
        taken = table[slot]
        first[left] = taken
        wrong = np.flatnonzero(hashes[taken] != hashes[left])
        left, keys = left[wrong], mix(keys[wrong])
    is_first = first == every
    return np.flatnonzero(is_first), (np.cumsum(is_first, dtype=np.int32) - 1)[first]
