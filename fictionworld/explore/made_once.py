"""What takes long to make, made once: when it is asked for, or before that in a thread."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, TypeVar, cast

_MOST: Final = 500
"""Values that are kept."""
_Value = TypeVar("_Value")


@dataclass(eq=False)
class _Entry:
    lock: Lock = field(default_factory=Lock)
    is_made: bool = False
    value: Any = None


class MadeOnce:
    """Values by what they are of; of many, those asked for last are kept. Threads share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "made-ahead")

    def of(self, key: Hashable, make: Callable[[], _Value]) -> _Value:
        """Return the value of a key, made if need be; who asks meanwhile waits for it.

        Raises:
            Exception: Whatever `make` raises; it is called again when the value is next asked for.
        """
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            while len(self._entries) > _MOST:
                self._entries.popitem(last=False)
        with entry.lock:
            if not entry.is_made:
                entry.value, entry.is_made = make(), True
            return cast("_Value", entry.value)

    def begin(self, key: Hashable, make: Callable[[], object]) -> None:
        """Let a thread make a value, after those that were begun before; nobody waits for these."""
        self._thread.submit(self.of, key, make)

    def close(self) -> None:
        """Make nothing more ahead."""
        self._thread.shutdown(wait=False, cancel_futures=True)
