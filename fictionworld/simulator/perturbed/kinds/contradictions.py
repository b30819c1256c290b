"""`contradictions`: an unofficial page states other figures of a row."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import Replacements, Text, altered_values
from fictionworld.simulator.perturbed.page_control import AddedPage, Copy, PageControl, StatesFact
from fictionworld.web.page import Head, Page, refilled
from fictionworld.worlds.fact import FactId

_MOST_LINES: Final = 5
"""Lines of the original that an unofficial page takes up."""
_SENTENCE: Final = re.compile(r"(?<=[.?!”])\s+(?=[A-Z“\"(€$£0-9\[])")


class Contradictions(PageControl):
    """Sentences of a page with other figures, and remarks between them."""

    name = "contradictions"
    order = 3
    page_kind = "unofficial"

    def applies(self, web: PlannedWeb, head: Head, states: StatesFact) -> bool:
        about_one_row = web.plan.page(head.number).row is not None
        return about_one_row and states(head)

    def copied(self, original: Head, today: date, back: int) -> Copy:  # noqa: ARG002
        day = today - timedelta(days=back % 60)
        return Copy(day, day)

    def write(self, web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Text:
        original, text = web.page(page.original), Text()
        facts = {mark.fact for mark in original.marks if replacements.can_change(mark.fact)}
        changed = altered_values(original, facts, replacements, page.head.name)
        text.add(f"{self.noticed(page)}\n\n")
        text.add(f"# {page.head.title}\n\n")
        lines = _lines_with(original, facts)[:_MOST_LINES] or [(0, len(original.body))]
        remarks = self.rng(web, page).some(self.words.sentences, len(lines) + 1)
        for (start, end), remark in zip(lines, remarks, strict=False):
            text.add(f"{remark}\n\n")
            text.quote(original, start, end, changed, truth="false")
            text.add("\n\n")
        text.add(remarks[-1])
        return text


CONTROL: Final = Contradictions()


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
