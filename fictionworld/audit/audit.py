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

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fictionworld.audit import (
    derivability,
    form,
    guessability,
    induced,
    ladder,
    noninterference,
    overlap,
    priors,
    question,
    ranking,
    real_world,
    self_test,
    statement,
    traces,
    whole_page,
)
from fictionworld.audit.observing import Observer, run_jobs
from fictionworld.audit.record import AuditRecord, Thresholds
from fictionworld.audit.sample import sampled_worlds
from fictionworld.episodes.rollout import sample as spread
from fictionworld.errors import UsageError
from fictionworld.version import __version__

if TYPE_CHECKING:
    from fictionworld.audit.observing import Job, Observed
    from fictionworld.audit.priors import Model
    from fictionworld.audit.record import Result

__all__ = ["AuditOptions", "audit"]

POLICIES = ("open", "tease", "strict")
_PRIOR_TASKS = 100
_AHEAD = 20
"""Worlds whose twins are drawn together."""


@dataclass(frozen=True)
class AuditOptions:
    """What to look at, and how much may be found."""

    sample: int = 50
    """Worlds that tools and agents are tried on."""
    seed: int = 0
    thresholds: Thresholds = field(default_factory=Thresholds)
    traces: Path | None = None
    """Recorded rollouts, one JSON object a line."""
    collision_index: Path | None = None
    """Further names that exist, one a line."""
    model: Model | None = None
    """Asked closed book."""
    workers: int = 2


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
        DatasetError: The dataset is damaged, or its keys are not here.
        StorageError: A worker process was killed.
    """
    begun = time.perf_counter()
    options = options or AuditOptions()
    observer = Observer(folder, options.seed)
    dataset = observer.dataset
    if not dataset.tasks():
        raise UsageError(f"{folder} has no tasks; the audit needs a dataset built with tasks")
    worlds = sampled_worlds(dataset, options.sample)
    if len(worlds) < len(dataset.manifest.packs):
        raise UsageError(
            f"--sample: got {options.sample}; the dataset has {len(dataset.manifest.packs)} packs: "
            "give at least one world for each"
        )
    whole: list[Job] = [(name, (options, tuple(worlds))) for name in _WHOLE]
    sampled: list[Job] = [
        ("world", (world_id, place, tuple(worlds[place + 1 : place + _AHEAD])))
        for place, world_id in enumerate(worlds)
    ]
    told: dict[str, Any] = {}
    seen: dict[int, Observed] = {}
    jobs = run_jobs(observer, _work, whole, sampled, options.workers)
    for done, (job, found) in enumerate(jobs, 1):
        if job[0] == "world":
            seen[found.world_id] = found
        else:
            told[job[0]] = found
        on_progress(done, len(whole) + len(sampled))
    results = _results(observer, options, [seen[world_id] for world_id in worlds], told)
    return AuditRecord(
        dataset=str(folder),
        content_hash=dataset.manifest.content_hash,
        version=__version__,
        packs=tuple(dataset.manifest.packs),
        worlds=len(dataset),
        tasks=len(dataset.tasks()),
        sampled_worlds=tuple(worlds),
        policies=POLICIES,
        thresholds=options.thresholds,
        results=results,
        seconds=time.perf_counter() - begun,
    )


def _results(
    observer: Observer, options: AuditOptions, seen: list[Observed], told: dict[str, Any]
) -> tuple[Result, ...]:
    """One result a check, the gravest first."""
    limits, seed = options.thresholds, options.seed
    return (
        noninterference.conclude(one.twins for one in seen),
        statement.conclude((one.statements for one in seen), limits),
        form.conclude((one.shapes for one in seen), limits, seed),
        ranking.conclude((one.ranked for one in seen), limits, seed),
        question.conclude([told["settled"], *(one.questions for one in seen)]),
        told["whole_page"],
        ladder.conclude((one.rungs for one in seen), limits, seed, observer.folder),
        told["guessability"],
        told["derivability"],
        induced.conclude(one.places for one in seen),
        told["overlap"],
        told["real_world"],
        _priors(observer, options),
        self_test.conclude(one.injected for one in seen),
        *(() if options.traces is None else (told["traces"],)),
    )


_WHOLE = (
    "traces", "real_world", "guessability", "overlap", "derivability", "whole_page", "settled",
)  # fmt: skip
"""What looks at the dataset as a whole: first what may be refused, then the longest."""


def _work(observer: Observer, job: Job) -> Any:  # noqa: ANN401 - what the job comes to
    """Does one job; runs in worker processes."""
    name, given = job
    if name == "world":
        return observer.observe(*given)
    options, worlds = given
    dataset, folder, limits = observer.dataset, observer.folder, options.thresholds
    match name:
        case "guessability":
            asked = observer.specifications
            return guessability.check_guessability(
                dataset, asked, worlds, limits, options.seed, folder
            )
        case "overlap":
            return overlap.check_overlap(dataset, folder)
        case "derivability":
            return derivability.check_derivability(dataset.path)
        case "whole_page":
            asked = observer.specifications
            return whole_page.check_whole_page(dataset, asked, limits, folder, options.seed)
        case "real_world":
            return real_world.check_real_world(dataset.path, folder, options.collision_index)
        case "settled":
            return question.settled_by_questions(dataset, observer.specifications, folder)
        case _:
            if options.traces is None:
                return None
            return traces.check_traces(dataset, options.traces, folder, options.seed)


def _priors(observer: Observer, options: AuditOptions) -> Result:
    if options.model is None:
        return priors.not_asked()
    tasks = spread(observer.dataset.tasks(), _PRIOR_TASKS)
    return priors.check_priors(observer.dataset, tasks, options.model, options.seed)
