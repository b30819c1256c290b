"""The words of keys and labels, and which of them are the same: `releaseDate`, `Release date`."""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.leakage.thesaurus.cues import STOPWORDS

__all__ = ["is_form_of", "is_short_for", "label_words", "words_of_key"]

_PIECE: Final = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_DIGITS: Final = {
    word: str(n)
    for n, word in enumerate("zero one two three four five six seven eight nine".split())
}


@lru_cache(4096)
def words_of_key(key: str) -> tuple[str, ...]:
    """`isWaterproof`, `is_waterproof`, `IS-WATERPROOF`: the words of a key, in small letters."""
    return tuple(_DIGITS.get(w.lower(), w.lower()) for w in _PIECE.findall(key))


@lru_cache(1024)
def label_words(column: str) -> tuple[str, ...]:
    """The words of a column's label, with those of its bracket where it has no others."""
    bare = re.sub(r"\([^()]*\)", " ", column)
    words = tuple(
        w for w in words_of_key(bare) if w not in STOPWORDS and (len(w) > 2 or w.isdigit())
    )
    words = tuple(w for w in words if not re.fullmatch(r"(?:19|20)\d\d", w)) or words
    return tuple(dict.fromkeys(words or words_of_key(column)))


@lru_cache(1 << 14)
def is_form_of(word: str, own: str) -> bool:
    """Whether two words are forms of one: `released`, `release`."""
    if word == own:
        return True
    if min(len(word), len(own)) < 4:
        return word + "s" == own or own + "s" == word
    short, long = sorted((word, own), key=len)
    for ending in ("ing", "ed", "es", "er", "s", "e", "y"):
        if short.endswith(ending) and len(short) - len(ending) >= 4:
            short = short.removesuffix(ending)
            break
    return long.startswith(short) and len(long) - len(short) < 5


@lru_cache(1 << 14)
def is_short_for(word: str, own: str) -> bool:
    """`cap`, `dwt`, `qty`: whether a word is short for another."""
    if not 2 <= len(word) < min(6, len(own) - 1) or word[0] != own[0] or not word.isalpha():
        return False
    if len(word) > 2 and own.startswith(word):
        return True
    # the letters in their order, the last of them late; vowels are what is left out
    rest = iter(own[1:])
    return (
        all(letter in rest for letter in word[1:])
        and not set(word[1:]) & set("aeiou")
        and (word[-1] in own[-2:])
    )
