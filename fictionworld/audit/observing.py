"""What is observed of the sampled worlds, one after another or in two processes.

A world is opened with its twin, every check looks at it, and it is closed again: what stays is
counts and a few findings. Which process looks at which world leaves no trace in the record.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
        return Observed(
            world_id=world_id,
            twins=noninterference.compare_twins(stage),
            shapes=form.shapes_of(stage),
            ranked=ranking.ranking_of(stage),
            statements=statement.statements_of(stage),
            questions=question.questions_of(stage),
            rungs=ladder.climb(stage, played, effort_in(place)),
            places=induced.places_of(stage),
            injected=self_test.injected(stage),
        )


Work = Callable[[Observer, Job], Any]

_OBSERVER: Observer | None = None
_WORK: Work | None = None


def run_jobs(
    observer: Observer, work: Work, jobs: Sequence[Job], workers: int
) -> Iterator[tuple[Job, Any]]:
    """Every job with what it came to, as each is done; with more than one worker in no order.

    Args:
        observer: Of this process; workers make their own.
        work: What does a job; a function that can be pickled.
        jobs: The longest first.
        workers: Processes.

    Raises:
        StorageError: A worker process was killed.
    """
    if workers == 1 or len(jobs) < 2:
        for job in jobs:
            yield job, work(observer, job)
        return
    with _pool(Path(observer.folder), observer.seed, work, workers) as pool:
        waiting: dict[Future[Any], Job] = {pool.submit(_do, job): job for job in jobs}
        try:
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
        except BrokenProcessPool:
            raise StorageError(
                "a worker process was killed, most often for lack of memory; run the audit again "
                f"with fewer --workers (now {workers}), or a smaller --sample"
            ) from None
        finally:
            for future in waiting:
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
