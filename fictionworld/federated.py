"""Worlds joined: `fictionworld.federation(dataset, k)`, the tasks of k worlds in one web.

Searches rank the pages of all worlds in one index, some 380 a world; each page is read from its
own world. Nothing of a world changes but what would be mistaken: hosts that another world has
too, and titles. A task is kept only where no other world can answer its question.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, zip_longest
from threading import Lock
from typing import Final

from fictionworld.dataset import Dataset
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.joined_worlds import OpenedFederation
from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.drafts.opened import TEMPLATE
from fictionworld.tasks.record import Task
from fictionworld.tasks.scope import Scope, ambiguity, rivals
from fictionworld.text.dates import written_date

_OPENED: dict[tuple[int, str, str], OpenedFederation] = {}
"""By process, path and content: a forked child opens its own."""
_MOST_OPENED: Final = 2
_LOCK = Lock()


def federation(dataset: Dataset, k: int, seed: int = 0, *, split: str | None = None) -> Federation:
    """Return k worlds of a dataset as one: a dataset whose episodes search the pages of them all.

    Args:
        dataset: Where the worlds are.
        k: How many worlds, of as many packs as there are.
        seed: Draws the worlds. Those of one name (two smartphone markets of Australasia) are
            drawn only where no others are left, since questions cannot tell them apart.
        split: Worlds of this split alone; None for all. Train on `train`, or an agent reads the
            pages of worlds that it is tested on.

    Raises:
        UsageError: The dataset has fewer than k worlds, no such split, or pages worded by a model.
    """
    return Federation(dataset, k, seed, split)


class Federation(Dataset):
    """Some worlds of a dataset under one index, and their tasks. Make it with `federation`."""

    def __init__(self, dataset: Dataset, k: int, seed: int, split: str | None) -> None:
        if dataset.backend != TEMPLATE:
            raise UsageError(
                f"got a dataset in the words of {dataset.backend!r}; a federation has the pages of "
                "the template: give the dataset as fictionworld.open returns it"
            )
        super().__init__(dataset.path, dataset.manifest.content_hash, cache_mb=dataset.cache_mb)
        self._dataset = dataset
        self._given = k, seed, split
        self.scopes = tuple(_chosen(dataset, k, seed, split))
        """What each of its worlds is called, in the order in which their pages are numbered."""

    def __repr__(self) -> str:
        packs = dict.fromkeys(scope.world.pack for scope in self.scopes)
        return f"<Federation of {len(self)} worlds of {self.path}: {', '.join(packs)}>"

    def __reduce__(self) -> tuple[type[Federation], tuple[Dataset, int, int, str | None]]:
        return Federation, (self._dataset, *self._given)

    def __len__(self) -> int:
        return len(self.scopes)

    @property
    def world_ids(self) -> list[int]:
        """Return the ids of its worlds, in order."""
        return sorted(self._scope)

    @cached_property
    def content_hash(self) -> str:
        """Return one hash of the dataset's tables and of which worlds are joined."""
        joined = [self.manifest.content_hash, *(s.world.world_id for s in self.scopes)]
        return hashlib.sha256(json.dumps(joined).encode()).hexdigest()

    @cached_property
    def refused(self) -> dict[str, str]:
        """Return the tasks that other worlds make ambiguous, by id, each with the reason."""
        by_label = rivals(self.scopes)
        tasks = chain.from_iterable(map(super()._every_task, self.world_ids))
        reasons = (
            (task.task_id, ambiguity(task, self._scope[task.world_id], by_label)) for task in tasks
        )
        return {task_id: reason for task_id, reason in reasons if reason is not None}

    def task(self, task_id: str) -> Task:
        """Return one task by its id, such as `17-2`.

        Raises:
            UsageError: There is no such task, its world is not joined, or another world could
                answer it too.
        """
        task = super().task(task_id)
        self._refuse_outside(task.world_id)
        if task_id in self.refused:
            raise UsageError(f"got task {task_id}; in this federation {self.refused[task_id]}")
        return task

    def episode(
        self,
        task_or_world: str | int,
        policy: str | Mapping[str, float] = "tease",
        controls: Controls | str | None = None,
        seed: int = 0,
        *,
        calls: int | None = None,
        reply_characters: int | None = None,
        backend: str | None = None,
    ) -> Episode:
        """Return an episode on one of its tasks, or in one of its worlds; see `Dataset.episode`.

        Raises:
            UsageError: As there, or the world is not joined.
        """
        if isinstance(task_or_world, int):
            self._refuse_outside(task_or_world)
        return super().episode(
            task_or_world, policy, controls, seed,
            calls=calls, reply_characters=reply_characters, backend=backend,
        )  # fmt: skip

    def today(self, world_id: int) -> str:
        """Return what the system prompt says after `Today is`: the latest day of all worlds.

        Each question says as of which day it is asked.
        """
        day = max(scope.world.as_of for scope in self.scopes)
        if self._scope[world_id].world.as_of == day:
            return written_date(day)
        return f"{written_date(day)}; a question may be asked as of an earlier day, which it names"

    @property
    def federation(self) -> OpenedFederation:
        """Return its worlds, whose webs are one; opened once in a process."""
        key = os.getpid(), str(self.path), self.content_hash
        with _LOCK:
            opened = _OPENED.pop(key, None) or OpenedFederation(self._dataset, self.scopes)
            _OPENED[key] = opened
            while len(_OPENED) > _MOST_OPENED:
                del _OPENED[next(iter(_OPENED))]
            return opened

    def worded_by(self, backend: str) -> Dataset:
        """Return this federation for `template`.

        Raises:
            UsageError: The backend is another.
        """
        if backend == TEMPLATE:
            return self
        raise UsageError(f"got backend {backend!r}; a federation has the pages of the template")

    # Behind the scenes ---------------------------------------------------------------------------

    @cached_property
    def _scope(self) -> dict[int, Scope]:
        return {scope.world.world_id: scope for scope in self.scopes}

    def _every_task(self, world_id: int | None) -> Iterable[Task]:
        if world_id is not None:
            self._refuse_outside(world_id)
        worlds = self.world_ids if world_id is None else [world_id]
        tasks = chain.from_iterable(map(super()._every_task, worlds))
        return (task for task in tasks if task.task_id not in self.refused)

    def _refuse_outside(self, world_id: int) -> None:
        if world_id not in self._scope:
            raise UsageError(
                f"got world {world_id}, which is not one of the {len(self)} worlds of this "
                f"federation; the first are {', '.join(map(str, self.world_ids[:8]))}"
            )


