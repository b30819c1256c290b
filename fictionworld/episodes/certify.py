"""Certificates: for each task, that a scout which knows nothing but the question has solved it.

A task is certified where the scout's answer scores 1 throughout, took at most five times the
oracle's calls plus twenty, and leaves a third of the budget unused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.calls import budget_for
from fictionworld.episodes.coverage import ShownFacts
from fictionworld.episodes.rollout import Conditions, PlayedTask, play
from fictionworld.episodes.sidecar import SidecarFile, task_order
from fictionworld.episodes.source import Source
from fictionworld.episodes.workers import world_by_world
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.tasks.record import Task
from fictionworld.workers import Workers

_TIMES, _MORE = 5, 20
CALLS_TO_SPARE = 1.5
"""A budget has this many times the scout's calls."""
_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Certificate:
    """What came of one task."""

    task_id: str
    policy: str
    scout_calls: int | None
    """All calls of the scout; its last one made its evidence complete, lists that show that every
    row was seen among it. None where it failed for reasons that are none of the task's."""
    oracle_calls: int | None
    scout_f1: float | None
    """`f1_by_item` of the scout's answer; likewise the oracle's."""
    oracle_f1: float | None
    problem: str | None
    """Why the task is not certified; None where it is."""
    scout_characters: int | None = None
    """Of all replies to the scout."""
    scout_pages: int | None = None
    """How many pages it read."""
    controls: str = "none"
    """As text: `none`, `dead_links=0.2`."""

    @property
    def holds(self) -> bool:
        """Return whether the task is certified."""
        return self.problem is None


def certify_all(
    source: Source,
    tasks: Sequence[Task],
    policy: str = "tease",
    controls: Controls = NO_CONTROLS,
    workers: Workers = 1,
) -> Iterator[Certificate]:
    """Yield the certificate of each task, in the order of `tasks`, made by `workers`.

    Raises:
        InfrastructureError: A worker process was killed.
    """
    certified = partial(certify_task, policy=policy, controls=controls)
    return world_by_world(source, certified, tasks, workers)


def certify_task(
    source: Source, task: Task, policy: str = "tease", controls: Controls = NO_CONTROLS
) -> Certificate:
    """Return the certificate of a task, played without budget by the oracle and the scout."""
    conditions = Conditions(policy, controls, calls=0)
    oracle = play(source, Oracle(), task, conditions)
    scout = play(source, Scout(), task, conditions)
    calls, limit = _calls(scout), _TIMES * (_calls(oracle) or 0) + _MORE
    problem = scout.error or oracle.error
    for played in (oracle, scout):
        if problem is None and _f1(played) != 1:
            problem = f"the {played.agent}'s answer has f1_by_item {_f1(played):.3f}"
            problem += _missed(source, task, played, controls)
    if problem is None and calls is not None and calls > limit:
        problem = f"the scout took {calls} calls, the oracle {_calls(oracle)}: {limit} are allowed"
    budget = budget_for(task.level, controls)
    if problem is None and calls is not None and CALLS_TO_SPARE * calls > budget:
        problem = f"the scout took {calls} calls; a budget of {budget} leaves too few to spare"
    return Certificate(
        task.task_id,
        policy,
        calls,
        _calls(oracle),
        _f1(scout),
        _f1(oracle),
        problem,
        _characters(scout),
        _pages(scout),
        str(controls),
    )


def _missed(source: Source, task: Task, played: PlayedTask, controls: Controls) -> str:
    """Return the end of a sentence that says which facts and lists an agent was not shown."""
    handle = OPEN_WORLDS.at(source, task.world_id).under(controls)
    plan, heads = handle.web.plan, handle.web.heads
    calls = () if played.trace is None else played.trace.calls
    shown = ShownFacts(handle, calls)
    specification = source.specification(task.task_id)
    needed = shown.needed(specification)
    known, listed = shown.known_for(specification, len(calls))
    missed = [
        (f"all rows of {table}", plan.directory(table))
        for table in needed.enumerated
        if table not in listed
    ]
    missed += [(str(fact), plan.pages_of(fact)) for fact in needed.facts if fact[1:] not in known]
    if not missed:
        return ", though it read all that is needed"
    texts = [
        f"{need} ({heads[pages[0] - 1].url if (pages := tuple(numbers)) else 'on no page'})"
        for need, numbers in missed[:_MOST_SHOWN]
    ]
    more = f" and {len(missed) - _MOST_SHOWN:,} more" if len(missed) > _MOST_SHOWN else ""
    return f": it did not read {', '.join(texts)}{more}"


def _f1(played: PlayedTask) -> float | None:
    trace = played.trace
    return trace.reward.f1_by_item if trace is not None and trace.reward is not None else None


def _calls(played: PlayedTask) -> int | None:
    return None if played.trace is None else len(played.trace.calls)


def _characters(played: PlayedTask) -> int | None:
    return None if played.trace is None else sum(call.characters for call in played.trace.calls)


def _pages(played: PlayedTask) -> int | None:
    if played.trace is None:
        return None
    calls = (call for call in played.trace.calls if call.tool == "web_extractor")
    return len({page for call in calls for page in call.pages})


def _key(certificate: Certificate) -> tuple[tuple[int, ...], str, str]:
    return task_order(certificate.task_id), certificate.policy, certificate.controls


CERTIFICATES: Final = SidecarFile("certificates.json", "certificates", Certificate, _key, "certify")
"""Where they are kept."""
