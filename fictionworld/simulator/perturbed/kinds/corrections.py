"""`corrections`: a reprint of a page has one figure wrong, and above it the notice that says so."""

from __future__ import annotations

from typing import Final

from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import (
    Replacement,
    Replacements,
    Text,
    ValueSpan,
    exact_on,
)
from fictionworld.simulator.perturbed.kinds.dead_links import CONTROL as DEAD_LINKS
from fictionworld.simulator.perturbed.page_control import AddedPage, PageControl


class Corrections(PageControl):
    """Reprints with an error and its correction."""

    name = "corrections"
    order = 4
    page_kind = "reprint"

    def write(self, web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Text:
        original, text = web.page(page.original), Text()
        stated = exact_on(original)
        if not stated:  # there is no exact figure to correct
            return DEAD_LINKS.write(web, page, replacements)
        can_change = [span for span, facts in stated.items() if replacements.can_change(facts[0])]
        chosen = self.rng(web, page).pick(can_change or list(stated))
        facts, right_text = stated[chosen], chosen.of(original)
        replacement = (
            replacements.other(original, chosen, facts, page.head.name) if can_change else None
        )
        changed: dict[ValueSpan, Replacement] = {}
        text.add(self.noticed(page))
        # whether there is another value depends on the values, so all that follows it is marked
        if replacement is None:
            text.state(self.words.left_out, facts)
        else:
            same_values = (
                span
                for span in can_change
                if stated[span] == facts and span.of(original) == right_text
            )
            changed = dict.fromkeys(same_values, replacement)
            text.state(
                self.words.wrong.format(wrong=replacement.text), facts, "false", replacement.row
            )
        text.add(" “")
        text.state(right_text, facts)
        text.add("”.\n\n")
        text.quote(original, 0, len(original.body), changed, truth="false")
        return text


CONTROL: Final = Corrections()
