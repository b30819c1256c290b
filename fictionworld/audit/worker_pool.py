"""The processes of an audit: this one, and others that take jobs when they are done with theirs.

The others are started before this process has imported what an audit needs, and import it at the
same time. Nothing here knows what a job is about; which process does which leaves no trace in the
record.
"""

from __future__ import annotations

import gc
from collections import deque
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from fictionworld.audit.options import TOOLS
from fictionworld.cores import first_done, one_core_each, worker_pool
from fictionworld.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import ProcessPoolExecutor
    from types import TracebackType

    from fictionworld.audit.observing import Observer
    from fictionworld.audit.options import Tools

    Work = Callable[[Observer, "Job"], Any]

__all__ = ["WorkerPool", "Job"]

Job = tuple[str, Any]
"""What is to be done, and with what: `("world", 17)`, `("overlap", ...)`."""

_THRESHOLDS: Final = (200_000, 50, 100)
"""When garbage is looked for: a world is many small objects that stay until it is closed, and with
Python's own numbers an eighth of an audit goes into looking through them."""


class WorkerPool:
    """This process and `workers` - 1 more, for one dataset; they leave with the `with` block."""

    def __init__(self, folder: Path, seed: int, workers: int, tools: Tools = TOOLS) -> None:
        self._given = str(folder), seed, tools
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._before = gc.get_threshold()

    def __enter__(self) -> WorkerPool:
        gc.set_threshold(*_THRESHOLDS)
        if self._workers > 1:
            self._pool = worker_pool(self._workers - 1)
            with one_core_each():
                for _ in range(self._workers - 1):
                    self._pool.submit(_get_ready)  # the first starts them all
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        gc.set_threshold(*self._before)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def run(
        self, observer: Observer, work: Work, own: Sequence[Job], shared: Sequence[Job]
    ) -> Iterator[tuple[Job, Any]]:
        """Every job with what it came to, as each is done; with more than one worker in no order.

        Args:
            observer: Of this process, which is one of the workers; the others make their own.
            work: What does a job; a function that can be pickled.
            own: Jobs that this process begins with.
            shared: Jobs that the others begin with.

        Raises:
            StorageError: A worker process was killed.
        """
        if self._pool is None:
            for job in (*own, *shared):
                yield job, work(observer, job)
            return
        waiting = _Waiting(self._pool, (*self._given, work), own, shared)
        try:
            for _ in range(self._workers - 1):
                waiting.hand_out()
            while (mine := waiting.take()) is not None:
                yield mine, work(observer, mine)
                yield from waiting.done()
            while waiting.running:
                first_done(tuple(waiting.running))
                yield from waiting.done()
        except BrokenProcessPool:
            raise StorageError(
                "a worker process was killed, most often for lack of memory; run the audit again "
                f"with fewer --workers (now {self._workers}), or a smaller --sample"
            ) from None
        finally:
            waiting.cancel()


class _Waiting:
    """The jobs that nobody has begun, and those that workers have."""

    def __init__(
        self,
        pool: ProcessPoolExecutor,
        given: tuple[str, int, Tools, Work],
        own: Sequence[Job],
        shared: Sequence[Job],
    ) -> None:
        self.running: dict[Future[Any], Job] = {}
        self._pool = pool
        self._given = given
        self._own, self._shared = deque(own), deque(shared)
        self._lock = Lock()

    def take(self) -> Job | None:
        """The next job for this process; None where all are begun."""
        with self._lock:
            first, then = self._own, self._shared
            return first.popleft() if first else then.popleft() if then else None

    def hand_out(self, done: Future[Any] | None = None) -> None:
        """The next job to a worker: called where one is done, whatever this process is at."""
        if done is not None and (done.cancelled() or done.exception() is not None):
            return
        with self._lock:
            if not self._shared and not self._own:
                return
            job = self._shared.popleft() if self._shared else self._own.pop()
            future = self._pool.submit(_do, *self._given, job)
            self.running[future] = job
        future.add_done_callback(self.hand_out)

    def done(self) -> Iterator[tuple[Job, Any]]:
        """What workers have done since this was last asked."""
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
            self._shared.clear()
            for future in self.running:
                future.cancel()


def _get_ready() -> None:
    gc.set_threshold(*_THRESHOLDS)
    from fictionworld.audit import checks  # noqa: F401, PLC0415 - imported for the jobs to come


def _do(folder: str, seed: int, tools: Tools, work: Work, job: Job) -> Any:  # noqa: ANN401 - what it comes to
    return work(_observer(folder, seed, tools), job)


@lru_cache(maxsize=1)
def _observer(folder: str, seed: int, tools: Tools) -> Observer:
    """The one of this process."""
    from fictionworld.audit.observing import Observer  # noqa: PLC0415 - see `_get_ready`

    return Observer(Path(folder), seed, tools)
