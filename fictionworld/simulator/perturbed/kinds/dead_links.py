"""`dead_links`: a page is gone from its address, and a copy of it stands elsewhere."""

from __future__ import annotations

from datetime import date
from typing import Final

from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import Replacements, Text
from fictionworld.simulator.perturbed.page_control import AddedPage, Copy, PageControl, StatesFact
from fictionworld.web.page import Head


class DeadLinks(PageControl):
    """Copies of pages that are gone; they count as their originals."""

    name = "dead_links"
    order = 1
    page_kind = "copy"

    def applies(self, web: PlannedWeb, head: Head, states: StatesFact) -> bool:  # noqa: ARG002
        return True

    def copied(self, original: Head, today: date, back: int) -> Copy:  # noqa: ARG002
        return Copy(today, original.date, original.url.partition("://")[2])

    def stands_in(self, seed: int, name: str) -> bool:  # noqa: ARG002
        return True

    def write(self, web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Text:  # noqa: ARG002
        original, text = web.page(page.original), Text()
        text.add(f"{self.noticed(page, original.head.url)}\n\n")
        text.quote(original, 0, len(original.body), {}, truth="current", following=True)
        return text


CONTROL: Final = DeadLinks()
