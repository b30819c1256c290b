"""What checks observe of the sampled worlds, one world after another.

A world is opened with its twin, every check looks at it, and it is closed again: what is kept is
counts and a few findings.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fictionworld.audit.audited_world import WorldOpener, foreign_names, sampled_worlds
from fictionworld.audit.check import AuditContext
from fictionworld.audit.checks import all_checks
from fictionworld.dataset import Dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.audit.options import AuditOptions
    from fictionworld.tasks.key import Key
    from fictionworld.tasks.specification import Specification

__all__ = ["ObservedWorld", "Observer"]

_AHEAD = 19
"""Worlds whose twins are drawn together with one."""


@dataclass(frozen=True)
class ObservedWorld:
    """What every check observed of one world."""

    world_id: int
    found: dict[str, Any]
    """By the name of the check."""


class _ReadOnce(Dataset):
    """A dataset whose keys are kept once read: twenty agents ask for the same one."""

    def __init__(self, path: Path, backend: str) -> None:
        super().__init__(path, backend=backend)
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
    """Does the jobs of an audit in one process: a check over the dataset, or all over one world.

    Raises:
        DatasetError: The folder holds no dataset, or a rendering of another.
        UsageError: The dataset has no tasks, or the sample is too small for its packs.
    """

    def __init__(self, folder: Path, options: AuditOptions) -> None:
        dataset = _ReadOnce(folder.absolute(), options.tools.backend)
        _ = dataset.manifest  # read now, to raise now
        _ = dataset.drafts
        worlds = tuple(_worlds_to_try(dataset, options.sample))
        self.context = AuditContext(dataset, str(folder), options, worlds)
        self._opener = WorldOpener(str(folder), dataset, options.seed, options.tools)

    def do(self, job: str | int) -> Any:  # noqa: ANN401 - what the check observes
        """What one job comes to: `overlap`, a check, or 17, a world."""
        if isinstance(job, str):
            return all_checks()[job].of_dataset(self.context)
        return self.observe(job)

    def observe(self, world_id: int) -> ObservedWorld:
        """One of the sampled worlds as every check sees it; then it is closed."""
        dataset, worlds = self.context.dataset, self.context.worlds
        position = worlds.index(world_id)
        following = worlds[position + 1 : position + 1 + _AHEAD]  # here or in another process
        try:
            names = foreign_names(dataset, world_id, self.context.options.seed)
            audited = self._opener.open(world_id, names, following, position)
            found = {name: check.of_world(audited) for name, check in all_checks().items()}
            return ObservedWorld(world_id, found)
        finally:
            OPEN_WORLDS.close(dataset, world_id)


def _worlds_to_try(dataset: Dataset, sample: int) -> list[int]:
    if not dataset.tasks():
        raise UsageError(f"{dataset.path} has no tasks; the audit needs a dataset built with tasks")
    worlds = sampled_worlds(dataset, sample)
    if len(worlds) < len(dataset.manifest.packs):
        raise UsageError(
            f"--sample: got {sample}; the dataset has {len(dataset.manifest.packs)} packs: "
            "give at least one world for each"
        )
    return worlds
