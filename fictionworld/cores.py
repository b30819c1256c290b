"""Worker processes: each uses one core, and ends when its parent does."""

from __future__ import annotations

import atexit
import gc
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from types import FrameType, TracebackType
from typing import Any, Generic, NoReturn, Self, TypeVar

from fictionworld.pool import J, Pool, R, S

T = TypeVar("T")

COLLECT_RARELY = (200_000, 50, 100)
"""Thresholds of garbage collection for processes that hold worlds: many small objects that stay
until the world is closed. With Python's own thresholds an eighth of an audit is collection."""

_ALONE = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}

_TURN_S = 0.25
"""The longest wait for a job before signals are handled."""
_LOOK_S = 0.1
_GRACE_S = 0.4
"""How often a worker looks for its parent, and how long it may tidy up, twice, without one."""

_started_by = os.getpid()


def is_forked() -> bool:
    """Return whether this process was forked after this module was read, and has run no exec since.

    Libraries that run threads of their own may hang in such a process.
    """
    return os.getpid() != _started_by


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return usable or 1


@contextmanager
def one_core_each() -> Iterator[None]:
    """Make processes started within the block run one thread; several would fight for the cores.

    They read the limit from their environment as they start. This process keeps the threads it has.
    """
    before = {name: os.environ.get(name) for name in _ALONE}
    os.environ.update(_ALONE)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextmanager
def without_collector() -> Iterator[None]:
    """Turn the garbage collector off within the block, for work that makes much and leaves it.

    Each of many small values that stay would be looked at again and again: a tenth of a build, a
    fifth of opening worlds. Blocks of several threads may overlap.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def worker_pool(
    workers: int, start: Callable[..., object] | None = None, *given: object
) -> ProcessPoolExecutor:
    """Return a pool of processes that each call `start(*given)` first and end with this process.

    They are spawned: forking a process whose libraries run threads of their own may hang.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, _begin, (_Parent(os.getpid()), start, given))


class WorkerPool(Pool[S]):
    """Worker processes on this machine, whose jobs share something, such as an open dataset.

    The processes start with the `with` block, and end with it.

    Args:
        workers: Processes beside this one; with 0 only `run_with` does anything.
        killed: Raised where a process was killed.
        begin: Called once in each process: returns what its jobs share.
        given: The arguments of `begin`, sent to each process once.
    """

    def __init__(
        self, workers: int, killed: Exception, begin: Callable[..., S], *given: object
    ) -> None:
        self._workers = workers
        self._killed = killed
        self._begin = begin, given
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        if self._workers:
            self._pool = worker_pool(self._workers, _set_begin, *self._begin)
            try:
                with one_core_each():
                    for _ in range(self._workers):  # a process is started by a job
                        self._pool.submit(_make_shared)
            except BaseException:  # Ctrl-C: no `__exit__` follows
                self._pool.shutdown(cancel_futures=True)
                raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def run(self, work: Callable[[S, J], R], jobs: Sequence[J]) -> Iterator[tuple[J, R]]:
        assert self._pool is not None, "a pool of workers, within its with block"
        yield from self._results(_JobQueue(self._pool, work, (), jobs), None)

    def run_with(
        self, shared: S, work: Callable[[S, J], R], own: Sequence[J], jobs: Sequence[J]
    ) -> Iterator[tuple[J, R]]:
        if self._pool is None:
            for job in (*own, *jobs):
                yield job, work(shared, job)
            return
        yield from self._results(_JobQueue(self._pool, work, own, jobs), partial(work, shared))

    def _results(
        self, queue: _JobQueue[S, J, R], here: Callable[[J], R] | None
    ) -> Iterator[tuple[J, R]]:
        for _ in range(self._workers):
            queue.hand_out()
        try:
            while here is not None and (own_job := queue.take()):
                yield own_job[0], here(own_job[0])
                yield from queue.done()
            while queue.running:
                first_done(tuple(queue.running))
                yield from queue.done()
        except BrokenProcessPool:
            raise self._killed from None
        finally:
            queue.cancel()


