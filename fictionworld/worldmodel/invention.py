"""Figures and names in a text that nobody gave to its author."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from fictionworld.simulator.drafts.words import is_common, said_in

_NUMBER: Final = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)")
_NAME: Final = re.compile(r"(?<=[a-z,;:] )[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)*")
_LINK: Final = re.compile(r"\]\([^()\s]*\)|https?://\S+")


@lru_cache(256)
def given_in(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the numbers and the words of what an author was given."""
    return frozenset(_numbers(_LINK.sub(" ", text))), said_in(text)


def invented(text: str, given: Iterable[str]) -> tuple[str, ...]:
    """Return the figures and names of a text that are in none of the texts given, in order.

    Args:
        text: What was written; addresses are left out.
        given: What its author was told.
    """
    read = [given_in(part) for part in given]
    numbers = frozenset().union(*(numbers for numbers, _ in read))
    words = frozenset().union(*(words for _, words in read))
    text = _LINK.sub(" ", text)
    figures = [number for number in _numbers(text) if number not in numbers]
    names = [
        match[0]
        for match in _NAME.finditer(text)
        if any(word not in words and not is_common(word) for word in said_in(match[0]))
    ]
    return (*figures, *names)


def _numbers(text: str) -> list[str]:
    """Return the numbers of a text without separators; those of one digit mean little."""
    found = (match[0].strip(",").replace(",", "") for match in _NUMBER.finditer(text))
    return [number for number in found if len(number) > 1]
