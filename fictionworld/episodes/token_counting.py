"""Counts what tasks take in tokens: the oracle and the scout play them, a tokenizer counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.source import Source
from fictionworld.episodes.token_counts import MARGINS, TokenCount
from fictionworld.episodes.tokenizer import open_tokenizer
from fictionworld.episodes.workers import world_by_world
from fictionworld.tasks.record import Task


def token_counts(
    source: Source, tasks: Sequence[Task], tokenizers: Sequence[str], workers: int = 1
) -> Iterator[list[TokenCount]]:
    """Yield for each task its counts, one a tokenizer; the oracle and the scout play it once.

    Args:
        source: The dataset.
        tasks: In the order of worlds.
        tokenizers: As of `open_tokenizer`.
        workers: Processes.

    Raises:
        UsageError: There is no such tokenizer, or its template has no tools.
        MissingExtraError: transformers is not installed.
        InfrastructureError: A worker was killed, or a call failed for reasons of ours.
    """
    for name in tokenizers:
        open_tokenizer(name)  # before anything is played
    return world_by_world(source, partial(_counts, tuple(tokenizers)), tasks, workers)


def _counts(tokenizers: Sequence[str], source: Source, task: Task) -> list[TokenCount]:
    conversations = {agent.name: _messages(source, agent, task) for agent in (Oracle(), Scout())}
    counts = []
    for tokenizer in map(open_tokenizer, tokenizers):
        prompt = tokenizer.count(conversations["oracle"][:2])
        oracle, scout = (tokenizer.count(conversations[name]) - prompt for name in MARGINS)
        counts.append(TokenCount(tokenizer.name, task.task_id, prompt, oracle, scout))
    return counts


def _messages(source: Source, agent: Agent, task: Task) -> list[dict[str, object]]:
    played = play(source, agent, task, Conditions(calls=0, transcripts=True))
    if played.transcript is None:
        raise InfrastructureError(f"{task.task_id}, {agent.name}: {played.error}")
    return played.transcript.messages
