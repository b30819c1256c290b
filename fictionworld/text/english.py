"""Small pieces of English grammar: articles, lists, capitals, labels inside sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

# letters whose names begin with a vowel: an MP, an SMS
_VOWEL_LETTERS = "AEFHILMNORSX"
_SOUNDS_LIKE_YOU = re.compile(
    r"(?:uni(?!m|n)|use|usu|uti|ura|uku|eu|one\b|once\b|u-)", re.IGNORECASE
)
_SOUNDS_OPEN = re.compile(r"(?:hour|honest|honour|heir)", re.IGNORECASE)
_EIGHTS = re.compile(r"8|(?:11|18)(?:,\d{3})*(?![\d,])")
_NUMBER = re.compile(r"[^\w]*\d")
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women"}
_AFTER_A_HEAD = re.compile(
    r" (?:of|in|at|on|per|for|to|with|by|from|under|between|that|where|who|which|a|an) "
)
_PARTICIPLE = re.compile(r"(?<=s) (?:\w+ed|held|left|lost|made|open|paid|sold|spent|won)$")
_ONES = {"inches": "inch", "feet": "foot", "series": "series", "matches": "match"}
_LETTERS = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "Æ": "Ae", "đ": "d", "Đ": "D",
     "ð": "d", "þ": "th", "\u0131": "i", "œ": "oe", "\u2013": "-", "\u2014": "-"}
)  # fmt: skip


def indefinite(phrase: str) -> str:
    """Return the article before a phrase: `an` entry, `a` unit, `an` 8,200 mAh battery."""
    if _NUMBER.match(phrase):
        return "an" if _EIGHTS.match(phrase.lstrip("€$£¥-")) else "a"
    word = re.split(r"[\s-]", phrase, maxsplit=1)[0]
    if len(word) > 1 and word.isupper():
        return "an" if word[0] in _VOWEL_LETTERS else "a"
    if _SOUNDS_OPEN.match(word):
        return "an"
    is_open = word[:1].lower() in set("aeiouáéíóúäöåøæ") and not _SOUNDS_LIKE_YOU.match(word)
    return "an" if is_open else "a"


def with_article(phrase: str) -> str:
    """Return the phrase behind its indefinite article: `an entry`, `a unit`, `an 8-core chip`."""
    return f"{indefinite(phrase)} {phrase}"


def joined(items: Sequence[str], word: str = "and") -> str:
    """Return items as a sentence lists them: `A`, `A and B`, `A, B and C`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def sentence(text: str) -> str:
    """Return the text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


@lru_cache(4096)
def lowered(label: str) -> str:
    """Return a label as it stands inside a sentence: `launch price`; `CPU cores` stays."""
    first = label.split(" ", 1)[0]
    if any(letter.isupper() for letter in first[1:]):
        return label
    return label[:1].lower() + label[1:]


@lru_cache(1024)
def plural(noun: str) -> str:
    """Return the plural of a noun by rule: `local courts`, `courts of appeal`."""
    head, of, rest = noun.partition(" of ")
    if of:
        return f"{plural(head)} of {rest}"
    head, _, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last == "series":
        pass
    elif re.search(r"[^aeiou]y$", last):
        last = last[:-1] + "ies"
    elif re.search(r"(?:s|x|z|ch|sh)$", last):
        last += "es"
    else:
        last += "s"
    return f"{head} {last}" if head else last


def is_plural(noun: str) -> bool:
    """Return whether a noun takes `are`: `customer deposits`, `hours worked`, but `mass`."""
    head = _PARTICIPLE.sub("", re.split(_AFTER_A_HEAD, noun, maxsplit=1)[0])
    return re.search(r"[^aius]s$", head) is not None and not head.endswith("series")


@lru_cache(1024)
def singular_unit(unit: str) -> str:
    """Return the unit of one: `1 day`, `1 inch`; marks such as `mAh` and `points per s` stay."""
    if unit in _ONES:
        return _ONES[unit]
    is_word = len(unit) > 3 and unit.isalpha() and unit.islower()
    return unit.removesuffix("s") if is_word else unit


@lru_cache(8192)
def slug(text: str) -> str:
    """Return ASCII letters and digits with hyphens between: `Sorø Idræt` becomes `soro-idraet`.

    >>> slug("Ellbury\u2013Marsden")
    'ellbury-marsden'
    """
    text = ascii_text(text)
    return "-".join(_WORDS(text.lower().replace("'", "")))


_WORDS = re.compile(r"[a-z0-9]+").findall


def ascii_text(text: str) -> str:
    """Return the text with plain letters: `Sorø` becomes `Soro`."""
    return text if text.isascii() else _ascii(text)


@lru_cache(4096)
def _ascii(text: str) -> str:
    return (
        unicodedata.normalize("NFKD", text.translate(_LETTERS)).encode("ascii", "ignore").decode()
    )
