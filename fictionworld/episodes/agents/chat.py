"""`openai:MODEL`: a language model with tool calling plays, through any compatible server."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from fictionworld.chat.client import BlockingChatClient, ChatContextError, ChatError
from fictionworld.chat.reply import ChatReply
from fictionworld.chat.tool_call_text import read_tool_calls, tool_responses
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import AgentStoppedError, InfrastructureError
from fictionworld.episodes.trace import Transcript, Usage

EPISODE_S: Final = 7200.0

_CLOSE = "You have no more turns. Give your answer now: the Markdown table, and nothing else."


@dataclass(frozen=True)
class ChatAgent:
    """A model behind a server. It gets the system prompt, the question and the tools.

    Tool calls are taken from where the server puts them; where it has left them in the text, they
    are read there, and answered in a message of the user.
    """

    model: str
    client: BlockingChatClient
    turns: int = 200
    """The most completions of an episode; the last one is asked for the answer, without tools."""
    temperature: float | None = None
    most_tokens: int | None = None
    """Of one completion."""
    context_tokens: int | None = None
    """Of a prompt with its completion, as the server counts them: what passes it, stops. The
    server's own limit holds besides."""
    episode_s: float = EPISODE_S
    """The most seconds of an episode."""

    waits = True

    @property
    def name(self) -> str:
        return f"openai:{self.model}"

    @property
    def settings(self) -> str:
        """What distinguishes its episodes from those of the same model otherwise asked."""
        given = {
            "temperature": self.temperature,
            "max_tokens": self.most_tokens,
            "context": self.context_tokens,
        }
        return ",".join(f"{name}={value}" for name, value in given.items() if value is not None)

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - it understands by itself
        """The model's answer.

        Raises:
            AgentStoppedError: The conversation grew longer than the context.
            InfrastructureError: The server gave no usable reply, or the time is over.
        """
        return _Conversation(self, episode).run()


class _Conversation:
    """One episode of the model."""

    def __init__(self, agent: ChatAgent, episode: Episode) -> None:
        self._agent = agent
        self._episode = episode
        self._ends = time.monotonic() + agent.episode_s
        self._messages: list[dict[str, Any]] = list(episode.messages)
        self._usage = Usage()
        episode.transcript = Transcript(self._messages, self._usage)

    def run(self) -> str:
        tools = self._episode.tools
        for _ in range(self._agent.turns - 1):
            reply = self._asked(tools)
            if reply.tool_calls:
                for call in reply.tool_calls:
                    text = self._called(call.name, call.arguments)
                    self._messages.append(
                        {"role": "tool", "tool_call_id": call.id, "content": text}
                    )
                continue
            written = read_tool_calls(reply.text, tools)
            if not written.calls:
                return reply.text
            texts = [self._called(call.name, call.arguments) for call in written.calls]
            self._messages.append({"role": "user", "content": tool_responses(texts)})
        self._messages.append({"role": "user", "content": _CLOSE})
        return self._asked(None).text

    def _called(self, tool: str, arguments: str) -> str:
        self._left_s()
        return self._episode.call(tool, arguments)

    def _asked(self, tools: list[dict[str, Any]] | None) -> ChatReply:
        """The next completion, which then stands in the conversation."""
        agent = self._agent
        body = {
            "model": agent.model,
            "messages": self._messages,
            "tools": tools,
            "temperature": agent.temperature,
            "max_tokens": agent.most_tokens,
        }
        given = {name: value for name, value in body.items() if value is not None}
        try:
            reply = agent.client.complete(given, self._left_s())
        except ChatContextError as error:
            raise AgentStoppedError(str(error)) from error
        except ChatError as error:
            self._left_s()
            raise InfrastructureError(str(error)) from error
        self._usage.add(reply)
        self._messages.append(_kept(reply))
        used, most = reply.prompt_tokens + reply.output_tokens, agent.context_tokens
        if most is not None and used > most:
            raise AgentStoppedError(
                f"the conversation is longer than the context: {used:,} tokens, where --context "
                f"allows {most:,}"
            )
        return reply

    def _left_s(self) -> float:
        """The seconds left; none is the end of the episode."""
        left_s = self._ends - time.monotonic()
        if left_s > 0:
            return left_s
        raise InfrastructureError(
            f"the episode took longer than {self._agent.episode_s:g} s (--episode-timeout-s)"
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
    said: dict[str, Any] = {"role": "assistant", "content": reply.text}
    return {**said, "tool_calls": calls} if calls else said
