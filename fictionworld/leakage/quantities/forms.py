"""A form of words with numbers in it, and what it makes of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.quantities.items import MONTH_MARK, NUMBER_MARK

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.workings import Work

__all__ = ["Statement", "any_of", "skeleton_pattern", "statement"]

_OUT_OF: Final = f"(?:out|{MONTH_MARK}) of"
"""`out` is a month of Portuguese too."""


class Statement(NamedTuple):
    """A form of words, and what it makes of the numbers in it."""

    pattern: re.Pattern[str]
    cues: frozenset[str]
    """Words of the line of which one has to stand there."""
    work: Work
    form: str
    share: bool = False


def skeleton_pattern(text: str) -> re.Pattern[str]:
    """A pattern of the skeleton: `N` is a number, `_` an optional word between."""
    first = "" if text[0] == "N" else "(?<= )"  # a mark is a word; engines look for it fast
    text = text.replace("out of", _OUT_OF)
    text = text.replace("N", NUMBER_MARK).replace("_", rf"(?: [^{NUMBER_MARK} ]+)?")
    return re.compile(rf"{first}{text}(?= )")


def statement(
    text: str, cues: str, work: Work, form: str = "arithmetic", *, share: bool = False
) -> Statement:
    """A statement; its cues are words with blanks between."""
    return Statement(skeleton_pattern(text), frozenset(cues.split()), work, form, share)


def any_of(words: str) -> str:
    """A pattern of one of several words."""
    return f"(?:{'|'.join(words.split())})"
