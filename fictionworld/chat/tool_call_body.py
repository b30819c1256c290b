"""One call, or several, as a model wrote it, without the marks around it.

Five syntaxes are known, whatever the family: objects of JSON, a name and an object, parameters in
tags, keys and values in tags, and calls of Python. A body that has the beginning of one of them and
cannot be read is a call all the same, with its text for arguments: the tool says what is wrong.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from fictionworld.chat.call_arguments import json_text, read_object, read_value

Schemas = Mapping[str, Mapping[str, Any]]
"""By the name of a tool the JSON schema of its arguments."""


class WrittenCall(NamedTuple):
    """A call in a text."""

    name: str
    """Empty where none could be read."""
    arguments: str
    """As JSON; the text that was written, where it is none."""
    is_read: bool = True


_M3_PREFIX: Final = "]<]minimax[>["
_DEEP: Final = (ValueError, TypeError, RecursionError, MemoryError, SyntaxError)
_NAMED: Final = re.compile(
    r"<function=(?P<plain>[^>\s]*)>?"
    r"|<[\w:｜]*invoke\s+name=[\"'](?P<invoked>[^\"']*)[\"'][^>]*>"
    r"|<\|open\|>call tool=\"(?P<called>[^\"]*)\".*?<\|sep\|>"
)
_NAMED_END: Final = re.compile(r"</function>|</[\w:｜]*invoke>|<\|close\|>call<\|sep\|>|\Z")
_PARAMETER: Final = re.compile(
    r"<(?:parameter=(?P<plain>[^>\s]+)|[\w:｜]*parameter\s+name=[\"'](?P<named>[^\"']+)[\"'][^>]*)>"
    r"(?P<value>.*?)(?:</[\w:｜]*parameter>|(?=<[\w:｜]*parameter[=\s])|\Z)"
    r"|<\|open\|>argument key=\"(?P<keyed>[^\"]+)\".*?<\|sep\|>(?P<given>.*?)"
    r"(?:<\|close\|>argument<\|sep\|>|\Z)",
    re.DOTALL,
)
_ELEMENT: Final = re.compile(r"<(\w+)>(.*?)</\1>", re.DOTALL)
_KEY_AND_VALUE: Final = re.compile(
    r"<arg_key>(.*?)</arg_key>\s*<arg_value>(.*?)(?:</arg_value>|\Z)", re.DOTALL
)
_QUOTED: Final = re.compile(r"<\|\"\|>(.*?)<\|\"\|>|<escape>(.*?)<escape>", re.DOTALL)
"""Strings of Gemma."""
_SEPARATOR: Final = re.compile(
    r"<[|｜][^<>]*[|｜]>|\[CALL_ID\]\s*\w+|\[ARGS\]|```\w*|\bto=|\b(?:commentary|analysis|json)\b"
)
"""What stands between a name and its object: special tokens, fences, words of harmony."""
_NAME_BEFORE_OBJECT: Final = re.compile(r"(?:function\s+)?(?:call:)?(?P<name>[\w.\-/]+)(?::\d+)?")
_NAME_IN_JSON: Final = re.compile(r"[\"']name[\"']\s*:\s*[\"']([^\"'\\]*)[\"']")
_CALL_OF_PYTHON: Final = re.compile(r"\[?\s*[A-Za-z_][\w.]*\(")
_BLANKS: Final = " \t\r\n,;`"
_NAMES: Final = (
    "name", "tool_name", "tool", "function", "function_name", "recipient_name", "action",
)  # fmt: skip
_ARGUMENTS: Final = (
    "arguments", "parameters", "args", "input", "action_input", "tool_input", "params", "kwargs",
)  # fmt: skip
_PREFIX: Final = re.compile(r"^(?:functions?|tools|default_api)[.:/]")
_SUFFIX: Final = re.compile(r"(?:\.call|:\d+|commentary)$")
_LONGEST_PYTHON: Final = 20_000


def calls_in(body: str, schemas: Schemas) -> list[WrittenCall]:
    """Return the calls of a body, in their order; none where it has the syntax of no call."""
    text = body.replace(_M3_PREFIX, "")
    text = _QUOTED.sub(lambda quoted: json.dumps(quoted[1] or quoted[2] or ""), text)
    text = text.strip(_BLANKS)
    if _NAMED.search(text):
        return list(_in_tags(text, schemas))
    if "<arg_key>" in text:
        return [_of_keys_and_values(text, schemas)]
    head, brace, rest = text.partition("{")
    head = _SEPARATOR.sub(" ", head).strip()
    if brace and not head.strip("[ \t\r\n"):
        return list(_of_values(head + brace + rest, schemas))
    name_match = _NAME_BEFORE_OBJECT.fullmatch(head)
    if brace and name_match:
        return [_of_object(known_name(name_match["name"], schemas), brace + rest)]
    if _CALL_OF_PYTHON.match(text):
        return _of_python(text, schemas)
    if text.startswith("["):
        return list(_of_values(text, schemas))
    return []


def known_name(name: str, schemas: Schemas) -> str:
    """Return the tool's name in a name as models write it: `functions.web_search`; else `name`."""
    bare = _SUFFIX.sub("", _PREFIX.sub("", name.strip()))
    return bare if bare in schemas else name


