"""Lanes: worker processes, each with worlds of its own, called from an event loop.

Calls that come while a worker is busy are sent together: a message between processes costs as much
as the check of a page.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import cycle
from typing import Any, Final

from fictionworld.cores import one_core_each, worker_pool
from fictionworld.dataset import Dataset
from fictionworld.errors import StorageError
from fictionworld.render.worker import PageOutline, RenderWorker, begin, do

_OPENED: Final = 2
"""Worlds opened ahead in each lane, so that the engine need not wait for one."""
_WORTH_STARTING: Final = 3
"""Worlds from which a worker process is worth its start; fewer are worked on in a thread here."""


class Lane:
    """One worker. Use it within one event loop."""

    def __init__(self, executor: Executor, work: Callable[[list[Any]], list[Any]]) -> None:
        self._executor = executor
        self._work = work
        self._waiting: list[tuple[tuple[str, tuple[Any, ...]], asyncio.Future[Any]]] = []
        self._pump: asyncio.Task[None] | None = None

    async def do(self, name: str, *given: Any) -> Any:  # noqa: ANN401 - by the method
        """What a method of `RenderWorker` returns.

        Raises:
            StorageError: The worker was killed.
        """
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append(((name, given), answer))
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._run())
        return await answer

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            calls = [call for call, _ in batch]
            try:
                found = await loop.run_in_executor(self._executor, self._work, calls)
            except Exception as error:
                said = _killed() if isinstance(error, BrokenProcessPool) else error
                for _, answer in batch:
                    if not answer.done():
                        answer.set_exception(said)
                        answer.exception()  # whoever waits gets it; nobody may
                continue
            for (_, answer), one in zip(batch, found, strict=True):
                if not answer.done():
                    answer.set_result(one)

    def close(self) -> None:
        """Wait for nothing more of it."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def lanes_for(dataset: Dataset, worlds: int, workers: int, pages: int | None) -> list[Lane]:
    """As many lanes as are worth their start, at least one.

    Args:
        dataset: The dataset.
        worlds: How many are to be worded.
        workers: Lanes at most.
        pages: Of each world the first so many; all if None.
    """
    if worlds < _WORTH_STARTING or not workers:
        work = partial(do, worker=RenderWorker(dataset, pages))
        return [Lane(ThreadPoolExecutor(1, "render"), work)]
    pools = [worker_pool(1, begin, dataset, pages) for _ in range(min(workers, worlds))]
    with one_core_each():
        for pool in pools:
            pool.submit(int)  # a process is started by its first job
    return [Lane(pool, do) for pool in pools]


class LanesAhead:
    """The workers, and worlds opened ahead in them."""

    def __init__(
        self, dataset: Dataset, todo: Sequence[int], workers: int, pages: int | None
    ) -> None:
        self._lanes = lanes_for(dataset, len(todo), workers, pages)
        self._all = cycle(self._lanes)
        self._todo = deque(todo)
        self._opening: dict[int, tuple[Lane, asyncio.Task[tuple[PageOutline, ...]]]] = {}

    async def outline(self, world: int) -> tuple[Lane, tuple[PageOutline, ...]]:
        """The pages of a world, and the lane that has opened it."""
        while self._todo and len(self._opening) < _OPENED * len(self._lanes):
            self._open(self._todo.popleft())
        if world not in self._opening:  # one that is there, and not whole
            self._open(world)
        lane, opening = self._opening.pop(world)
        return lane, await opening

    def _open(self, world: int) -> None:
        lane = next(self._all)
        self._opening[world] = lane, asyncio.create_task(lane.do("outline", world))

    async def processor_s(self) -> float:
        """What the worker processes have spent since they started."""
        spent_s = 0.0
        for lane in self._lanes:
            spent_s += await lane.do("processor_s")
        return spent_s

    def close(self) -> None:
        for _, opening in self._opening.values():
            if opening.done() and not opening.cancelled():
                opening.exception()  # another one has raised it
            opening.cancel()
        for lane in self._lanes:
            lane.close()


def _killed() -> StorageError:
    return StorageError(
        "a worker process was killed, most often for lack of memory, or did not start, as where a "
        'script has no `if __name__ == "__main__":`; what was worded is kept: run it again'
    )
