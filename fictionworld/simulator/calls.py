"""Tool calls as agents make them, and what is made of them: checked, canonical, bounded.

Agents send JSON text or objects, good and bad. `read_call` gives a call whose equal means the same
question to the same tool, or says in plain words what is wrong; it raises nothing else, whatever
it is given. What an agent wrote is text and nothing more; no error repeats it (see `Reply`).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from fictionworld.errors import nearest
from fictionworld.simulator.schemas import MOST_QUERIES, OPERATIONS, TOOLS, Tool, tool_named

__all__ = ["Call", "CallError", "Extract", "Query", "Remember", "Search", "read_call", "whole_text"]

MOST_ARGUMENTS: Final = 1_000_000
"""Characters of JSON text that are read at all."""
MOST_WORDS: Final = 64
_MOST_CHARACTERS: Final = 2_000
_MOST_URL: Final = 2_000
_LAST_PAGE: Final = 10**6
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]+")


class CallError(Exception):
    """A call that cannot be made; the message is the tool's reply."""


class Query(NamedTuple):
    """A query, its blanks evened."""

    text: str
    cut: bool
    """Whether it was longer than what is looked for."""


@dataclass(frozen=True, slots=True)
class Search:
    """A call of `web_search`."""

    queries: tuple[Query, ...]
    tool = "web_search"


@dataclass(frozen=True, slots=True)
class Extract:
    """A call of `web_extractor`."""

    url: str
    page: int = 1
    tool = "web_extractor"


@dataclass(frozen=True, slots=True)
class Remember:
    """A call of `dict_memory`: what it needs of the two, the other empty."""

    operation: str
    items: tuple[tuple[str, str], ...] = ()
    """Keys, and values as JSON text."""
    keys: tuple[str, ...] = ()
    tool = "dict_memory"


Call: TypeAlias = Search | Extract | Remember


def read_call(tool: object, arguments: object) -> Call:
    """The call that an agent makes of `tool`, with JSON text or an object as `arguments`.

    Raises:
        CallError: It makes none; says what was got, what is allowed and the next move.
    """
    known = tool_named(tool) if isinstance(tool, str) else None
    if known is None:
        names = [one.name for one in TOOLS]
        near = nearest(tool[:100], names) if isinstance(tool, str) else ""
        raise CallError(f"there is no such tool; tools: {', '.join(names)}{near}")
    given = _object(known, arguments)
    match known.name:
        case "web_search":
            return _search(given)
        case "web_extractor":
            return _extract(given)
        case _:
            return _remember(given)


def _object(tool: Tool, arguments: object) -> dict[str, Any]:
    """The arguments as a dict whose keys are arguments of the tool; nulls left out."""
    example = _EXAMPLES[tool.name]
    if isinstance(arguments, str):
        arguments = _parsed(tool, arguments)
    if not isinstance(arguments, dict):
        _refuse(tool, f"got {_kind(arguments)}; the arguments are an object such as {example}")
    unknown = [name for name in arguments if name not in tool.arguments]
    if unknown:
        near = nearest(unknown[0][:100], tool.arguments) if isinstance(unknown[0], str) else ""
        several = f"{len(unknown)} unknown arguments" if len(unknown) > 1 else "an unknown argument"
        _refuse(tool, f"got {several}; allowed: {', '.join(tool.arguments)}{near}")
    return {name: value for name, value in arguments.items() if value is not None}


def _parsed(tool: Tool, text: str) -> object:
    example = _EXAMPLES[tool.name]
    if len(text) > MOST_ARGUMENTS:
        _refuse(tool, f"got arguments of {len(text):,} characters; at most {MOST_ARGUMENTS:,}")
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        _refuse(tool, f"the arguments are not valid JSON ({where}); send for example {example}")
    except (ValueError, RecursionError):  # NaN, numbers of a million digits, a thousand brackets
        _refuse(tool, f"the arguments cannot be read as JSON; send for example {example}")


def _no_number(_: str) -> NoReturn:
    raise ValueError


