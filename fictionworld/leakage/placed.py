"""Places in an order that the subject's name has a part in: `3. Norrvik`, `only two are taller than
Norrvik`, and superlatives of other languages that hold their place: `zweithöchste`.
"""

# Lists of words read best as words; names are written with typographic apostrophes too.
# ruff: noqa: RUF001, SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit

if TYPE_CHECKING:
    from fictionworld.leakage.asked import Asked

__all__ = ["find_placed"]

_NUMBER_WORDS: Final = {
    word: n
    for n, word in enumerate(
        "no one two three four five six seven eight nine ten eleven twelve".split()
    )
}
_LIST_GAP: Final = re.compile(r"(?:[.)]\s{1,2}|\s?\|\s?)(?:[Tt]he\s)?")
_ONLY: Final = re.compile(
    r"\b(?:(?P<only>[Oo]nly|[Jj]ust|[Ee]xactly|list|lists)\s)?(?:the\s)?(?:(?P<n>\d{1,3}|[A-Za-z]+(?=\s))"
    r"(?:\s(?:other|others))?|)[^.;:\n]{0,80}?"
    r"\b(?:(?P<more>[a-z]{2,9}er|more\s[a-z]+|above|ahead of)(?:\s(?:up|off|placed))?(?:\sthan)?)\s"
    r"(?:the\s)?(?=[A-Z])"
)
_ALL_BUT: Final = re.compile(
    r"\b(?:[a-z]{2,9}er|more\s[a-z]+)\sthan\sall\s(?:but|except|save)\s(?P<n>\d{1,3}|[a-z]+)\b"
)
_NAMES: Final = re.compile(
    r"^(?:the\s)?[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)*(?P<two>\sand\s(?:the\s)?[A-Z][\w'’-]*)?"
)
_NAME: Final = r"(?:[Tt]he\s)?[A-Z][\w'’.-]*(?:\s(?:of\s|de\s|do\s)?[A-Z0-9][\w'’.-]*)*"
_LISTED: Final = re.compile(
    rf"\b(?:[Oo]nly|[Jj]ust)\s(?P<names>{_NAME}(?:,\s{_NAME}){{0,12}},?\s(?:and|&)\s{_NAME})\s"
    r"(?:[a-z]+\s){0,4}?(?:above|ahead of|better than|higher than|before|in front of)\s"
    r"(?:the\s)?(?=[A-Z])"
)
_DOWN: Final = frozenset(
    "lower smaller shorter lighter slower weaker fewer later younger cheaper other".split()
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
        if _count(match["n"]) == rank - 1
    ]
    if pattern is None:
        return found
    for match in re.finditer(rf"(?<![\w.,:/-]){rank}(?=[.)]\s{{1,2}}|\s?\|)", text):
        beside = _LIST_GAP.match(text, match.end())
        if beside is not None and _named(text, beside.end(), asked):
            found.append(Hit(*match.span(), "numbered list", alone=False))
    return found + _outdone(text, asked, rank)


def _outdone(text: str, asked: Asked, rank: int) -> list[Hit]:
    """`only the Aar is longer than SUBJECT`, `two towers stand taller than SUBJECT`."""
    found = []
    for match in _ONLY.finditer(text):
        if match["more"].split()[0] in _DOWN or not _named(text, match.end(), asked):
            continue
        many = _count(match["n"] or "")
        if many is None and match["only"]:
            names = _NAMES.match(text[match.start() : match.end()][len(match["only"]) + 1 :])
            many = None if names is None else 2 if names["two"] else 1
        if many is not None and many + 1 == rank:
            found.append(Hit(*match.span(), "words of place", alone=False))
    for match in _LISTED.finditer(text):
        many = len(re.findall(r",\s(?!and)|\sand\s|\s&\s", match["names"])) + 1
        if many + 1 == rank and _named(text, match.end(), asked):
            found.append(Hit(*match.span(), "words of place", alone=False))
    return found


def _named(text: str, at: int, asked: Asked) -> bool:
    return any(
        m.own and m.start <= at + 4
        for m in asked.subject.mentions(text, at, min(len(text), at + 60))
    )


def _count(word: str) -> int | None:
    if word.lower() in {"nobody", "none", "nothing"}:
        return 0
    return int(word) if word.isdigit() else _NUMBER_WORDS.get(word.lower())
