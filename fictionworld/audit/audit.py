"""`audit`: what a dataset reveals without reading, and what agents did with it.

    each sampled world with its twin:  non-interference, questions, baseline agents
    the same worlds again:             baseline agents that few tasks leave undecided
    all rows and tasks:                questions, size of answers, whole-answer pages,
                                       guessability, overlap, the real world
    recorded rollouts and replies:     traces, texts

Each check ends in a `CheckResult`, all of them in an `AuditRecord`. All draws come from one seed:
the same dataset, sample and seed give the same record, whatever the number of processes.
"""

from __future__ import annotations

import gc
import platform
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from fictionworld.audit.audited_world import (
    AuditedWorld,
    WorldOpener,
    foreign_names,
)
from fictionworld.audit.check import AuditContext, Observations
from fictionworld.audit.checks import all_checks
from fictionworld.audit.options import AuditOptions
from fictionworld.audit.record import AuditRecord, CheckResult
from fictionworld.cores import COLLECT_RARELY
from fictionworld.dataset import Dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import StorageError, UsageError
from fictionworld.extras import require_extra
from fictionworld.tasks.key import Key
from fictionworld.tasks.specification import Specification
from fictionworld.version import __version__
from fictionworld.web.permit import PLAIN_POLICIES
from fictionworld.workers import open_pool
from fictionworld.worlds.manifest import read_manifest
from fictionworld.worlds.store import dataset_folder, place_of

_LIBRARIES = ("duckdb", "numpy", "polars", "scikit-learn")
"""What figures depend on beside our own code."""


class _WorldJob(NamedTuple):
    """A sampled world to be looked at."""

    world_id: int
    undecided: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """At the second time: by check, what is to be looked at once more."""


_Job = str | _WorldJob
"""`overlap`, a check of the whole dataset, or a world."""
_AHEAD = 19
"""Worlds whose twins are drawn together with one."""


def audit(
    folder: Path,
    options: AuditOptions | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,  # noqa: ARG005
) -> AuditRecord:
    """Return the record of an audit of the dataset in `folder`.

    Args:
        folder: The dataset, its keys beside it.
        options: What to look at.
        on_progress: Called with the number of jobs done and of all jobs.

    Raises:
        UsageError: The dataset has no tasks, or an option is wrong.
        MissingExtraError: The packages of the extra `audit` are not installed.
        DatasetError: The dataset is damaged, or its keys are not here.
        StorageError: A worker process was killed.
    """
    begun = time.perf_counter()
    require_extra("audit", "the audit")
    options = options or AuditOptions()
    read_manifest(folder)  # raises before a process is started
    killed = StorageError(
        "a worker process was killed, most often for lack of memory; run the audit again with "
        f"fewer --workers (now {options.workers}), or a smaller --sample"
    )
    before = gc.get_threshold()
    try:
        # on this machine this process is one of the workers
        workers = options.workers
        others = workers - 1 if isinstance(workers, int) else workers
        jobs = options.sample + len(all_checks())
        with open_pool(others, jobs, killed, _observer, place_of(folder), options) as pool:
            # made here while the other processes make theirs
            observer = _observer(folder, options)
            context = observer.context
            first, last = (
                [n for n, check in all_checks().items() if check.of_dataset_runs == when]
                for when in ("first", "last")
            )
            worlds = [_WorldJob(world_id) for world_id in context.worlds]
            observed: dict[_Job, Any] = {}

            def look(own: list[_Job], jobs: list[_Job]) -> None:
                total = len(observed) + len(own) + len(jobs)
                for job, observation in pool.run_with(observer, _Observer.do, own, jobs):
                    observed[job] = observation
                    on_progress(len(observed), total)

            look([*first], [*worlds, *last])
            if undecided := _undecided(context, observed):
                look([], [world._replace(undecided=undecided) for world in worlds])
    finally:
        gc.set_threshold(*before)
    dataset = context.dataset
    return AuditRecord(
        dataset=str(folder),
        content_hash=dataset.manifest.content_hash,
        version=__version__,
        packs=tuple(dataset.manifest.packs),
        worlds=len(dataset),
        tasks=len(dataset.tasks()),
        sampled_worlds=context.worlds,
        policies=(*PLAIN_POLICIES, *options.tools.mixed),
        thresholds=options.thresholds,
        results=_summarized(context, observed),
        seconds=time.perf_counter() - begun,
        command=options.command(folder),
        seed=options.seed,
        backend=options.tools.backend,
        controls=str(options.tools.controls),
        versions=(
            ("Python", platform.python_version()),
            *((name, version(name)) for name in _LIBRARIES),
        ),
    )


def _observer(place: Path | str, options: AuditOptions) -> _Observer:
    """Return the observer of a process."""
    gc.set_threshold(*COLLECT_RARELY)
    return _Observer(dataset_folder(place), options)


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


class _Observer:
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

    def do(self, job: _Job) -> Any:  # noqa: ANN401 - what the check observes
        """Return what a check observes of the dataset, or what all observe of a world, by name."""
        checks = all_checks()
        if isinstance(job, str):
            return checks[job].of_dataset(self.context)
        dataset = self.context.dataset
        try:
            audited = self._opened(job.world_id)
            if job.undecided:
                return {n: checks[n].of_world_again(audited, what) for n, what in job.undecided}
            return {name: check.of_world(audited) for name, check in checks.items()}
        finally:
            OPEN_WORLDS.close(dataset, job.world_id)

    def _opened(self, world_id: int) -> AuditedWorld:
        """Open a sampled world; agents play where all pages that were written are kept."""
        dataset, worlds = self.context.dataset, self.context.worlds
        position = worlds.index(world_id)
        following = worlds[position + 1 : position + 1 + _AHEAD]  # here or in another process
        names = foreign_names(dataset, world_id, self.context.options.seed)
        audited = self._opener.open(world_id, names, following, position)
        OPEN_WORLDS.add(dataset, audited.handle)
        return audited


def _worlds_to_try(dataset: Dataset, sample: int) -> list[int]:
    if not dataset.tasks():
        raise UsageError(f"{dataset.path} has no tasks; the audit needs a dataset built with tasks")
    worlds = dataset.sample_worlds(sample)
    if len(worlds) < len(dataset.manifest.packs):
        raise UsageError(
            f"--sample: got {sample}; the dataset has {len(dataset.manifest.packs)} packs: "
            "give at least one world for each"
        )
    return worlds


def _undecided(
    context: AuditContext, observed: Mapping[_Job, Any]
) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Return by check what is to be looked at in each sampled world once more."""
    return tuple(
        (name, undecided)
        for name, check in all_checks().items()
        if (undecided := check.undecided(_observations(name, context, observed)))
    )


def _summarized(context: AuditContext, observed: Mapping[_Job, Any]) -> tuple[CheckResult, ...]:
    """Return the results of all checks that the audit was asked for."""
    results = (
        check.summarize(_observations(name, context, observed))
        for name, check in all_checks().items()
    )
    return tuple(result for result in results if result is not None)


def _observations(name: str, context: AuditContext, observed: Mapping[_Job, Any]) -> Observations:
    """Return what a check observed: of worlds in their order, the second looks at the end."""
    looks = [job for job in observed if isinstance(job, _WorldJob)]
    looks.sort(key=lambda job: (bool(job.undecided), job.world_id))
    of_worlds = [observed[job][name] for job in looks if name in observed[job]]
    return Observations(of_worlds, observed.get(name), context)
