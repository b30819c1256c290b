"""What titles and snippets of a model have to pass, beside what every draft has.

A slot must stand where it is said what it is: `FactReader`, which knows nothing of how the prompt
put it, has to read each slot as its own fact, by the words around it and by the row that is named.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from fictionworld.simulator.drafts.checks import Checks
from fictionworld.simulator.drafts.given import DraftFault
from fictionworld.simulator.drafts.passage import SLOT, DraftPassage
from fictionworld.simulator.drafts.request import Request
from fictionworld.simulator.drafts.words import DOUBTS
from fictionworld.simulator.simulated.request import FoundPage, ResultsRequest
from fictionworld.simulator.states.fact_reading import FactReader

LONGEST_TITLE: Final = 110
LONGEST_SNIPPET: Final = 200
"""Characters, with a slot counted as it stands in the draft."""
_SHORTEST_SNIPPET: Final = 25
_TITLED: Final = "The page"
"""Stands for a title, which is given as it is, while the words around it are read."""
_END: Final = (".", "?", "!", "\u2026")


class ResultChecks(Checks):
    """The checks of one world's drafts, those of search results too."""

    def shown(self, text: str, passage: DraftPassage, request: Request) -> DraftFault | None:
        """Return why a text is not shown, whatever its values; None where it is shown."""
        if not isinstance(request, ResultsRequest):
            return super().shown(text, passage, request)
        fault, plainer, used = _looked_at(text, passage, request)
        return fault or super().shown(plainer, used, _page_alone(request, passage))

    def written(self, text: str, passage: DraftPassage, request: Request) -> DraftFault | None:
        """Return why a text that a model just wrote is not kept; None where it is."""
        if not isinstance(request, ResultsRequest):
            return super().written(text, passage, request)
        fault, plainer, used = _looked_at(text, passage, request)
        return fault or super().written(plainer, used, _page_alone(request, passage))


def _page_alone(request: ResultsRequest, passage: DraftPassage) -> Request:
    head = request.page_of(passage).head
    return Request(request.world, request.title, request.today, head, (passage,))


def _looked_at(
    text: str, passage: DraftPassage, request: ResultsRequest
) -> tuple[DraftFault | None, str, DraftPassage]:
    """Return what is wrong with a text as a result, and what is left to check of it as a draft."""
    page = request.page_of(passage)
    if passage.key.startswith("t"):
        if passage.plain not in text:
            why = "changes the title; write it letter for letter"
            return DraftFault("closed world", why), text, passage
        if len(text) > max(LONGEST_TITLE, len(passage.plain)):
            return DraftFault("length", f"has {len(text)} characters"), text, passage
        around = text.replace(passage.plain, _TITLED, 1)
        around = around if around.endswith(_END) else f"{around}."
        return None, around, replace(passage, plain=_TITLED)
    used = used_slots(text, passage)
    fault = _misplaced(text, page)
    if not _SHORTEST_SNIPPET <= len(text) <= LONGEST_SNIPPET:
        why = f"has {len(text)} characters; allowed: {_SHORTEST_SNIPPET} to {LONGEST_SNIPPET}"
        fault = DraftFault("length", why)
    return fault, text.replace(page.told.title, page.spoken), used


def used_slots(text: str, passage: DraftPassage) -> DraftPassage:
    """Return a snippet's passage with the slots that a text has: none of them has to be said.

    What stands in them is no word of the model's, whatever policy tells it.
    """
    names = SLOT.findall(text)
    used = tuple(replace(slot, filler="") for slot in passage.slots if slot.name in names)
    return replace(passage, slots=used)


def _misplaced(text: str, page: FoundPage) -> DraftFault | None:
    """Return the fault of a snippet one of whose slots is not read as the fact that it is."""
    places = {slot.name: place for place, slot in enumerate(page.slots)}
    used = [places[name] for name in SLOT.findall(text) if name in places]
    if not used:
        return None
    if DOUBTS.search(text.lower()):
        return DraftFault("closed world", "denies or doubts something; say what is so")
    words = {name: f"Slot{_letters(place)}" for name, place in places.items()}
    reading = _reader(page).read(SLOT.sub(lambda slot: words.get(slot[1], ""), text))
    for place in used:
        slot, fact = page.slots[place], page.told.facts[place]
        is_named = fact.subject in text or fact.subject in page.told.title
        if place not in reading.right or reading.wrong or not is_named:
            why = f"does not say that {slot.token} is the {fact.label} of {fact.subject}"
            return DraftFault("slots", f"{why}; name both beside it")
    return None


@lru_cache(512)
def _reader(page: FoundPage) -> FactReader:
    """Return a reader of the page's facts whose values are words that stand nowhere else."""
    return FactReader(
        [
            replace(fact, value=f"Slot{_letters(place)}")
            for place, fact in enumerate(page.told.facts)
        ]
    )


def _letters(number: int) -> str:
    """Return a number as letters: a value with digits is read as its number too."""
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:02}")
