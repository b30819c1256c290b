"""The notes of an agent, which `dict_memory` writes and reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MOST_KEYS: Final = 200
MOST_KEY: Final = 200
"""Characters of a key."""
MOST_SIZE: Final = 20_000
"""Characters of all keys and values."""


class Memory:
    """The notes of one episode. It belongs to that episode alone; it pickles."""

    __slots__ = ("_items",)

    def __init__(self) -> None:
        self._items: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._items)

    @property
    def items(self) -> dict[str, str]:
        """Return a copy of the notes: keys, and values as JSON text."""
        return dict(self._items)

    def put(self, items: dict[str, str]) -> str | None:
        """Store all `items`; where that is too much, store none and return why, else None."""
        all_items = self._items | items
        size = sum(len(key) + len(value) for key, value in all_items.items())
        if len(all_items) > MOST_KEYS:
            return f"that would make {len(all_items):,} keys; at most {MOST_KEYS} are kept"
        if any(len(key) > MOST_KEY for key in items):
            return f"a key is longer than {MOST_KEY} characters; send a shorter one"
        if size > MOST_SIZE:
            return f"that would make {size:,} characters; at most {MOST_SIZE:,} are kept"
        self._items = all_items
        return None

    def drop(self, keys: Iterable[str]) -> None:
        """Remove these keys, all of which are there."""
        for key in keys:
            del self._items[key]
