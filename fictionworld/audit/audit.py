"""`audit`: what a dataset lets slip, and what agents did with it.

    dataset -> sample of worlds
        each on the stage with its twin:   non-interference, statements, form, ranking, questions,
                                           the ladder of agents, induced rules
                                           planted leaks found again
    all rows and tasks:                    what follows from what is told, guessability,
                                           whole-answer pages, overlap, the real world
    recorded rollouts, a model:            traces, priors
    -> one Result a check -> AuditRecord, with a verdict

Everything is drawn from one seed: the same dataset, sample and seed give the same record, whatever
the number of processes.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fictionworld.audit.options import AuditOptions
from fictionworld.audit.record import AuditRecord
from fictionworld.audit.sample import sampled_worlds
from fictionworld.audit.worker_pool import WorkerPool
from fictionworld.errors import UsageError
from fictionworld.extras import require_extra
from fictionworld.version import __version__
from fictionworld.worlds.manifest import read_manifest

if TYPE_CHECKING:
    from fictionworld.audit.observing import Observed
    from fictionworld.audit.worker_pool import Job
    from fictionworld.dataset import Dataset

__all__ = ["audit"]

POLICIES = ("open", "tease", "strict")
_LIBRARIES = ("duckdb", "numpy", "polars", "scikit-learn")
"""What figures depend on beside our own code."""
_AHEAD = 20
"""Worlds whose twins are drawn together."""


def audit(
    folder: Path,
    options: AuditOptions | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,  # noqa: ARG005
) -> AuditRecord:
    """The record of an audit of the dataset in `folder`.

    Args:
        folder: The dataset, its keys beside it.
        options: What to look at.
        on_progress: Told how many jobs of how many are done.

    Raises:
        UsageError: The dataset has no tasks, or an option is wrong.
        MissingExtraError: The packages of the extra `audit` are not installed.
        DatasetError: The dataset is damaged, or its keys are not here.
        StorageError: A worker process was killed.
    """
    begun = time.perf_counter()
    require_extra("audit", "the audit")
    options = options or AuditOptions()
    read_manifest(folder)  # no dataset: told before anything is started
    with WorkerPool(folder, options.seed, options.workers, options.tools) as crew:
        # imported here, at the same time as the others do
        from fictionworld.audit import checks  # noqa: PLC0415
        from fictionworld.audit.observing import Observer  # noqa: PLC0415

        observer = Observer(folder, options.seed, options.tools)
        worlds = _worlds_to_try(observer.dataset, options.sample)
        before, after = (
            [(name, (options, tuple(worlds))) for name in names]
            for names in (checks.BEFORE, checks.AFTER)
        )
        sampled: list[Job] = [
            ("world", (world_id, place, tuple(worlds[place + 1 : place + _AHEAD])))
            for place, world_id in enumerate(worlds)
        ]
        jobs = crew.run(observer, checks.do, before, [*sampled, *after])
        told: dict[str, Any] = {}
        seen: dict[int, Observed] = {}
        for done, (job, found) in enumerate(jobs, 1):
            if job[0] == "world":
                seen[found.world_id] = found
            else:
                told[job[0]] = found
            on_progress(done, len(before) + len(sampled) + len(after))
    results = checks.conclude(observer, options, [seen[world_id] for world_id in worlds], told)
    dataset = observer.dataset
    return AuditRecord(
        dataset=str(folder),
        content_hash=dataset.manifest.content_hash,
        version=__version__,
        packs=tuple(dataset.manifest.packs),
        worlds=len(dataset),
        tasks=len(dataset.tasks()),
        sampled_worlds=tuple(worlds),
        policies=(*POLICIES, *options.tools.mixed),
        thresholds=options.thresholds,
        results=results,
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
