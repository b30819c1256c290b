"""JSON lines: one object a line, each read on its own; errors name the file and the line."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from fictionworld.errors import UsageError

_Read = TypeVar("_Read")


def read_json_lines(
    text: str, name: str, read: Callable[[dict[str, Any], str], _Read], form: str
) -> list[_Read]:
    """Return the records that `read` makes of the lines, in order; blank lines are passed over.

    Args:
        text: The file's text.
        name: The file's name.
        read: Reads one object, given where it stands, `name:line`.
        form: What a line looks like, for the error where there is none.

    Raises:
        UsageError: There is no line, or one is not an object; or `read` raises it.
    """
    # not `splitlines`, which breaks at U+2028 too: JSON allows that within a text
    lines = enumerate(text.split("\n"), 1)
    cases = [_one(line, f"{name}:{number}", read, form) for number, line in lines if line.strip()]
    if not cases:
        raise UsageError(f"{name}: got no case; give one JSON object a line, {form}")
    return cases


def _one(line: str, where: str, read: Callable[[dict[str, Any], str], _Read], form: str) -> _Read:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where}: got no JSON ({error}); give {form}") from None
    if not isinstance(value, dict):
        raise UsageError(f"{where}: got {type(value).__name__}; give an object, {form}")
    try:
        return read(value, where)
    except RecursionError:
        raise UsageError(f"{where}: got values nested too deep; make it flatter") from None
