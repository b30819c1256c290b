"""Many short texts in one buffer, read where they are asked for: of a file that is mapped, not loaded.

A list of the 190,000 heads of 500 worlds takes 150 MB as Python objects, and half a second to make.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
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


class SortedTexts(Mapping[str, int]):
    """The place of each text among texts in order."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __getitem__(self, text: str) -> int:
        place = bisect_left(self._texts, text)
        if place == len(self._texts) or self._texts[place] != text:
            raise KeyError(text)
        return place


def packed_texts(texts: Iterable[str]) -> tuple[bytes, AnyInts]:
    """Return texts as one buffer, and where each ends in it."""
    pieces = [text.encode() for text in texts]
    return b"".join(pieces), np.fromiter(accumulate(map(len, pieces)), np.int64, len(pieces))
