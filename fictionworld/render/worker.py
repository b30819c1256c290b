"""The passages, prompts and checks of worlds that are worded, computed in worker processes.

A lane is a worker process with worlds of its own, here or on a cluster, called from an event loop.
Calls that come while it is busy are sent together: a message between processes costs as much as the
check of a page.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import cycle
from typing import Any, Final, NamedTuple

from fictionworld.cores import COLLECT_RARELY, one_core_each, usable_cores, worker_pool
from fictionworld.dataset import Dataset
from fictionworld.episodes.world_files import template_web
from fictionworld.errors import StorageError
from fictionworld.ray_actors import RayActors, free_cores
from fictionworld.ray_pool import RayCluster
from fictionworld.simulator.backends.backend import Completion, Prompt
from fictionworld.simulator.drafts.checks import Checks, passes_alone
from fictionworld.simulator.drafts.request import Batch, page_request
from fictionworld.simulator.drafts.skeleton import Names, restored
from fictionworld.simulator.drafts.wording import DraftVerdict, judged
from fictionworld.web.web import FictionalWeb
from fictionworld.workers import Workers

_TOGETHER: Final = 40
"""Passages in a request: the rules are a tenth of what is read, and a reply is 1,500 tokens."""
_OPENED: Final = 2
"""Worlds opened ahead in each lane, so that the engine need not wait for one."""
_WORTH_STARTING: Final = 3
"""Worlds from which a worker process is worth its start; fewer are worked on in a thread here."""
LOCAL_WORKERS: Final = min(4, max(1, usable_cores() - 1))
"""A core is left to the event loop, or to the engine; one worker serves two worlds a second."""
_ON_CLUSTER: Final = 16
"""More workers than one event loop keeps busy."""


PassageName = tuple[int, str]
"""A page's number and a passage's key."""


class PassageOutline(NamedTuple):
    """What a passage is counted by."""

    key: str
    skeleton: str
    states: bool
    """Whether it has slots; what has none states nothing."""


class PageOutline(NamedTuple):
    """What a page is to be asked for."""

    number: int
    name: str
    structure: str
    """What its drafts are kept under."""
    passages: tuple[PassageOutline, ...]


class BatchPrompt(NamedTuple):
    """Passages that are asked for together."""

    passages: tuple[PassageName, ...]
    """The reply calls them by their places here: "1" is the first."""
    prompt: Prompt


Fill = tuple[int, str, tuple[str, ...]]
"""A page's number, a passage's key, and the variants to be tried."""
_Call = tuple[str, tuple[Any, ...]]
"""The name of a method of `RenderWorker`, and what it is given."""


class RenderWorker:
    """Opens worlds, writes their prompts and checks what comes back.

    Args:
        dataset: Their dataset.
        pages: Of each world the first so many; all if None.
        own_process: Whether the process that it works in does nothing else.
    """

    def __init__(
        self, dataset: Dataset, pages: int | None = None, *, own_process: bool = False
    ) -> None:
        self._dataset = dataset
        self._pages = pages
        self._open: dict[int, _OpenWorld] = {}
        self._begun_s = time.process_time() if own_process else None

    def outline(self, world: int) -> tuple[PageOutline, ...]:
        """Open a world, and return its pages that have passages."""
        opened = self._opened(world)
        return tuple(
            PageOutline(
                number,
                request.head.name,
                request.structure,
                tuple(
                    PassageOutline(key, skeleton.key, bool(passage.slots))
                    for key, (passage, skeleton) in opened.passages[number].items()
                ),
            )
            for number, request in opened.requests.items()
        )

    def prompts(self, world: int, asked: Sequence[PassageName]) -> list[BatchPrompt]:
        """Return the prompts that ask for passages, those of pages of one voice together."""
        requests = self._opened(world).requests
        by_kind: dict[str, list[PassageName]] = {}
        for number, key in asked:
            by_kind.setdefault(requests[number].head.kind, []).append((number, key))
        return [
            BatchPrompt(names, self._batch(world, names).prompt)
            for kind_names in by_kind.values()
            for names in batched(kind_names, _TOGETHER)
        ]

    def judge(
        self,
        world: int,
        names: Sequence[PassageName],
        completion: Completion,
        keys: Sequence[str],
        first: bool,
    ) -> DraftVerdict:
        """Return the verdict on the reply to a prompt, the first or the second one."""
        opened = self._opened(world)
        batch = self._batch(world, names)
        verdict = judged(completion, batch, keys, opened.checks, first=first)
        variants = {}
        for key, name in _numbered(names).items():
            if key in verdict.texts and key not in verdict.faults:
                variant = opened.variant(*name, verdict.texts[key])
                if variant is not None:
                    variants[key] = variant
        return verdict._replace(variants=variants)

    def _batch(self, world: int, names: Sequence[PassageName]) -> Batch:
        opened = self._opened(world)
        return Batch(
            {
                number: (opened.requests[page], opened.passages[page][key][0])
                for number, (page, key) in _numbered(names).items()
            },
            group=world,
        )

    def fill(self, world: int, fills: Sequence[Fill]) -> dict[tuple[int, str], str]:
        """Return by page and key the first variant that may stand there, if there is one."""
        opened, texts = self._opened(world), {}
        for number, key, variants in fills:
            passage, skeleton = opened.passages[number][key]
            request, named = opened.requests[number], bool(passage.slots or skeleton.names)
            for variant in variants:
                text = restored(variant, passage, skeleton)
                if opened.checks.reused(text, passage, request, named=named) is None:
                    texts[number, key] = text
                    break
        return texts

    def processor_s(self) -> float:
        """Return this process's seconds as a worker; 0 in the process that renders."""
        return 0.0 if self._begun_s is None else time.process_time() - self._begun_s

    def close(self, world: int) -> None:
        """Close a world."""
        self._open.pop(world, None)

    def _opened(self, world: int) -> _OpenWorld:
        """Return a world, opened anew where the worker that had it is gone."""
        if world not in self._open:
            self._open[world] = _OpenWorld(template_web(self._dataset, world), self._pages)
        return self._open[world]


