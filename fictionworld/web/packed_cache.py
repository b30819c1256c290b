"""Values by number that are made once: the last few kept as they are, the others packed.

A page with its marks takes 30 KB and hundreds of objects, which Python's garbage collector goes
through again and again; packed it is one string of bytes of 3 KB, and unpacked in a tenth of the
time that it takes to write.
"""

from __future__ import annotations

import marshal
import zlib
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_QUICKEST = 1
"""zlib's level: a higher one saves a tenth of the bytes and takes twice the time."""


class PackedCache(Generic[T]):
    """Values by number; threads may share it.

    Args:
        make: Makes the value of a number.
        plain: Returns a value as strings, numbers, tuples and lists.
        restored: Returns the value of a number, given what `plain` returned.
        most: Values that are kept as they are; by `math.inf` all are, and none is packed.
    """

    def __init__(
        self,
        make: Callable[[int], T],
        plain: Callable[[T], Any],
        restored: Callable[[int, Any], T],
        most: float,
    ) -> None:
        self._make = make
        self._plain = plain
        self._restored = restored
        self._most = most
        self._last: OrderedDict[int, T] = OrderedDict()
        self._packed: dict[int, bytes] = {}
        self.resident_bytes = 0
        """About how many bytes the packed values take."""

    def get(self, number: int) -> T:
        """Return the value of a number, made, unpacked or as it is kept."""
        value = self._last.get(number)
        if value is not None:
            return value
        packed = self._packed.get(number)
        if packed is None:
            value = self._make(number)
        else:
            value = self._restored(number, marshal.loads(zlib.decompress(packed)))  # noqa: S302
        self._last[number] = value
        with suppress(KeyError):  # another thread was first
            while len(self._last) > self._most:
                self._pack(*self._last.popitem(last=False))
        return value

    def _pack(self, number: int, value: T) -> None:
        if number not in self._packed:
            # it never leaves the process, so the format may change with Python's version
            packed = zlib.compress(marshal.dumps(self._plain(value)), _QUICKEST)
            self._packed[number] = packed
            self.resident_bytes += len(packed)

    def __len__(self) -> int:
        """Return how many values are kept as they are."""
        return len(self._last)
