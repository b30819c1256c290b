"""The checks of an audit: what each looks at, and what it comes to.

Some look at the dataset as a whole, in one job each; the others at what was observed of the
sampled worlds (`observing.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

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
    texts,
    traces,
    whole_page,
)
from fictionworld.episodes.rollout import sample as spread

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fictionworld.audit.observing import Observed, Observer
    from fictionworld.audit.options import AuditOptions
    from fictionworld.audit.record import CheckResult
    from fictionworld.audit.worker_pool import Job

__all__ = ["AFTER", "BEFORE", "conclude", "do"]

BEFORE: Final = ("traces", "texts", "real_world", "settled", "guessability", "whole_page")
"""What looks at the dataset as a whole, before the sampled worlds: first what may be refused."""
AFTER: Final = ("overlap", "derivability")
"""The same, after them: short jobs come last, so that no process waits long for another."""
_PRIOR_TASKS: Final = 100


def do(observer: Observer, job: Job) -> Any:  # noqa: ANN401 - as the job is
    """What one job comes to; runs in any process of the crew."""
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
        case "texts":
            recorded = [
                one
                for path in (options.texts, options.traces)
                if path is not None
                for one in texts.read_texts(dataset, path)
            ]
            if not recorded:
                return None
            return texts.check_texts(dataset, recorded, options.seed)
        case _:
            if options.traces is None:
                return None
            return traces.check_traces(dataset, options.traces, folder, options.seed)


def conclude(
    observer: Observer,
    options: AuditOptions,
    seen: Sequence[Observed],
    told: Mapping[str, Any],
) -> tuple[CheckResult, ...]:
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
        *(told[name] for name in ("traces", "texts") if told[name] is not None),
    )


def _priors(observer: Observer, options: AuditOptions) -> CheckResult:
    if options.model is None:
        return priors.not_asked()
    tasks = spread(observer.dataset.tasks(), _PRIOR_TASKS)
    return priors.check_priors(observer.dataset, tasks, options.model, options.seed)
