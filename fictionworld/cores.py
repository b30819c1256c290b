"""Worker processes: each minds a core of its own, and ends when its parent does."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn, TypeVar

__all__ = ["end_with", "first_done", "is_forked", "one_core_each", "usable_cores", "worker_pool"]

T = TypeVar("T")

_ALONE = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}

_TURN_S = 0.25
_LOOK_S = 0.1
_GRACE_S = 0.4
"""How often a worker looks for its parent, and how long it may tidy up, twice, without one."""


_started_by = os.getpid()


def is_forked() -> bool:
    """Whether this process was forked after this module was read, and began no program since.

    Libraries that run threads of their own may hang in it.
    """
    return os.getpid() != _started_by


def usable_cores() -> int:
    """The cores that this process may use."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return usable or 1


@contextmanager
def one_core_each() -> Iterator[None]:
    """Processes started meanwhile run one thread; several would only fight for the cores.

    They read it from their environment as they start. This process keeps the threads it has.
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


def worker_pool(
    workers: int, start: Callable[..., object] | None = None, *given: object
) -> ProcessPoolExecutor:
    """A pool of processes, each of which calls `start(*given)` first and ends with this process.

    Spawned: forking a process whose libraries run threads of their own may hang.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, _begin, (_Parent(os.getpid()), start, given))


def first_done(futures: Collection[Future[T]]) -> tuple[set[Future[T]], set[Future[T]]]:
    """Those that are done, as soon as any is, and the others; Ctrl-C ends the wait."""
    while True:
        # in turns: a wait without an end may not be broken off by a signal
        done, others = wait(futures, _TURN_S, FIRST_COMPLETED)
        if done or not others:
            return done, others


def end_with(parent: int) -> None:
    """From now on this process ends within two seconds of its parent, the process of this id.

    However the parent ended, by SIGKILL too. What was written half is removed on the way, and
    Ctrl-C, which reaches both, is left to the parent to tell of. To be called in the main thread.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


class _Parent:
    """Read in a worker, it makes the worker watch: before `start` is read, which imports much."""

    def __init__(self, process: int) -> None:
        self._process = process

    def __reduce__(self) -> tuple[Callable[[int], None], tuple[int]]:
        return end_with, (self._process,)


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
    # a pool takes the exception for what the job came to, and its worker turns to the next
    timer = threading.Timer(_GRACE_S, os._exit, (1,))
    timer.daemon = True
    timer.start()
    raise SystemExit(1)
