"""Finds a protected value in a text, in whatever disguise, and says whether a reader learns it.

A text is read in several ways (`readings`). In each, the value is looked for in the forms of its
type: numbers and dates by `quantities`, names and categories by `words`, addresses, statements of
yes and no. What is found is judged by what stands near it (`context`). All steps take time linear
in the text.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.addresses import find_address
from fictionworld.leakage.answer import Answer, Hit, Verdict
from fictionworld.leakage.asked import Asked
from fictionworld.leakage.calendar_words import find_calendar_words
from fictionworld.leakage.context import judge
from fictionworld.leakage.placed import find_placed
from fictionworld.leakage.quantities import find_told
from fictionworld.leakage.readings import readings_of
from fictionworld.leakage.spaced_days import find_spaced_days
from fictionworld.leakage.subunits import find_subunits
from fictionworld.leakage.sums import find_sums
from fictionworld.leakage.tabled import find_tabled
from fictionworld.leakage.told_days import find_neighbours
from fictionworld.leakage.truths import find_truths
from fictionworld.leakage.words import find_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from fictionworld.leakage.readings import Reading

__all__ = ["find_leaks"]

_MOST_JUDGED: Final = 2_000
"""Places judged in one reading: where so many were innocent, the rest are of the same kind."""
_MOST_SPANS: Final = 200
_QUANTITIES: Final = frozenset({"number", "money", "percent", "rank", "date"})


def find_leaks(text: str, answer: Answer, *, entity: str = "", question: str = "") -> Verdict:
    """Whether `text` tells the answer, and where.

    Args:
        text: Any text, marked up or not.
        answer: What must not be told.
        entity: The subject that the answer is a value of, as it is called.
        question: What was asked; a value that stands in it counts only when told of the subject.
    """
    echoed = bool(question) and any(
        True for _ in islice(_found(_plain(question.replace("?", " ")), answer), 1)
    )
    asked = Asked.of(answer, entity, question, echoed=echoed)
    passed: str | None = None
    for reading in readings_of(text):
        if (
            reading.name == "plain"
            and answer.type not in _QUANTITIES
            and not reading.view.text.isascii()
            and answer.type != "bool"
        ):
            continue
        spans: list[tuple[int, int]] = []
        why = ""
        hits = _found_of(reading, asked, question)
        for hit in islice(hits, _MOST_JUDGED):
            if _is_name(reading, hit, asked):
                passed = passed or "part of the subject's own name"
                continue
            if reading.name == "taken apart" and _in_a_code(text, reading, hit, answer):
                passed = passed or "part of a code"
                continue
            if reading.name == "joined fields" and not reading.view.changed(hit.start, hit.end):
                continue
            judgement = judge(reading.view.text, hit, asked, sure=reading.sure)
            if judgement.leaks:
                spans.append(reading.view.span(hit.start, hit.end))
                why = why or _why(reading, hit, judgement.why)
                if len(spans) == _MOST_SPANS:
                    break
            else:
                passed = passed or f"{hit.form}: {judgement.why}"
        if spans:
            return Verdict(True, _merged(spans), why)
    return Verdict(False, (), f"passed: {passed}" if passed else "not found in any form")


def _found_of(reading: Reading, asked: Asked, question: str) -> list[Hit]:
    """The places that tell the value, those that the subject or the question helps to see too."""
    answer, text = asked.answer, reading.view.text
    hits = _found(reading, answer)
    if answer.type == "date":
        hits = hits + find_neighbours(text, answer, question) + find_spaced_days(text, answer)
    if answer.type == "rank":
        hits = hits + find_placed(text, asked)
    # in plain letters a cross is an `x`, which elsewhere marks a yes
    if reading.name in _AS_WRITTEN and not (
        answer.type == "bool" and reading.name == "plain letters"
    ):
        hits = find_tabled(text, asked, _telling(answer)) + hits
    return hits


def _telling(answer: Answer) -> Callable[[str], bool]:
    """Whether a short text holds the value."""
    return lambda text: bool(_found(_plain(text), answer))


def _plain(text: str) -> Reading:
    return next(iter(readings_of(text)))


def _found(reading: Reading, answer: Answer) -> list[Hit]:
    text = reading.view.text
    if answer.type in _QUANTITIES:
        found = find_told(text, _with_currency(answer, text))
        if answer.type == "money":
            found = found + find_subunits(text, answer)
        if answer.type in {"number", "money", "percent"} and reading.name in _AS_WRITTEN:
            found = found + find_sums(text, answer)
        return found
    if answer.type == "bool":
        return find_truths(text, answer)
    if answer.type == "url":
        return find_address(text, answer)
    if answer.type == "category":
        return find_words(text, answer) + find_calendar_words(text, answer)
    return find_words(text, answer)


_AS_WRITTEN: Final = frozenset({"plain", "plain letters", "raw", "markup"})
"""Readings that leave the order of figures alone."""
_COINS: Final = re.compile(
    r"\b(crowns?|florins?|marks?|credits?|talers?|ducats?|shillings?|guilders?"
    r"|kron(?:a|e|er|or)|coins)\b"
)
_KNOWN_CURRENCY: Final = re.compile(
    r"[\u20ac$\u00a3\u00a5]|\b(?:eur|usd|gbp|jpy|chf|sek|nok|dkk|cents?|euros?|dollars?|pounds?|yen)\b",
    re.IGNORECASE,
)


def _with_currency(answer: Answer, text: str) -> Answer:
    """The answer, its column naming the odd currency that the value or else the text names."""
    if answer.type != "money" or _COINS.search(answer.column.lower()):
        return answer
    if _KNOWN_CURRENCY.search(f"{answer.column} {answer.value}"):
        return answer
    named = _COINS.search(answer.value.lower()) or _COINS.search(text[:20_000].lower())
    if named is None:
        return answer
    value = re.sub(rf"\s*{named[0]}\b", "", answer.value, flags=re.IGNORECASE)
    return replace(answer, column=f"{answer.column} ({named[0]})", value=value)


def _is_name(reading: Reading, hit: Hit, asked: Asked) -> bool:
    """Whether a hit is nothing but a piece of the subject's own name."""
    pattern = asked.subject.pattern
    if pattern is None or hit.form == "statement":
        return False
    text = reading.view.text
    low = max(0, hit.start - len(asked.subject.name) - 10)
    for match in pattern.finditer(
        text, low, min(len(text), hit.end + len(asked.subject.name) + 10)
    ):
        if match.start() <= hit.start and hit.end <= match.end():
            return True
    return False


_CODE: Final = re.compile(r"(?<![A-Za-z])[A-Z]{1,5}[-/]\d")


def _in_a_code(text: str, reading: Reading, hit: Hit, answer: Answer) -> bool:
    """`ZP-312/b`: a number that letters are tied to is the number of a form."""
    if answer.type not in _QUANTITIES or answer.type == "date":
        return False
    start = reading.view.span(hit.start, hit.end)[0]
    return _CODE.search(text, max(0, start - 7), start + 8) is not None


def _why(reading: Reading, hit: Hit, reason: str) -> str:
    where = "" if reading.name in {"plain", "plain letters"} else f", seen with {reading.name}"
    return f"{hit.form}, {reason}{where}"


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(set(spans)):
        if kept and start < kept[-1][1]:
            kept[-1] = (kept[-1][0], max(end, kept[-1][1]))
        else:
            kept.append((start, end))
    return tuple(kept)
