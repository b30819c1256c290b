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
from fictionworld.web.page import Mark, Page, Truth
from fictionworld.web.writing.page_writer import PageWriter, Worded
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
    """Return a draft, which has passed, with its values and links."""
    slots = {slot.name: slot for slot in passage.slots}
    links = list(passage.links)
    text, marks, slot_contexts, position = "", [], [], 0
    for match in SLOT.finditer(draft):
        text += _linked(draft[position : match.start()], links)
        slot, position = slots[match[1]], match.end()
        wording = writer.context.wordings[slot.fact.table, slot.fact.column]
        article = _ARTICLE.search(text) if slot.form == "value" else None
        if article is not None:
            text = text[: article.start()]
        bare = False
        unit = _UNIT.match(draft, position)
        if unit is not None and slot.form == "value" and not slot.filler:
            own_unit = wording.unit or ""
            if set(unit_words(unit[2]) or [unit[2]]) & set(unit_words(own_unit) or [own_unit]):
                bare = unit[1] == "-"
                position = position if bare else unit.end()
        opens = _OPENS.search(text) is not None
        slot_context = SlotContext(slot, article is not None, bare, opens)
        value, rounded = filler_of(slot_context, writer)
        value_start = len(text) + (1 if slot.link else 0)
        text += f"[{value}]({slot.link})" if slot.link else value
        missing = slot.missing or (not slot.filler and wording.cells[slot.fact.row] is None)
        truth: Truth = "rounded" if rounded else "current"
        marks.append(Mark(value_start, value_start + len(value), slot.fact, truth, missing=missing))
        slot_contexts.append(slot_context)
    return Filled(text + _linked(draft[position:], links), tuple(marks), tuple(slot_contexts))


def filler_of(place: SlotContext, writer: PageWriter, row: int | None = None) -> Worded:
    """Return the text that stands in a slot, and whether it is rounded.

    Args:
        place: The slot, with what the words around it ask for.
        writer: The writer of its page.
        row: The row whose value it is, if not the fact's own: a false or outdated value.
    """
    slot = place.slot
    wording = writer.context.wordings[slot.fact.table, slot.fact.column]
    value_row = slot.fact.row if row is None else row
    if slot.filler:
        worded = Worded(with_article(slot.filler) if place.article else slot.filler)
    elif slot.form == "value":
        worded = value_filler(writer, wording, value_row, article=place.article, bare=place.bare)
    else:
        worded = clause_filler(writer, wording, value_row, slot.fact.row)
    if place.opens and (place.article or wording.kind not in _NAMES):
        return worded._replace(text=sentence(worded.text))
    return worded


def _linked(text: str, links: list[tuple[str, str]]) -> str:
    """Return the text with the links whose words stand in it; take them off the list."""
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
    """Return the page with these texts in place of the template's, and its slots by their span.

    Args:
        page: The template's page.
        passages: Its passages, in order.
        cleared: The drafts that were let through, filled, by key.
    """
    body: list[str] = []
    marks: list[Mark] = []
    slots: dict[tuple[int, int], SlotContext] = {}
    copied_to = length = 0
    for passage in passages:
        if passage.key not in cleared:
            continue
        template_text = page.body[copied_to : passage.start]
        marks += [
            _moved(mark, length - copied_to)
            for mark in page.marks
            if copied_to <= mark.start < passage.start
        ]
        length += len(template_text)
        draft = cleared[passage.key]
        for mark, slot_context in zip(draft.marks, draft.places, strict=True):
            marks.append(_moved(mark, length))
            slots[length + mark.start, length + mark.end] = slot_context
        body += [template_text, draft.text]
        length += len(draft.text)
        copied_to = passage.end
    marks += [_moved(mark, length - copied_to) for mark in page.marks if mark.start >= copied_to]
    body.append(page.body[copied_to:])
    return Page(page.head, "".join(body), tuple(marks)), slots


def _moved(mark: Mark, shift: int) -> Mark:
    return mark._replace(start=mark.start + shift, end=mark.end + shift)
