"""What a server answered, read strictly: a chat completion, or the reason why it is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

_MOST_CALLS: Final = 256
"""Tool calls of one reply; more is taken for a runaway loop."""
_MOST_TOKENS: Final = 10**9


class ReplyError(ValueError):
    """The bytes are no chat completion; the message says what is wrong, and quotes nothing."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call that a model asks for."""

    id: str
    name: str
    """As the model wrote it: there may be no such tool."""
    arguments: str
    """As the model wrote them: perhaps no JSON."""


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A model's message, plain data all through."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    cut: bool = False
    """It ended at the limit of tokens."""
    prompt_tokens: int = 0
    """As the server counts; 0 where it says nothing of use. Likewise the others."""
    cached_tokens: int = 0
    """Of the prompt's tokens those that the engine's prefix cache held."""
    output_tokens: int = 0


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
    content: str | None = None
    tool_calls: Annotated[list[_Call], Field(max_length=_MOST_CALLS)] | None = None


class _Choice(_Strict):
    message: _Message
    finish_reason: Any = None


class _Body(_Strict):
    choices: Annotated[list[_Choice], Field(min_length=1)]
    usage: Any = None


def read_reply(body: bytes, cleaned: Callable[[str], str] = str) -> ChatReply:
    """The completion in a body.

    Args:
        body: Whatever came.
        cleaned: Applied to each text that is taken out.

    Raises:
        ReplyError: It is none.
    """
    try:
        read = _Body.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        at = ".".join(map(str, first["loc"]))
        raise ReplyError(f"{at}: {first['msg']}" if at else first["msg"]) from None
    choice, usage = read.choices[0], read.usage
    calls = enumerate(choice.message.tool_calls or ())
    return ChatReply(
        cleaned(choice.message.content or ""),
        tuple(_tool_call(number, call, cleaned) for number, call in calls),
        choice.finish_reason == "length",
        _count(usage, "prompt_tokens"),
        _count(_part(usage, "prompt_tokens_details"), "cached_tokens"),
        _count(usage, "completion_tokens"),
    )


def _tool_call(number: int, call: _Call, cleaned: Callable[[str], str]) -> ToolCall:
    given, arguments = call.id, call.function.arguments
    if not isinstance(arguments, str):  # some servers send the object itself, or nothing
        arguments = json.dumps(arguments or {})
    # the reply to a call names its id, so one that is none needs another
    name = cleaned(given) if isinstance(given, str) and given else f"call_{number}"
    return ToolCall(name, cleaned(call.function.name), cleaned(arguments))


def _part(usage: object, name: str) -> object:
    return usage.get(name) if isinstance(usage, dict) else None


def _count(usage: object, name: str) -> int:
    """A number of tokens; 0 for what is none: counts are shown, nothing depends on them."""
    found = _part(usage, name)
    return found if type(found) is int and 0 <= found <= _MOST_TOKENS else 0
