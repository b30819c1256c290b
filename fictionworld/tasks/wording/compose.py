"""`word_question`: a whole question from its specification, its scene and a seed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fictionworld.tasks.task_shape import task_shapes
from fictionworld.tasks.wording.frame import closing, column_line, opening
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.notes import notes_of
from fictionworld.tasks.wording.voice import Voice
from fictionworld.text.english import sentence

if TYPE_CHECKING:
    from fictionworld.tasks.question import QuestionContext
    from fictionworld.tasks.specification import Specification

__all__ = ["word_question"]

_ROOM = {"wide": 720, "deep": 640, "empty": 700}
"""Characters up to which a question takes in notes that it could do without."""


def word_question(specification: Specification, scene: QuestionContext, seed: int) -> str:
    """The whole text of a question; equal arguments, equal text."""
    voice = Voice(seed)
    lexicon = Lexicon(scene, voice)
    need = task_shapes[specification.shape].word(lexicon, specification)
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
