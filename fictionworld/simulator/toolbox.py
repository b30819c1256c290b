"""Which tools there are, and how a call as an agent made it is read.

Agents send JSON text or objects, good and bad. `read_call` returns a call, or raises a `CallError`
that says in plain words what is wrong, whatever it is given. No message repeats an agent's words.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final, NoReturn

from fictionworld.errors import nearest
from fictionworld.registry import with_plugins
from fictionworld.simulator.dict_memory import DictMemory
from fictionworld.simulator.tool import Answering, CallError, ParsedCall, Tool, json_kind
from fictionworld.simulator.web_extractor import WebExtractor
from fictionworld.simulator.web_search import WebSearch

MOST_ARGUMENTS: Final = 1_000_000
"""Characters of JSON text that are read at all."""
_OURS: Final = (WebSearch(), WebExtractor(), DictMemory())


@cache
def all_tools() -> tuple[Tool, ...]:
    """Return our tools, then those of installed packages (entry points `fictionworld.tools`).

    Raises:
        UsageError: A tool of another package cannot be used, or has the name of one of ours.
    """
    return tuple(with_plugins(_OURS, "fictionworld.tools", Tool).values())  # type: ignore[type-abstract]


@cache
def answering(*, perturbed: bool) -> dict[str, Answering]:
    """Return, by name, what answers the calls of each tool, under controls or without."""
    return {tool.name: tool.perturbed() if perturbed else tool for tool in all_tools()}


def tool_named(name: object) -> Tool:
    """Return the tool of this name.

    Raises:
        CallError: There is none.
    """
    tools = {tool.name: tool for tool in all_tools()}
    if isinstance(name, str) and name in tools:
        return tools[name]
    near = nearest(name[:100], tools) if isinstance(name, str) else ""
    raise CallError(f"there is no such tool; tools: {', '.join(tools)}{near}")


def read_call(tool: object, arguments: object) -> ParsedCall:
    """Return the call that an agent makes of `tool`, with JSON text or an object as `arguments`.

    Raises:
        CallError: It makes none; says what was got, what is allowed and the next move.
    """
    named_tool = tool_named(tool)
    return named_tool.read(_object(named_tool, arguments))


def openai_tools() -> list[dict[str, Any]]:
    """Return the schemas of all tools in the form of OpenAI's chat completions."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
            },
        }
        for tool in all_tools()
    ]


def _object(tool: Tool, arguments: object) -> dict[str, Any]:
    """Return the arguments as a dict whose keys are arguments of the tool; nulls are left out."""
    if isinstance(arguments, str):
        arguments = _parsed(tool, arguments)
    if not isinstance(arguments, dict):
        kind = json_kind(arguments)
        tool.refuse(f"got {kind}; the arguments are an object such as {tool.example}")
    unknown = [name for name in arguments if name not in tool.arguments]
    if unknown:
        near = nearest(unknown[0][:100], tool.arguments) if isinstance(unknown[0], str) else ""
        problem = f"{len(unknown)} unknown arguments" if len(unknown) > 1 else "an unknown argument"
        tool.refuse(f"got {problem}; allowed: {', '.join(tool.arguments)}{near}")
    return {name: value for name, value in arguments.items() if value is not None}


def _parsed(tool: Tool, text: str) -> object:
    if len(text) > MOST_ARGUMENTS:
        tool.refuse(f"got arguments of {len(text):,} characters; at most {MOST_ARGUMENTS:,}")
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, column {error.colno}"
        tool.refuse(
            f"the arguments are not valid JSON ({position}); send for example {tool.example}"
        )
    except (ValueError, RecursionError):  # NaN, numbers of a million digits, a thousand brackets
        tool.refuse(f"the arguments cannot be read as JSON; send for example {tool.example}")


def _no_number(_: str) -> NoReturn:
    raise ValueError
