"""YAML text as plain data, with the line of every node: the safe part of YAML and no more.

Read from the parser's events rather than by a loader, so that limits hold while reading: anchors,
aliases and tags are refused, keys are words or whole numbers and stand once, and the size is
bounded. Words mean what they mean in YAML 1.2: `on`, `no` and `yes` are text (in YAML 1.1 the
country code of Norway is `false`), and a number has no colons or underscores.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from math import isfinite
from typing import Any

import yaml

from fictionworld.errors import PackError
from fictionworld.packs.findings import PackFinding, Place, raise_findings, show

Plain = Any
"""Dicts, lists, text, whole and decimal numbers, booleans, dates and None."""

_DEEPEST = 40
_MOST_NODES = 100_000
_MOST_DIGITS = 18
_LONGEST_TEXT = 2000

# libyaml where PyYAML was built with it: 2 ms a pack instead of 30
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_UNPRINTABLE = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CONSTANTS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_TAB = re.compile(r" *\t")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_RADIX = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_STARTS = frozenset("+-.0123456789")
"""What a number or a date begins with."""
_NO_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

_NEXT_MOVES = (
    ("mapping values are not allowed", "put text that holds ': ' in quotes, or mend the indent"),
    ("expected ',' or", "close the bracket, or put text that holds brackets in quotes"),
    ("end of stream", "close the quote or bracket that is open"),
)


@dataclass(slots=True)
class YamlDocument:
    """What a YAML text says."""

    data: Plain
    lines: dict[Place, int] = field(default_factory=dict)
    """The line of every node, from 1; for an entry of a mapping that of its key."""


def read_document(text: str, file: str) -> YamlDocument:
    """Return the one document in `text`; `file` is its name in messages.

    Raises:
        PackError: The text is no YAML, or leaves the safe part of it.
    """
    odd = _UNPRINTABLE.search(text)
    if odd is not None:
        line = text.count("\n", 0, odd.start()) + 1
        what = "a NUL byte" if odd[0] == "\0" else f"the character U+{ord(odd[0]):04X}"
        raise PackError(f"{file}:{line}: got {what}; a pack is plain text: remove it")
    return _NodeReader(file).read(text)


def _line(event: yaml.Event) -> int:
    mark = event.start_mark
    return mark.line + 1 if mark is not None else 1


class _NodeReader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.nodes = 0
        self.document = YamlDocument(None)
        self.findings: list[PackFinding] = []

    def read(self, text: str) -> YamlDocument:
        try:
            events = iter(yaml.parse(text, Loader=_LOADER))
            next(events), next(events)  # the stream's start, and the document's
            self.document.lines[()] = 1
            self.document.data = self._node(next(events), events, ())
            next(events)  # the document's end
            after = next(events)
            if not isinstance(after, yaml.StreamEndEvent):
                self._add(after, (), "got a second document; a pack is one: remove the '---'")
        except yaml.YAMLError as error:
            raise PackError(self._broken(error, text)) from None
        except StopIteration:
            raise PackError(
                f"{self.file}:1: got an empty file; a pack begins with `pack: its_name` "
                "(`fictionworld packs schema` has the rest)"
            ) from None
        raise_findings(self.findings)
        return self.document

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], place: Place) -> Plain:
        self.nodes += 1
        if self.nodes > _MOST_NODES or len(place) > _DEEPEST:
            limit = f"{_MOST_NODES:,} values" if self.nodes > _MOST_NODES else f"{_DEEPEST} levels"
            line = _line(event)
            raise PackError(f"{self.file}:{line}: got more than {limit}; make the pack smaller")
        if isinstance(event, yaml.AliasEvent):
            self._add(event, place, f"got the alias *{event.anchor}; write the value out")
            return None
        assert isinstance(event, yaml.NodeEvent)
        if event.anchor is not None:
            self._add(event, place, f"got the anchor &{event.anchor}; leave it out")
        tag = getattr(event, "tag", None)
        if tag is not None:
            self._add(event, place, f"got the tag {show(tag)}; write plain values, without tags")
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(events, place)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(events, place)
        assert isinstance(event, yaml.ScalarEvent)
        if len(event.value) > _LONGEST_TEXT:
            size = f"{len(event.value):,} characters; allowed: {_LONGEST_TEXT:,}"
            self._add(event, place, f"got a text of {size}")
            return ""
        return self._scalar(event, place) if event.implicit[0] else event.value

    def _mapping(self, events: Iterator[yaml.Event], place: Place) -> dict[str | int, Plain]:
        data: dict[str | int, Plain] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self._node(event, events, place)
            line = _line(event)
            if isinstance(key, bool) or not isinstance(key, str | int):
                message = f"got {show(key)} as a key; a key is a word or a whole number"
                quoted = f", in quotes if need be: {str(key).lower()!r}"
                self._add(event, place, message + (quoted if key is not None else ""))
                key = show(key)
            elif key in data:
                first = self.document.lines[*place, key]
                self._add(event, place, f"got {key!r} twice, first on line {first}; give it once")
            else:
                self.document.lines[*place, key] = line
            data[key] = self._node(next(events), events, (*place, key))
        return data

    def _sequence(self, events: Iterator[yaml.Event], place: Place) -> list[Plain]:
        data: list[Plain] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            item_place = (*place, len(data))
            self.document.lines[item_place] = _line(event)
            data.append(self._node(event, events, item_place))
        return data

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> Plain:
        """Return the value of a word without quotes, by the core schema of YAML 1.2, and dates."""
        word = event.value
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if word[0] not in _STARTS:
            return word
        if _INTEGER.fullmatch(word):
            if len(word.lstrip("+-")) <= _MOST_DIGITS:
                return int(word)
            self._add(event, place, f"got {show(word)}; a number has {_MOST_DIGITS} digits at most")
            return 0
        if _RADIX.fullmatch(word) and len(word) <= _MOST_DIGITS:
            return int(word, 0)
        if _FLOAT.fullmatch(word) or _NO_NUMBER.fullmatch(word):
            number = float(word) if _FLOAT.fullmatch(word) else float("inf")
            if isfinite(number):
                return number
            self._add(event, place, f"got {show(word)}; give a finite number, or text in quotes")
            return 0.0
        if _DATE.fullmatch(word):
            try:
                return date.fromisoformat(word)
            except ValueError:
                self._add(event, place, f"got {word}, which no calendar has; put text in quotes")
                return date.min
        return word

    def _add(self, event: yaml.Event, place: Place, message: str) -> None:
        self.findings.append(PackFinding(self.file, _line(event), place, message))

    def _broken(self, error: yaml.YAMLError, text: str) -> str:
        problem, mark = str(error), None
        if isinstance(error, yaml.MarkedYAMLError):
            problem, mark = error.problem or "broken YAML", error.problem_mark
        hint = "mend the indent, quotes or brackets at or above this line"
        move = next((move for sign, move in _NEXT_MOVES if sign in problem), hint)
        line = mark.line + 1 if mark is not None else 1
        opened = error.context_mark if isinstance(error, yaml.MarkedYAMLError) else None
        if opened is not None and opened.line + 1 < line:
            # what is open is closed too late, or never: the fault lies where it begins
            problem = f"{problem} on line {line}, while reading what begins here"
            line = opened.line + 1
        at_fault = text.split("\n")[line - 1 : line]
        if at_fault and _TAB.match(at_fault[0]):
            move = "indent with spaces, not with tabs"
        return f"{self.file}:{line}: not YAML: {' '.join(problem.split())}; {move}"