def _numbered(names: Sequence[PassageName]) -> dict[str, PassageName]:
    """Return passages by what a prompt and its reply call them."""
    return {str(place): name for place, name in enumerate(names, 1)}


class _OpenWorld:
    """The requests of one world, and by page and key its passages with their skeletons."""

    def __init__(self, web: FictionalWeb, pages: int | None) -> None:
        self.checks = Checks(web)
        self._names = Names(web)
        all_requests = (page_request(web, head.number) for head in web.heads[:pages])
        self.requests = {
            request.head.number: request for request in all_requests if request is not None
        }
        self.passages = {
            number: {
                p.key: (p, self._names.skeleton(p, request.head.kind)) for p in request.passages
            }
            for number, request in self.requests.items()
        }

    def variant(self, number: int, key: str, text: str) -> str | None:
        """Return a draft as a variant for its skeleton; None where it fits no other passage."""
        passage, skeleton = self.passages[number][key]
        if not (passage.slots or skeleton.names or passes_alone(text, passage)):
            return None
        return self._names.variant(text, passage, skeleton)


def batched(names: Sequence[PassageName], most: int) -> Iterator[tuple[PassageName, ...]]:
    """Yield passages in turn, at most so many together."""
    for start in range(0, len(names), most):
        yield tuple(names[start : start + most])


# In a worker process -----------------------------------------------------------------------------

_worker: list[RenderWorker] = []


def _begin(dataset: Dataset, pages: int | None) -> None:
    """Make this process a worker for a dataset."""
    # Ctrl-C reaches workers too: the parent ends them, when what they have done is written down
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker.append(_own_worker(dataset, pages))


def _own_worker(dataset: Dataset, pages: int | None) -> RenderWorker:
    gc.set_threshold(*COLLECT_RARELY)
    return RenderWorker(dataset, pages, own_process=True)