# JSON --------------------------------------------------------------------------------------------


def _of_values(text: str, schemas: Schemas) -> Iterator[WrittenCall]:
    """Yield the calls of JSON values, one after another; anything may follow the last one."""
    rest, count = text, 0
    while rest.startswith(("{", "[")):
        try:
            value, end = json.JSONDecoder(strict=False).raw_decode(rest)
        except _DEEP:
            value, end = read_value(rest), len(rest)
        if isinstance(value, dict) or (isinstance(value, list) and (value or not count)):
            calls = list(_of_value(value, schemas))
        else:
            name = _NAME_IN_JSON.search(rest)
            calls = [WrittenCall(known_name(name[1], schemas) if name else "", rest, is_read=False)]
        if count and not any(call.name for call in calls):
            return
        yield from calls
        rest, count = rest[end:].lstrip(_BLANKS), count + 1


def _of_value(value: object, schemas: Schemas) -> Iterator[WrittenCall]:
    """Yield the calls of a value: an object, a list of objects, or a message with `tool_calls`."""
    if isinstance(value, dict) and isinstance(value.get("tool_calls"), list):
        value = value["tool_calls"]
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for item in value:
            yield from _of_value(item, schemas)
        return
    yield _of_call(value, schemas)


def _of_call(value: object, schemas: Schemas) -> WrittenCall:
    """Return the call of one object; the call of any other value names no tool."""
    if not isinstance(value, dict):
        return WrittenCall("", _written(value), is_read=False)
    if isinstance(value.get("function"), dict):
        return _of_call(value["function"], schemas)
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    if name is None:
        sole_key = next(iter(value)) if len(value) == 1 else ""
        if sole_key in schemas and isinstance(value[sole_key], dict):  # {"web_search": {...}}
            return WrittenCall(sole_key, _written(value[sole_key]))
        return WrittenCall("", _written(value), is_read=False)
    name = known_name(name, schemas)
    if any(key in value for key in _ARGUMENTS):
        arguments = next(value[key] for key in _ARGUMENTS if key in value)
    else:  # the arguments stand beside the name
        properties = schemas.get(name, {}).get("properties", {})
        arguments = {key: part for key, part in value.items() if key in properties}
    if isinstance(arguments, str):
        return _of_object(name, arguments)
    return WrittenCall(name, _written(arguments), is_read=isinstance(arguments, dict))


def _of_object(name: str, text: str) -> WrittenCall:
    """Return the call of a name with an object; anything may follow the object."""
    with suppress(*_DEEP):
        value, _ = json.JSONDecoder(strict=False).raw_decode(text.strip())
        if isinstance(value, dict):
            return WrittenCall(name, _written(value))
    value = read_object(text)
    if value is None:
        return WrittenCall(name, text, is_read=False)
    return WrittenCall(name, _written(value))


def _written(value: object) -> str:
    with suppress(*_DEEP):
        return json_text(value)
    return "null"


# Tags --------------------------------------------------------------------------------------------


