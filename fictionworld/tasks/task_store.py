"""The tasks of a dataset and, apart from them, their keys: `TaskStore`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count, takewhile
from pathlib import Path
from typing import Any, Final

from fictionworld.errors import DatasetError, UsageError, nearest
from fictionworld.tasks.choice import chosen_tasks
from fictionworld.tasks.grading.grade import Grade, grade
from fictionworld.tasks.key import Key
from fictionworld.tasks.record import (
    KEY,
    TASK,
    Task,
    key_of,
    specification_of,
    task_of,
    world_of_task,
)
from fictionworld.tasks.specification import Specification
from fictionworld.worlds.manifest import ShardEntry
from fictionworld.worlds.reading import read_rows
from fictionworld.worlds.store import is_within_reach
from fictionworld.worlds.world_store import WorldStore

_CACHED_KEYS: Final = 2_048
"""Tasks whose keys are kept in memory, those used last; some 10 KB each."""


class TaskStore(WorldStore):
    """The worlds of one build and their tasks.

    Args:
        path: The folder of the dataset.
        content_hash: The content that it must have; None for whatever is there.
    """

    def __init__(self, path: Path, content_hash: str | None = None) -> None:
        super().__init__(path, content_hash)
        self._tasks: dict[str, dict[str, Task]] = {}
        self._answers: OrderedDict[str, tuple[Key, Specification]] = OrderedDict()

    def tasks(
        self,
        world_id: int | None = None,
        *,
        split: str | None = None,
        pack: str | None = None,
        kind: str | Sequence[str] | None = None,
        characters: tuple[int, int] | None = None,
        level: int | Collection[int] | None = None,
    ) -> list[Task]:
        """Return all tasks, or those of one world, in order, with nothing of their answers.

        Args:
            world_id: The world; None for all.
            split: `train`, `eval` or `test`; None for all.
            pack: The name of a pack; None for all.
            kind: `wide`, `deep`, `empty`, or several of them; None for all.
            characters: The least and the most `Task.least_characters`, both included: `(0, 60_000)`
                for tasks that fit a small context.
            level: From 1 to 5, or several of them; None for all.

        Raises:
            UsageError: The dataset has no such world, split, pack or kind, or there is no such
                level.
        """
        if pack is not None:
            self.pack(pack)
        splits = self.manifest.splits
        if split is not None and split not in splits:
            raise UsageError(
                f"got split {split!r}; {self.path} has {', '.join(splits)}{nearest(split, splits)}"
            )
        return chosen_tasks(
            self._every_task(world_id),
            split=split,
            pack=pack,
            kind=kind,
            characters=characters,
            level=level,
        )

    def _every_task(self, world_id: int | None) -> Iterable[Task]:
        if world_id is None:
            shards = self.manifest.shards
            return (task for shard in shards for task in self._tasks_of(shard).values())
        tasks = self._tasks_of(self._shard_of(world_id))
        numbered = (f"{world_id}-{number}" for number in count(1))  # they are counted through
        return (tasks[task_id] for task_id in takewhile(tasks.__contains__, numbered))

    def task(self, task_id: str) -> Task:
        """Return one task by its id, such as `17-2`.

        Raises:
            UsageError: There is no such task.
        """
        world_id = world_of_task(task_id)
        tasks = self._tasks_of(self._shard_of(world_id))
        if task_id not in tasks:
            task_ids = [task.task_id for task in self.tasks(world_id)]
            raise UsageError(
                f"got task {task_id}; world {world_id} has {', '.join(task_ids) or 'no tasks'}"
            )
        return tasks[task_id]

    @property
    def has_keys(self) -> bool:
        """Return whether the files of the keys are here: a host may go without them."""
        return bool(self.manifest.keys) and all(
            is_within_reach(self.path, keys) for keys in self.manifest.keys
        )

    @property
    def stored_tasks(self) -> int:
        """Return how many rows the tables `task` have."""
        held = (self._tables_in(shard).get(TASK.name) for shard in self.manifest.shards)
        return sum(table.rows for table in held if table is not None)

    def key(self, task_id: str) -> Key:
        """Return the right answer to a task.

        Raises:
            UsageError: There is no such task.
            DatasetError: The keys are not here, or damaged.
        """
        return self._answer(task_id)[0]

    def specification(self, task_id: str) -> Specification:
        """Return the specification of a task, which is as secret as its key.

        Raises:
            UsageError: There is no such task.
            DatasetError: The keys are not here, or damaged.
        """
        return self._answer(task_id)[1]

    def stored_keys(self, world_id: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the stored rows of the table `key`, of all worlds or of one, in order.

        Raises:
            UsageError: There is no such world, or the dataset was built without tasks.
            DatasetError: The keys are not here, or damaged.
        """
        if world_id is None:
            first_worlds = [shard.first_world for shard in self.manifest.shards]
            entries = [self._keys_entry(first) for first in first_worlds]
            for entry in entries:
                yield from read_rows(self._connection(entry), KEY.name)
            return
        connection = self._connection(self._keys_entry(world_id))
        yield from read_rows(connection, KEY.name, "WHERE world_id = $1", world_id)

    def keys(self, world_id: int | None = None) -> Iterator[Key]:
        """Return the right answers to all tasks, or to those of one world, in the order of `tasks`.

        Raises:
            UsageError: There is no such world, or the dataset was built without tasks.
            DatasetError: The keys are not here, or damaged.
        """
        return map(key_of, self.stored_keys(world_id))

    def score(self, task_id: str, answer: str | None) -> Grade:
        """Return the figures and verdicts for an answer, by code alone; None is an empty answer.

        Raises:
            UsageError: There is no such task.
            DatasetError: The keys are not here, or damaged.
        """
        return grade(self.key(task_id), "" if answer is None else answer)

    # Behind the scenes ---------------------------------------------------------------------------

    def _tasks_of(self, shard: ShardEntry) -> dict[str, Task]:
        if shard.file not in self._tasks:
            tasks = {}
            if TASK.name in self._tables_in(shard):
                for row in read_rows(self._connection(shard), TASK.name):
                    world = self.world(row["world_id"])
                    tasks[row["task_id"]] = task_of(row, world.pack, world.split)
            self._tasks[shard.file] = tasks
        return self._tasks[shard.file]

    def _keys_entry(self, world_id: int) -> ShardEntry:
        """Return the file of a world's keys, once it is certain that it is here."""
        entry = self.manifest.keys_of(world_id)
        if not is_within_reach(self.path, entry):
            raise DatasetError(
                f"{self.path / entry.file} is not here, and with it the keys of world {world_id} "
                "and its neighbours; copy it from where the dataset was built"
            )
        return entry

    def _answer(self, task_id: str) -> tuple[Key, Specification]:
        """Return the key and the specification of a task; those used last are cached."""
        answer = self._answers.pop(task_id, None) or self._read_answer(task_id)
        self._answers[task_id] = answer  # at the end: the first ones go first
        while len(self._answers) > _CACHED_KEYS:
            self._answers.popitem(last=False)
        return answer

    def _read_answer(self, task_id: str) -> tuple[Key, Specification]:
        """Return the key and the specification of a task, from the file of its keys."""
        task = self.task(task_id)
        entry = self._keys_entry(task.world_id)
        where = "WHERE world_id = $1 AND task_id = $2"
        rows = read_rows(self._connection(entry), KEY.name, where, task.world_id, task_id)
        if not rows:
            raise DatasetError(f"{self.path / entry.file} lacks the key of task {task_id}")
        return key_of(rows[0]), specification_of(rows[0])