def _do(calls: Sequence[_Call]) -> list[Any]:
    return _results(_worker[0], calls)


def _results(worker: RenderWorker, calls: Sequence[_Call]) -> list[Any]:
    """Return what calls of a worker's methods return."""
    return [getattr(worker, name)(*given) for name, given in calls]


async def _results_there(worker: RenderWorker, calls: Sequence[_Call]) -> list[Any]:
    return _results(worker, calls)


# Beside the event loop ---------------------------------------------------------------------------


class Lane:
    """One worker. Use it within one event loop.

    Args:
        work: Makes the calls in the worker, and returns their results.
        close: Stops the worker without waiting for it.
    """

    def __init__(
        self, work: Callable[[Sequence[_Call]], Awaitable[list[Any]]], close: Callable[[], None]
    ) -> None:
        self._work = work
        self.close = close
        self._waiting: list[tuple[_Call, asyncio.Future[Any]]] = []
        self._pump: asyncio.Task[None] | None = None

    async def do(self, name: str, *given: Any) -> Any:  # noqa: ANN401 - by the method
        """Call a method of `RenderWorker` in the worker, and return its result.

        Raises:
            StorageError: The worker was killed.
        """
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append(((name, given), answer))
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._run())
        return await answer

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            calls = [call for call, _ in batch]
            try:
                results = await self._work(calls)
            except Exception as error:
                reason = _killed() if isinstance(error, BrokenProcessPool) else error
                for _, answer in batch:
                    if not answer.done():
                        answer.set_exception(reason)
                        answer.exception()  # whoever waits gets it; nobody may
                continue
            for (_, answer), result in zip(batch, results, strict=True):
                if not answer.done():
                    answer.set_result(result)


def _lanes_for(dataset: Dataset, worlds: int, workers: Workers, pages: int | None) -> list[Lane]:
    """Return as many lanes as are worth their start, at least one.

    Args:
        dataset: The dataset.
        worlds: How many worlds are to be worded.
        workers: The most lanes, or a cluster, of which they take the cores that are free.
        pages: How many pages of each world, from the first; all if None.
    """
    if isinstance(workers, RayCluster):
        if lanes := min(worlds, free_cores(workers), _ON_CLUSTER):
            # as Ray has it by default they hold no core: begun anew, none must wait for one
            actors = RayActors(workers, lanes, {}, StorageError, _own_worker, dataset, pages)
            return [
                Lane(partial(actors.call, number, _results_there), actors.close)
                for number in range(lanes)
            ]
        workers = LOCAL_WORKERS
    if worlds < _WORTH_STARTING or not workers:
        thread = ThreadPoolExecutor(1, "render")
        return [_local_lane(thread, partial(_results, RenderWorker(dataset, pages)))]
    pools = [worker_pool(1, _begin, dataset, pages) for _ in range(min(workers, worlds))]
    with one_core_each():
        for pool in pools:
            pool.submit(int)  # a process is started by its first job
    return [_local_lane(pool, _do) for pool in pools]


def _local_lane(executor: Executor, work: Callable[[Sequence[_Call]], list[Any]]) -> Lane:
    run = asyncio.get_running_loop().run_in_executor
    return Lane(
        lambda calls: run(executor, work, calls),
        partial(executor.shutdown, wait=False, cancel_futures=True),
    )


class LanesAhead:
    """The workers, and worlds opened ahead in them."""

    def __init__(
        self, dataset: Dataset, todo: Sequence[int], workers: Workers, pages: int | None
    ) -> None:
        self._lanes = _lanes_for(dataset, len(todo), workers, pages)
        self._all = cycle(self._lanes)
        self._todo = deque(todo)
        self._opening: dict[int, tuple[Lane, asyncio.Task[tuple[PageOutline, ...]]]] = {}

    async def outline(self, world: int) -> tuple[Lane, tuple[PageOutline, ...]]:
        """Return the lane that has opened a world, and the world's pages."""
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
        """Return the processor seconds of the workers since they started."""
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
