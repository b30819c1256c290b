"""The list of audit checks, and how they are run over the sampled worlds, one after another.

A world is opened with its twin, every check looks at it, and it is closed again. Only counts and a
few findings are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from fictionworld.audit.audited_world import WorldOpener, foreign_names, sampled_worlds
from fictionworld.audit.baselines import BaselineCheck
from fictionworld.audit.check import AuditCheck, AuditContext, Observations
from fictionworld.audit.derivability import DerivabilityCheck
from fictionworld.audit.form import FormCheck
from fictionworld.audit.guessability import GuessabilityCheck
from fictionworld.audit.induced import InducedCheck
from fictionworld.audit.noninterference import NonInterferenceCheck
from fictionworld.audit.options import AuditOptions
from fictionworld.audit.overlap import OverlapCheck
from fictionworld.audit.priors import PriorsCheck
from fictionworld.audit.question import QuestionCheck
from fictionworld.audit.ranking import RankingCheck
from fictionworld.audit.real_world import RealWorldCheck
from fictionworld.audit.record import CheckResult
from fictionworld.audit.self_test import SelfTestCheck
from fictionworld.audit.statement import StatementCheck
from fictionworld.audit.texts import TextsCheck
from fictionworld.audit.traces import TracesCheck
from fictionworld.audit.whole_page import WholePageCheck
from fictionworld.dataset import Dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.registry import with_plugins
from fictionworld.tasks.key import Key
from fictionworld.tasks.specification import Specification

Job = str | int
"""`overlap`, a check of the whole dataset, or 17, a world."""
_AHEAD = 19
"""Worlds whose twins are drawn together with one."""


class _ReadOnce(Dataset):
    """A dataset that caches keys: twenty agents ask for the same one."""

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
    """Runs the jobs of an audit in one process: one check over the dataset, or all over one world.

    Raises:
        DatasetError: The folder holds no dataset, or a rendering of another.
        UsageError: The dataset has no tasks, or the sample is too small for its packs.
    """

    def __init__(self, folder: Path, options: AuditOptions) -> None:
        dataset = _ReadOnce(folder.absolute(), options.tools.backend)
        _ = dataset.manifest  # read now, so that errors are raised now
        _ = dataset.drafts
        worlds = tuple(_worlds_to_try(dataset, options.sample))
        self.context = AuditContext(dataset, str(folder), options, worlds)
        self._opener = WorldOpener(str(folder), dataset, options.seed, options.tools)

    def do(self, job: Job) -> Any:  # noqa: ANN401 - what the check observes
        """What one job observes: of the dataset by one check, of one world by all, by name."""
        if isinstance(job, str):
            return all_checks()[job].of_dataset(self.context)
        return self._observe(job)

    def _observe(self, world_id: int) -> dict[str, Any]:
        """What every check observes of one sampled world, which is closed afterwards."""
        dataset, worlds = self.context.dataset, self.context.worlds
        position = worlds.index(world_id)
        following = worlds[position + 1 : position + 1 + _AHEAD]  # here or in another process
        try:
            names = foreign_names(dataset, world_id, self.context.options.seed)
            audited = self._opener.open(world_id, names, following, position)
            return {name: check.of_world(audited) for name, check in all_checks().items()}
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


_OURS: Final[tuple[AuditCheck, ...]] = (
    NonInterferenceCheck(),
    StatementCheck(),
    FormCheck(),
    RankingCheck(),
    QuestionCheck(),
    WholePageCheck(),
    BaselineCheck(),
    GuessabilityCheck(),
    DerivabilityCheck(),
    InducedCheck(),
    OverlapCheck(),
    RealWorldCheck(),
    PriorsCheck(),
    SelfTestCheck(),
    TracesCheck(),
    TextsCheck(),
)
"""In the order of the record, the gravest first."""


@cache
def all_checks() -> dict[str, AuditCheck]:
    """All checks by name: ours, then those of installed packages (group `fictionworld.checks`).

    Raises:
        UsageError: A check of another package cannot be used, or has the name of one of ours.
    """
    return with_plugins(_OURS, "fictionworld.checks", AuditCheck)


def summarize(context: AuditContext, observed: Mapping[Job, Any]) -> tuple[CheckResult, ...]:
    """The result of each check that the audit was asked for, of what the jobs observed."""
    of_worlds = [observed[world_id] for world_id in context.worlds]
    results = (
        check.summarize(
            Observations([found[name] for found in of_worlds], observed.get(name), context)
        )
        for name, check in all_checks().items()
    )
    return tuple(result for result in results if result is not None)
