"""`openai:MODEL`: a language model with tool calling plays, through any compatible server."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, replace
from typing import Any, Final

from fictionworld.chat.call_arguments import json_text, read_object
from fictionworld.chat.client import (
    BlockingChatClient,
    ChatContextError,
    ChatError,
    ChatRequestError,
)
from fictionworld.chat.reply import ChatReply, ToolCall
from fictionworld.chat.tool_call_body import Schemas, known_name
from fictionworld.chat.tool_call_text import Written, read_tool_calls, tool_responses
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import AgentStoppedError, InfrastructureError
from fictionworld.episodes.trace import Transcript, UnreadCall, Usage

EPISODE_S: Final = 7200.0

_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_-]")
_MOST_OF_A_NAME: Final = 64
_CLOSE = "You have no more turns. Give your answer now: the Markdown table, and nothing else."


@dataclass(frozen=True)
class ChatAgent:
    """A model behind a server. It gets the system prompt, the question and the tools.

    Tool calls are taken from where the server puts them; where it has left them in the text, they
    are read there, and answered in a message of the user. What goes back into the conversation is
    such that every server reads it, whatever the model wrote: a model's slip is its own.
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
        """Return what distinguishes these episodes from others of the same model."""
        options = {
            "temperature": self.temperature,
            "max_tokens": self.most_tokens,
            "context": self.context_tokens,
        }
        return ",".join(f"{name}={value}" for name, value in options.items() if value is not None)

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - it understands by itself
        """Return the model's answer.

        Raises:
            AgentStoppedError: The conversation grew longer than the context.
            InfrastructureError: The server gave no usable reply, or the episode took too long.
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
        self._calls = 0
        """Of the whole conversation, as the server has sent them."""
        self._transcript = episode.transcript = Transcript(self._messages, self._usage)

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
                return self._answer(reply, written)
            self._note_unread(written)
            texts = [self._called(call.name, call.arguments) for call in written.calls]
            self._messages.append({"role": "user", "content": tool_responses(texts)})
        self._messages.append({"role": "user", "content": _CLOSE})
        reply = self._asked(None)
        return self._answer(reply, read_tool_calls(reply.text))

    def _answer(self, reply: ChatReply, written: Written) -> str:
        """Return the text of the last reply.

        Raises:
            AgentStoppedError: The reply has no text, or its answer was withheld.
        """
        self._transcript.cut = reply.cut
        if reply.finish == "withheld":
            why = reply.refusal or f"finish_reason {reply.finish_reason!r}"
            raise AgentStoppedError(f"the model refused, or a filter withheld: {why}", "refused")
        if written.text:
            return reply.text
        thought = reply.thought or reply.text
        if reply.cut and not thought and reply.prompt_tokens and not reply.output_tokens:
            raise AgentStoppedError(
                f"the conversation is longer than the context: after {reply.prompt_tokens:,} "
                "tokens the server wrote none",
                "context",
            )
        if reply.tool_calls or written.calls:
            why = "it calls a tool where the answer was asked for"
        elif reply.cut and thought:
            why = "its limit of tokens was reached within the thought"
        elif thought:
            why = f"it has a thought of {len(thought):,} characters and no text"
        else:
            why = f"no text, no call, no thought; finish_reason {reply.finish_reason!r}"
        raise AgentStoppedError(f"the reply is empty: {why}", "empty")

    def _note_unread(self, written: Written) -> None:
        if written.family is not None:
            self._transcript.unread_calls += [
                UnreadCall(text, written.family.advice) for text in written.unread
            ]

    def _called(self, tool: str, arguments: str) -> str:
        self._left_s()
        return self._episode.call(tool, arguments)

    def _asked(self, tools: list[dict[str, Any]] | None) -> ChatReply:
        """Ask for the next completion, append it to the conversation and return it."""
        agent = self._agent
        body = {
            "model": agent.model,
            "messages": self._messages,
            "tools": tools,
            "temperature": agent.temperature,
            "max_tokens": agent.most_tokens,
        }
        request = {name: value for name, value in body.items() if value is not None}
        try:
            reply = agent.client.complete(request, self._left_s())
        except ChatContextError as error:
            raise AgentStoppedError(str(error), "context") from error
        except ChatError as error:
            self._left_s()
            raise InfrastructureError(f"{error}{self._likely(error)}") from error
        self._usage.add(reply)
        reply = replace(reply, tool_calls=tuple(map(self._plain_call, reply.tool_calls)))
        self._messages.append(_history_form(reply))
        used, most = reply.prompt_tokens + reply.output_tokens, agent.context_tokens
        if most is not None and used > most:
            raise AgentStoppedError(
                f"the conversation is longer than the context: {used:,} tokens, where --context "
                f"allows {most:,}",
                "context",
            )
        return reply

    def _likely(self, error: ChatError) -> str:
        """Return the likely cause of a refused request after shorter ones were answered."""
        if not isinstance(error, ChatRequestError) or not self._usage.completions:
            return ""
        longest = self._usage.longest_tokens
        size = f" of up to {longest:,} tokens" if longest else ""
        return (
            f"; {self._usage.completions} shorter requests{size} of this conversation were "
            "answered, so it is likely longer than the model's context: say with --context how "
            "many tokens fit"
        )

    def _plain_call(self, call: ToolCall) -> ToolCall:
        """Return the call with an id, and with no prefix before the tool's own name."""
        schemas: Schemas = {tool["function"]["name"]: {} for tool in self._episode.tools}
        call_id = call.id or f"call{self._calls:05}"  # nine letters and digits: Mistral wants these
        self._calls += 1
        arguments = call.arguments
        if not _is_object(arguments):
            value = read_object(arguments)
            arguments = arguments if value is None else json_text(value)
        return ToolCall(call_id, known_name(call.name, schemas), arguments)

    def _left_s(self) -> float:
        """Return the seconds left of the episode; raise InfrastructureError when none are."""
        left_s = self._ends - time.monotonic()
        if left_s > 0:
            return left_s
        raise InfrastructureError(
            f"the episode took longer than {self._agent.episode_s:g} s (--episode-timeout-s)"
        )


def _history_form(reply: ChatReply) -> dict[str, Any]:
    """Return a completion as a message of the conversation, without fields that servers add.

    Servers read the names and arguments of earlier calls, and refuse the whole conversation where
    they cannot: invalid names and arguments that are no JSON object are replaced.
    """
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {
                "name": _NOT_IN_NAMES.sub("_", call.name)[:_MOST_OF_A_NAME] or "unknown",
                "arguments": call.arguments if _is_object(call.arguments) else "{}",
            },
        }
        for call in reply.tool_calls
    ]
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    return {**message, "tool_calls": calls} if calls else message


def _is_object(text: str) -> bool:
    """Return whether a text is a JSON object as the strictest server reads it."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):  # not JSON, NaN, a lone surrogate
        return False
    return isinstance(value, dict)
