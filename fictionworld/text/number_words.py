"""Numbers written as English words: `twelve hundred`, `two and a half million`, `third`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

_TO_NINETEEN: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_BY_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS: Final = _TO_NINETEEN.split()
_ONES: Final = {word: n for n, word in enumerate(_WORDS)}
_TENS: Final = {word: 10 * n for n, word in enumerate(_BY_TENS.split(), start=2)}
_SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_PARTS: Final = {"half": Decimal("0.5"), "quarter": Decimal("0.25")}
_IRREGULAR: Final = {
    "first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight",
    "ninth": "nine", "twelfth": "twelve",
}  # fmt: skip
_ORDINALS: Final = (
    _IRREGULAR
    | {f"{word}th": word for word in (*_ONES, "hundred", *_SCALES)}
    | {f"{word[:-1]}ieth": word for word in _TENS}
)
_ALL: Final = (*_ONES, *_TENS, *_SCALES, *_PARTS, *_ORDINALS, "hundred", "dozen")
_ANY: Final = "|".join(sorted(_ALL, key=len, reverse=True))
_LONGEST: Final = 24  # words: no number that anyone writes has more

WORD_RUN: Final = re.compile(
    rf"\b(?:(?:minus|an?)\s)?(?:{_ANY})"
    rf"(?:(?:\s?-\s?|\s)(?:(?:and|point|of\san?|an?)\s(?:an?\s)?)?(?:{_ANY}))*\b",
    re.IGNORECASE,
)
"""A run of words that may be a number; `read_number_words` says which."""


def count_word(number: int, most: int = 12, *, zero: str = "zero") -> str:
    """Return a count in words up to `most`, which is at most 19, and in digits beyond."""
    if number == 0:
        return zero
    return _WORDS[number] if 0 < number <= most else f"{number:,}"


def read_number_words(text: str) -> tuple[Decimal, bool] | None:
    """Return the number that words say and whether it is an ordinal; None where they say none.

    Two numbers below a hundred side by side are read as years and prices are spoken: `twenty
    forty` is 2040, `twelve ninety-nine` is 1299.
    """
    words = re.findall(r"[a-z]+", text.casefold())
    if not words or len(words) > _LONGEST:
        return None
    negative = words[0] == "minus"
    words = words[negative:]
    ordinal = bool(words) and words[-1] in _ORDINALS
    if ordinal:
        words = [*words[:-1], _ORDINALS[words[-1]]]
    value = _spoken(words) if words else None
    return None if value is None else (-value if negative else value, ordinal)


def _spoken(words: list[str]) -> Decimal | None:
    if "point" in words:
        return _with_point(words)
    pair = _as_pair(words)
    return pair if pair is not None else _sum(words)


def _as_pair(words: list[str]) -> Decimal | None:
    """Return the value of two groups of two digits, the second from 10: `twenty twenty-nine`."""
    for cut in (1, 2):
        first, second = _below_hundred(words[:cut]), _below_hundred(words[cut:])
        if first is not None and second is not None and min(first, second) >= 10:
            return Decimal(100 * first + second)
    return None


def _below_hundred(words: list[str]) -> int | None:
    if words in (["a"], ["an"]):
        return 1
    if len(words) == 1:
        return _TENS.get(words[0], _ONES.get(words[0]))
    if len(words) == 2 and words[0] in _TENS and 0 < _ONES.get(words[1], 0) < 10:
        return _TENS[words[0]] + _ONES[words[1]]
    return None


def _with_point(words: list[str]) -> Decimal | None:
    """Return the value of words with a point, `one point five million`; None if they have none."""
    index = words.index("point")
    whole = _sum(words[:index])
    rest = words[index + 1 :]
    scale = _SCALES[rest.pop()] if rest and rest[-1] in _SCALES else 1
    if whole is None or not rest or any(_ONES.get(word, 10) > 9 for word in rest):
        return None
    digits = "".join(str(_ONES[word]) for word in rest)
    return (whole + Decimal(f"0.{digits}")) * scale


def _sum(words: list[str]) -> Decimal | None:
    """Return the sum of groups, each before its word of scale, a last one without; scales fall."""
    total, ceiling, group = Decimal(0), 10**15, list[str]()
    for word in words:
        if word not in _SCALES:
            group.append(word)
            continue
        value = _group(group)
        if value is None or _SCALES[word] >= ceiling:
            return None
        total, ceiling, group = total + value * _SCALES[word], _SCALES[word], []
    if not group:
        return total
    value = _group(group)
    if value is not None and value < 1 and ceiling < 10**15:
        value *= ceiling  # two million and a half
    return None if value is None else total + value


def _group(words: list[str]) -> Decimal | None:
    """Return a value up to 9,999: `two and a half`, `three hundred and five`, `a dozen`."""
    words = [word for word in words if word not in {"and", "of"}]
    part = Decimal(0)
    if words and words[-1] in {"a", "an"} and len(words) > 1:
        words = words[:-1]
    if words and words[-1] in _PARTS:
        part = _PARTS[words[-1]]
        words = words[:-2] if words[-2:-1] in (["a"], ["one"]) else words[:-1]
        if not words:
            return part
    if words[-1:] == ["dozen"]:
        count = _below_hundred(words[:-1] or ["one"])
        return None if count is None else 12 * count + 12 * part
    if "hundred" in words:
        cut = words.index("hundred")
        hundreds, rest = _below_hundred(words[:cut]), _below_hundred(words[cut + 1 :] or ["zero"])
        return None if hundreds is None or rest is None else 100 * hundreds + rest + part
    count = _below_hundred(words)
    return None if count is None else count + part
