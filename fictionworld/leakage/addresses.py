"""Finds web addresses in a text, with scheme or without, spelled out or broken."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_address"]

_DOT: Final = r"(?:\s?\[?\(?(?:\.|\bdot\b)\)?\]?\s?)"
_SLASH: Final = r"(?:\s?(?:/|\bslash\b)\s?)"
_BREAK: Final = r"(?:-?\n\s?|-\s{1,2})?"


@lru_cache(1024)
def _pattern(value: str) -> tuple[re.Pattern[str], bool, str] | None:
    bare = value.strip().strip("<>").split("://", 1)[-1].split("#", 1)[0]
    host, _, path = bare.partition("/")
    host = host.lower().removeprefix("www.")
    path = path.rstrip("/")
    if not host:
        return None
    text = _DOT.join(_loose(part) for part in host.split("."))
    if path:
        text += _SLASH + _SLASH.join(_loose(part) for part in path.split("/"))
    before = r"(?<![A-Za-z0-9.@-])(?:www\.)?" if "." in host else r"(?<![A-Za-z0-9.])(?:www\.)?"
    after = (
        r"(?![A-Za-z0-9_%=-]|\.[A-Za-z0-9]|/[A-Za-z0-9])"
        if path
        else r"(?![A-Za-z0-9_-]|\.[A-Za-z]{2,})"
    )
    whole = f"{host}/{path}" if path else host
    return re.compile(before + "(?:" + text + ")" + after, re.IGNORECASE), bool(path), whole


def _loose(part: str) -> str:
    """A part of an address in which a line may be broken."""
    return "".join(re.escape(c) + (_BREAK if c == "-" else "") for c in part).replace(
        re.escape("-") + _BREAK, r"-\s{0,2}"
    )


def find_address(text: str, answer: Answer) -> list[Hit]:
    """The places that tell the address; a host alone where the value has no path."""
    found = []
    for value in (answer.value, *answer.aliases):
        made = _pattern(value)
        if made is None:
            continue
        pattern, _, whole = made
        found += [Hit(*match.span(), "address", alone=True) for match in pattern.finditer(text)]
        for match in re.finditer(
            r"([a-z0-9][a-z0-9./:-]{7,120}?)\.?(?:\.\.\.|\u2026)", text.lower()
        ):
            said = match[1].split("://", 1)[-1].removeprefix("www.")
            if whole.startswith(said) and len(said) >= 0.6 * len(whole):
                found.append(Hit(*match.span(), "cut short", alone=True))
    return found
