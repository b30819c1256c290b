"""Traces played again: every call made once more, its reply compared, the answer scored anew.

Replies follow from the dataset, the policy, the controls and the seed, so a trace holds what anyone
can recompute: what differs was altered, or played on another version.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from fictionworld.episodes.call import Call
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.reward import Reward
from fictionworld.episodes.source import Source
from fictionworld.episodes.trace import EvidenceSeen, Trace
from fictionworld.errors import UsageError, first_line
from fictionworld.files import open_file
from fictionworld.simulator.drafts.waiting import is_live

__all__ = ["VerifiedTrace", "verified_traces"]

_OF_CALLS: Final = ("kind", "characters", "sha256", "pages", "span", "controls")
_OF_REPLIES: Final = ("facts", "untrue", "urls", "texts")
"""Fields of a trace with an entry for each call."""


@dataclass(frozen=True, slots=True)
class _RecordedTrace:
    """What a line must hold to be played again; the rest is compared as it stands."""

    agent: str
    dataset: str
    backend: str
    task_id: str
    policy: str
    controls: str
    seed: int
    most_calls: int | None
    reply_characters: int | None
    earned_by: str
    calls: tuple[Call, ...]
    facts: tuple[tuple[str, ...], ...]
    untrue: tuple[tuple[tuple[str, str], ...], ...]
    urls: tuple[tuple[str, ...], ...]
    texts: tuple[str, ...] | None
    evidence: EvidenceSeen | None
    answer: str | None
    reward: Reward


_TRACE: Final = TypeAdapter(_RecordedTrace)


@dataclass(frozen=True, slots=True)
class VerifiedTrace:
    """One episode of a file of traces, played again."""

    line: int
    """Its line in the file, from 1."""
    agent: str
    task_id: str
    calls: int
    earned: float
    """What the trace says that the episode earned."""
    differences: tuple[str, ...]
    """What the trace says otherwise than the replay, in words; empty where they are equal."""

    @property
    def holds(self) -> bool:
        """Return whether the replay gave what the trace says."""
        return not self.differences


def verified_traces(dataset: Source, path: Path) -> Iterator[VerifiedTrace]:
    """Play the episodes of a file that `rollout --traces` wrote again, and yield what differs.

    Episodes that failed for no fault of the agent are passed over: they hold no call and no answer.

    Raises:
        UsageError: The file cannot be read; a line is no trace, of another dataset, or in the words
            of a model that was asked while playing, whose replies nobody can have again.
        DatasetError: The dataset is without keys.
    """
    with open_file(path) as lines:
        for number, line in enumerate(lines, 1):
            where = f"line {number} of {path}"
            try:
                row: dict[str, Any] = json.loads(line)
                trace = None if row.get("error") else _TRACE.validate_python(row)
            except (ValueError, AttributeError, RecursionError) as error:
                raise UsageError(
                    f"{where} is no trace that `fictionworld rollout --traces` wrote "
                    f"({first_line(error)}); give its file as it was written"
                ) from error
            if trace is not None:
                _refuse_foreign(dataset, trace, where)
                yield _verified(dataset, trace, number)


def _refuse_foreign(dataset: Source, trace: _RecordedTrace, where: str) -> None:
    if trace.dataset != dataset.content_hash:
        raise UsageError(
            f"{where} was played on a dataset of content {trace.dataset[:12]}...; {dataset.path} "
            f"has content {dataset.content_hash[:12]}...: give the one that it was played on"
        )
    if is_live(trace.backend):
        raise UsageError(
            f"{where} was played in the words of {trace.backend!r}, a model that answers otherwise "
            "when it is asked again; traces of template and of drafts:FOLDER can be verified"
        )


def _verified(dataset: Source, trace: _RecordedTrace, line: int) -> VerifiedTrace:
    source = dataset if trace.backend == dataset.backend else dataset.worded_by(trace.backend)
    episode = Episode(
        source,
        trace.task_id,
        trace.policy,
        trace.controls,
        trace.seed,
        trace.most_calls,
        trace.reply_characters,
    )
    for call in trace.calls:
        episode.call(call.tool, call.arguments)
    episode.score(trace.answer, trace.earned_by)
    replayed = episode.trace(texts=trace.texts is not None)
    return VerifiedTrace(
        line,
        trace.agent,
        trace.task_id,
        len(trace.calls),
        trace.reward.earned,
        tuple(_differences(trace, replayed)),
    )


def _differences(trace: _RecordedTrace, replayed: Trace) -> Iterator[str]:
    """Yield what differs, in words: of each call the first field, of the score each figure."""
    by_call = {name: (getattr(trace, name), getattr(replayed, name)) for name in _OF_REPLIES}
    for number, (call, again) in enumerate(zip(trace.calls, replayed.calls, strict=True)):
        unequal = [name for name in _OF_CALLS if getattr(call, name) != getattr(again, name)]
        unequal += [
            name
            for name, (recorded, made) in by_call.items()
            if recorded is not None and recorded[number : number + 1] != made[number : number + 1]
        ]
        if unequal:
            yield f"call {number + 1} ({call.tool}): {unequal[0]} differs from the replay"
    if trace.evidence != replayed.evidence:
        yield "evidence differs from the replay"
    assert replayed.reward is not None, "it was scored"
    for figure, value in replayed.reward.as_dict().items():
        recorded = getattr(trace.reward, figure)
        if recorded != value:
            yield f"{figure} is {recorded!r}, and {value!r} in the replay"
