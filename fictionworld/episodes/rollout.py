"""Agents play tasks: world by world in worker processes, or many at a time in threads where an
agent waits for a server.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from fictionworld.cores import first_done
from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.known import TrainingValues
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import (
    ENDINGS,
    AgentStoppedError,
    ModelDownError,
    infrastructure_fault,
)
from fictionworld.episodes.rewards import DEFAULT_REWARD
from fictionworld.episodes.source import Source
from fictionworld.episodes.trace import Trace, Transcript
from fictionworld.episodes.workers import world_by_world
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import Controls
from fictionworld.tasks.record import Task
from fictionworld.workers import Workers


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all episodes of a rollout have in common."""

    policy: str = "tease"
    controls: Controls | str | None = None
    seed: int = 0
    calls: int | None = None
    """The most calls of an episode; None for the budget of its task's level, 0 for no limit."""
    texts: bool = False
    """Traces hold the replies' texts."""
    reward: str = DEFAULT_REWARD
    """What `float(trace.reward)` is: a name of `rewards/registry.py`."""
    reply_characters: int | None = None
    """The most characters of a reply; None for the tools' own measure."""
    transcripts: bool = False
    """`PlayedTask.transcript` is kept."""


class Attempt(NamedTuple):
    """A task to be played, and for which time: the samples of one task share their conditions."""

    task: Task
    sample: int = 0

    @property
    def world_id(self) -> int:
        return self.task.world_id


@dataclass(frozen=True, slots=True)
class PlayedTask:
    """One task played."""

    task: Task
    agent: str
    trace: Trace | None
    error: str | None
    """What failed, and not by the agent's doing: then there is no trace."""
    seconds: float
    """Of the episode as a whole, the agent's thinking included."""
    sample: int = 0
    """For which time, from 0."""
    transcript: Transcript | None = field(default=None, compare=False)
    """Where conditions ask for it."""


def sample(tasks: Sequence[Task], most: int | None) -> list[Task]:
    """Return at most `most` tasks, spread evenly over all; the same at each call."""
    if most is None or most >= len(tasks):
        return list(tasks)
    return [tasks[number * len(tasks) // most] for number in range(most)]


def play(
    source: Source, agent: Agent, task: Task, conditions: Conditions, number: int = 0
) -> PlayedTask:
    """Play one task, from the question to the reward, as its sample `number`.

    An agent that stops without an answer earns what an empty answer earns. Any other failure is
    returned as the task's `error`, so that other tasks go on, except for these two:

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
            conditions.reply_characters,
        )
        handle = OPEN_WORLDS.at(source, task.world_id).under(episode.controls)
        specification = source.specification(task.task_id)
        answer, stopped, ending = None, None, ENDINGS[0]
        try:
            answer = agent.play(episode, Reasoner(handle, specification, TrainingValues(source)))
        except AgentStoppedError as error:
            stopped, ending = str(error), error.ending
        episode.score(answer, conditions.reward)
        texts = conditions.texts or (conditions.transcripts and episode.transcript is None)
        conversation = episode.transcript or Transcript([])
        trace = replace(
            episode.trace(texts=texts),
            stopped=stopped,
            ending=ending,
            cut=conversation.cut,
            unread_calls=tuple(conversation.unread_calls),
        )
        transcript = _transcript_of(episode, trace) if conditions.transcripts else None
        if not conditions.texts:
            trace = replace(trace, texts=None)
    except UsageError:
        raise
    except Exception as error:
        fault = infrastructure_fault(error, "the episode")
        if isinstance(fault, ModelDownError):
            raise fault from error
        return PlayedTask(task, agent.name, None, str(fault), time.perf_counter() - begun, number)
    seconds = time.perf_counter() - begun
    return PlayedTask(task, agent.name, trace, None, seconds, number, transcript)


def _transcript_of(episode: Episode, trace: Trace) -> Transcript:
    """Return the transcript that the agent kept, or else the calls of its trace in that form.

    Args:
        episode: As the agent left it.
        trace: Its trace, with the replies' texts.
    """
    if episode.transcript is not None:
        return episode.transcript
    messages: list[dict[str, Any]] = list(episode.messages)
    for number, (call, text) in enumerate(zip(trace.calls, trace.texts or (), strict=True)):
        function = {"name": call.tool, "arguments": call.arguments}
        tool_call = {"id": f"call{number:05}", "type": "function", "function": function}
        plan = episode.plans.get(number, "")
        messages.append({"role": "assistant", "content": plan, "tool_calls": [tool_call]})
        messages.append({"role": "tool", "tool_call_id": f"call{number:05}", "content": text})
    messages.append({"role": "assistant", "content": trace.answer or ""})
    return Transcript(messages, None)


def play_all(
    source: Source,
    agent: Agent,
    tasks: Sequence[Task | Attempt],
    conditions: Conditions,
    at_once: int = 1,
    workers: Workers = 1,
) -> Iterator[PlayedTask]:
    """Yield all tasks played: in their order, or with several threads as each is done.

    Args:
        source: The dataset.
        agent: The agent that plays.
        tasks: In the order of worlds, so that each world is opened once; or attempts at tasks,
            where some are played several times.
        conditions: What all episodes have in common.
        at_once: Threads; more than one helps an agent that waits for a server.
        workers: Processes, or a cluster; more than one helps an agent that thinks by itself.

    Raises:
        InfrastructureError: A worker process was killed.
        ModelDownError: The model that words the web is not there.
    """
    attempts = [task if isinstance(task, Attempt) else Attempt(task) for task in tasks]
    if at_once == 1:
        yield from world_by_world(source, partial(_one, agent, conditions), attempts, workers)
        return
    threads = ThreadPoolExecutor(at_once)
    try:
        playing = {
            threads.submit(play, source, agent, attempt.task, conditions, attempt.sample)
            for attempt in attempts
        }
        while playing:
            ended, playing = first_done(playing)
            for played in ended:
                yield played.result()
    finally:  # a caller that stops early does not wait for running episodes
        threads.shutdown(wait=False, cancel_futures=True)


def _one(agent: Agent, conditions: Conditions, source: Source, attempt: Attempt) -> PlayedTask:
    return play(source, agent, attempt.task, conditions, attempt.sample)
