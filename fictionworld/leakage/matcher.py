"""Finds a protected value in a text, in any disguise, and decides whether a reader learns it.

A text is read in several ways (`views`). In each, the value is looked for in the forms of its type
(`values`), and what is found is judged by what stands near it (`context`). All steps take time
linear in the text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from fictionworld.leakage.answer import Answer, Hit, LeakVerdict
from fictionworld.leakage.context.asked import AskedAnswer, asked_of
from fictionworld.leakage.context.judgement import Judgement, judge
from fictionworld.leakage.context.place import HitContext
from fictionworld.leakage.values.addresses import find_address
from fictionworld.leakage.values.names import find_names
from fictionworld.leakage.values.scan import QUANTITIES, scan
from fictionworld.leakage.values.truths import find_truths, is_yes
from fictionworld.leakage.views.cells import Cell, cells_of
from fictionworld.leakage.views.readings import readings_of
from fictionworld.leakage.views.tokens import tokens_of

_MOST_JUDGED: Final = 2_000
"""Places judged in one reading: where so many were innocent, the rest are of the same kind."""
_MOST_SPANS: Final = 200
_AS_WRITTEN: Final = frozenset({"plain", "markup"})


def find_leaks(text: str, answer: Answer, *, entity: str = "", question: str = "") -> LeakVerdict:
    """Whether `text` states the answer, and where.

    Args:
        text: Any text, marked up or not.
        answer: What must not be stated.
        entity: The subject that the answer is a value of, as it is called.
        question: What was asked.
    """
    asked = asked_of(answer, entity, question)
    passed = ""
    for reading in readings_of(text):
        view = reading.view
        hits = _find(view.text, answer)
        if reading.name in _AS_WRITTEN:
            hits = [*_in_cells(view.text, asked), *_numbered(view.text, asked), *hits]
        spans: list[tuple[int, int]] = []
        why = ""
        for hit in islice(hits, _MOST_JUDGED):
            if not reading.sure and not view.changed(hit.start, hit.end):
                continue
            place = HitContext(view.text, hit, asked)
            judgement = judge(place)
            if judgement.leaks and place.owner[0] is not True and _is_echoed(answer, question):
                judgement = Judgement(False, "what the question says")
            if judgement.leaks:
                spans.append(view.span(hit.start, hit.end))
                where = "" if reading.name == "plain" else f", seen with {reading.name}"
                why = why or f"{hit.form}, {judgement.why}{where}"
                if len(spans) == _MOST_SPANS:
                    break
            else:
                passed = passed or f"{hit.form}: {judgement.why}"
        if spans:
            return LeakVerdict(True, _merged(spans), why)
    return LeakVerdict(False, (), f"passed: {passed}" if passed else "not found in any form")


@lru_cache(1 << 12)
def _is_echoed(answer: Answer, question: str) -> bool:
    """Whether the question holds the value itself."""
    return bool(_find(question, answer))


def _find(text: str, answer: Answer) -> list[Hit]:
    """The places of a reading that tell the value, in order."""
    if answer.type in QUANTITIES:
        return scan(text).find(answer)
    if answer.type == "bool":
        return find_truths(text, answer)
    if answer.type == "url":
        return find_address(text, answer)
    return find_names(text, answer)


def _in_cells(text: str, asked: AskedAnswer) -> list[Hit]:
    """The cells under the column's key or heading that tell the value."""
    return [
        Hit(cell.start, cell.end, "table cell", alone=True)
        for cell in islice(cells_of(text).all, _MOST_JUDGED)
        if any(asked.speaks_of_column(key) for key in cell.keys) and _tells(text, cell, asked)
    ]


_NUMBER_BEFORE: Final = re.compile(
    r"(?:^|[\n,;:|]\s?|\.\s)(?:P|#|No\.? ?)?\(?(?P<n>\d{1,4})(?:st|nd|rd|th)?(?:[.):]|\s[-|]"
    r"|\s)\s?\W{0,3}$"
)
_PLACE_BEHIND: Final = re.compile(r"\s(?:[a-z]+\s){0,2}?(?:in |: ?)?P(?P<n>\d{1,3})\b")


def _numbered(text: str, asked: AskedAnswer) -> list[Hit]:
    """Where the subject stands in a numbered list: `3. Silver Otter`, `Team Corvin P6`."""
    found = []
    for mention in asked.subject.mentions(tokens_of(text)) if asked.answer.type == "rank" else ():
        low = max(0, mention.start - 12)
        match = _NUMBER_BEFORE.search(text[low : mention.start])
        start = low
        if match is None:
            match, start = _PLACE_BEHIND.match(text[mention.end : mention.end + 24]), mention.end
        if mention.own and match is not None and match["n"] == asked.answer.value.strip():
            found.append(
                Hit(start + match.start("n"), start + match.end("n"), "table cell", alone=True)
            )
    return found


def _tells(text: str, cell: Cell, asked: AskedAnswer) -> bool:
    said = text[cell.start : cell.end].strip(" \"'*")
    if asked.answer.type == "bool":
        low = said.lower()
        wanted = is_yes(asked.answer.value)
        return low in _CELL_YES if wanted else low in _CELL_NO
    if asked.answer.type == "rank":
        return said.strip("#. ") == asked.answer.value.strip()
    return bool(_find(said, asked.answer))


_CELL_YES: Final = frozenset(
    {"yes", "true", "y", "1", "on", "ja", "oui", "si", "\u2713", "\u2714", "\u2705", "x"}
)
_CELL_NO: Final = frozenset(
    {
        "no",
        "false",
        "n",
        "0",
        "off",
        "nein",
        "non",
        "none",
        "\u2717",
        "\u2718",
        "\u274c",
        "\u2716",
        "-",
        "--",
    }
)


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    kept: list[tuple[int, int]] = []
    for start, end in sorted(set(spans)):
        if kept and start < kept[-1][1]:
            kept[-1] = (kept[-1][0], max(end, kept[-1][1]))
        else:
            kept.append((start, end))
    return tuple(kept)
