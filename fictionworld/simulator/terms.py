"""The terms of a text: what the index holds of a page, and what it looks up of a query.

Pages and queries go through the same few rules, so that different spellings of the same
thing match: case, accents and apostrophes are dropped, `5,000` is `5000`, `5000mAh` is a
number and a unit, `batteries` is `battery`. Words that stand in any sentence are no terms.
Nothing in a text is syntax: quotes, operators and brackets part words, and that is all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from fictionworld.text.names import fold

_STOP_WORDS: Final = """
    a about after all also am an and any are as at be been being both but by can could did do
    does each either every find for from give had has have he her here him his how i if in
    into is it its know made make many me more most much my need no nor not of on only or
    other our out over own please same she should show since so some such tell than that the
    their them then there these they this those to too under until up use very was we were
    what when where whether which while who whom whose why will with within without would you
    your
"""
STOP_WORDS: Final = frozenset(_STOP_WORDS.split())
"""Words that say nothing of what a page is about."""

_KEPT: Final = b"abcdefghijklmnopqrstuvwxyz0123456789.,'" + bytes(range(0x80, 0x100))
_PARTED: Final = bytes(
    code if code in _KEPT else code + 32 if 0x41 <= code <= 0x5A else 0x20 for code in range(256)
)
"""Small letters for capitals, and a blank for every mark but those that numbers and names hold."""

_GROUPED: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_GROUPS_APART: Final = re.compile(r"(?<=\d)[\u00a0\u2009\u202f\u2019](?=\d{3}(?!\d))")
_SPACED: Final = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d.,]?\d)")
_DECIMAL: Final = re.compile(r"\d+\.\d+")
_MEASURE: Final = re.compile(r"(\d+(?:,\d{3})*(?:\.\d+)?)(?!(?:st|nd|rd|th)$)([a-z]{2,})")
_MARK: Final = re.compile(r"([.,])")
_MARKS: Final = ("", ".", ",")
_WITH_E: Final = ("sses", "xes", "ches", "shes", "zes")


def raw_words(text: str) -> list[bytes]:
    """Return a text's pieces between blanks and marks, in small letters; most are one term."""
    return text.encode("utf-8", "replace").translate(_PARTED).split()


def terms_of(raw: bytes) -> tuple[str, ...]:
    """Return the terms in one piece of `raw_words`; none where it is a stop word or a mere mark."""
    if raw.isalpha():  # of ASCII letters alone, as most are
        return _word(raw.decode())
    if raw.isdigit():
        return (raw.decode(),)
    text = raw.decode("utf-8", "replace")
    if text.isascii():
        return _terms(text)
    marks_kept = _MARK.split(_GROUPS_APART.sub("", text))
    folded = "".join(part if part in _MARKS else fold(part) for part in marks_kept)
    return tuple(term for piece in folded.split() for term in _terms(piece))


def all_terms(text: str) -> tuple[str, ...]:
    """Return the terms of a text in their order, as often as they stand there."""
    return tuple([term for raw in raw_words(text) for term in _terms_of(raw)])


def query_terms(text: str) -> tuple[str, ...]:
    """Return the terms of a query in their order, each once.

    `5 000` is read both as two numbers and as one: which it is, a query does not say.
    """
    return _each_once(text, (term for raw in raw_words(text) for term in terms_of(raw)))


def name_terms(text: str) -> tuple[str, ...]:
    """Return what `query_terms` does, of a name: names of worlds share words, which are kept."""
    return _each_once(text, all_terms(text))


def _each_once(text: str, terms: Iterable[str]) -> tuple[str, ...]:
    grouped = (match[0].replace(" ", "") for match in _SPACED.finditer(text))
    return tuple(dict.fromkeys((*terms, *grouped)))


_terms_of: Final = lru_cache(maxsize=32_768)(terms_of)
"""Worlds share most words. Queries bypass it: agents' words fill no cache."""


def _terms(text: str) -> tuple[str, ...]:
    """Return the terms in a piece of ASCII letters, digits and `.,'`."""
    text = text.replace("'", "").strip(".,")
    if text.isalpha():
        return _word(text)
    if _GROUPED.fullmatch(text):
        return (text.replace(",", ""),)
    if measure := _MEASURE.fullmatch(text):
        return (measure[1].replace(",", ""), *_word(measure[2]))
    if _DECIMAL.fullmatch(text):
        return (text,)
    pieces = _MARK.split(text)
    if len(pieces) == 1:
        return (text,) if text else ()
    if all(len(piece) < 2 for piece in pieces):  # U.S.
        return ("".join(piece for piece in pieces if piece not in _MARKS),)
    return tuple(term for piece in pieces if piece not in _MARKS for term in _terms(piece))


def _word(word: str) -> tuple[str, ...]:
    if word in STOP_WORDS:
        return ()
    if len(word) < 4 or word[-1] != "s" or word[-2] in "sui":
        return (word,)
    if word.endswith("ies") and len(word) > 4:
        return (word[:-3] + "y",)
    return (word[:-2] if word.endswith(_WITH_E) else word[:-1],)
