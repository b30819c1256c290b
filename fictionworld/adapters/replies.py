"""What adapters share about replies of models: those without an answer, broken off, or unread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from fictionworld.chat.reply import finish_of
from fictionworld.chat.tool_call_text import Written, read_tool_calls, tool_responses
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.simulator.toolbox import openai_tools


def calls_left_in(text: str) -> Written:
    """Return the tool calls that a model's server left in its text."""
    return read_tool_calls(text, openai_tools())


async def replies_to_calls_in(text: str, episode: Episode) -> str:
    """Return what the tools reply to the calls left in a text, for the model; empty without any."""
    calls = calls_left_in(text).calls
    return tool_responses([await episode.acall(call.name, call.arguments) for call in calls])


def log_answers(answers: Sequence[str], log_metric: Callable[[str, float], None]) -> None:
    """Log the shares of rollouts without an answer, and of answers that are unread tool calls."""
    if answers:
        calls = [bool(calls_left_in(answer).calls) for answer in answers]
        log_metric("rollouts/no_answer", fmean(not answer.strip() for answer in answers))
        log_metric("rollouts/calls_in_text", fmean(calls))


def raise_if_broken_off(output: Any) -> None:
    """Raise if inspect_ai's output is of a generation that a server broke off.

    inspect_ai calls such a reason `unknown`, as it does a missing one: nothing was written then.

    Raises:
        InfrastructureError: The server broke the generation off.
    """
    is_empty = not output.choices or not (output.completion or output.message.tool_calls)
    if output.error or (output.stop_reason == "unknown" and is_empty):
        raise InfrastructureError(
            f"the model's server broke a generation off: {output.error or 'nothing was written'}"
        )


class WatchedServer:
    """verl's client of its engine, for one rollout: it notes a generation that was aborted."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.fault = ""

    async def generate(self, **request: Any) -> Any:
        """Return the engine's output, and note an aborted generation as `fault`."""
        output = await self._server.generate(**request)
        if finish_of(output.stop_reason) == "aborted":
            self.fault = f"the engine broke a generation off: {output.stop_reason}"
        return output

    def __getattr__(self, name: str) -> Any:
        return getattr(self._server, name)
