"""Pages told to a model: their heads, and the facts that they state, as far as there is room."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from fictionworld.leakage.column_words import label_stems
from fictionworld.simulator.drafts.prompt import voice_of
from fictionworld.simulator.reply import BodySpan
from fictionworld.simulator.states.call_state import ToldFact, ToldPage
from fictionworld.simulator.web_search import printed_date, shortened
from fictionworld.web.page import Mark, Page
from fictionworld.web.permit import Permit
from fictionworld.web.web import FictionalWeb
from fictionworld.web.writing.context import ColumnWording
from fictionworld.worlds.fact import FactId

_LINK: Final = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)?")
_COMMON: Final = label_stems(
    "is are was were has have had its it be been this that which who as from with than there "
    "here under over about into up down"
)
"""Beginnings of words that speak of no column."""
_MOST_TOPICS: Final = 12
_MOST_VALUE: Final = 120
"""Characters of a value: what is longer is a clause around one."""


class ToldCells(NamedTuple):
    """A page as it is told, with the cells that its facts are."""

    page: ToldPage
    cells: tuple[FactId, ...]
    """Of each fact of the page, in order."""


def told_cells(
    web: FictionalWeb,
    number: int,
    permit: Permit,
    room: int,
    *,
    span: BodySpan | None = None,
    first: Collection[FactId] = (),
    tells_closed: bool = False,
) -> ToldCells:
    """Return a page with the facts that it states, each once, and which cells these are.

    Args:
        web: The world's web.
        number: The page.
        permit: What search results may state.
        room: The most characters of the page as text; heads are told whatever it is.
        span: Where given, only what stands in this part of the body.
        first: Facts that are told before the others, such as those of the snippet.
        tells_closed: Whether facts that the permit closes are told too, marked as such; otherwise
            their labels alone are.
    """
    page = web.page(number)
    head, context = page.head, web.context_of(number)
    facts: list[ToldFact] = []
    cells: list[FactId] = []
    topics: dict[str, None] = {}
    bare = ToldPage(
        head.url, shortened(head.title), printed_date(head.date), voice_of(head.kind), ()
    )
    left = room - len(bare.text())
    for mark in _marks(page, span, first):
        wording = context.wordings.get((mark.fact.table, mark.fact.column))
        if wording is None:
            continue
        closed = not permit.allows(head.name, wording.column)
        if closed and not tells_closed:
            topics[wording.label] = None
            continue
        subject = context.name(*context.subject_of(mark.fact.table, mark.fact.row))
        value = _value(page, mark)
        fact = ToldFact(subject, wording.label, value, is_closed=closed)
        length = len(fact.text()) + 2
        if not facts or facts[-1].subject != subject:
            length += len(subject) + 5
        if left < length or len(value) > _MOST_VALUE:
            topics[wording.label] = None
            continue
        left -= length
        facts.append(replace(fact, words=column_words_of(wording)))
        cells.append(mark.fact)
    told = replace(bare, facts=tuple(facts), topics=tuple(topics)[:_MOST_TOPICS])
    return ToldCells(told, tuple(cells))


def column_words_of(wording: ColumnWording) -> tuple[str, ...]:
    """Return the beginnings of the words that a page has near a value of a column, in order."""
    stems = label_stems(wording.label) | label_stems(wording.noun)
    for phrase in wording.phrases:
        stems |= label_stems(
            f"{phrase.before} {phrase.counted} {phrase.behind}".replace("{subject}", "")
        )
    return tuple(sorted(stems - _COMMON))


def _marks(page: Page, span: BodySpan | None, first: Collection[FactId]) -> Iterator[Mark]:
    """Yield a mark of each fact that a part of a page states as it is; those of `first` first."""
    start, end = span or BodySpan(0, len(page.body))
    marks: dict[FactId, Mark] = {}
    for mark in page.marks:
        if start <= mark.start and mark.end <= end and mark.truth == "current" and not mark.follows:
            marks.setdefault(mark.fact, mark)
    yield from (mark for fact, mark in marks.items() if fact in first)
    yield from (mark for fact, mark in marks.items() if fact not in first)


def _value(page: Page, mark: Mark) -> str:
    """Return what stands at a mark, without links and emphasis."""
    return " ".join(_LINK.sub(r"\1", page.body[mark.start : mark.end]).replace("*", "").split())
