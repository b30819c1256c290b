"""`spam`: advertisements among the results, about pages of the web."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final

from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import Replacements, Text
from fictionworld.simulator.perturbed.page_control import AddedPage, Copy, PageControl, StatesFact
from fictionworld.streams import FastStream
from fictionworld.web.page import Head

SPAM_PAGES: Final = 48
"""Advertisements of a web that has any; the control says how many of them results show."""


class Spam(PageControl):
    """Advertisements; they state no fact, and are indexed by themselves."""

    name = "spam"
    order = 5
    page_kind = "spam"
    is_searched = False

    def chosen(
        self,
        web: PlannedWeb,
        share: float,
        states: StatesFact,  # noqa: ARG002
    ) -> Iterable[Head]:
        if not share:
            return ()
        rng = FastStream(child_seed(web.world.structure_seed, "controls/spam"))
        return rng.some(web.heads, SPAM_PAGES)

    def copied(self, original: Head, today: date, back: int) -> Copy:  # noqa: ARG002
        return Copy(today, None)

    def write(self, web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Text:  # noqa: ARG002
        rng, text = self.rng(web, page), Text()
        title = web.heads[page.original - 1].title
        sentences = rng.some(self.words.sentences, rng.between(5, 8))
        lines = [sentence.format(title=title) for sentence in sentences]
        text.add("\n\n".join((f"# {page.head.title}", *lines)))
        return text


CONTROL: Final = Spam()
