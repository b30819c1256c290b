"""Which requests may come in: so many a second of one key; in an overload those that wait little.

A request would wait for as long as those before it take, by a moving mean of what requests took.
Bursts are let in. Where the queue was not short for some seconds, requests come faster than they
are answered: then a long queue would answer no more of them, and all later. So it is kept short
until a second has passed without a refusal.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from fictionworld.errors import FictionworldError

_SHORT_S: Final = 0.1
"""What may be waited for where a queue stands: enough that there is always a next request."""
_RECOVERED_S: Final = 1.0
"""How long after the last refusal an overload counts as over."""
_WEIGHT: Final = 1 / 64
"""Of the last request in the mean."""
_FULL_S: Final = 2.0
"""In which an empty bucket fills: one that is not used for so long may go."""


class Admission:
    """The queue of one worker process, by the clock.

    Args:
        slots: How many requests are worked on at a time.
        most_pending: The most that are worked on or wait.
        most_wait_s: How long bursts may make others wait.
        clock: In seconds.
    """

    def __init__(
        self,
        slots: int,
        most_pending: int,
        most_wait_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pending = 0
        """Requests that were accepted and not answered yet."""
        self.coming = 0
        """Requests that were let in, and whose tasks have not begun."""
        self._slots = slots
        self._most_pending = most_pending
        self._most_wait_s = most_wait_s
        self._clock = clock
        self._waiting: dict[object, float] = {}
        """When those that wait for their turn began to, in their order."""
        self._at_work = 0
        self._since = 0.0
        """When the last reply was given, or the worker had nothing to do before."""
        self._each_s = 0.0
        """What a request took lately."""
        self._short = clock()
        """When the queue was short for the last time."""
        self._refused = float("-inf")
        """When a request was refused for the last time."""

    def refusal(self) -> str | None:
        """Why a request that comes in now is refused; None where it is not."""
        if self.pending >= self._most_pending:
            return f"{self.pending} requests are pending; try again later"
        now = self._clock()
        longest = now - next(iter(self._waiting.values()), now)
        free = self._slots - self._at_work
        wait = max(longest, (len(self._waiting) + self.coming - free) * self._each_s)
        if wait <= _SHORT_S:
            self._short = now
            return None
        if now - self._short <= self._most_wait_s and now - self._refused > _RECOVERED_S:
            return None
        self._refused = now
        return f"requests wait for {wait:.1f} s; try again later"

    def wait(self) -> object:
        """A request waits for its turn: a mark for `leave`."""
        mark = object()
        self._waiting[mark] = self._clock()
        return mark

    def leave(self, mark: object) -> None:
        """It waits no longer: it has its turn, or its client went away."""
        del self._waiting[mark]

    def begin(self) -> None:
        """A request is worked on from now on."""
        if not self._at_work:
            self._since = self._clock()
        self._at_work += 1

    def end(self) -> None:
        """A request that was worked on is answered."""
        now = self._clock()
        self._at_work -= 1
        # several are worked on at once: what one takes is the time from one reply to the next
        each, self._since = now - self._since, now
        self._each_s += (each - self._each_s) * (_WEIGHT if self._each_s else 1.0)


class RateError(FictionworldError):
    """One client calls more often than it may: later, again."""


class Rates:
    """How often each key may be used: a bucket of tokens each, refilled as time goes by."""

    def __init__(self, per_s: float) -> None:
        self._per_s = per_s
        self._most = _FULL_S * per_s
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, name: str) -> None:
        """One call.

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
