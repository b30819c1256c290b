"""Which item of a list a figure stands with: `espresso 2.40, cappuccino 3.80, tea 3.10 marks`.

In a list of words with figures each figure is of the words in its own item. Where another item has
the column's own word and this one has not, the figure is another's.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.thesaurus.cues import STOPWORDS, word_pattern

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["of_another_item", "priced_in_list"]

_BREAK: Final = re.compile(r"[;\u00b7\u2022|\n]|,(?!\d)|\s/\s|\s[-\u2013\u2014]\s|\sand\s|:\s")
_FIGURE: Final = re.compile(r"(?<![A-Za-z\d])\d")
_DAY: Final = re.compile(
    r"\b\d{1,2}\s(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?:\s\d{4})?\b"
    r"|\b(?:[Ii]n|[Ss]ince|[Bb]y|[A-Z][a-z]{2,8})\s(?:19|20|21)\d\d\b"
)
_GENERAL: Final = STOPWORDS | frozenset(
    "price prices cost costs fee fees fare fares ticket tickets toll charge rate entry admission"
    " launch retail sale crowns florins marks euros eur usd".split()
)
_LONGEST: Final = 60


@lru_cache(256)
def _own_words(column: str) -> re.Pattern[str] | None:
    words = [w for w in re.findall(r"[a-z]{3,}", column.lower()) if w not in _GENERAL]
    return word_pattern(tuple(w.removesuffix("s") for w in words)) if words else None


def of_another_item(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether a figure stands in an item of a list that is not the column's, beside one that is."""
    if asked.answer.type not in {"money", "number", "percent"} or "arithmetic" in hit.form:
        return False
    own = _own_words(asked.answer.column)
    if own is None:
        return False
    items: list[tuple[int, int]] = []
    start = near.sentence
    for match in _BREAK.finditer(text, near.sentence, near.end):
        if hit.start < match.end() and match.start() < hit.end:
            continue
        if match[0][0] != ":":
            items.append((start, match.start()))
        start = match.end()
    items.append((start, near.end))
    listed = [
        (low, high)
        for low, high in items
        if high - low < _LONGEST and _has_figure(text, low, high, asked) and _words(text, low, high)
    ]
    mine = [(low, high) for low, high in listed if low <= hit.start and hit.end <= high]
    if not mine or len(listed) < 2:
        return False
    if own.search(text[mine[0][0] : mine[0][1]].lower()):
        return False
    return any(own.search(text[low:high].lower()) for low, high in listed)


def priced_in_list(text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str]) -> bool:
    """Whether a price stands in the subject's line of a list whose head or foot says `prices`."""
    if asked.answer.type != "money" or "arithmetic" in hit.form:
        return False
    low = text.rfind("\n", near.record, hit.start) + 1 or near.record
    close = text.find("\n", hit.end, near.record_end)
    high = near.record_end if close < 0 else close
    if high - low > _LONGEST or (low, high) == (near.record, near.record_end):
        return False
    line = text[low:high]
    if not _END_OF_LINE.match(text[hit.end : high]):
        return False
    if not any(m.own for m in asked.subject.mentions(line, 0, len(line))):
        thing = asked.subject.thing
        if not thing or thing not in line.lower():
            return False
    return own.search(text[near.record : near.record_end].lower()) is not None


_END_OF_LINE: Final = re.compile(r"\s?[^\W\d]{0,12}[.,;|)]?\s*$")


def _has_figure(text: str, low: int, high: int, asked: Asked) -> bool:
    """Whether an item has a figure that is no part of a name or a date."""
    apart = [(m.start, m.end) for m in asked.subject.mentions(text, low, high)]
    apart += [m.span() for m in _DAY.finditer(text, low, high)]
    return any(
        not any(start <= figure.start() < end for start, end in apart)
        for figure in _FIGURE.finditer(text, low, high)
    )


def _words(text: str, low: int, high: int) -> bool:
    """Whether an item has a word besides its figure."""
    return any(
        word not in _GENERAL and word not in {"million", "thousand", "per", "cent"}
        for word in re.findall(r"[a-z]{3,}", text[low:high].lower())
    )