def _in_tags(text: str, schemas: Schemas) -> Iterator[WrittenCall]:
    """Yield the calls of a text in which each is a tag with its name."""
    begins = list(_NAMED.finditer(text))
    for number, begin in enumerate(begins):
        limit = begins[number + 1].start() if number + 1 < len(begins) else len(text)
        end = _NAMED_END.search(text, begin.end(), limit)
        inside = text[begin.end() : end.start() if end else limit]
        name = known_name(begin["plain"] or begin["invoked"] or begin["called"] or "", schemas)
        yield _of_parameters(name, inside, schemas.get(name, {}))


def _of_parameters(name: str, inside: str, schema: Mapping[str, Any]) -> WrittenCall:
    properties = schema.get("properties", {})
    arguments = {}
    for parameter in _PARAMETER.finditer(inside):
        key = parameter["plain"] or parameter["named"] or parameter["keyed"]
        value = parameter["given"] if parameter["value"] is None else parameter["value"]
        arguments[key] = _typed(value, properties.get(key, {}))
    if not arguments and inside.strip().startswith("{"):
        return _of_object(name, inside)
    if not arguments:
        arguments = {
            key: _typed(value, properties[key])
            for key, value in _ELEMENT.findall(inside)
            if key in properties
        }
    is_read = bool(name) and (bool(arguments) or not inside.strip())
    return WrittenCall(name, _written(arguments) if is_read else inside, is_read)


def _of_keys_and_values(text: str, schemas: Schemas) -> WrittenCall:
    """Return the call in GLM's form: the name, and after it pairs of tags."""
    name = known_name(text.partition("<arg_key>")[0], schemas)
    properties = schemas.get(name, {}).get("properties", {})
    arguments = {
        key.strip(): _typed(value, properties.get(key.strip(), {}))
        for key, value in _KEY_AND_VALUE.findall(text)
    }
    is_read = bool(name and arguments)
    return WrittenCall(name, _written(arguments) if is_read else text, is_read)


def _typed(text: str, schema: Mapping[str, Any]) -> object:
    """Return the value of a parameter in tags: a text where the schema wants it, else its JSON."""
    text = text.removeprefix("\n").removesuffix("\n")
    if schema.get("type") == "string":
        return text
    items = _ELEMENT.findall(text) if text.lstrip().startswith("<item>") else ()
    if items:
        return [_typed(item, schema.get("items", {})) for _, item in items]
    # invalid JSON stays a text, and where the schema wants no text, the tool says so
    with suppress(*_DEEP):
        return json.loads(text)
    value = read_value(text) if text.lstrip().startswith(("{", "[")) else None
    return text if value is None else value


# Python ------------------------------------------------------------------------------------------


def _of_python(text: str, schemas: Schemas) -> list[WrittenCall]:
    """Return the calls in a list, or one on each line, of Python; one unread call if any fails."""
    with suppress(*_DEEP):
        if len(text) > _LONGEST_PYTHON:
            raise ValueError
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of escapes in a model's text
            lines = ast.parse(text).body
        return [call for line in lines for call in _of_node(_value_of(line), schemas)]
    name = re.match(r"\[?\s*([\w.]+)", text)
    return [WrittenCall(known_name(name[1] if name else "", schemas), text, is_read=False)]


def _value_of(line: ast.stmt) -> ast.expr:
    if not isinstance(line, ast.Expr):
        raise ValueError
    return line.value


def _of_node(node: ast.expr, schemas: Schemas) -> Iterator[WrittenCall]:
    if isinstance(node, ast.List | ast.Tuple):
        for item in node.elts:
            yield from _of_node(item, schemas)
        return
    if not isinstance(node, ast.Call):
        raise ValueError
    name = ast.unparse(node.func)
    if name == "print" and len(node.args) == 1 and isinstance(node.args[0], ast.Call):
        yield from _of_node(node.args[0], schemas)
        return
    name = known_name(name, schemas)
    # an argument without a name is the first that the tool has
    order = list(schemas.get(name, {}).get("properties", {}))
    if len(node.args) > len(order):
        raise ValueError
    arguments = {key: ast.literal_eval(arg) for key, arg in zip(order, node.args, strict=False)}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise ValueError
        arguments[keyword.arg] = ast.literal_eval(keyword.value)
    yield WrittenCall(name, json_text(arguments))
