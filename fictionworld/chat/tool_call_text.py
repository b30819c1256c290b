"""Tool calls in the text of a message, as models write them that no server has parsed.

    <tool_call>{"name": "web_search", "arguments": {"query": "phones"}}</tool_call>

as Hermes and Qwen models do, or, as Qwen3-Coder does,

    <tool_call><function=web_search><parameter=query>phones</parameter></function></tool_call>

Several may stand in one message, and the last may be cut short. A call that cannot be read is a
call all the same: its arguments are the text that was written, so the tool itself says what is
wrong with them, and the model reads that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from fictionworld.chat.reply import ToolCall

_THOUGHT: Final = re.compile(r"\A.*</think>|<think>.*", re.DOTALL)
_CALL: Final = re.compile(
    r"<tool_call>(?P<inside>.*?)(?:</tool_call>|(?=<tool_call>)|\Z)"
    r"|(?P<bare><function=.*?)(?:</function>|(?=<function=)|\Z)",
    re.DOTALL,
)
_FUNCTION: Final = re.compile(
    r"<function=(?P<name>[^>\s]*)>?(?P<inside>.*?)(?:</function>|\Z)", re.DOTALL
)
_PARAMETER: Final = re.compile(
    r"<parameter=(?P<name>[^>\s]+)>(?P<value>.*?)(?:</parameter>|(?=<parameter=)|\Z)", re.DOTALL
)
_NAME: Final = re.compile(r'"name"\s*:\s*"([^"\\]*)"')
_BLANKS: Final = " \t\r\n,"


class Written(NamedTuple):
    """What a model wrote, taken apart."""

    text: str
    """What it said beside its calls and thoughts."""
    calls: tuple[ToolCall, ...]


def read_tool_calls(text: str, tools: Iterable[Mapping[str, Any]] = ()) -> Written:
    """The calls in a text, and what is left of it. What stands in a thought is no call.

    Args:
        text: A message of a model.
        tools: In the form of OpenAI's chat completions: their schemas say which parameters of
            the form `<parameter=...>` are text, and which are JSON.
    """
    said = _THOUGHT.sub("", text)
    schemas = {tool["function"]["name"]: tool["function"]["parameters"] for tool in tools}
    made = [
        call
        for found in _CALL.finditer(said)
        for call in _calls(found["bare"] or found["inside"], schemas)
    ]
    calls = tuple(
        ToolCall(f"call_{number}", name, arguments) for number, (name, arguments) in enumerate(made)
    )
    return Written(_CALL.sub("", said).strip(), calls)


def tool_responses(texts: Iterable[str]) -> str:
    """The replies to such calls, in their order, as a message of the user."""
    return "\n".join(f"<tool_response>\n{text}\n</tool_response>" for text in texts)


def _calls(inside: str, schemas: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Names and arguments of the calls between two tags, or behind one."""
    functions = list(_FUNCTION.finditer(inside))
    if functions:
        for function in functions:
            schema = schemas.get(function["name"], {})
            yield function["name"], _parameters(function["inside"], schema)
        return
    left = inside.strip(_BLANKS)
    if not left:
        yield "", ""
    while left:
        try:
            found, end = json.JSONDecoder().raw_decode(left)
        except (ValueError, RecursionError):
            name = _NAME.search(left)
            yield name[1] if name else "", left
            return
        yield _named(found)
        left = left[end:].lstrip(_BLANKS)


def _named(found: object) -> tuple[str, str]:
    """Name and arguments of a call in JSON; what is no such call names no tool."""
    if not isinstance(found, dict):
        return "", json.dumps(found)
    name = found.get("name")
    arguments = found.get("arguments", found.get("parameters", {}))
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False)
    return name if isinstance(name, str) else "", arguments


def _parameters(inside: str, schema: Mapping[str, Any]) -> str:
    """The arguments of a call in tags, as JSON text."""
    properties = schema.get("properties", {})
    given = {}
    for parameter in _PARAMETER.finditer(inside):
        value: object = parameter["value"].removeprefix("\n").removesuffix("\n")
        if properties.get(parameter["name"], {}).get("type") != "string":
            # what is no JSON stays a text, and where no text is due, the tool says so
            with suppress(ValueError, RecursionError):
                value = json.loads(str(value))
        given[parameter["name"]] = value
    return json.dumps(given, ensure_ascii=False)
