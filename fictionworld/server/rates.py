"""How often each agent's key may be used."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from fictionworld.errors import FictionworldError

_FULL_S: Final = 2.0
"""In which an empty bucket fills: one that is not used for so long may go."""


class RateError(FictionworldError):
    """One client calls more often than it may: later, again."""


class Rates:
    """A bucket of tokens for each key, refilled as time goes by."""

    def __init__(self, per_s: float) -> None:
        self._per_s = per_s
        self._most = _FULL_S * per_s
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, name: str) -> None:
        """Take a token for one call.

        Raises:
            RateError: The bucket is empty.
        """
        now = time.monotonic()
        left, then = self._left.pop(name, (self._most, now))
        left = min(self._most, left + (now - then) * self._per_s)
        is_left = left >= 1
        self._left[name] = left - is_left, now
        while now - next(iter(self._left.values()))[1] > _FULL_S:
            self._left.popitem(last=False)
        if not is_left:
            raise RateError(f"more than {self._per_s:g} calls a second; wait, and call again")
