"""`word_question`: a whole question from its specification, its scene and a seed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fictionworld.tasks.wording.frame import closing, column_line, opening
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.needs.averages import beyond_average
from fictionworld.tasks.wording.needs.grids import grid
from fictionworld.tasks.wording.needs.groups import aggregate
from fictionworld.tasks.wording.needs.listing import join, listing
from fictionworld.tasks.wording.needs.ranking import best_of_each, comparison, superlative, top
from fictionworld.tasks.wording.needs.single import chain, time_difference, two_clues
from fictionworld.tasks.wording.notes import notes_of
from fictionworld.tasks.wording.voice import Voice
from fictionworld.text.english import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

    from fictionworld.tasks.question import QuestionContext
    from fictionworld.tasks.specification import Specification
    from fictionworld.tasks.wording.needs.need import Need

__all__ = ["word_question"]

_NEEDS: dict[str, Callable[[Lexicon, Specification], Need]] = {
    "filter": listing,
    "set_operation": listing,
    "join": join,
    "against_average": beyond_average,
    "top_k": top,
    "extreme_per_group": best_of_each,
    "superlative": superlative,
    "comparison": comparison,
    "aggregate": aggregate,
    "count": aggregate,
    "grid": grid,
    "chain": chain,
    "two_clues": two_clues,
    "time_difference": time_difference,
}
_ROOM = {"wide": 720, "deep": 640, "empty": 700}
"""Characters up to which a question takes in notes that it could do without."""


def word_question(specification: Specification, scene: QuestionContext, seed: int) -> str:
    """The whole text of a question; equal arguments, equal text."""
    voice = Voice(seed)
    lexicon = Lexicon(scene, voice)
    need = _NEEDS[specification.shape](lexicon, specification)
    lead = opening(need, specification, scene, voice)
    columns = column_line(tuple(output.header for output in specification.outputs), voice)
    needed, optional = notes_of(lexicon, specification)
    notes = [*need.notes, *needed]
    end = closing(voice)
    room = _ROOM[specification.kind] - sum(map(len, (lead, columns, *notes, end)))
    for note in optional:
        if len(note) < room:
            notes.append(note)
            room -= len(note)
    notes = [sentence(note) for note in voice.shuffled("notes", notes)]
    return _laid_out(voice, lead, columns, notes, end)


def _laid_out(voice: Voice, lead: str, columns: str, notes: list[str], end: str) -> str:
    """The parts in one of the layouts that people use."""
    own_line = not columns.endswith(".") or voice.chance("layout/line", 55)
    between = "\n\n" if own_line else " "
    if voice.chance("layout/end_last", 65):
        behind = " ".join([*notes, end])
    else:
        # the form of the answer first, then the small print
        behind = " ".join([end, *notes])
    gap = "\n\n" if own_line or lead.endswith("\n") else " "
    text = f"{lead}{between if not lead.endswith(chr(10)) else chr(10)}{columns}{gap}{behind}"
    return re.sub(r" +\n", "\n", text).strip()
