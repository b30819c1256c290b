"""Places in an order that the subject's name has a part in: `3. Norrvik`, `only two are taller than
Norrvik`, and superlatives of other languages that hold their place: `zweithöchste`.
"""

# Lists of words read best as words; names are written with typographic apostrophes too.

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.values.ordered import find_sorted, orders_nothing
from fictionworld.leakage.values.orderings import find_in_order
from fictionworld.leakage.values.outdone import find_outdone, through_name
from fictionworld.leakage.values.ranking import count_of

if TYPE_CHECKING:
    from fictionworld.leakage.context.asked import Asked

__all__ = ["find_placed"]

_LIST_GAP: Final = r"(?:[.):]\s{1,2}|\s?[|\u2013\u2014-]\s?|\s)(?:[Tt]he\s)?"
_ALL_BUT: Final = re.compile(
    r"\b(?:[a-z]{2,9}er|more\s[a-z]+)\sthan\sall\s(?:but|except|save)\s(?P<n>\d{1,3}|[a-z]+)\b"
)
_GERMAN: Final = {
    "zweit": 2, "dritt": 3, "viert": 4, "funft": 5, "fuenft": 5, "sechst": 6, "siebt": 7,
    "acht": 8, "neunt": 9, "zehnt": 10, "elft": 11, "zwolft": 12, "zwoelft": 12,
}  # fmt: skip
_GERMAN_SUPERLATIVE: Final = re.compile(
    rf"(?<![a-z])(?P<n>{'|'.join(_GERMAN)})"
    r"(?:hoch|hoech|grosst|groesst|gros|langst|laengst|best|meist|schnell|altest|aeltest|schwer"
    r"|breit|tief|jungst|juengst|teuer|kleinst|stark|reich)[a-z]{1,6}(?![a-z])",
    re.IGNORECASE,
)


def find_placed(text: str, asked: Asked) -> list[Hit]:
    """The places of `text`, of plain letters, that tell the subject's rank by its name."""
    value, pattern = asked.answer.value.strip(), asked.subject.pattern
    digits = re.match(r"(?:no\.?\s?)?(\d{1,4})", value.lower())
    if digits is None:
        return []
    rank = int(digits[1])
    found = [
        Hit(*match.span(), "ordinal of another language", alone=False)
        for match in _GERMAN_SUPERLATIVE.finditer(text)
        if _GERMAN[match["n"].lower()] == rank
    ]
    found += [
        Hit(*match.span(), "words of place", alone=False)
        for match in _ALL_BUT.finditer(text)
        if count_of(match["n"]) == rank - 1
    ]
    if pattern is None:
        return found
    found += [
        Hit(*match.span(), "words of place", alone=False)
        for match in re.finditer(rf"\b(?:in|to|took|claimed|is|was|an?)\sP{rank}\b", text)
    ]
    found += _numbered(text, asked, rank)
    found += find_outdone(text, asked, rank) + (_won(text, asked) if rank == 1 else [])
    found += find_in_order(text, asked, rank)
    if rank in _STEPS.values():
        found += _left_on_podium(text, asked, rank)
    return found + find_sorted(text, asked, rank)


def _numbered(text: str, asked: Asked, rank: int) -> list[Hit]:
    """`3. Norrvik`, `3 | Norrvik`; `P3 Norrvik`, `3: Norrvik` where its neighbours stand by."""
    found = []
    for match in re.finditer(rf"(?<![\w.,:/-])(?P<sign>P|#)?{rank}(?P<gap>{_LIST_GAP})", text):
        gap, sign = match["gap"].strip(), match["sign"] or ""
        end = through_name(text, match.end(), asked)
        if end is None or orders_nothing(text, match.start()):
            continue
        near = text[max(0, match.start() - _NEAR) : end + _NEAR]
        beside = sum(
            re.search(rf"(?<![\w.,:/-]){sign}{n}\s?{re.escape(gap)}\s(?:[Tt]he\s)?[A-Z]", near)
            is not None
            for n in (rank - 1, rank + 1)
        )
        if gap in {".", ")", "|"} or beside > (0 if gap or sign or rank == 1 else 1):
            found.append(Hit(match.start(), match.end("gap"), "numbered list", alone=False))
    return found


_NEAR: Final = 90
_PODIUM: Final = re.compile(
    r"\b(?:podium|(?:a|the|one of the|among the) medal(?:s|list|lists)?|top three|first three)\b"
)
_CLOSE: Final = re.compile(r"[.;\n]")
_NEITHER: Final = re.compile(r"\b(?:[Nn]either|[Nn]ot?|[Nn]or|[Nn]ever|without)\b")
_STEPS: Final = {
    "won": 1, "win": 1, "winning": 1, "first": 1, "gold": 1, "victory": 1, "second": 2, "silver": 2,
    "runner-up": 2, "third": 3, "bronze": 3,
}  # fmt: skip
_STEP: Final = re.compile(r"\b(?:" + "|".join(_STEPS) + r")\b")


def _left_on_podium(text: str, asked: Asked, rank: int) -> list[Hit]:
    """`X was on the podium. She neither won nor came third`: second."""
    found = []
    for podium in _PODIUM.finditer(text):
        low = max(0, podium.start() - 90)
        if not any(m.own for m in asked.subject.mentions(text, low, podium.start())):
            continue
        denied = _NEITHER.search(text, podium.end(), podium.end() + 120)
        if denied is None:
            continue
        end = min(_sentence_end(text, denied.end()), denied.end() + 80)
        places = {_STEPS[m[0]] for m in _STEP.finditer(text, denied.end(), end)}
        if {1, 2, 3} - places == {rank} and len(places) > 1:
            found.append(Hit(podium.start(), end, "words of place", alone=False))
    return found


_WON: Final = re.compile(
    r"\s(?:[a-z]+ly\s|ha[sd]\s|also\s){0,2}(?:won|wins|lifted|claimed)\s(?:the|this year's)\s"
    r"(?P<what>(?:[A-Z\d][\w'\u2019-]*\s){0,5}(?!heat|stage|leg|lap|round|toss|match|semi|qualif)[a-z]{3,})"
)


def _won(text: str, asked: Asked) -> list[Hit]:
    """`X won the cup`: first, if the cup is what is asked of."""
    found = []
    for mention in asked.subject.mentions(text, 0, min(len(text), 5_000)):
        match = _WON.match(text, mention.end) if mention.own else None
        if match and asked.own is not None and asked.own.search(match["what"].lower()):
            found.append(Hit(mention.start, match.end(), "words of place", alone=False))
    return found


def _sentence_end(text: str, at: int) -> int:
    close = _CLOSE.search(text, at)
    return close.start() if close else len(text)
