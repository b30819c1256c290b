"""Numbers told by a list, `Colours: ash, fern, coral`, or on another scale: `84 out of 100`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fictionworld.leakage.quantities.target import NumberTarget

__all__ = ["find_listed", "find_scaled"]

_LIST: Final = re.compile(
    r"(?P<head>[^.;:?\n]{3,80}):\s(?P<list>(?=[^.:?\n]{0,80}[,;/])[^.:?\n]{8,400})(?=[.\n]|$)"
)
_OPEN: Final = re.compile(
    r"\b(?:such as|including|includes?|some|e\.g|among|like|etc|more|others?)\b", re.IGNORECASE
)
_LONGEST: Final = 48
_LEAST: Final = 3
_OF: Final = re.compile(
    r"(?<![\d.,])(?P<n>\d{1,3}(?:\.\d{1,2})?)(?:\s?/\s?|\s(?:points\s)?out of\s(?:an?\s)?)"
    r"(?P<most>\d{1,3}|five|ten|twenty|hundred)(?![\d.,/]\d|\w|\s(?!points|stars)(?:\w+s|people|of)\b)"
)
_MOST: Final = {"five": 5, "ten": 10, "twenty": 20, "hundred": 100}
_SCALE: Final = re.compile(r"(?:out of|of|/|\d\s?[-\u2013]|max\.?)\s?(?P<most>\d{1,3})\b")


def find_listed(text: str, target: NumberTarget) -> Iterator[Hit]:
    """Lists of as many as the value says, behind a word for what it counts."""
    stems = [word.removesuffix("s") for word in target.words if len(word) > _LEAST]
    if target.unit or target.value < _LEAST or not stems:
        return
    for match in _LIST.finditer(text):
        if _OPEN.search(match[0]) or not any(stem in match["head"].lower() for stem in stems):
            continue
        mark = next(mark for mark in ";/," if mark in match["list"])
        parts = re.split(rf"\s?{mark}\s?(?:and\s)?|\sand\s(?=[^{mark}]+$)", match["list"])
        if len(parts) == target.value and all(0 < len(part) < _LONGEST for part in parts):
            yield Hit(*match.span(), "list", alone=False)


def find_scaled(text: str, target: NumberTarget, column: str) -> Iterator[Hit]:
    """Points of another maximum than the column's, which come to the same."""
    scale = _SCALE.search(column)
    for match in _OF.finditer(text):
        most = Decimal(_MOST.get(match["most"]) or match["most"])
        wanted = Decimal(scale["most"]) if scale else most
        if most >= 5 and Decimal(match["n"]) * wanted == target.value * most:
            yield Hit(*match.span(), "on another scale", alone=False)
