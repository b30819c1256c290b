"""Many short texts in one buffer, read where they are asked for: the file is mapped, not loaded.

A list of the 190,000 heads of 500 worlds takes 150 MB as Python objects, and half a second to make.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate
from typing import overload

import numpy as np

from fictionworld.streams import AnyInts

Buffer = bytes | memoryview


class Texts(Sequence[str]):
    """Texts by their place. Make the buffers with `packed_texts`."""

    def __init__(self, buffer: Buffer, ends: AnyInts) -> None:
        self._buffer = memoryview(buffer)
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(f"got text {place}; allowed: 0 to {len(self) - 1}")
        start = int(self._ends[place - 1]) if place else 0
        return str(self._buffer[start : int(self._ends[place])], "utf-8")


class KeyedTexts(Mapping[str, int]):
    """The place of each text among texts in the order of their keys.

    Args:
        texts: The texts.
        keys: The key of each, by `key_of`.
    """

    def __init__(self, texts: Sequence[str], keys: AnyInts) -> None:
        self._texts = texts
        self._keys = keys

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __getitem__(self, text: str) -> int:
        place = place_of(self._keys, key_of(text))
        if place is None:
            raise KeyError(text)
        return place


def key_of(text: str) -> int:
    """Return a number for a text: of a million texts two share one once in 40 million cases."""
    digest = blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def place_of(keys: AnyInts, key: int) -> int | None:
    """Return the place of a key among keys in order; None where it is none of them."""
    place = int(np.searchsorted(keys, np.int64(key)))
    return place if place < len(keys) and keys[place] == key else None


def packed_texts(texts: Iterable[str]) -> tuple[bytes, AnyInts]:
    """Return texts as one buffer, and where each ends in it."""
    pieces = [text.encode() for text in texts]
    return b"".join(pieces), np.fromiter(accumulate(map(len, pieces)), np.int64, len(pieces))
