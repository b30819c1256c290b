"""`stale_copies`: an older edition of a page is archived, with older figures."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import Replacements, Text, altered_values
from fictionworld.simulator.perturbed.page_control import AddedPage, Copy, PageControl
from fictionworld.web.page import Head

_OLDER: Final = 0.5
"""Of the facts of an archived copy that could have older values, so many do; one at least."""


class StaleCopies(PageControl):
    """Earlier editions of pages: some figures differ, and none is evidence."""

    name = "stale_copies"
    order = 2
    page_kind = "archive"

    def copied(self, original: Head, today: date, back: int) -> Copy:
        day = (original.date or today) - timedelta(days=90 + back % 600)
        return Copy(day, day, f"{day:%Y%m%d}/{original.url.partition('://')[2]}")

    def write(self, web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Text:
        original, text = web.page(page.original), Text()
        facts = [
            fact
            for fact in dict.fromkeys(mark.fact for mark in original.marks)
            if replacements.can_change(fact)
        ]
        rng = self.rng(web, page)
        older = {fact for fact in facts if rng.chance(_OLDER)} or set(facts[:1])
        text.add(f"{self.noticed(page, original.head.url)}\n\n")
        changed = altered_values(original, older, replacements, page.head.name)
        text.quote(original, 0, len(original.body), changed, truth="stale", rest="stale")
        return text


CONTROL: Final = StaleCopies()
