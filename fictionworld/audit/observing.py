"""What is observed of the sampled worlds, one after another or in two processes.

A world is opened with its twin, every check looks at it, and it is closed again: what stays is
counts and a few findings. Which process looks at which world leaves no trace in the record.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from fictionworld.audit import (
    form,
    induced,
    ladder,
    noninterference,
    question,
    ranking,
    self_test,
    statement,
)
from fictionworld.audit.sample import effort_in, strangers_to, task_for_agents
from fictionworld.audit.stage import Troupe
from fictionworld.dataset import Dataset
from fictionworld.episodes.places import PLACES
from fictionworld.errors import StorageError
from fictionworld.seeds import child_seed
from fictionworld.tasks.record import specification_of

if TYPE_CHECKING:
    from fictionworld.audit.form import Shape
    from fictionworld.audit.induced import Places
    from fictionworld.audit.ladder import Rung
    from fictionworld.audit.ranking import Ranked
    from fictionworld.audit.statement import Statements
    from fictionworld.audit.tally import Tally
    from fictionworld.tasks.key import Key
    from fictionworld.tasks.specification import Specification

__all__ = ["Job", "Observed", "Observer", "run_jobs"]

Job = tuple[str, Any]
"""What is to be done, and with what: `("world", 17)`, `("overlap", ...)`."""


@dataclass(frozen=True)
class Observed:
    """What every check that needs a stage saw in one world."""

    world_id: int
    twins: Tally
    shapes: Sequence[Shape]
    ranked: Ranked
    statements: Statements
    questions: Tally
    rungs: Sequence[Rung]
    places: Places
    injected: Tally


class _ReadOnce(Dataset):
    """A dataset whose keys are kept once read: twenty agents ask for the same one."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._keys: dict[str, Key] = {}
        self._specifications: dict[str, Specification] = {}

    def key(self, task_id: str) -> Key:
        if task_id not in self._keys:
            self._keys[task_id] = super().key(task_id)
        return self._keys[task_id]

    def specification(self, task_id: str) -> Specification:
        if task_id not in self._specifications:
            self._specifications[task_id] = super().specification(task_id)
        return self._specifications[task_id]


class Observer:
    """Looks at worlds of one dataset, one at a time."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.dataset: Dataset = _ReadOnce(folder.absolute())
        _ = self.dataset.manifest  # a folder that holds no dataset is told at once
        self.folder = str(folder)
        self.seed = seed
        self._troupe = Troupe(self.folder, self.dataset, seed)

    @cached_property
    def specifications(self) -> dict[str, Specification]:
        """What each task of the dataset asks, read once for all checks of the whole."""
        return {row["task_id"]: specification_of(row) for row in self.dataset.stored_keys()}

    def observe(self, world_id: int, place: int, others: Sequence[int] = ()) -> Observed:
        """One world, at this place of the sample, seen by every check; then it is closed.

        `others` are worlds of the sample that come next, here or in another process.
        """
        try:
            return self._observe(world_id, place, others)
        finally:
            PLACES.close(self.dataset, world_id)

    def _observe(self, world_id: int, place: int, others: Sequence[int]) -> Observed:
        strangers = strangers_to(self.dataset, world_id, self.seed)
        stage = self._troupe.stage(world_id, strangers, others)
        played = task_for_agents(stage.tasks, child_seed(self.seed, f"ladder/{world_id}"))
        effort = effort_in(place)
        return Observed(
            world_id=world_id,
            twins=noninterference.compare_twins(stage),
            shapes=form.shapes_of(stage),
            ranked=ranking.ranking_of(stage),
            statements=statement.statements_of(stage, effort),
            questions=question.questions_of(stage),
            rungs=ladder.climb(stage, played, effort),
            places=induced.places_of(stage),
            injected=self_test.injected(stage),
        )


Work = Callable[[Observer, Job], Any]
_UNDER_WAY: Final = 2
"""Jobs handed to a worker at a time, so that none waits for its next."""

_OBSERVER: Observer | None = None
_WORK: Work | None = None


def run_jobs(
    observer: Observer, work: Work, own: Sequence[Job], shared: Sequence[Job], workers: int
) -> Iterator[tuple[Job, Any]]:
    """Every job with what it came to, as each is done; with more than one worker in no order.

    Args:
        observer: Of this process, which is one of the workers; the others make their own.
        work: What does a job; a function that can be pickled.
        own: Jobs that this process begins with.
        shared: Jobs that the others begin with.
        workers: Processes, with this one.

    Raises:
        StorageError: A worker process was killed.
    """
    if workers == 1:
        for job in (*own, *shared):
            yield job, work(observer, job)
        return
    with _pool(Path(observer.folder), observer.seed, work, workers - 1) as pool:
        waiting = _Waiting(pool, own, shared)
        for _ in range(_UNDER_WAY * (workers - 1)):
            waiting.hand_out()
        try:
            while (mine := waiting.take()) is not None:
                yield mine, work(observer, mine)
                yield from waiting.done()
            while waiting.running:
                wait(tuple(waiting.running), return_when=FIRST_COMPLETED)
                yield from waiting.done()
        except BrokenProcessPool:
            raise StorageError(
                "a worker process was killed, most often for lack of memory; run the audit again "
                f"with fewer --workers (now {workers}), or a smaller --sample"
            ) from None
        finally:
            waiting.cancel()


class _Waiting:
    """The jobs that nobody has begun, and those that workers have."""

    def __init__(
        self, pool: ProcessPoolExecutor, own: Sequence[Job], shared: Sequence[Job]
    ) -> None:
        self.running: dict[Future[Any], Job] = {}
        self._pool = pool
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
            future = self._pool.submit(_do, job)
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


@contextmanager
def _pool(folder: Path, seed: int, work: Work, workers: int) -> Iterator[ProcessPoolExecutor]:
    # spawned: forking a process whose libraries run threads of their own may hang
    context = multiprocessing.get_context("spawn")
    # each worker minds its own core
    quiet = {"POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"}
    before = {name: os.environ.get(name) for name in quiet}
    os.environ.update(quiet)
    try:
        with ProcessPoolExecutor(workers, context, _start, (folder, seed, work)) as pool:
            yield pool
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _start(folder: Path, seed: int, work: Work) -> None:
    global _OBSERVER, _WORK
    _OBSERVER, _WORK = Observer(folder, seed), work


def _do(job: Job) -> Any:  # noqa: ANN401 - what the job comes to
    assert _OBSERVER is not None and _WORK is not None
    return _WORK(_OBSERVER, job)
