"""Agents play tasks: world by world in worker processes, or many at a time in threads where an
agent waits for a server.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from fictionworld.cores import first_done
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.training import TrainingValues
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import ModelDownError, infrastructure_fault
from fictionworld.episodes.places import PLACES
from fictionworld.episodes.workers import world_by_world
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fictionworld.episodes.agents.agent import Agent
    from fictionworld.episodes.source import Source
    from fictionworld.episodes.trace import Trace
    from fictionworld.simulator.controls import Controls
    from fictionworld.tasks.record import Task

__all__ = ["Conditions", "Played", "play", "play_all", "sample"]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all episodes of a rollout have in common."""

    policy: str = "tease"
    controls: Controls | str | None = None
    seed: int = 0
    calls: int | None = None
    """The most calls of an episode; None for the task's own budget, 0 for no limit."""
    texts: bool = False
    """Traces hold the replies' texts."""
    reward: str = "f1_grounded"
    """What `float(trace.reward)` is: one of `REWARDS`."""


@dataclass(frozen=True, slots=True)
class Played:
    """One task played."""

    task: Task
    agent: str
    trace: Trace | None
    error: str | None
    """What failed, and not by the agent's doing: then there is no trace."""
    seconds: float
    """Of the episode as a whole, the agent's thinking included."""


def sample(tasks: Sequence[Task], most: int | None) -> list[Task]:
    """At most so many tasks, spread evenly over all; the same whenever it is asked."""
    if most is None or most >= len(tasks):
        return list(tasks)
    return [tasks[place * len(tasks) // most] for place in range(most)]


def play(source: Source, agent: Agent, task: Task, conditions: Conditions) -> Played:
    """One task, from the question to the reward.

    Whatever fails is the outcome of this task, and others go on; save a wrong call, and a model
    without which no other task can be played.

    Raises:
        UsageError: The call is wrong.
        ModelDownError: The model that words the web is not there.
    """
    begun = time.perf_counter()
    try:
        episode = Episode(
            source,
            task.task_id,
            conditions.policy,
            conditions.controls,
            conditions.seed,
            conditions.calls,
        )
        place = PLACES.at(source, task.world_id).under(episode.controls)
        specification = source.specification(task.task_id)
        answer = agent.play(episode, Reasoner(place, specification, TrainingValues(source)))
        episode.score(answer, conditions.reward)
        trace = episode.trace(texts=conditions.texts)
    except UsageError:
        raise
    except Exception as error:
        fault = infrastructure_fault(error, "the episode")
        if isinstance(fault, ModelDownError):
            raise fault from error
        return Played(task, agent.name, None, str(fault), time.perf_counter() - begun)
    return Played(task, agent.name, trace, None, time.perf_counter() - begun)


def play_all(
    source: Source,
    agent: Agent,
    tasks: Sequence[Task],
    conditions: Conditions,
    at_once: int = 1,
    workers: int = 1,
) -> Iterator[Played]:
    """All tasks: in their order, or, where threads play them, each as soon as it is done.

    Args:
        source: The dataset.
        agent: Who plays.
        tasks: In the order of worlds, so that each world is opened once.
        conditions: What all episodes have in common.
        at_once: Threads; more than one helps an agent that waits for a server.
        workers: Processes; more than one helps an agent that thinks by itself.

    Raises:
        InfrastructureError: A worker process was killed.
        ModelDownError: The model that words the web is not there.
    """
    if at_once == 1:
        yield from world_by_world(source, partial(_one, agent, conditions), tasks, workers)
        return
    threads = ThreadPoolExecutor(at_once)
    try:
        playing = {threads.submit(play, source, agent, task, conditions) for task in tasks}
        while playing:
            ended, playing = first_done(playing)
            for played in ended:
                yield played.result()
    finally:  # who stops waiting does not wait for those that still play
        threads.shutdown(wait=False, cancel_futures=True)


def _one(agent: Agent, conditions: Conditions, source: Source, task: Task) -> Played:
    return play(source, agent, task, conditions)
