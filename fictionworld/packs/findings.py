"""Findings: what is wrong in a pack file, where, and what would be right.

    phones.yaml:14: tables.phone.columns.price.draw: got 'lognormale'; allowed: uniform, normal, ...

A *place* is the way to a node from the top of the file: keys, and numbers for the items of lists.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from fictionworld.errors import PackError, nearest

Place = tuple[str | int, ...]

Mistake = tuple[Place, str]
"""A place and what is wrong there: a finding that has not looked up its line."""

_SHOWN = 100
_LONGEST_VALUE = 60


class Positions(Protocol):
    """What knows the lines of a pack: a `PackSource`, or `NoPositions` for a pack made in code."""

    @property
    def file(self) -> str:
        """Return the name of the file as messages give it."""
        ...

    def line(self, place: Place) -> int:
        """Return the line of a place, or of the nearest node around it; from 1."""
        ...


@dataclass(frozen=True, slots=True)
class NoPositions:
    """The lines of a pack that came from no file: every one is 1."""

    file: str = "<pack>"

    def line(self, place: Place) -> int:  # noqa: ARG002 - the protocol asks for it
        return 1


@dataclass(frozen=True, slots=True)
class PackFinding:
    """One thing that is wrong; as text, one line."""

    file: str
    line: int
    place: Place
    message: str
    """What was got, what is allowed, and the nearest right name where there is one."""

    def __str__(self) -> str:
        where = _dotted(self.place)
        return f"{self.file}:{self.line}: {where}: {self.message}" if where else (
            f"{self.file}:{self.line}: {self.message}"
        )  # fmt: skip


def report(findings: Iterable[PackFinding]) -> str:
    """Return the findings by line, one a line, each once; after 100, the number of the others."""
    lines = list(dict.fromkeys(str(f) for f in sorted(findings, key=lambda f: f.line)))
    more = len(lines) - _SHOWN
    return "\n".join([*lines[:_SHOWN], *([f"and {more} more"] if more > 0 else [])])


def raise_findings(findings: Iterable[PackFinding]) -> None:
    """Raise the findings, if there are any.

    Raises:
        PackError: There are findings; its message is their report.
    """
    if text := report(findings):
        raise PackError(text)


def show(value: object) -> str:
    """Return a value of a pack file as messages give it: a mapping or a list by its size alone."""
    if isinstance(value, dict):
        return f"a mapping of {_counted(len(value), 'entry', 'entries')}"
    if isinstance(value, list | tuple):
        return f"a list of {_counted(len(value), 'item', 'items')}"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 3]}..."


def unknown(got: str, allowed: Iterable[str], what: str = "allowed") -> str:
    """Return the message for a name that is not allowed, with the nearest allowed name."""
    names = list(allowed)
    return f"got {got!r}; {what}: {', '.join(names) or 'none'}{nearest(got, names)}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _dotted(place: Place) -> str:
    text = ""
    for step in place:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    # a key may be any text of the author's: it must not break the line
    return text if text.isprintable() else repr(text)[1:-1]
