"""The arguments of tool calls: JSON as models write it, read where its meaning is plain.

Plain are single quotes, a missing last bracket, a trailing comma, words without quotes. A text that
ends within a string is not: nobody knows how its value would have gone on.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from contextlib import suppress
from typing import Any, Final

_MOST_TO_REPAIR: Final = 10_000
"""Characters: the time of a repair grows with their square."""
_DEEPEST: Final = 60
"""Open brackets in a text that is repaired."""
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*("?)', re.DOTALL)
_UNREADABLE: Final = (ValueError, TypeError, SyntaxError, RecursionError, MemoryError)


def read_object(text: str) -> dict[str, Any] | None:
    """Return the JSON object that a text is or plainly means; None where it means no object.

    An object that was encoded twice, as a JSON text of JSON, is read too.
    """
    value = read_value(text)
    if isinstance(value, str):
        value = read_value(value)
    return value if isinstance(value, dict) else None


def read_value(text: str) -> object:
    """Return the value that a JSON text has or plainly means; None where it has none."""
    with suppress(*_UNREADABLE):
        value = json.loads(text, strict=False)
        return value if _is_plain(value) else None
    with suppress(*_UNREADABLE):
        return _plain(python_value(text))
    with suppress(*_UNREADABLE):
        return _plain(_repaired(text))
    return None


def python_value(text: str) -> object:
    """Return the value of a Python literal, such as `{'query': None}`.

    Raises:
        ValueError, SyntaxError, RecursionError, MemoryError: The text is no Python literal.
    """
    if len(text) > _MOST_TO_REPAIR:
        raise ValueError
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes in a model's text
        return ast.literal_eval(text.strip())


def json_text(value: object) -> str:
    """Return a value as JSON that every server reads: lone surrogates become `?`.

    Raises:
        ValueError, TypeError, RecursionError: The value has a part that JSON has no form for.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _repaired(text: str) -> object:
    from json_repair import repair_json  # noqa: PLC0415 - seldom needed

    body = text.strip().strip("`;").strip()
    if not body.startswith(("{", "[")) or len(body) > _MOST_TO_REPAIR:
        raise ValueError
    if body.count("{") + body.count("[") > _DEEPEST or not _ends_outside_strings(body):
        raise ValueError
    return repair_json(body, return_objects=True, skip_json_loads=True)


def _ends_outside_strings(text: str) -> bool:
    """Return whether the last string in double quotes is closed."""
    closed = True
    for string in _STRING.finditer(text):
        closed = bool(string[1])
    return closed


def _is_plain(value: object) -> bool:
    """Return whether all of a value can be written as JSON: NaN cannot."""
    with suppress(*_UNREADABLE):
        return _plain(value) == value
    return False


def _plain(value: object) -> object:
    """Return the value as JSON has it; raise where JSON has no form for it, as for a set."""
    return json.loads(json.dumps(value, allow_nan=False))
