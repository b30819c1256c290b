"""Tool calls in the text of a message, as models write them that no server has parsed.

    <tool_call>{"name": "web_search", "arguments": {"query": "phones"}}</tool_call>

or with the marks of another family (`tool_call_families.py`), or without marks: JSON that names a
tool, alone, in a fence or at the end; calls of Python; `Action:` and `Action Input:`. Several may
stand in one message, and the last may be cut short. What looks like a call and cannot be read is a
call all the same: the tool itself says what is wrong with it, and the model reads that. A mark that
is only mentioned is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from fictionworld.chat.reply import ToolCall
from fictionworld.chat.tool_call_body import Schemas, WrittenCall, calls_in, known_name
from fictionworld.chat.tool_call_families import (
    BARE_JSON,
    FAMILIES,
    PYTHONIC,
    REACT,
    UNKNOWN,
    ToolCallFamily,
)

_TAG: Final = r"(?:think|thinking|thought|reasoning)"
_THOUGHT: Final = re.compile(
    rf"\A.*(?:</{_TAG}>|\[/THINK\]|◁/think▷|<\|close\|>think<\|sep\|>)"
    rf"|(?:<{_TAG}>|\[THINK\]|◁think▷).*"
    r"|<\|channel\|>analysis<\|message\|>.*?(?:<\|end\|>|(?=<\|start\|>)|\Z)",
    re.DOTALL,
)
_OPENING: Final = re.compile(
    "|".join(re.escape(opens) for opens in sorted({f.opens for f in FAMILIES}, reverse=True))
)
_WRAPPER: Final = re.compile(
    r"<[|｜]tool[_▁]calls[_▁](?:section_)?(?:begin|end)[|｜]>|</?tool_calls?>"
    r"|<\|(?:start\|>assistant|channel\|>commentary)"
)
_UNKNOWN: Final = re.compile(
    r"^<[|｜]?[\w:]*(?:tool|function)[_▁ -]?calls?[\w▁]*[|｜]?>", re.MULTILINE | re.IGNORECASE
)
_FENCE: Final = re.compile(
    r"^[ \t]*```[\w-]*[ \t]*\n(.*?)(?:\n[ \t]*```|\Z)", re.DOTALL | re.MULTILINE
)
_BEGINNING: Final = re.compile(r"^[ \t]*(?=[\[{])", re.MULTILINE)
_MOST_BEGINNINGS: Final = 20
_MOST_MARKS: Final = 256
"""Of one message; more is taken for a runaway loop, and left."""
_REACT: Final = re.compile(
    r"^Action:[ \t]*(?P<name>[\w.]+)[ \t]*\n+Action Input:[ \t]*(?P<arguments>.*?)"
    r"(?=^Observation:|^Action:|\Z)",
    re.DOTALL | re.MULTILINE,
)


class Written(NamedTuple):
    """What a model wrote, taken apart."""

    text: str
    """What it said beside its calls and thoughts."""
    calls: tuple[ToolCall, ...]
    """With those that could not be read: their arguments are the text that was written."""
    unread: tuple[str, ...] = ()
    """The calls that could not be read, each as its first characters on one line."""
    family: ToolCallFamily | None = None
    """That of the first call that could not be read; where all were read, that of the first."""


class _CallSpan(NamedTuple):
    """A place in a text that holds calls."""

    start: int
    end: int
    calls: list[WrittenCall]
    family: ToolCallFamily


def read_tool_calls(text: str, tools: Iterable[Mapping[str, Any]] = ()) -> Written:
    """Return the calls in a text, and the text left without them. Thoughts hold no calls.

    Args:
        text: A message of a model.
        tools: In the form of OpenAI's chat completions: only their names make a call of JSON
            without marks, and their schemas say which parameters in tags are text.
    """
    message = _THOUGHT.sub("", text)
    schemas = {tool["function"]["name"]: tool["function"]["parameters"] for tool in tools}
    spans = list(_marked(message, schemas)) or _bare(message, schemas) or _unknown(message)
    unread = [span for span in spans if not all(call.is_read for call in span.calls)]
    rest, begin = [], 0
    for span in spans:
        rest.append(message[begin : span.start])
        begin = span.end
    rest.append(message[begin:])
    return Written(
        (_WRAPPER.sub("", "".join(rest)) if spans else message).strip(),
        tuple(ToolCall("", call.name, call.arguments) for span in spans for call in span.calls),
        tuple(_shown(message[span.start : span.end]) for span in unread),
        next((span.family for span in unread or spans), None),
    )


def tool_responses(texts: Iterable[str]) -> str:
    """Return the replies to calls in a text, in their order, as a message of the user."""
    return "\n".join(f"<tool_response>\n{text}\n</tool_response>" for text in texts)


def _shown(text: str) -> str:
    """Return the beginning of a text, on one line."""
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:100]}..."


def _marked(text: str, schemas: Schemas) -> Iterator[_CallSpan]:
    """Yield the spans that begin with the mark of a family."""
    position = 0
    for _ in range(_MOST_MARKS):
        opening = _OPENING.search(text, position)
        if not opening:
            return
        start, position = opening.span()
        family, end, body = _span(text, opening)
        if (
            text[max(0, start - 1) : start] in {"`", '"', "'"}
            or text[position : position + 1] == "`"
        ):
            continue  # quoted: a mention
        calls = calls_in(body, schemas)
        if body.strip() in schemas:
            calls = [WrittenCall(body.strip(), "{}")]
        if not calls:
            is_closed = bool(family.closes) and text.startswith(family.closes, end)
            if not is_closed or family.is_inner or text[:start].rpartition("\n")[2].strip():
                continue  # prose goes on behind it: a mention
            calls = [WrittenCall("", body.strip(), is_read=False)]
        position = end + len(family.closes) if text.startswith(family.closes, end) else end
        yield _CallSpan(start, position, calls, family)


def _span(text: str, opening: re.Match[str]) -> tuple[ToolCallFamily, int, str]:
    """Return the family of a mark, where its body ends, and the body."""
    families = [family for family in FAMILIES if family.opens == opening[0]]
    begin = opening.end()
    for family in families:
        reopened = text.find(family.opens, begin)
        ends = [text.find(family.closes, begin) if family.closes else -1, reopened, len(text)]
        end = min(position for position in ends if position >= 0)
        # a mark that all share may be closed by another's, which is part of what it holds
        inside = text[begin : end + len(family.closes)]
        if family.holds in inside:
            break
    return family, end, text[opening.start() if family.is_inner else begin : end]


def _bare(text: str, schemas: Schemas) -> list[_CallSpan]:
    """Return the spans without marks whose calls all name a tool that exists."""
    for fence in _FENCE.finditer(text):
        calls = _known(fence[1], schemas)
        if calls:
            family = BARE_JSON if fence[1].lstrip().startswith(("{", "[{")) else PYTHONIC
            return [_CallSpan(fence.start(), fence.end(), calls, family)]
    react = [
        _CallSpan(action.start(), action.end(), calls, REACT)
        for action in _REACT.finditer(text)
        if (calls := _known(f"{action['name']} {action['arguments']}", schemas))
    ]
    if react:
        return react
    calls = _known(text, schemas)
    if calls:
        is_json = text.lstrip().startswith(("{", "[{", "[ {", "[\n"))
        return [_CallSpan(0, len(text), calls, BARE_JSON if is_json else PYTHONIC)]
    for number, beginning in enumerate(_BEGINNING.finditer(text)):
        if number == _MOST_BEGINNINGS:
            break
        calls = _known(text[beginning.end() :], schemas)
        if calls:
            return [_CallSpan(beginning.start(), len(text), calls, BARE_JSON)]
    return []


def _known(text: str, schemas: Schemas) -> list[WrittenCall]:
    """Return the calls of a text if each names a tool that exists, else none."""
    if not any(name in text for name in schemas):
        return []
    calls = calls_in(text, schemas)
    is_cut = text.lstrip().startswith(("{", "[")) or text.rstrip().endswith(")")
    if any(known_name(call.name, schemas) not in schemas for call in calls):
        return []
    return calls if is_cut or all(call.is_read for call in calls) else []


def _unknown(text: str) -> list[_CallSpan]:
    """Return the span of the first mark that begins a line and looks like an unknown family's."""
    for mark in _UNKNOWN.finditer(text):
        if not _OPENING.match(mark[0]):
            unread = WrittenCall("", text[mark.end() :].strip(), is_read=False)
            return [_CallSpan(mark.start(), len(text), [unread], UNKNOWN)]
    return []
