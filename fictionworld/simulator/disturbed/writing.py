"""The text of the pages that controls add."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.seeds import child_seed
from fictionworld.simulator.disturbed import words
from fictionworld.simulator.disturbed.altered import Text, stated_on
from fictionworld.streams import FastStream
from fictionworld.web.page import Page
from fictionworld.web.skeleton import refilled
from fictionworld.web.writing.style import written_date

if TYPE_CHECKING:
    from datetime import date

    from fictionworld.simulator.catalogue import PlannedWeb
    from fictionworld.simulator.disturbed.altered import Donor, Donors, ValueSpan
    from fictionworld.simulator.disturbed.copies import Extra
    from fictionworld.worlds.fact import FactId

__all__ = ["write_extra"]

_OLDER: Final = 0.5
"""Of the facts of an archived copy that could be older values, so many are; one at least."""
_MOST_SAID: Final = 5
"""Lines of a page that an unofficial one takes up."""
_SENTENCE: Final = re.compile(r"(?<=[.?!”])\s+(?=[A-Z“\"(€$£0-9\[])")


def write_extra(web: PlannedWeb, extra: Extra, donors: Donors) -> Page:
    """The page that a control added to a web, written."""
    match extra.control:
        case "dead_links":
            text = _copied(web, extra)
        case "stale_copies":
            text = _archived(web, extra, donors)
        case "contradictions":
            text = _contradicting(web, extra, donors)
        case "corrections":
            text = _corrected(web, extra, donors)
        case _:
            text = _advertising(web, extra)
    return Page(extra.head, *text.finish())


def _copied(web: PlannedWeb, extra: Extra) -> Text:
    page, text = web.page(extra.original), Text()
    text.add(words.COPIED.format(url=page.head.url, today=_on(extra.day)))
    text.quote(page, 0, len(page.body), {}, truth="current")
    return text


def _archived(web: PlannedWeb, extra: Extra, donors: Donors) -> Text:
    """The page as it was: some of its figures are others, and none of them is evidence."""
    page, text = web.page(extra.original), Text()
    facts = [f for f in dict.fromkeys(m.fact for m in page.marks) if donors.can_change(f)]
    rng = FastStream(child_seed(web.world.structure_seed, f"controls/text/{extra.head.name}"))
    older = {fact for fact in facts if rng.chance(_OLDER)} or set(facts[:1])
    text.add(words.ARCHIVED.format(day=_on(extra.day), url=page.head.url))
    changed = _told_otherwise(page, older, donors, extra.head.name)
    text.quote(page, 0, len(page.body), changed, truth="stale", rest="stale")
    return text


def _contradicting(web: PlannedWeb, extra: Extra, donors: Donors) -> Text:
    """What somebody has heard: sentences of a page, their figures other ones."""
    page, text = web.page(extra.original), Text()
    rng = FastStream(child_seed(web.world.structure_seed, f"controls/text/{extra.head.name}"))
    facts = {mark.fact for mark in page.marks if donors.can_change(mark.fact)}
    changed = _told_otherwise(page, facts, donors, extra.head.name)
    text.add(words.UNOFFICIAL.format(day=_on(extra.day)))
    text.add(f"# {extra.head.title}\n\n")
    said = _lines_with(page, facts)[:_MOST_SAID] or [(0, len(page.body))]
    remarks = rng.some(words.REMARKS, len(said) + 1)
    for (start, end), remark in zip(said, remarks, strict=False):
        text.add(f"{remark}\n\n")
        text.quote(page, start, end, changed, truth="false")
        text.add("\n\n")
    text.add(remarks[-1])
    return text


def _corrected(web: PlannedWeb, extra: Extra, donors: Donors) -> Text:
    """The page with one figure wrong, and above it the notice that says so."""
    page, text = web.page(extra.original), Text()
    stated = stated_on(page)
    if not stated:  # a wording that marks nothing states nothing
        return _copied(web, extra)
    rng = FastStream(child_seed(web.world.structure_seed, f"controls/text/{extra.head.name}"))
    open_ = [place for place, facts in stated.items() if donors.can_change(facts[0])]
    chosen = rng.pick(open_ or list(stated))
    facts, right = stated[chosen], _at(page, chosen)
    donor = donors.other(page, chosen, facts, extra.head.name) if open_ else None
    changed: dict[ValueSpan, Donor] = {}
    text.add(words.CORRECTED.format(day=_on(extra.day)))
    # whether there is another value hangs on the values, so all that follows it is marked
    if donor is None:
        text.state(words.LEFT_OUT, facts)
    else:
        same = (p for p in open_ if stated[p] == facts and _at(page, p) == right)
        changed = dict.fromkeys(same, donor)
        text.state(words.READS.format(wrong=donor.text), facts, "false", donor.row)
    text.add(" “")
    text.state(right, facts)
    text.add("”.\n\n")
    text.quote(page, 0, len(page.body), changed, truth="false")
    return text


def _advertising(web: PlannedWeb, extra: Extra) -> Text:
    rng = FastStream(child_seed(web.world.structure_seed, f"controls/text/{extra.head.name}"))
    title = web.heads[extra.original - 1].title
    text = Text()
    said = [one.format(title=title) for one in rng.some(words.SALES, rng.between(5, 8))]
    text.add("\n\n".join((f"# {extra.head.title}", *said)))
    return text


def _told_otherwise(
    page: Page, told: set[FactId], donors: Donors, name: str
) -> dict[ValueSpan, Donor]:
    """Where these facts stand: another value, where there is one."""
    found = {}
    for place, facts in stated_on(page).items():
        if not told.isdisjoint(facts):
            donor = donors.other(page, place, facts, f"controls/value/{name}")
            if donor is not None:
                found[place] = donor
    return found


def _lines_with(page: Page, facts: set[FactId]) -> list[tuple[int, int]]:
    """Where sentences and list items that state one of these facts begin and end."""
    found: list[tuple[int, int]] = []
    at = 0
    # which sentences there are must not follow from a value
    for line in refilled(page, lambda _, text: "M" * len(text)).split("\n"):
        if line[:1] not in {"|", "#", ">"}:
            cuts = [match.end() for match in _SENTENCE.finditer(line)]
            for start, end in zip([0, *cuts], [*cuts, len(line)], strict=True):
                inside = (m for m in page.marks if at + start <= m.start and m.end <= at + end)
                if any(mark.fact in facts for mark in inside):
                    found.append((at + start, at + end))
        at += len(line) + 1
    return found


def _at(page: Page, place: ValueSpan) -> str:
    return page.body[place.start : place.end]


def _on(day: date) -> str:
    return written_date(day, "4 June 2031")
