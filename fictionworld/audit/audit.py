"""`audit`: what a dataset reveals without reading, and what agents did with it.

    each sampled world with its twin:  non-interference, statements, form, ranking, questions,
                                       baseline agents, induced rules, planted leaks found again
    all rows and tasks:                derivability, guessability, whole-answer pages, overlap,
                                       the real world
    recorded rollouts, a model:        traces, priors

Each check ends in a `CheckResult`, all of them in an `AuditRecord`. All draws come from one seed:
the same dataset, sample and seed give the same record, whatever the number of processes.
"""

from __future__ import annotations

import gc
import platform
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fictionworld.audit.checks import Job, Observer, all_checks, summarize
from fictionworld.audit.options import AuditOptions
from fictionworld.audit.record import AuditRecord
from fictionworld.cores import COLLECT_RARELY, WorkerPool
from fictionworld.errors import StorageError
from fictionworld.extras import require_extra
from fictionworld.version import __version__
from fictionworld.web.permit import PLAIN_POLICIES
from fictionworld.worlds.manifest import read_manifest

_LIBRARIES = ("duckdb", "numpy", "polars", "scikit-learn")
"""What figures depend on beside our own code."""


def audit(
    folder: Path,
    options: AuditOptions | None = None,
    on_progress: Callable[[int, int], None] = lambda done, total: None,  # noqa: ARG005
) -> AuditRecord:
    """The record of an audit of the dataset in `folder`.

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
        with WorkerPool(options.workers - 1, killed, _observer, folder, options) as pool:
            # made here while the other processes make theirs
            observer = _observer(folder, options)
            context = observer.context
            first, last = (
                [n for n, check in all_checks().items() if check.of_dataset_runs == when]
                for when in ("first", "last")
            )
            own: list[Job] = [*first]
            jobs: list[Job] = [*context.worlds, *last]
            observed: dict[Job, Any] = {}
            for job, found in pool.run_with(observer, Observer.do, own, jobs):
                observed[job] = found
                on_progress(len(observed), len(own) + len(jobs))
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
        results=summarize(context, observed),
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


def _observer(folder: Path, options: AuditOptions) -> Observer:
    """The observer of a process."""
    gc.set_threshold(*COLLECT_RARELY)
    return Observer(folder, options)
