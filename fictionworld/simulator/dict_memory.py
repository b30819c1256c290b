"""`dict_memory`: an agent's notes, by key, for the length of its episode.

The texts of success are the published ones. What is kept is given back exactly, as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from fictionworld.errors import nearest
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.tool import NotesTool, ParsedCall, json_kind, whole_text

OPERATIONS: Final = {
    "add": "dict",
    "update": "dict",
    "retrieve": "key_list",
    "remove": "key_list",
    "retrieve_all": None,
    "remove_all": None,
}
"""The operations, and the argument that each needs."""
_NEEDED: Final = {"dict": '{"dict": {"key": "value"}}', "key_list": '{"key_list": ["key"]}'}
"""An example of each argument."""

_SHOWN: Final = 200
"""Characters of keys that a confirmation names."""
_NOTE: Final = 140
"""Room for a note of what was cut off."""
_BESIDE: Final = 260
"""Room for what else a reply says: keys that were not found."""


@dataclass(frozen=True, slots=True)
class Remember(ParsedCall):
    """A call of `dict_memory`: what it needs of the two, the other empty."""

    operation: str
    items: tuple[tuple[str, str], ...] = ()
    """Keys, and values as JSON text."""
    keys: tuple[str, ...] = ()
    tool: ClassVar[str] = "dict_memory"


class DictMemory(NotesTool):
    """Keeps notes by key."""

    name = "dict_memory"
    label = "notes"
    description = "Keep notes by key until the end of the task."
    schema: ClassVar[Mapping[str, Any]] = {
        "type": "object",
        "properties": {
            # its class in each framework keeps `enum`, so that words need not repeat it
            "operation": {
                "type": "string",
                "enum": list(OPERATIONS),
                "description": "What to do.",
            },
            "dict": {
                "type": "object",
                "description": "To add or update: a value for each key.",
            },
            "key_list": {
                "type": "array",
                "items": {"type": "string"},
                "description": "To retrieve or remove: texts.",
            },
        },
        "required": ["operation"],
        "additionalProperties": False,
    }
    example = '{"operation": "add", "dict": {"key": "value"}}'
    prompt = "keeps notes for you."
    is_stateful = True

    def read(self, arguments: dict[str, Any]) -> Remember:
        operation = arguments.get("operation")
        if not isinstance(operation, str) or operation not in OPERATIONS:
            problem = "no operation" if operation is None else "an unknown operation"
            near = nearest(operation[:100], OPERATIONS) if isinstance(operation, str) else ""
            self.refuse(f"got {problem}; allowed: {', '.join(OPERATIONS)}{near}")
        argument_name = OPERATIONS[operation]
        if argument_name is None:
            return Remember(operation)
        value = arguments.get(argument_name)
        if value is None:
            self.refuse(f"{operation} needs {argument_name}, such as {_NEEDED[argument_name]}")
        if argument_name == "dict":
            return Remember(operation, items=self._items(value))
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list | tuple) or not all(isinstance(key, str) for key in value):
            self.refuse(f"got {json_kind(value)} as key_list; send a list of keys, each a text")
        return Remember(operation, keys=tuple(dict.fromkeys(map(whole_text, value))))

    def _items(self, value: object) -> tuple[tuple[str, str], ...]:
        if not isinstance(value, dict):
            self.refuse(
                f'got {json_kind(value)} as dict; send an object such as {{"key": "value"}}'
            )
        if not all(isinstance(key, str) for key in value):
            self.refuse("got a key that is not text; keys are texts")
        try:
            items = {
                whole_text(key): whole_text(json.dumps(item, ensure_ascii=False, allow_nan=False))
                for key, item in value.items()
            }
        except (TypeError, ValueError, RecursionError):
            self.refuse("got a value that JSON cannot hold; send texts, numbers, lists or objects")
        return tuple(items.items())

    def reply(self, call: Remember, memory: Memory, budget: int | None) -> Reply:
        """Return the reply to a call, which changes the memory as it says."""
        notes = memory.items
        match call.operation:
            case "add" | "update":
                return _put(memory, call)
            case "retrieve":
                present = {key: notes[key] for key in call.keys if key in notes}
                missing = [key for key in call.keys if key not in notes]
                lines = [_written(present, budget)] if present or not missing else []
                return _reply([*lines, *_not_found(missing)], done=bool(lines))
            case "remove":
                present_keys = [key for key in call.keys if key in notes]
                memory.drop(present_keys)
                confirmation = [
                    f"Successfully removed items of {_named(present_keys)} from memory."
                ]
                missing = [key for key in call.keys if key not in notes]
                done = bool(present_keys) or not missing
                return _reply([*(confirmation if done else []), *_not_found(missing)], done=done)
            case "retrieve_all":
                return _reply([_written(notes, budget) if notes else "Memory is empty."], done=True)
            case _:
                memory.drop(notes)
                return _reply(["Successfully cleared all memory."], done=True)


def _put(memory: Memory, call: Remember) -> Reply:
    """Add new items, or update present ones; name the others, and leave them as they are."""
    adding = call.operation == "add"
    fitting = {key: value for key, value in call.items if (key in memory.items) != adding}
    others = [key for key, _ in call.items if key not in fitting]
    refused = memory.put(fitting)
    if refused is not None:
        advice = "nothing was changed; remove something first, or keep less"
        return Reply(f"Error: dict_memory: {refused}; {advice}", "error")
    verb, preposition = ("added", "to") if adding else ("updated", "in")
    lines = [f"Successfully {verb} items of {_named(list(fitting))} {preposition} memory."]
    if others and adding:
        lines += [f"Key already in memory, left as it is: {_named(others)}. Use update to change."]
    elif others:
        lines += [f"Key not found: {_named(others)}. Use add for new keys."]
    return _reply(lines if fitting or not others else lines[1:], done=bool(fitting) or not others)


def _not_found(keys: list[str]) -> list[str]:
    return [f"Key not found: {_named(keys)}"] if keys else []


def _named(keys: list[str]) -> str:
    """Return `["a", "b"]`; of many keys, only the first."""
    shown_keys, room = list[str](), _SHOWN
    for key in map(_json, keys):
        room -= len(key) + 2
        if room < 0:
            break
        shown_keys.append(key)
    hidden = len(keys) - len(shown_keys)
    if not shown_keys and keys:
        return f"[{_json(keys[0])[: _SHOWN // 2]} ..., {len(keys)} in all]"
    return f"[{', '.join(shown_keys)}{f', and {hidden} more' if hidden else ''}]"


def _written(items: dict[str, str], budget: int | None) -> str:
    """Return the items as one JSON object, a line each, as many as there is room for."""
    lines = [f"  {_json(key)}: {value}" for key, value in items.items()]
    if not lines:
        return "{}"
    if budget is None or sum(map(len, lines)) + 2 * len(lines) + 2 <= budget - _BESIDE:
        return _braced(lines)
    room, count = budget - _BESIDE - _NOTE, 0
    while count < len(lines) and (room := room - len(lines[count]) - 2) >= 0:
        count += 1
    if count == 0:
        cut_line = lines[0][: budget - _BESIDE - _NOTE]
        rest_note = f" {len(lines) - 1} more are not shown." if len(lines) > 1 else ""
        return f"{cut_line} ...\n(Cut: this item is longer than a reply may be.{rest_note})"
    next_key = _json(list(items)[count])[:60]
    note = f"(Cut to fit: {len(lines) - count} more, from {next_key}; retrieve them by key_list.)"
    return f"{_braced(lines[:count])}\n{note}"


def _braced(lines: list[str]) -> str:
    return "{\n" + ",\n".join(lines) + "\n}"


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _reply(lines: list[str], *, done: bool) -> Reply:
    return Reply("\n".join(lines), "memory" if done else "error")
