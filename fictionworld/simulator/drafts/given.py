"""A draft beside what was given to the model that wrote it, and why one is not let through."""

# Text has typographic quotes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from fictionworld.leakage.column_words import word_stems
from fictionworld.simulator.drafts.labels import Labels
from fictionworld.simulator.drafts.passage import SLOT, DraftPassage, DraftSlot
from fictionworld.simulator.drafts.words import is_common, said_in

Reason = Literal[
    "backend", "format", "length", "slots", "closed world", "prose", "attribution", "guard"
]
"""Why a draft was not let through. `backend`: there was none."""

HOLE: Final = "\u25a1"
"""Stands for a slot while the rest is read."""
CAPITAL: Final = re.compile(r"(?<![\w'’])[A-Z\u00c0-\u00de][\w'’]*")
_ABOUT_ROW: Final = re.compile(
    r"\b(?:he|she|his|her|it (?:is|was|has|had|costs?|\w+ed))\b",
    re.IGNORECASE,
)
"""What may speak of a row without its name."""
_GRADED: Final = re.compile(r"\b\w+(?:er|est)\b")
"""Words of degree."""
_ARTICLES: Final = frozenset({"a", "an", "the"})


class DraftFault(NamedTuple):
    """Why a draft is not let through."""

    reason: Reason
    why: str
    """One line for the model and for people. It quotes the draft; no agent ever sees it."""


class WrongDraftError(Exception):
    """A draft is not let through; it has the fault."""

    def __init__(self, reason: Reason, why: str) -> None:
        self.fault = DraftFault(reason, why)


@dataclass
class ReadDraft:
    """A draft, with what its passage gave."""

    text: str
    passage: DraftPassage
    labels: Labels
    page: str

    @cached_property
    def slots(self) -> dict[str, DraftSlot]:
        """Return the slots of the passage by name."""
        return {slot.name: slot for slot in self.passage.slots}

    @cached_property
    def plain(self) -> str:
        """Return the plain text, the names that may stand, and the fillers that are no secret."""
        passage = self.passage
        texts = (SLOT.sub(" ", passage.plain), *passage.said, *passage.may, passage.subject)
        return " ".join((*texts, *(slot.filler for slot in passage.slots)))

    @cached_property
    def given(self) -> frozenset[str]:
        """Return the words that were given, those that call columns by name among them."""
        labels = " ".join(slot.label for slot in self.passage.slots)
        return said_in(f"{self.plain} {labels}")

    @cached_property
    def _given_stems(self) -> set[str]:
        return word_stems(" ".join(self.given))

    @cached_property
    def bare(self) -> str:
        """Return the draft with `HOLE` in place of each slot."""
        return SLOT.sub(HOLE, self.text)

    def unless_given(self, found: Iterable[re.Match[str]]) -> str | None:
        """Return the first matched text with a word that was not given; None where all were."""
        return next((match[0] for match in found if not self._is_given(match[0])), None)

    def _is_given(self, text: str) -> bool:
        if not word_stems(text) - _ARTICLES <= self._given_stems:
            return False
        # `large` gives no `largest`, though it begins alike
        return self.given.issuperset(_GRADED.findall(text.casefold()))

    def is_free(self, sentence: str) -> bool:
        """Return whether a sentence is of a passage without slots, and about no row."""
        if self.passage.slots:
            return False
        said = said_in(sentence)
        return said.isdisjoint(self._row_words) and _ABOUT_ROW.search(sentence) is None

    @cached_property
    def _row_words(self) -> frozenset[str]:
        """Return the words that speak of a row: of the names that are given, and the nouns."""
        passage = self.passage
        names = (*passage.said, *passage.may, passage.subject)
        titles = CAPITAL.findall(f"{passage.plain} {self.page}")
        return said_in(" ".join((*names, *(word for word in titles if not is_common(word)))))

    @cached_property
    def fillers(self) -> str:
        """Return the fillers of the draft's slots that are no secret, in one text."""
        slots = (self.slots.get(match[1]) for match in SLOT.finditer(self.text))
        return " " + " ".join(slot.filler for slot in slots if slot is not None)
