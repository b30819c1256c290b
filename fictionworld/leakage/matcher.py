"""Finds a protected value in a text, in whatever disguise, and says whether a reader learns it.

A text is read in several ways (`readings`). In each, the value is looked for in the forms of its
type: numbers and dates by `quantities`, names and categories by `words`, addresses, statements of
yes and no. What is found is judged by what stands near it (`context`). All steps take time linear
in the text.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Answer, Hit, Verdict
from fictionworld.leakage.context.asked import Asked
from fictionworld.leakage.context.cited import is_cited
from fictionworld.leakage.context.judgement import judge
from fictionworld.leakage.context.stamps import is_stamp
from fictionworld.leakage.quantities import find_told
from fictionworld.leakage.readings.choices import is_choice
from fictionworld.leakage.readings.hashtags import one_tag_of_many
from fictionworld.leakage.readings.numbered import only_numbers
from fictionworld.leakage.readings.reading import keyed_view, readings_of
from fictionworld.leakage.readings.recorded import Records
from fictionworld.leakage.readings.tabled import Tabled
from fictionworld.leakage.values.addresses import find_address
from fictionworld.leakage.values.calendar_words import find_calendar_words, find_month
from fictionworld.leakage.values.eliminated import find_eliminated
from fictionworld.leakage.values.placed import find_placed
from fictionworld.leakage.values.ranking import ranks_another
from fictionworld.leakage.values.spaced_days import find_spaced_days
from fictionworld.leakage.values.subunits import find_subunits
from fictionworld.leakage.values.sums import find_sums
from fictionworld.leakage.values.told_days import find_neighbours, year_stands_there
from fictionworld.leakage.values.truths import find_truths
from fictionworld.leakage.values.words import find_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from fictionworld.leakage.readings.reading import Reading

__all__ = ["find_leaks"]

_MOST_JUDGED: Final = 2_000
"""Places judged in one reading: where so many were innocent, the rest are of the same kind."""
_MOST_SPANS: Final = 200
_IN_ORDER: Final = frozenset({"numbered list", "statement", "table cell"})
"""Forms found by the order of things, where figures number them."""
_QUANTITIES: Final = frozenset({"number", "money", "percent", "rank", "date"})


def find_leaks(text: str, answer: Answer, *, entity: str = "", question: str = "") -> Verdict:
    """Whether `text` tells the answer, and where.

    Args:
        text: Any text, marked up or not.
        answer: What must not be told.
        entity: The subject that the answer is a value of, as it is called.
        question: What was asked; a value that stands in it counts only when told of the subject.
    """
    asked = _asked(answer, entity, question)
    passed: str | None = None
    view = keyed_view(text)
    records = None if view is None else Records.of(view.text, asked)
    if records is not None and view is not None:
        hits = records.found(_telling(answer))
        if hits:
            spans = [view.span(hit.start, hit.end) for hit in hits[:_MOST_SPANS]]
            return Verdict(True, _merged(spans), "the value of the subject's key")
    for reading in readings_of(text, about=f"{entity} {answer.column} {question}"):
        if (
            reading.name == "plain"
            and answer.type not in _QUANTITIES
            and not reading.view.text.isascii()
            and answer.type != "bool"
        ):
            continue
        spans = []
        why = ""
        hits = _found_of(reading, asked, question)
        tables = _tables(reading, asked)
        if tables is not None:
            hits = tables.found(_telling(answer)) + hits
        for hit in islice(hits, _MOST_JUDGED):
            reason = _passed_over(text, reading, hit, asked) or _elsewhere(
                reading, hit, records if view is not None and view.parent is None else None, tables
            )
            if reason is not None:
                passed = passed or (None if reason == "seen before" else reason)
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


def _passed_over(text: str, reading: Reading, hit: Hit, asked: Asked) -> str | None:
    """Why a place of a reading is no value at all; None where it may be one."""
    if _is_name(reading, hit, asked):
        return "part of the subject's own name"
    place = reading.view.span(hit.start, hit.end)
    if (
        asked.answer.type in _QUANTITIES
        and hit.form not in _IN_ORDER
        and (
            only_numbers(reading.view.text, hit.start, hit.end, asked)
            or only_numbers(text, *place, asked)
            or (asked.answer.type != "date" and is_cited(text, *place, asked))
        )
    ):
        return "a figure that only numbers something"
    if one_tag_of_many(reading.view.text, hit, asked):
        return "one tag of many"
    if asked.answer.type == "date" and (
        is_stamp(reading.view.text, hit, asked)
        or is_stamp(text, hit._replace(start=place[0], end=place[1]), asked)
    ):
        return "the date of a record, not of its subject"
    if hit.form != "statement" and is_choice(text, *place):
        return "struck out, or only to choose from"
    if reading.view.at_edge(hit.start, hit.end) or (
        reading.name == "joined fields" and not reading.view.changed(hit.start, hit.end)
    ):
        return "seen before"
    return None


@lru_cache(1 << 12)
def _asked(answer: Answer, entity: str, question: str) -> Asked:
    """What is asked, made ready; a guard asks the same of text after text."""
    echoed = bool(question) and any(
        True for _ in islice(_found(_plain(question.replace("?", " ")), answer), 1)
    )
    return Asked.of(answer, entity, question, echoed=echoed)


def _found_of(reading: Reading, asked: Asked, question: str) -> list[Hit]:
    """The places that tell the value, those that the subject or the question helps to see too."""
    answer, text = asked.answer, reading.view.text
    hits = (
        find_truths(text, answer, asked.subject if asked.has_subject else None)
        if answer.type == "bool"
        else _found(reading, answer)
    )
    if answer.type == "date":
        known = f"{question} {asked.subject.name} {answer.column}"
        hits = [
            hit
            for hit in hits
            if not hit.form.endswith("no year") or year_stands_there(text, hit, answer, known)
        ]
        hits = hits + find_neighbours(text, answer, question) + find_spaced_days(text, answer)
    if answer.type == "category":
        hits = hits + find_eliminated(text, answer, question)
    if answer.type == "rank":
        hits = hits + find_placed(text, asked)
        hits = [hit for hit in hits if hit.form in _IN_ORDER or not ranks_another(text, hit, asked)]
    return hits


def _elsewhere(
    reading: Reading, hit: Hit, records: Records | None, tables: Tabled | None
) -> str | None:
    """Why a place is no value of the column, by the key or the cell in which it stands."""
    if records is not None and records.of_another(reading.view.span(hit.start, hit.end)[0]):
        return "another key's value"
    if tables is not None and hit.form != "table cell" and tables.of_another(hit.start):
        return "another cell of the table"
    return None


def _tables(reading: Reading, asked: Asked) -> Tabled | None:
    """The tables of a reading that leaves lines as they are."""
    if "\n" not in reading.view.text or reading.name not in _AS_WRITTEN:
        return None
    if asked.answer.type == "bool" and reading.name == "plain letters":
        return None  # in plain letters a cross is an `x`, which elsewhere marks a yes
    return Tabled(reading.view.text, asked)


def _telling(answer: Answer) -> Callable[[str], bool]:
    """Whether a short text holds the value."""
    return lambda text: bool(_found(_plain(text), answer))


def _plain(text: str) -> Reading:
    return next(iter(readings_of(text)))


def _found(reading: Reading, answer: Answer) -> list[Hit]:
    text = reading.view.text
    if answer.type in _QUANTITIES:
        answer = _with_currency(answer, text)
        found = find_told(text, answer)
        if answer.type == "money":
            found = found + find_subunits(text, answer)
        if answer.type in {"number", "money", "percent"} and reading.name in _AS_WRITTEN:
            found = found + find_sums(text, answer)
        return found + find_month(text, answer) if answer.type == "date" else found
    if answer.type == "bool":
        return find_truths(text, answer)
    if answer.type == "url":
        return find_address(text, answer)
    if answer.type == "category":
        return find_words(text, answer) + find_calendar_words(text, answer)
    return find_words(text, answer)


_AS_WRITTEN: Final = frozenset({"plain", "plain letters", "raw", "markup", "attributes"})
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
