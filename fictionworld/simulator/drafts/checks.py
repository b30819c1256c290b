"""What a draft has to pass: its form, and when it is written also the guard of the world.

Form alone decides what is shown: it looks at no value, so twins show the same drafts. The guard
reads what a model wrote as it comes in, beside its slots, and refuses what states a protected cell
all the same: by chance, or because another world's text was given to the model.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Final

from fictionworld.leakage.guard import Guard
from fictionworld.simulator.drafts.form import fault_of, label_fault_of
from fictionworld.simulator.drafts.given import HOLE, DraftFault
from fictionworld.simulator.drafts.labels import NO_LABELS, Labels, labels_of
from fictionworld.simulator.drafts.passage import SLOT, DraftPassage
from fictionworld.simulator.drafts.request import Request
from fictionworld.web.permit import Permit
from fictionworld.web.web import FictionalWeb
from fictionworld.worlds.fact import FactId

_WORD: Final = re.compile(r"[^\W_]+")
_LEAK: Final = "states more than its plain text does; keep to the plain text"
"""What a model reads about a leak: no word of what leaked, so that its prompt holds none."""


class Checks:
    """The checks of one world's drafts."""

    def __init__(self, web: FictionalWeb) -> None:
        self._web = web

    def shown(self, text: str, passage: DraftPassage, request: Request) -> DraftFault | None:
        """Return why a draft is not shown, whatever its values; None where it is shown."""
        head, world = request.head, self._web.world
        page = f"{head.title} {head.outlet} {world.title}"
        return fault_of(text, passage, self._labels, page)

    def written(self, text: str, passage: DraftPassage, request: Request) -> DraftFault | None:
        """Return why a draft that a model just wrote is not kept; None where it is."""
        if not passage.slots and passes_alone(text, passage):
            fault = label_fault_of(text, passage, self._labels)
        else:
            fault = self.shown(text, passage, request)
        if fault is None:
            leaked = self._leaked(text, request)
            # most texts leak nothing, and then the plain text need not be read
            if leaked and leaked - self._leaked(passage.plain, request):
                return DraftFault("guard", _LEAK)
        return fault

    def reused(
        self, text: str, passage: DraftPassage, request: Request, *, named: bool
    ) -> DraftFault | None:
        """Return why a variant written for another passage is not kept for this one; else None.

        Args:
            text: The variant with the names and slots of the passage.
            passage: The passage.
            request: The request of its page.
            named: Whether names or slots stand in the variant. Without them, it is one text for all
                passages of its skeleton, and `passes_alone` has passed it: only the labels of this
                world are left to check.
        """
        if named:
            return self.shown(text, passage, request)
        if self._labels.words.isdisjoint(_WORD.findall(text.casefold())):
            return None
        return label_fault_of(text, passage, self._labels)

    def _leaked(self, text: str, request: Request) -> frozenset[FactId]:
        """Return the protected cells that a text states beside its slots."""
        findings = self._guard.look_at(SLOT.sub(HOLE, text), request.head.number)
        return frozenset(finding.fact for finding in findings)

    @cached_property
    def _labels(self) -> Labels:
        return labels_of(self._web.context)

    @cached_property
    def _guard(self) -> Guard:
        """Return the guard under the permit of `tease`: every askable cell is protected."""
        context = self._web.context
        labels = {column: wording.label for column, wording in context.wordings.items()}
        return Guard(
            context.pack, context.rows, self._web, Permit.of("tease", self._web.world), labels
        )


def passes_alone(text: str, passage: DraftPassage) -> bool:
    """Return whether a draft passes on any page of any world, labels apart."""
    return _passes(text, replace(passage, key="", start=0, end=0))


@lru_cache(4096)
def _passes(text: str, passage: DraftPassage) -> bool:
    return fault_of(text, passage, NO_LABELS) is None
