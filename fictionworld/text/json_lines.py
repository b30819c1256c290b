"""JSON lines: one object a line, each read on its own, its place in the file named in errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fictionworld.errors import UsageError

__all__ = ["read_json_lines"]

_Read = TypeVar("_Read")


def read_json_lines(
    text: str, name: str, read: Callable[[str, str], _Read], form: str
) -> list[_Read]:
    """What the lines of a file stand for, in order; blank lines are passed over.

    Args:
        text: The file's text.
        name: The file's name.
        read: Reads one line, given its place, `name:line`.
        form: What a line looks like, for the error where there is none.

    Raises:
        UsageError: There is no line; or `read` raises it.
    """
    # not `splitlines`, which breaks at U+2028 too: JSON allows that within a text
    lines = enumerate(text.split("\n"), 1)
    found = [_one(read, line, f"{name}:{number}") for number, line in lines if line.strip()]
    if not found:
        raise UsageError(f"{name}: got no case; give one JSON object a line, {form}")
    return found


def _one(read: Callable[[str, str], _Read], line: str, where: str) -> _Read:
    try:
        return read(line, where)
    except RecursionError:
        raise UsageError(f"{where}: got values nested too deep; make it flatter") from None