def _chosen(dataset: Dataset, k: int, seed: int, split: str | None) -> list[Scope]:
    """Return the scopes of k worlds: packs in turn, no label twice as long as there are others."""
    if split is not None and split not in dataset.manifest.splits:
        splits = ", ".join(dataset.manifest.splits)
        raise UsageError(f"got split {split!r}; {dataset.path} has {splits}")
    by_pack = [_drawn(dataset, pack, seed, split) for pack in sorted(dataset.manifest.packs)]
    in_turn = [scope for row in zip_longest(*by_pack) for scope in row if scope is not None]
    if not 1 <= k <= len(in_turn):
        worlds = "worlds" if split is None else f"worlds of split {split}"
        raise UsageError(f"got k={k}; {dataset.path} has {len(in_turn)} {worlds}: give 1 to that")
    labels: set[str] = set()
    first: list[Scope] = []
    last: list[Scope] = []
    for scope in in_turn:
        label = scope.label.casefold()
        (last if label in labels else first).append(scope)
        labels.add(label)
    return [*first, *last][:k]


def _drawn(dataset: Dataset, pack: str, seed: int, split: str | None) -> Sequence[Scope]:
    """Return the scopes of a pack's worlds in an order by seed."""
    worlds = _worlds_of(dataset, pack, split)
    settings, compiled = dataset.settings(pack), dataset.pack(pack)
    drawn = sorted(worlds, key=lambda world_id: child_seed(seed, f"federation/{world_id}"))
    return [
        Scope.of(dataset.world(world_id), compiled, settings.get(world_id, {}))
        for world_id in drawn
    ]


def _worlds_of(dataset: Dataset, pack: str, split: str | None) -> Iterator[int]:
    for world_id in dataset.world_ids:
        world = dataset.world(world_id)
        if world.pack == pack and split in {None, world.split}:
            yield world_id
