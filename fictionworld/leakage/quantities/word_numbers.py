"""Numbers in words, found where they begin in a line of tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple, TypeAlias

from fictionworld.leakage.quantities.foreign_parts import decimals_behind, foreign_share
from fictionworld.leakage.quantities.measures import SCALE_WORDS
from fictionworld.leakage.quantities.quantity import Quantity
from fictionworld.leakage.quantities.spelled import (
    DIGIT_WORDS,
    ENGLISH,
    FRACTION_NOUNS,
    LINKS,
    VULGAR,
    WITHIN,
    folded,
    languages_of,
    read_english,
    read_foreign,
)
from fictionworld.text.numbers import EXACT

__all__ = ["AND_A_HALF", "WordNumber", "english_number", "foreign_number"]

_MOST_WORDS: Final = 24
_MOST_FOREIGN: Final = 12
_SCALES: Final = frozenset({"hundred", "thousand", "million", "billion", "trillion"})
Tokens: TypeAlias = Sequence[re.Match[str]]
"""The words, numerals and signs of a text; the name of the group says which: `w`, `n` or `o`."""
_ARTICLES: Final = frozenset({"a", "an"})
_BEHIND_AN_ARTICLE: Final = frozenset({*ENGLISH, *FRACTION_NOUNS, *LINKS, *DIGIT_WORDS, "-"})
AND_A_HALF: Final = re.compile(r"\s(?:et demie?|y medi[oa]|e mezzo|e mei[oa]|en een half)\b")
_WORTH: Final = {word: 10**power for word, power in SCALE_WORDS.items() if len(word) > 2}
_NOT_BEHIND_ONE: Final = frozenset({"of", "that", "another", "who", "which", "s", "can", "might"})
_NOT_BEFORE_ONE: Final = frozenset(
    {"this", "that", "the", "which", "any", "every", "each", "no", "some", "new"}
)


class WordNumber(NamedTuple):
    """A number in words, and its digit where it is a single one."""

    number: Quantity
    digit: str = ""


def english_number(text: str, tokens: Tokens, i: int) -> WordNumber | None:
    """The English number that begins at a token."""
    word, (start, end) = tokens[i][0], tokens[i].span()
    if word in _ARTICLES and (i + 1 == len(tokens) or tokens[i + 1][0] not in _BEHIND_AN_ARTICLE):
        return None
    if word in VULGAR:
        return WordNumber(Quantity(start, end, (VULGAR[word],), "fraction", share=True))
    part = _part(text, tokens, i)
    if part is not None:
        return WordNumber(part)
    run = _run(text, tokens, i)
    words = [tokens[j][0] for j in run]
    lone = word in {"a", "an", "oh"}
    for n in range(len(words), int(lone), -1):
        read = read_english(" ".join(words[:n]))
        if read is None or (n < len(words) and words[n] in _SCALES):
            continue  # of `two thousand and three thousand`, not two thousand and three
        if n == 1 and word in DIGIT_WORDS:
            break
        share = n <= 2 and words[n - 1] in {"half", "quarter"}
        if share and i and tokens[i - 1][0] in _PART_OF_A_TIME:
            return None
        last = tokens[run[n - 1]].end()
        return WordNumber(
            Quantity(start, last, (read[0],), "number words", ordinal=read[1], share=share)
        )
    if word in _SCALES and i and tokens[i - 1][0] in _BEFORE_A_SCALE:
        value = Decimal(10) ** SCALE_WORDS[word]
        return WordNumber(Quantity(start, end, (value,), "number words", scaled=True))
    if word not in DIGIT_WORDS or (word == "one" and _pronoun(tokens, i)):
        return None
    if word == "oh" and not any(token[0] in DIGIT_WORDS for token in tokens[max(0, i - 2) : i]):
        return None
    digit = DIGIT_WORDS[word]
    return WordNumber(Quantity(start, end, (Decimal(digit),), "number words"), str(digit))


_PART_OF_A_TIME: Final = frozenset(
    {"first", "second", "third", "fourth", "last", "this", "next", "previous", "1st", "2nd"}
)


def _part(text: str, tokens: Tokens, i: int) -> Quantity | None:
    """`an eighth`, `three quarters`, `two-thirds`."""
    word, (start, end) = tokens[i][0], tokens[i].span()
    following = tokens[i + 1 : i + 3]
    if following and following[0][0] == "-":
        following = following[1:]
    if not following or following[0][0] not in FRACTION_NOUNS or following[0].start() > end + 2:
        return None
    noun, last = following[0][0], following[0].end()
    if word in {"a", "an"}:
        count = 1
    else:
        read = read_english(word)
        count = int(read[0]) if read and not read[1] and read[0] >= 1 else 0
    before = tokens[i - 1][0] if i else ""
    plural = noun[-1] == "s"
    if not count or (count == 1) == plural or before in {"and", "the"}:
        return None
    if text[last : last + 14].split()[:1] in [[scale] for scale in (*_SCALES, "dozen")]:
        return None  # a quarter million
    value = EXACT.divide(Decimal(count), Decimal(FRACTION_NOUNS[noun]))
    return Quantity(start, last, (value,), "fraction words", share=True)


def _run(text: str, tokens: Tokens, i: int) -> list[int]:
    """The tokens from `i` on that may be one number: words with blanks or hyphens between."""
    run = [i]
    for j in range(i + 1, min(i + 2 * _MOST_WORDS, len(tokens))):
        word, start, kind = tokens[j][0], tokens[j].start(), tokens[j].lastgroup
        if kind == "o" and word in "-\u2010\u2011," and text[start - 1].isalpha():
            if word == "," and not text[start + 1 : start + 2].isspace():
                break
            continue
        if kind != "w" or (word not in ENGLISH and word not in LINKS and word != "oh"):
            break
        if start - tokens[run[-1]].end() > 2 or len(run) == _MOST_WORDS:
            break
        run.append(j)
    return run


def _pronoun(tokens: Tokens, i: int) -> bool:
    """Whether `one` counts nothing: `one of the`, `this one`, `no one`."""
    before = tokens[i - 1][0] if i else ""
    behind = tokens[i + 1][0] if i + 1 < len(tokens) else ""
    if i > 1 and tokens[i - 2][0] in _NOT_BEFORE_ONE and tokens[i - 1].lastgroup == "w":
        return True  # the old one
    return behind in _NOT_BEHIND_ONE or before in _NOT_BEFORE_ONE


_BEFORE_A_SCALE: Final = frozenset({"every", "each", "per", "round", "full", "whole"})
_LONE: Final = {"tres": 3, "dos": 2, "due": 2}
"""Numbers of other languages that are words of English too."""


def foreign_number(text: str, tokens: Tokens, i: int) -> Quantity | None:
    """The number in another language that begins at a token: the longest of any language."""
    run = _foreign_run(tokens, i)
    words = [folded(tokens[j][0]) for j in run]
    best, value = 0, Decimal(0)
    for language in languages_of(words[0]):
        for n in range(len(words), best, -1):
            if words[n - 1] in WITHIN:
                continue
            read = read_foreign(" ".join(words[:n]), language)
            if read is not None:
                best, value = n, read
                break
    if (
        not best
        and words[0] in _LONE
        and (share := foreign_share(text, Decimal(_LONE[words[0]]), tokens[i].end()))
    ):
        form = "words of another language"
        return Quantity(tokens[i].start(), share.end, (share.value,), form, share=True)
    if not best:
        return None
    end = tokens[run[best - 1]].end()
    start = tokens[i].start()
    if share := foreign_share(text, value, end):
        form = "words of another language"
        return Quantity(start, share.end, (share.value,), form, share=True)
    if point := decimals_behind(text, value, end):
        return Quantity(start, point.end, (point.value,), "words of another language")
    if half := AND_A_HALF.match(text, end):
        value += Decimal(_WORTH.get(words[best - 1], 1)) / 2
        end = half.end()
    return Quantity(tokens[i].start(), end, (value,), "words of another language")


def _foreign_run(tokens: Tokens, i: int) -> list[int]:
    run = [i]
    for j in range(i + 1, min(i + 2 * _MOST_FOREIGN, len(tokens))):
        word, start, kind = tokens[j][0], tokens[j].start(), tokens[j].lastgroup
        if kind == "o" and word == "-":
            continue
        if kind != "w" or start - tokens[run[-1]].end() > 2 or len(run) == _MOST_FOREIGN:
            break
        plain = folded(word)
        if not languages_of(plain) and plain not in WITHIN:
            break
        run.append(j)
    return run
