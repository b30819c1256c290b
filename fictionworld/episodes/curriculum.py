"""A curriculum: tasks in the order in which an agent can learn from them, kept in a file.

    curriculum = fw.Curriculum(dataset, "curriculum.json", dataset.tasks(split="train"))
    for row in curriculum.rows(32):
        rewards = [play(row) for _ in range(8)]
        curriculum.update(row.task_id, rewards)

Which tasks come is decided in `progress.py`. Each draw and each update reads the file and writes it
anew under a lock, so that several workers may share it, and a run that was broken off goes on.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final

from fictionworld.episodes.progress import Band, Progress
from fictionworld.episodes.sampling import SampledTask, sampled_task, spread_order
from fictionworld.episodes.source import Source
from fictionworld.episodes.training_rows import TrainingRow, training_rows
from fictionworld.errors import DatasetError, UsageError
from fictionworld.files import read_json
from fictionworld.simulator.controls import Controls
from fictionworld.tasks.record import Task
from fictionworld.version import __version__
from fictionworld.web.permit import parse_policies
from fictionworld.worlds.durable import publish_bytes, storage_errors

_FORMAT: Final = 1
BAND: Final[Band] = (1 / 8, 7 / 8)
"""Tasks that an agent neither always nor never solves."""


class Curriculum:
    """Draws tasks by what earlier ones earned.

    Args:
        source: The dataset.
        path: The file of its state; where it exists, the curriculum goes on.
        tasks: The tasks to draw from, such as `dataset.tasks(split="train")`.
        seed: Random seed of the order, the policies and the groups.
        policies: One policy, or several with weights, as of `Dataset.sample`.
        band: The least and the most pass rate of tasks that are worth training on.

    Raises:
        UsageError: There is no task or no such policy, the band is none, or the file is of another
            dataset or seed.
        DatasetError: The file is damaged.
    """

    def __init__(
        self,
        source: Source,
        path: str | os.PathLike[str],
        tasks: Iterable[Task],
        *,
        seed: int = 0,
        policies: str | Mapping[str, float] = "tease",
        band: Band = BAND,
    ) -> None:
        self.source, self.path, self.seed, self.band = source, Path(path), seed, band
        self._tasks = {task.task_id: task for task in tasks}
        self._mix = parse_policies(policies)
        if not self._tasks:
            raise UsageError(
                "a curriculum needs tasks; `fictionworld tasks DIR` lists all there are"
            )
        if not 0 <= band[0] < band[1] <= 1:
            raise UsageError(f"got band {band}; allowed: the least and the most, from 0 to 1")
        self._order = lru_cache(maxsize=2)(self._ordered)
        self._read()

    def update(self, task: Task | str, rewards: Sequence[float | None]) -> bool:
        """Note what a group of rollouts of a task earned, and save it.

        Args:
            task: The task or its id.
            rewards: One for each rollout; None for one that is left out of training.

        Returns:
            Whether the rewards differ: a group without a difference teaches nothing, and may be
            left out of training.

        Raises:
            UsageError: The curriculum has no such task, or a reward is no finite number.
        """
        task_id = task if isinstance(task, str) else task.task_id
        if task_id not in self._tasks:
            raise UsageError(f"got task {task_id!r}, which is none of the curriculum's")
        with self._state() as progress:
            given = [reward for reward in rewards if reward is not None]
            return progress.update(self._tasks[task_id], given, self.band)

    def sample(self, n: int) -> list[SampledTask]:
        """Return the next `n` tasks, each with the policy and the seed of this visit.

        Raises:
            UsageError: `n` is below 0.
        """
        if n < 0:
            raise UsageError(f"got n={n}; allowed: 0 or more")
        with self._state() as progress:
            visits = progress.draw(self._order, n)
        return [
            sampled_task(self.source, visit.task, self._mix, self.seed, visit.number, visit.place)
            for visit in visits
        ]

    def rows(
        self, n: int, controls: Controls | str | None = None, calls: int | None = None
    ) -> list[TrainingRow]:
        """Return the next `n` tasks as rows for a trainer; see `sample` and `Dataset.rows`."""
        return list(training_rows(self.source, self.sample(n), controls, calls))

    @property
    def open_levels(self) -> tuple[int, ...]:
        """Return the levels of which tasks are drawn now."""
        return tuple(sorted(self._read().open_levels(self._tasks.values())))

    def pass_rate(self, task_id: str) -> float:
        """Return the mean of the posterior of a task's pass rate."""
        return self._read().pass_rate(task_id)

    def _ordered(self, turn: int) -> list[Task]:
        return spread_order(list(self._tasks.values()), self.seed, turn)

    @contextmanager
    def _state(self) -> Iterator[Progress]:
        """Yield the state as it is on disk, alone; write it when the block ends well."""
        lock = self.path.with_name(f".{self.path.name}.lock")
        with storage_errors(lock):
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            progress = self._read()
            yield progress
            self._write(progress)
        finally:
            fcntl.flock(descriptor, fcntl.LOCK_UN)  # a forked process may hold a copy
            os.close(descriptor)

    def _read(self) -> Progress:
        if not self.path.exists():
            return Progress()
        try:
            content = read_json(self.path)
            dataset, seed, version = content["dataset"], content["seed"], content["format"]
            progress = Progress.of(content["progress"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DatasetError(
                f"{self.path} is damaged, or no curriculum ({type(error).__name__}: {error}); "
                "remove it, or give another file"
            ) from error
        if (dataset, seed, version) != (self.source.content_hash, self.seed, _FORMAT):
            raise UsageError(
                f"{self.path} is a curriculum of dataset {str(dataset)[:12]} with seed {seed}, and "
                f"this one of {self.source.content_hash[:12]} with seed {self.seed}; give another "
                "file"
            )
        return progress

    def _write(self, progress: Progress) -> None:
        content = {
            "format": _FORMAT,
            "fictionworld": __version__,
            "dataset": self.source.content_hash,
            "seed": self.seed,
            "progress": progress.as_dict(),
        }
        publish_bytes(self.path, json.dumps(content).encode())
