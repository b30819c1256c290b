"""A call as it is recorded: one text for equal arguments, and a name for whatever was asked for.

The tools see what is recorded, so that a record played again is the same episode.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fictionworld.simulator.tool import CallError, whole_text
from fictionworld.simulator.toolbox import read_call

__all__ = ["asked", "recorded_arguments", "recorded_name"]


def recorded_name(tool: object) -> str:
    """The tool's name; what is no text names none."""
    return whole_text(tool) if isinstance(tool, str) else f"({type(tool).__name__})"


def recorded_arguments(arguments: object) -> str:
    """The arguments as JSON text; of what JSON cannot hold, its type, which is no JSON."""
    if isinstance(arguments, str):
        return whole_text(arguments)
    try:
        said = json.dumps(arguments, ensure_ascii=False, sort_keys=True, default=_mapping)
    except Exception:  # circular, too deep, odd keys, numbers of a million digits, code of others
        return f"({type(arguments).__name__})"
    return whole_text(said)


def asked(tool: str, arguments: str) -> object:
    """Equal for calls that ask the same; what is no call is its own text."""
    try:
        return read_call(tool, arguments)
    except CallError:
        return tool, arguments


def _mapping(value: object) -> dict[Any, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError
