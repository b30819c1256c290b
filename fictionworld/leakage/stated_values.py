"""The values that a text states: days, numbers in digits and words, and given words."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.leakage.answer import Answer
from fictionworld.text.approximate import nearest
from fictionworld.text.dates import find_dates
from fictionworld.text.names import fold
from fictionworld.text.numbers import find_number_words, find_numbers
from fictionworld.text.units import parse_unit

Form = Decimal | str
"""What a value is looked up by: a number, an ISO day, folded words."""

DISTINCTIVE: Final = 4
"""Digits of a number that is hardly another's."""

_NUMBERS: Final = frozenset({"number", "money", "percent", "rank"})
_BRACKETS: Final = re.compile(r"\(([^()]*)\)")
_TOKEN: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_ELLIPSES: Final = ("...", "\u2026")
_PAGING: Final = re.compile(
    r"\b(?:page|part|table|showing)\s\d+(?:\sof\s\d+)?|\(\d+\sof\s\d+\)|\b\d{4}/\d\d\b",
    re.IGNORECASE,
)


class StatedValue(NamedTuple):
    """A value in a text, at `text[start:end]`."""

    form: Form
    start: int
    end: int
    digits: int
    """Significant digits, by which values are distinguished. A day or a name counts as many."""


@lru_cache(65_536)
def forms_of(answer: Answer) -> frozenset[Form]:
    """Return the forms that a value is searched by; none for yes and no, which prove nothing."""
    if answer.type == "bool":
        return frozenset()
    if answer.type in _NUMBERS:
        value = Decimal(answer.value.removesuffix("%"))
        return frozenset({value, value.scaleb(_scale_of(answer))})
    if answer.type == "date":
        return frozenset({answer.value})
    words = fold(answer.value).split()
    phrases = {" ".join(words), "".join(words)}
    if answer.type == "name" and len(words) > 1 and answer.value.replace(" ", "").isalpha():
        first, *rest = words
        phrases |= {" ".join([words[-1], *words[:-1]]), " ".join([first[0], *rest])}
    return frozenset(filter(None, phrases))


def rounded_forms_of(answer: Answer, step: int | None) -> frozenset[Form]:
    """Return the forms of a value as prose rounds it; none where it does not, or to nothing."""
    if step is None or answer.type not in _NUMBERS:
        return frozenset()
    figure = Decimal(nearest(Decimal(answer.value), step))
    return frozenset({figure, figure.scaleb(_scale_of(answer))}) if figure else frozenset()


def _scale_of(answer: Answer) -> int:
    return parse_unit(" ".join(_BRACKETS.findall(answer.column))).scale


_fold_word: Final = lru_cache(65_536)(fold)


class _Token(NamedTuple):
    folded: str
    start: int
    end: int


class KnownForms:
    """The forms that are looked for, such as those of all values of a world."""

    def __init__(self, forms: Iterable[Form]) -> None:
        self._forms = frozenset(forms)
        phrases = [
            form for form in self._forms if isinstance(form, str) and not _DAY.fullmatch(form)
        ]
        self._phrases = sorted(phrases)
        self._lengths = sorted({phrase.count(" ") + 1 for phrase in phrases})
        self._first_words = frozenset(phrase.partition(" ")[0] for phrase in phrases)

    def stated_in(self, text: str) -> Iterator[StatedValue]:
        """Yield the values of a visible text that are among the forms.

        Numbers of pages, parts (`part 1 of 2`) and seasons (`2011/12`) are none.
        """
        unpaged = _PAGING.sub(lambda match: " " * len(match[0]), text)
        for value in (*_numbers_and_days(unpaged), *self._phrases_in(text)):
            if value.form in self._forms:
                yield value

    def _phrases_in(self, text: str) -> Iterator[StatedValue]:
        """Yield each run of words; where an ellipsis cuts it off, also the phrases that begin with
        it.
        """
        tokens = [_Token(_fold_word(match[0]), *match.span()) for match in _TOKEN.finditer(text)]
        tokens = [token for token in tokens if token.folded]
        for length in self._lengths:
            digits = DISTINCTIVE if length > 1 else 0
            for first in range(len(tokens) - length + 1):
                start, end = tokens[first].start, tokens[first + length - 1].end
                first_word = tokens[first].folded.partition(" ")[0]
                if first_word not in self._first_words and not text.startswith(_ELLIPSES, end):
                    continue  # no form begins so
                run = tokens[first : first + length]
                phrase = " ".join([token.folded for token in run])
                yield StatedValue(phrase, start, end, digits)
                if text.startswith(_ELLIPSES, end) and len(run[-1].folded) > 2:
                    for whole in self._phrases[bisect_left(self._phrases, phrase) :]:
                        if not whole.startswith(phrase):
                            break
                        if whole.count(" ") == length - 1:
                            yield StatedValue(whole, start, end, digits)


def _numbers_and_days(text: str) -> Iterator[StatedValue]:
    days: list[tuple[int, int]] = []
    for ranges in find_dates(text):
        for reading in ranges:
            if reading.day:
                days.append((reading.start, reading.end))
                yield StatedValue(
                    reading.first.isoformat(), reading.start, reading.end, DISTINCTIVE
                )
            elif (reading.first.month, reading.last.month) == (1, 12):
                yield StatedValue(str(reading.first.year), reading.start, reading.end, 0)
    for readings in (*find_numbers(text), *find_number_words(text)):
        for number in readings:
            if not any(start <= number.start < end for start, end in days):
                digits = len(str(abs(number.value)).replace(".", "").strip("0"))
                yield StatedValue(number.value, number.start, number.end, digits)