class _JobQueue(Generic[S, J, R]):
    """The jobs that nobody has begun, and those that workers have."""

    def __init__(
        self,
        pool: ProcessPoolExecutor,
        work: Callable[[S, J], R],
        own: Sequence[J],
        jobs: Sequence[J],
    ) -> None:
        self.running: dict[Future[R], J] = {}
        self._pool = pool
        self._work = work
        self._own, self._jobs = deque(own), deque(jobs)
        self._lock = threading.Lock()

    def take(self) -> tuple[J] | None:
        """Return the next job for this process in a tuple; None where all are begun."""
        with self._lock:
            queue = self._own or self._jobs
            return (queue.popleft(),) if queue else None

    def hand_out(self, done: Future[R] | None = None) -> None:
        """Give the next job to a worker; called as soon as one is done, whatever happens here."""
        if done is not None and (done.cancelled() or done.exception() is not None):
            return
        with self._lock:
            if not self._jobs and not self._own:
                return
            job = self._jobs.popleft() if self._jobs else self._own.pop()
            future: Future[R] = self._pool.submit(_do, self._work, job)
            self.running[future] = job
        future.add_done_callback(self.hand_out)

    def done(self) -> Iterator[tuple[J, R]]:
        """Yield each job that a worker has done since the last call, and its result."""
        with self._lock:
            done = [(future, job) for future, job in self.running.items() if future.done()]
            for future, _ in done:
                del self.running[future]
        for future, job in done:
            yield job, future.result()

    def cancel(self) -> None:
        """Begin no further job."""
        with self._lock:
            self._own.clear()
            self._jobs.clear()
            for future in self.running:
                future.cancel()


_begin_here: tuple[Callable[..., Any], tuple[object, ...]]
_shared_here: list[Any] = []


def _set_begin(begin: Callable[..., object], given: tuple[object, ...]) -> None:
    global _begin_here  # noqa: PLW0603 - a worker is sent it once, not with every job
    _begin_here = begin, given


def _make_shared() -> None:
    # not in the initialiser, whose exceptions would look like a killed process
    if not _shared_here:
        begin, given = _begin_here
        _shared_here.append(begin(*given))
        atexit.register(_release)


def _release() -> None:
    # an open DuckDB that outlives its module is reported on stderr as leaked
    _shared_here.clear()
    gc.collect()


def _do(work: Callable[[Any, J], R], job: J) -> R:
    _make_shared()
    return work(_shared_here[0], job)


def first_done(futures: Collection[Future[T]]) -> tuple[set[Future[T]], set[Future[T]]]:
    """Return the futures that are done, as soon as one is, and the others; Ctrl-C ends the wait."""
    while True:
        # in turns: a wait without an end may not be broken off by a signal
        done, others = wait(futures, _TURN_S, FIRST_COMPLETED)
        if done or not others:
            return done, others


def exit_with_parent(parent: int) -> None:
    """Make this process end within two seconds of its parent, the process of this id.

    It ends however the parent ended, by SIGKILL too, and removes what was half written first.
    Ctrl-C, which reaches both, is reported by the parent alone. Call it in the main thread.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


class _Parent:
    """Read in a worker, it makes the worker watch: before `start` is read, which imports much."""

    def __init__(self, process: int) -> None:
        self._process = process

    def __reduce__(self) -> tuple[Callable[[int], None], tuple[int]]:
        return exit_with_parent, (self._process,)


def _begin(_: object, start: Callable[..., object] | None, given: tuple[object, ...]) -> None:
    if start is not None:
        start(*given)


def _watch(parent: int) -> None:
    # An orphan gets another parent: true of every Unix, and of a parent that was gone before.
    while os.getppid() == parent:
        time.sleep(_LOOK_S)
    for _ in range(2):  # a pool's worker may turn from one job to the next
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_GRACE_S)
    os._exit(1)


def _leave(_: int, __: FrameType | None) -> NoReturn:
    if not threading.main_thread().is_alive():  # it ends already: an exception would be printed
        os._exit(1)
    # a pool takes the exception for what the job came to, and its worker turns to the next
    timer = threading.Timer(_GRACE_S, os._exit, (1,))
    timer.daemon = True
    timer.start()
    raise SystemExit(1)
