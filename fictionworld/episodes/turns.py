"""Work of milliseconds done in an event loop, in turns: however much is asked for at once, the loop
gets round to everything else in between.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

_TURN_S: Final = 0.01
"""What may be spent before the loop goes round; the last piece of work may take longer."""

T = TypeVar("T")


class _Turns:
    """Those of one loop."""

    def __init__(self) -> None:
        self.spent_s = 0.0
        """Since the loop last went round."""
        self.waiting: deque[tuple[asyncio.Future[Any], Callable[[], Any]]] = deque()

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin a round of the loop: do waiting work until the time of a turn is spent."""
        self.spent_s = 0.0
        while self.waiting and self.spent_s < _TURN_S:
            future, work = self.waiting.popleft()
            if future.done():  # cancelled
                continue
            with self.timed(loop):
                try:
                    future.set_result(work())
                except Exception as error:
                    future.set_exception(error)

    @contextmanager
    def timed(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """Count the time spent; the first work of a round schedules the next round."""
        begun = time.perf_counter()
        if not self.spent_s:
            # as a timer: soon would be before whatever the timers that are due by then wake
            loop.call_later(0, self.begin, loop)
        try:
            yield
        finally:
            self.spent_s += time.perf_counter() - begun


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Turns] = WeakKeyDictionary()


async def in_turn(work: Callable[[], T]) -> T:
    """Return what `work` returns, done in this thread when it is its turn."""
    loop = asyncio.get_running_loop()
    turns = _loops.setdefault(loop, _Turns())
    if turns.waiting or turns.spent_s > _TURN_S:
        future: asyncio.Future[T] = loop.create_future()
        turns.waiting.append((future, partial(copy_context().run, work)))
        return await future
    with turns.timed(loop):
        return work()
