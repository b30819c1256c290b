"""Small pieces of English grammar: articles, plurals, lists, titles, comparatives."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "article", "comparative", "count_word", "joined", "lowered", "pluralised",
    "sentence", "titled",
]  # fmt: skip

_COUNTS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_SMALL = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "in", "it", "of", "on", "or", "out", "per",
     "the", "to", "with"}
)  # fmt: skip
# letters whose names begin with a vowel: an MP, an SMS
_VOWEL_LETTERS = "AEFHILMNORSX"
_SOUNDS_LIKE_YOU = re.compile(r"(?:uni(?!m|n)|use|usu|eu|one\b|once\b|u-)", re.IGNORECASE)
_IRREGULAR = {"person": "people", "child": "children", "man": "men", "woman": "women"}


def article(phrase: str) -> str:
    """The phrase behind its indefinite article: `an entry`, `a unit`, `an 8-core chip`."""
    word = re.split(r"[\s-]", phrase, maxsplit=1)[0]
    if word[:1].isdigit():
        digits = word.replace(",", "")
        vowel = digits.startswith("8") or re.match(r"(?:11|18)(?:\d{3})*(?!\d)", digits) is not None
    elif len(word) > 1 and word.isupper():
        vowel = word[0] in _VOWEL_LETTERS
    elif word[:4].lower() in {"hour", "hone", "hono", "heir"}:
        vowel = True
    else:
        vowel = word[:1].lower() in set("aeiouáéíóúäöåøæ") and not _SOUNDS_LIKE_YOU.match(word)
    return f"{'an' if vowel else 'a'} {phrase}"


def pluralised(noun: str) -> str:
    """The plural of a noun by rule."""
    head, _, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif re.search(r"[^aeiou]y$", last):
        last = last[:-1] + "ies"
    elif re.search(r"(?:s|x|z|ch|sh)$", last):
        last += "es"
    else:
        last += "s"
    return f"{head} {last}" if head else last


def joined(items: Sequence[str], word: str = "and") -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def count_word(number: int) -> str:
    """Words up to twelve, digits beyond."""
    return _COUNTS[number] if 0 <= number < len(_COUNTS) else f"{number:,}"


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def lowered(label: str) -> str:
    """A label inside a sentence: `Launch price` becomes `launch price`, `CPU cores` stays."""
    first = label.split(" ", 1)[0]
    if len(first) > 1 and any(letter.isupper() for letter in first[1:]):
        return label
    return label[:1].lower() + label[1:]


@lru_cache(4096)
def titled(label: str) -> str:
    """Title Case, as headers have it: `Growth on the Year Before`."""
    words = label.split()
    last = len(words) - 1
    return " ".join(
        word
        if any(letter.isupper() for letter in word[1:]) or (word in _SMALL and 0 < place < last)
        else word[:1].upper() + word[1:]
        for place, word in enumerate(words)
    )


_SUPERLATIVES = {
    "the most": "more", "the fewest": "fewer", "the least": "less", "most": "more",
    "fewest": "fewer", "least": "less", "best": "better", "worst": "worse",
}  # fmt: skip
_SUPERLATIVE = re.compile(
    r"\bthe most\b|\bthe fewest\b|\bthe least\b|\bmost\b|\bfewest\b|\bleast\b|\bbest\b|\bworst\b"
    r"|\b(\w{2,})est\b"
)


def comparative(phrase: str) -> str:
    """What a superlative is between two: `with the largest battery`, `with the larger battery`."""
    return _SUPERLATIVE.sub(lambda m: f"{m[1]}er" if m[1] else _SUPERLATIVES[m[0]], phrase, count=1)
