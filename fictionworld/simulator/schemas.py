"""The tools as an agent is told of them: one JSON schema each. All adapters derive from these.

Frameworks drop parts of a schema that their own classes lack: bounds, what the items of a list are.
So each argument has a type and a description, and the description says those parts in words.

The names and arguments are those of the search domain of Qwen-AgentWorld, plus one: `page` of
`web_extractor`, for the next part of a long page.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["MOST_QUERIES", "OPERATIONS", "TOOLS", "Tool", "openai_tools", "tool_named"]

MOST_QUERIES: Final = 10

OPERATIONS: Final = {
    "add": "dict",
    "update": "dict",
    "retrieve": "key_list",
    "remove": "key_list",
    "retrieve_all": None,
    "remove_all": None,
}
"""The operations of `dict_memory`, and the argument that each needs."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name, what it does, and the schema of its arguments."""

    name: str
    description: str
    _parameters: dict[str, Any]

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON schema of the arguments; a copy, yours to change."""
        return deepcopy(self._parameters)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of the arguments."""
        return tuple(self._parameters["properties"])


TOOLS: Final = (
    Tool(
        "web_search",
        "Search the web. Give one query, or several at once; each is answered with up to ten "
        "results: address, title, snippet and date.",
        {
            "type": "object",
            "properties": {
                "queries": {
                    "type": "array",
                    "items": {"type": "string", "minLength": 1},
                    "minItems": 1,
                    "maxItems": MOST_QUERIES,
                    "description": f"The queries, a list of 1 to {MOST_QUERIES} texts, each "
                    "answered on its own.",
                },
                "query": {
                    "type": "string",
                    "minLength": 1,
                    "description": "A single query, in place of `queries`.",
                },
            },
            "required": [],
            "additionalProperties": False,
        },
    ),
    Tool(
        "web_extractor",
        "Read a web page as Markdown. Long pages come in parts; the end of a part says how to ask "
        "for the next.",
        {
            "type": "object",
            "properties": {
                "url": {
                    "type": "string",
                    "minLength": 1,
                    "description": "The address, as search results or links on pages have it.",
                },
                "page": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "Which part of a long page, from 1; the first where left out.",
                },
            },
            "required": ["url"],
            "additionalProperties": False,
        },
    ),
    Tool(
        "dict_memory",
        "Keep notes until the end of the task: add, update, retrieve or remove items by key, or "
        "retrieve or remove all.",
        {
            "type": "object",
            "properties": {
                "operation": {
                    "type": "string",
                    "enum": list(OPERATIONS),
                    "description": f"What to do, one of {', '.join(OPERATIONS)}.",
                },
                "dict": {
                    "type": "object",
                    "description": "For add and update: an object, a value for each key.",
                },
                "key_list": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "For retrieve and remove: the keys, a list of texts.",
                },
            },
            "required": ["operation"],
            "additionalProperties": False,
        },
    ),
)


def tool_named(name: str) -> Tool | None:
    """The tool of this name, if there is one."""
    return next((tool for tool in TOOLS if tool.name == name), None)


def openai_tools() -> list[dict[str, Any]]:
    """All tools in the form of OpenAI's chat completions."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
            },
        }
        for tool in TOOLS
    ]
