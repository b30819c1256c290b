"""`openai:MODEL`: a language model with tool calling plays, through any compatible server."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from fictionworld.chat.client import ChatError
from fictionworld.episodes.faults import InfrastructureError

if TYPE_CHECKING:
    from fictionworld.chat.client import BlockingChatClient
    from fictionworld.chat.reply import ChatReply
    from fictionworld.episodes.agents.reasoner import Reasoner
    from fictionworld.episodes.episode import Episode

__all__ = ["EPISODE_S", "ChatAgent"]

EPISODE_S: Final = 7200.0

_CLOSE = "You have no more turns. Give your answer now: the Markdown table, and nothing else."


@dataclass(frozen=True)
class ChatAgent:
    """A model behind a server. It gets the system prompt, the question and the tools."""

    model: str
    client: BlockingChatClient
    turns: int = 200
    """The most completions of an episode; the last one is asked for the answer, without tools."""
    temperature: float | None = None
    most_tokens: int | None = None
    """Of one completion."""
    episode_s: float = EPISODE_S
    """The most seconds of an episode."""

    @property
    def name(self) -> str:
        return f"openai:{self.model}"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - it understands by itself
        """The model's answer.

        Raises:
            InfrastructureError: The server gave no usable reply, or the time is over.
        """
        ends = time.monotonic() + self.episode_s
        messages: list[dict[str, Any]] = [
            {"role": "system", "content": episode.system_prompt},
            {"role": "user", "content": episode.question},
        ]
        for _ in range(self.turns - 1):
            reply = self._asked(messages, episode.tools, ends)
            if not reply.tool_calls:
                return reply.text
            messages.append(_kept(reply))
            for call in reply.tool_calls:
                self._left_s(ends)
                text = episode.call(call.name, call.arguments)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": text})
        messages.append({"role": "user", "content": _CLOSE})
        return self._asked(messages, None, ends).text

    def _asked(
        self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None, ends: float
    ) -> ChatReply:
        body = {
            "model": self.model,
            "messages": messages,
            "tools": tools,
            "temperature": self.temperature,
            "max_tokens": self.most_tokens,
        }
        given = {name: value for name, value in body.items() if value is not None}
        try:
            return self.client.complete(given, self._left_s(ends))
        except ChatError as error:
            self._left_s(ends)
            raise InfrastructureError(str(error)) from error

    def _left_s(self, ends: float) -> float:
        """The seconds left; none is the end of the episode."""
        left_s = ends - time.monotonic()
        if left_s > 0:
            return left_s
        raise InfrastructureError(
            f"the episode took longer than {self.episode_s:g} s (--episode-timeout-s)"
        )


def _kept(reply: ChatReply) -> dict[str, Any]:
    """A completion as it goes back into the conversation: what servers add to it is left out."""
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in reply.tool_calls
    ]
    return {"role": "assistant", "content": reply.text, "tool_calls": calls}
