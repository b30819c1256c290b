"""Work of milliseconds done in an event loop, in turns: however much is asked for at once, the loop
gets round to everything else in between.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final, TypeVar
from weakref import WeakKeyDictionary

__all__ = ["in_turn"]

_TURN_S: Final = 0.01
"""What may be spent before the loop goes round; the last piece of work may take longer."""

T = TypeVar("T")


class _Turns:
    """Those of one loop."""

    def __init__(self) -> None:
        self.spent_s = 0.0
        """Since the loop last went round."""
        self.waiting: deque[asyncio.Future[None]] = deque()

    def end(self) -> None:
        """The loop has gone round: the next one's turn."""
        self.spent_s = 0.0
        while self.waiting:
            waiter = self.waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns] = WeakKeyDictionary()


async def in_turn(work: Callable[[], T]) -> T:
    """What `work` returns, done in this thread when it is its turn."""
    loop = asyncio.get_running_loop()
    turns = _loops.setdefault(loop, _Turns())
    if turns.waiting or turns.spent_s > _TURN_S:
        waiter = loop.create_future()
        turns.waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():  # it was this one's turn
                loop.call_soon(turns.end)
            raise
    begun = time.perf_counter()
    try:
        return work()
    finally:
        if not turns.spent_s:
            loop.call_soon(turns.end)
        turns.spent_s += time.perf_counter() - begun