def _search(given: dict[str, Any]) -> Search:
    tool = TOOLS[0]
    if len(given) != 1:
        said = "both query and queries" if given else "no query"
        _refuse(tool, f"got {said}; send one of the two, for example {_EXAMPLES[tool.name]}")
    [(name, value)] = given.items()
    queries = [value] if isinstance(value, str) else value  # agents take the one for the other
    if not isinstance(queries, list | tuple):
        _refuse(tool, f"got {_kind(value)} as {name}; send text, or a list of texts")
    if not 1 <= len(queries) <= MOST_QUERIES:
        _refuse(tool, f"got {len(queries):,} queries; send 1 to {MOST_QUERIES} in one call")
    for place, query in enumerate(queries, 1):
        if not isinstance(query, str):
            _refuse(tool, f"query {place} is {_kind(query)}; send text")
    read = tuple(map(_query, queries))
    for place, query in enumerate(read, 1):
        if not query.text:
            _refuse(tool, f"query {place} is empty; send some words to look for")
    return Search(read)


def _query(text: str) -> Query:
    words = _clean(text[: 2 * _MOST_CHARACTERS])[:_MOST_CHARACTERS].split(None, MOST_WORDS)
    kept = " ".join(words[:MOST_WORDS])
    return Query(kept, len(words) > MOST_WORDS or len(text) > _MOST_CHARACTERS)


def _extract(given: dict[str, Any]) -> Extract:
    tool = TOOLS[1]
    url, page = given.get("url"), given.get("page", 1)
    if not isinstance(url, str):
        got = "no url" if url is None else f"{_kind(url)} as url"
        _refuse(tool, f"got {got}; send one address, for example {_EXAMPLES[tool.name]}")
    if isinstance(page, str) and page.isascii() and page.isdigit() and len(page) < 8:
        page = int(page)
    if isinstance(page, float) and page.is_integer() and abs(page) < _LAST_PAGE:
        page = int(page)
    if isinstance(page, bool) or not isinstance(page, int):
        _refuse(tool, f"got {_kind(page)} as page; send a whole number from 1")
    if page < 1:
        _refuse(tool, "page is below 1; parts are counted from 1")
    if len(url) > _MOST_URL:
        _refuse(tool, f"got a url of {len(url):,} characters; at most {_MOST_URL:,}")
    return Extract(_clean(url).strip(), min(page, _LAST_PAGE))


def _remember(given: dict[str, Any]) -> Remember:
    tool = TOOLS[2]
    operation = given.pop("operation", None)
    if not isinstance(operation, str) or operation not in OPERATIONS:
        got = "no operation" if operation is None else "an unknown operation"
        near = nearest(operation[:100], OPERATIONS) if isinstance(operation, str) else ""
        _refuse(tool, f"got {got}; allowed: {', '.join(OPERATIONS)}{near}")
    needed = OPERATIONS[operation]
    if needed is None:
        return Remember(operation)
    value = given.get(needed)
    if value is None:
        example = {"dict": '{"dict": {"key": "value"}}', "key_list": '{"key_list": ["key"]}'}
        _refuse(tool, f"{operation} needs {needed}, such as {example[needed]}")
    if needed == "dict":
        return Remember(operation, items=_items(value))
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list | tuple) or not all(isinstance(key, str) for key in value):
        _refuse(tool, f"got {_kind(value)} as key_list; send a list of keys, each a text")
    return Remember(operation, keys=tuple(dict.fromkeys(map(whole_text, value))))


def _items(value: object) -> tuple[tuple[str, str], ...]:
    tool = TOOLS[2]
    if not isinstance(value, dict):
        _refuse(tool, f'got {_kind(value)} as dict; send an object such as {{"key": "value"}}')
    if not all(isinstance(key, str) for key in value):
        _refuse(tool, "got a key that is not text; keys are texts")
    try:
        items = {
            whole_text(key): whole_text(json.dumps(item, ensure_ascii=False, allow_nan=False))
            for key, item in value.items()
        }
    except (TypeError, ValueError, RecursionError):
        _refuse(tool, "got a value that JSON cannot hold; send texts, numbers, lists or objects")
    return tuple(items.items())


def _clean(text: str) -> str:
    """`text` on one line, without control characters and halves of characters."""
    return _CONTROLS.sub(" ", whole_text(text))


def whole_text(text: str) -> str:
    """`text` with a mark in place of each lone surrogate, which no file or socket would take."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _kind(value: object) -> str:
    """What a value is, in JSON's words; never the value itself."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, list | tuple):
        return "a list"
    return "an object" if isinstance(value, dict) else "something that is not JSON"


def _refuse(tool: Tool, what: str) -> NoReturn:
    raise CallError(f"{tool.name}: {what}")


_EXAMPLES: Final = {
    "web_search": '{"queries": ["first query", "second query"]}',
    "web_extractor": '{"url": "https://..."}',
    "dict_memory": '{"operation": "add", "dict": {"key": "value"}}',
}
