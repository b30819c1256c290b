"""`contradictions`: an unofficial page states other figures of a row."""

from __future__ import annotations

from typing import Final

from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import Replacements, Text, altered_values
from fictionworld.simulator.perturbed.page_control import AddedPage, PageControl, StatesFact
from fictionworld.web.page import Head, Page
from fictionworld.web.snippets import masked_lines, sentence_spans
from fictionworld.worlds.fact import FactId

_MOST_LINES: Final = 5
"""Lines of the original that an unofficial page takes up."""


class Contradictions(PageControl):
    """Sentences of a page with other figures, and remarks between them."""

    name = "contradictions"
    order = 3
    page_kind = "unofficial"

    def applies(self, web: PlannedWeb, head: Head, states: StatesFact) -> bool:
        about_one_row = web.plan.page(head.number).row is not None
        return about_one_row and states(head)

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
    """Return start and end of the sentences and list items that state one of these facts."""
    spans: list[tuple[int, int]] = []
    chars_before = 0
    for line in masked_lines(page):
        if line[:1] not in {"|", "#", ">"}:
            for start, end in sentence_spans(line):
                marks_inside = (
                    mark
                    for mark in page.marks
                    if chars_before + start <= mark.start and mark.end <= chars_before + end
                )
                if any(mark.fact in facts and not mark.follows for mark in marks_inside):
                    spans.append((chars_before + start, chars_before + end))
        chars_before += len(line) + 1
    return spans
