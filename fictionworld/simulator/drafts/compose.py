"""Drafts with their slots filled, and pages made of the template's text and of these.

Code writes the value: its unit, article and capital, its link, in the style of the page's site. So
where each fact stands is known, and nothing outside its mark follows from it.
"""

# Text has typographic quotes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from fictionworld.simulator.drafts.passage import SLOT, DraftPassage, DraftSlot
from fictionworld.text.english import sentence, with_article
from fictionworld.text.units import unit_words
from fictionworld.web.page import Mark, Page
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.slots import clause_filler, value_filler

_ARTICLE: Final = re.compile(r"(?<![\w'’-])([Aa])n?\s$")
_OPENS: Final = re.compile(r"(?:^|[.?!\u2026]\"?\s+)[\"“(]?$")
_UNIT: Final = re.compile(r"(\s|-)([^\W\d_]+|%)")
_NAMES: Final = frozenset({"name", "reference", "text", "url"})


class SlotContext(NamedTuple):
    """A slot where a draft has it: what the words around it ask of its filler."""

    slot: DraftSlot
    article: bool = False
    """`a` or `an` stands before it, and is part of the filler."""
    bare: bool = False
    """Its unit stands behind it: `-inch`."""
    opens: bool = False
    """It begins a sentence."""


class Filled(NamedTuple):
    """A draft with its values."""

    text: str
    marks: tuple[Mark, ...]
    places: tuple[SlotContext, ...]
    """Of each mark, in order."""


def filled(draft: str, passage: DraftPassage, writer: PageWriter) -> Filled:
    """A draft, which has passed, with its values and links."""
    slots = {slot.name: slot for slot in passage.slots}
    links = list(passage.links)
    text, marks, places, at = "", [], [], 0
    for match in SLOT.finditer(draft):
        text += _linked(draft[at : match.start()], links)
        slot, at = slots[match[1]], match.end()
        wording = writer.context.wordings[slot.fact.table, slot.fact.column]
        article = _ARTICLE.search(text) if slot.form == "value" else None
        if article is not None:
            text = text[: article.start()]
        bare = False
        unit = _UNIT.match(draft, at)
        if unit is not None and slot.form == "value" and not slot.filler:
            counted = wording.unit or ""
            if set(unit_words(unit[2]) or [unit[2]]) & set(unit_words(counted) or [counted]):
                bare = unit[1] == "-"
                at = at if bare else unit.end()
        opens = _OPENS.search(text) is not None
        place = SlotContext(slot, article is not None, bare, opens)
        value = filler_of(place, writer)
        begins = len(text) + (1 if slot.link else 0)
        text += f"[{value}]({slot.link})" if slot.link else value
        missing = slot.missing or (not slot.filler and wording.cells[slot.fact.row] is None)
        marks.append(Mark(begins, begins + len(value), slot.fact, missing=missing))
        places.append(place)
    return Filled(text + _linked(draft[at:], links), tuple(marks), tuple(places))


def filler_of(place: SlotContext, writer: PageWriter, row: int | None = None) -> str:
    """What stands in a slot.

    Args:
        place: The slot.
        writer: The page.
        row: The row whose value it is, if not the fact's own: what is false or out of date.
    """
    slot = place.slot
    wording = writer.context.wordings[slot.fact.table, slot.fact.column]
    of = slot.fact.row if row is None else row
    if slot.filler:
        text = with_article(slot.filler) if place.article else slot.filler
    elif slot.form == "value":
        text = value_filler(writer, wording, of, article=place.article, bare=place.bare)
    else:
        text = clause_filler(writer, wording, of, slot.fact.row)
    if place.opens and (place.article or wording.kind not in _NAMES):
        text = sentence(text)
    return text


def _linked(text: str, links: list[tuple[str, str]]) -> str:
    """The text with those of the links whose words stand in it; they are taken off the list."""
    spans: list[tuple[int, int, tuple[str, str]]] = []
    for link in links:
        for match in re.finditer(rf"(?<!\w){re.escape(link[0])}(?!\w)", text, re.IGNORECASE):
            if all(match.end() <= start or end <= match.start() for start, end, _ in spans):
                spans.append((*match.span(), link))
                break
    for start, end, link in sorted(spans, reverse=True):
        links.remove(link)
        text = f"{text[:start]}[{text[start:end]}]({link[1]}){text[end:]}"
    return text


def composed(
    page: Page, passages: Sequence[DraftPassage], cleared: Mapping[str, Filled]
) -> tuple[Page, dict[tuple[int, int], SlotContext]]:
    """The page with these texts in place of the template's, and where their slots came to stand.

    Args:
        page: The template's.
        passages: Its passages, in order.
        cleared: By key the drafts that were let through, filled.
    """
    body: list[str] = []
    marks: list[Mark] = []
    places: dict[tuple[int, int], SlotContext] = {}
    at = length = 0
    for passage in passages:
        if passage.key not in cleared:
            continue
        kept = page.body[at : passage.start]
        marks += [_moved(m, length - at) for m in page.marks if at <= m.start < passage.start]
        length += len(kept)
        one = cleared[passage.key]
        for mark, place in zip(one.marks, one.places, strict=True):
            marks.append(_moved(mark, length))
            places[length + mark.start, length + mark.end] = place
        body += [kept, one.text]
        length += len(one.text)
        at = passage.end
    marks += [_moved(mark, length - at) for mark in page.marks if mark.start >= at]
    body.append(page.body[at:])
    return Page(page.head, "".join(body), tuple(marks)), places


def _moved(mark: Mark, shift: int) -> Mark:
    return mark._replace(start=mark.start + shift, end=mark.end + shift)
