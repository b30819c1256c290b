"""What a server answered, read strictly: a chat completion, or the reason why it is none.

Texts stand where servers put them: in `content` as a text or as a list of parts, what was thought
in one of several fields beside it, calls in `tool_calls` or in the older `function_call`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

_MOST_CALLS: Final = 256
"""Tool calls of one reply; more is taken for a runaway loop."""
_MOST_TOKENS: Final = 10**9

Finish = Literal["whole", "cut", "aborted", "withheld"]
"""How a generation ended: by itself; at a limit of tokens; by a fault of the server; or what was
written is held back, by a filter or since the model refused."""

_FINISHES: Final[dict[str, Finish]] = {
    "length": "cut",
    "max_tokens": "cut",
    "max_output_tokens": "cut",
    "model_length": "cut",
    "model_context_window_exceeded": "cut",
    "abort": "aborted",
    "aborted": "aborted",
    "cancelled": "aborted",
    "canceled": "aborted",
    "error": "aborted",
    "network_error": "aborted",
    "engine_overloaded": "aborted",
    "insufficient_system_resource": "aborted",
    "content_filter": "withheld",
    "refusal": "withheld",
    "safety": "withheld",
    "sensitive": "withheld",
    "recitation": "withheld",
    "blocklist": "withheld",
    "prohibited_content": "withheld",
    "guardrail_intervened": "withheld",
}
"""Reasons as servers and frameworks give them, in lower case; any other is of a whole reply."""


class ReplyError(ValueError):
    """The bytes are no chat completion; the message says what is wrong, and quotes nothing."""


def finish_of(reason: object) -> Finish:
    """Return how a generation ended, by the `finish_reason` or `stop_reason` given with it."""
    return _FINISHES.get(reason.lower(), "whole") if isinstance(reason, str) else "whole"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call that a model asks for."""

    id: str
    """Empty where the server gave none."""
    name: str
    """As the model wrote it: there may be no such tool."""
    arguments: str
    """As the model wrote them: perhaps no JSON."""


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A model's message, plain data all through."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: Finish = "whole"
    finish_reason: str = ""
    """As the server gave it; empty where it gave none."""
    thought: str = ""
    """What the server took out of the text as reasoning."""
    refusal: str = ""
    """Why the model refuses, where the server gives that in a field of its own."""
    prompt_tokens: int = 0
    """As the server counts; 0 where it says nothing of use. Likewise the others."""
    cached_tokens: int = 0
    """Of the prompt's tokens those that the engine's prefix cache held."""
    output_tokens: int = 0

    @property
    def cut(self) -> bool:
        """Return whether the generation ended at a limit of tokens."""
        return self.finish == "cut"


class _Strict(BaseModel):
    """Unknown fields are passed over: servers add theirs."""

    model_config = ConfigDict(strict=True)


class _Function(_Strict):
    name: str
    arguments: str | dict[str, Any] | None = None


class _Call(_Strict):
    id: Any = None
    function: _Function


class _Message(_Strict):
    content: str | list[str | dict[str, Any]] | None = None
    tool_calls: Annotated[list[_Call], Field(max_length=_MOST_CALLS)] | None = None
    function_call: _Function | None = None
    reasoning_content: Any = None
    reasoning: Any = None
    thinking: Any = None
    refusal: Any = None


class _Choice(_Strict):
    message: _Message
    finish_reason: Any = None


class _Body(_Strict):
    choices: Annotated[list[_Choice], Field(min_length=1)]
    usage: Any = None


def read_reply(body: bytes, cleaned: Callable[[str], str] = str) -> ChatReply:
    """Return the completion in a body.

    Args:
        body: The body of the response, as it came.
        cleaned: Applied to each text of the completion.

    Raises:
        ReplyError: The body is no chat completion.
    """
    try:
        parsed = _Body.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        path = ".".join(map(str, first["loc"]))
        raise ReplyError(f"{path}: {first['msg']}" if path else first["msg"]) from None
    choice, usage = parsed.choices[0], parsed.usage
    message = choice.message
    calls = message.tool_calls or []
    if not calls and message.function_call is not None:
        calls = [_Call(function=message.function_call)]
    refusal = _text(message.refusal) or _texts(message.content, "refusal")
    reason = choice.finish_reason
    return ChatReply(
        cleaned(_texts(message.content, "text", "output_text")),
        tuple(_tool_call(call, cleaned) for call in calls),
        "withheld" if refusal else finish_of(reason),
        cleaned(_text(reason)),
        cleaned(_thought(message)),
        cleaned(refusal),
        _count(usage, "prompt_tokens"),
        _count(_part(usage, "prompt_tokens_details"), "cached_tokens"),
        _count(usage, "completion_tokens"),
    )


def _texts(content: object, *kinds: str) -> str:
    """Return the parts of these kinds, joined; a content that is one text is of the kind `text`."""
    if isinstance(content, str):
        return content if "text" in kinds else ""
    texts = []
    for part in content if isinstance(content, list) else ():
        if isinstance(part, str):
            texts.append(part if "text" in kinds else "")
        elif isinstance(part, dict) and part.get("type", "text") in kinds:
            inner = next((part[name] for name in ("text", *kinds) if name in part), None)
            # Mistral's thoughts are a list of parts themselves
            texts.append(_text(inner) or _texts(inner, "text"))
    return "".join(texts)


def _thought(message: _Message) -> str:
    fields = (message.reasoning_content, message.reasoning, message.thinking)
    thought = next((text for field in fields if (text := _text(field))), "")
    return thought or _texts(message.content, "thinking", "reasoning")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _tool_call(call: _Call, cleaned: Callable[[str], str]) -> ToolCall:
    arguments = call.function.arguments
    if not isinstance(arguments, str):  # some servers send the object itself, or nothing
        arguments = json.dumps(arguments or {})
    call_id = cleaned(call.id) if isinstance(call.id, str) else ""
    return ToolCall(call_id, cleaned(call.function.name), cleaned(arguments))


def _part(usage: object, name: str) -> object:
    return usage.get(name) if isinstance(usage, dict) else None


def _count(usage: object, name: str) -> int:
    """Return a number of tokens; 0 where there is no valid one, as counts are only shown."""
    count = _part(usage, name)
    return count if type(count) is int and 0 <= count <= _MOST_TOKENS else 0
