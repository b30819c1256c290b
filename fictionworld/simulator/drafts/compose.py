"""A page made of the template's and of what was let through: links set again, marks moved along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.simulator.drafts.mentions import places_of
from fictionworld.web.page import Mark, Page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fictionworld.simulator.drafts.faithful import Found
    from fictionworld.simulator.drafts.passage import Passage

__all__ = ["composed"]


def composed(
    page: Page, passages: Sequence[Passage], cleared: Mapping[str, tuple[str, Sequence[Found]]]
) -> Page:
    """The page with these texts in place of the template's; its marks are where facts were read.

    Args:
        page: The template's.
        passages: Its passages, in order.
        cleared: By key the texts that were let through, and where each states which fact.
    """
    body: list[str] = []
    marks: list[Mark] = []
    at = length = 0
    for passage in passages:
        if passage.key not in cleared:
            continue
        kept = page.body[at : passage.start]
        shift = length - at
        marks += [_moved(mark, shift) for mark in page.marks if at <= mark.start < passage.start]
        body.append(kept)
        length += len(kept)
        text, found = cleared[passage.key]
        linked, moved = _linked(text, found, passage.links)
        marks += [Mark(length + one.start, length + one.end, one.fact) for one in moved]
        body.append(linked)
        length += len(linked)
        at = passage.end
    marks += [_moved(mark, length - at) for mark in page.marks if mark.start >= at]
    body.append(page.body[at:])
    return Page(page.head, "".join(body), tuple(marks))


def _moved(mark: Mark, shift: int) -> Mark:
    return mark._replace(start=mark.start + shift, end=mark.end + shift)


def _linked(
    text: str, found: Sequence[Found], links: Sequence[tuple[str, str]]
) -> tuple[str, list[Found]]:
    """The text with its links, each where its words first stand free; findings moved along."""
    spans: list[tuple[int, int, str]] = []
    for words, url in links:
        free = (
            (start, end)
            for start, end in places_of(words, text)
            if all(end <= a or b <= start for a, b, _ in spans)
            and not any(one.start < start < one.end or one.start < end < one.end for one in found)
        )
        place = next(free, None)
        if place is not None:
            spans.append((*place, url))
    moved = list(found)
    for start, end, url in sorted(spans, reverse=True):
        behind = f"]({url})"
        text = f"{text[:start]}[{text[start:end]}{behind}{text[end:]}"
        for n, one in enumerate(moved):
            more = (one.start >= start) + (len(behind) if one.start >= end else 0)
            moved[n] = one._replace(start=one.start + more, end=one.end + more)
    return text, moved
