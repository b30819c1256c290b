"""How the episodes of a rollout ended: a line a way, with an example and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import typer

from fictionworld.cli.terminal import escape, stderr

if TYPE_CHECKING:
    from fictionworld.episodes.rollout import PlayedTask
    from fictionworld.episodes.trace import Trace

_MOST_ERRORS: Final = 5
_LONGEST: Final = 160
"""Characters of an example."""


class _Way(NamedTuple):
    """A way in which episodes end, or something that happens on the way."""

    what: str
    """After the number: `12 of 64 tasks ...`."""
    happened: Callable[[Trace], bool]
    example: Callable[[Trace], str]
    advice: str = ""


_WAYS: Final = (
    _Way(
        "were answered, but not with the table asked for",
        lambda trace: trace.ending == "answered" and _problem(trace) is not None,
        lambda trace: str(_problem(trace)),
        "look at the answers with --traces FILE",
    ),
    _Way(
        "were cut: the last completion ended at its limit of tokens",
        lambda trace: trace.cut,
        lambda trace: trace.stopped or f"...{(trace.answer or '')[-60:]}",
        "raise --max-tokens, or the server's own limit",
    ),
    _Way(
        "ended with an empty reply",
        lambda trace: trace.ending == "empty",
        lambda trace: trace.stopped or "",
        "where the server takes text for thought, mend its --reasoning-parser; where the thought "
        "is long, raise --max-tokens",
    ),
    _Way(
        "were refused by the model or a filter",
        lambda trace: trace.ending == "refused",
        lambda trace: trace.stopped or "",
        "the worlds are fictional: ask for a filter that lets them pass, or leave the model out",
    ),
    _Way(
        "filled the context",
        lambda trace: trace.ending == "context",
        lambda trace: trace.stopped or "",
        "serve a longer context, or choose smaller tasks with --characters",
    ),
    _Way(
        "were given up by the agent",
        lambda trace: trace.ending == "stopped",
        lambda trace: trace.stopped or "",
    ),
)


def print_ends(played: Sequence[PlayedTask], what: str) -> None:
    """Print how episodes ended, and which failed and not by the agent's doing.

    Args:
        played: All episodes, `tasks` where each was played once.
        what: The word for them.

    Raises:
        typer.Exit: Some could not be played.
    """
    total = len(played)
    done = [(case.task.task_id, case.trace) for case in played if case.trace is not None]
    read = sum(trace.ending == "answered" and _problem(trace) is None for _, trace in done)
    _say(f"{read:,} of {total:,} {what} have an answer with the table asked for")
    for way in _WAYS:
        cases = [(task, trace) for task, trace in done if way.happened(trace)]
        if cases:
            task, trace = cases[0]
            _say(f"{len(cases):,} {way.what}", f"{task}: {way.example(trace)}", way.advice)
    stopped = sum(trace.stopped is not None for _, trace in done)
    if stopped:
        _say(f"{stopped:,} of {total:,} {what} ended without an answer; the means count them")
    for line in _unread(done):
        _say(*line)
    failed = [case for case in played if case.error is not None]
    for case in failed[:_MOST_ERRORS]:
        stderr().print(f"[red]{case.task.task_id}:[/red] {escape(str(case.error))}", soft_wrap=True)
    if failed:
        _say(f"{len(failed):,} of {total:,} {what} could not be played; no mean counts them")
        raise typer.Exit(1)


def _unread(done: Sequence[tuple[str, Trace]]) -> Iterator[tuple[str, str, str]]:
    """A line for each kind of tool calls that could not be read."""
    advices = dict.fromkeys(call.advice for _, trace in done for call in trace.unread_calls)
    for advice in advices:
        cases = [
            (task, call.text)
            for task, trace in done
            for call in trace.unread_calls
            if call.advice == advice
        ]
        tasks = len({task for task, _ in cases})
        task, text = cases[0]
        yield (
            f"{len(cases):,} tool calls in the text of {tasks:,} of them could not be read",
            f"{task}: {text}",
            advice,
        )


def _problem(trace: Trace) -> str | None:
    return None if trace.reward is None else trace.reward.problem


def _say(what: str, example: str = "", advice: str = "") -> None:
    shown = " ".join(example.split())
    shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."
    parts = [what, f"such as {shown}" if shown else "", advice]
    stderr().print(escape("; ".join(part for part in parts if part)), soft_wrap=True)
