"""`openai:MODEL`: a language model with tool calling plays, through any compatible server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fictionworld.episodes.agents.endpoint import Endpoint
    from fictionworld.episodes.agents.reasoner import Reasoner
    from fictionworld.episodes.episode import Episode

__all__ = ["ChatAgent"]

_CLOSE = "You have no more turns. Give your answer now: the Markdown table, and nothing else."


@dataclass(frozen=True)
class ChatAgent:
    """A model behind an endpoint. It gets the system prompt, the question and the tools."""

    model: str
    endpoint: Endpoint
    turns: int = 200
    """The most completions of an episode; the last one is asked for the answer, without tools."""
    temperature: float | None = None
    most_tokens: int | None = None
    """Of one completion."""

    @property
    def name(self) -> str:
        return f"openai:{self.model}"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - its own wits
        messages: list[dict[str, Any]] = [
            {"role": "system", "content": episode.system_prompt},
            {"role": "user", "content": episode.question},
        ]
        for _ in range(self.turns - 1):
            message = self.endpoint.complete(self._body(messages, episode.tools))
            calls = message.get("tool_calls") or []
            if not calls:
                return str(message.get("content") or "")
            messages.append(_kept(message))
            messages += [_answered(episode, call) for call in calls]
        messages.append({"role": "user", "content": _CLOSE})
        return str(self.endpoint.complete(self._body(messages, None)).get("content") or "")

    def _body(
        self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None
    ) -> dict[str, Any]:
        body = {
            "model": self.model,
            "messages": messages,
            "tools": tools,
            "temperature": self.temperature,
            "max_tokens": self.most_tokens,
        }
        return {name: value for name, value in body.items() if value is not None}


def _kept(message: dict[str, Any]) -> dict[str, Any]:
    """A completion as it goes back into the conversation: what servers add to it is left out."""
    return {
        "role": "assistant",
        "content": message.get("content") or "",
        "tool_calls": message["tool_calls"],
    }


def _answered(episode: Episode, call: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever came
    """The reply to one tool call; what is wrong with the call is the tool's to say."""
    function = call.get("function") if isinstance(call, dict) else None
    function = function if isinstance(function, dict) else {}
    arguments = function.get("arguments")
    text = episode.call(
        str(function.get("name", "")), arguments if isinstance(arguments, dict | str) else "{}"
    )
    given = call.get("id", "") if isinstance(call, dict) else ""
    return {"role": "tool", "tool_call_id": given, "content": text}
