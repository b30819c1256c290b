"""`word_question`: a whole question from its specification, its context and a seed."""

from __future__ import annotations

import re

from fictionworld.tasks.specification import Specification
from fictionworld.tasks.task_shape import task_shapes
from fictionworld.tasks.wording.lexicon import Lexicon, QuestionContext
from fictionworld.tasks.wording.need import Need
from fictionworld.tasks.wording.notes import notes_of
from fictionworld.tasks.wording.values import date_text
from fictionworld.tasks.wording.voice import Voice
from fictionworld.tasks.words import task_words
from fictionworld.text.english import joined, sentence

_WORDS = task_words("frame")
_ROOM = 320
"""Characters of the main sentences and notes up to which a question says what its terms mean."""
_SLOT = re.compile(r"\{setting\.([a-z0-9_]+)\}")
_PREFIXES = frozenset({"for", "of", "among", "out", "from", "counting", "considering", "between"})


def word_question(specification: Specification, context: QuestionContext, seed: int) -> str:
    """Return the whole text of a question; equal arguments give equal text."""
    voice = Voice(seed)
    lexicon = Lexicon(context, voice)
    need = task_shapes[specification.shape].word(lexicon, specification)
    lead = _opening(need, specification, context, voice)
    end = _closing(tuple(output.header for output in specification.outputs), voice)
    notes, terms = notes_of(lexicon, specification)
    room = _ROOM - len(lead) - sum(len(note.text) for note in notes)
    for term in terms:
        if len(term.text) < room:
            notes.append(term)
            room -= len(term.text)
    return _laid_out(voice, lead, [sentence(note.text) for note in notes], end)


def _laid_out(voice: Voice, lead: str, notes: list[str], end: str) -> str:
    """Return the parts of a question in one of the layouts that people use."""
    small_print = " ".join(voice.shuffled("notes", notes))
    parts = (small_print, end)
    if voice.chance("layout/end_first", 35):
        # the form of the answer first, then the small print
        parts = (end, small_print)
    own_line = not end.endswith(".") or voice.chance("layout/line", 55)
    is_apart = lead.endswith("\n")
    text = lead.rstrip("\n")
    for part in filter(None, parts):
        is_apart |= own_line and end in {part, text[-len(end) :]}
        text += f"\n\n{part}" if is_apart else f" {part}"
        is_apart = False
    return text


def _world_of(context: QuestionContext, voice: Voice) -> str:
    """Return the world as a noun phrase: `the smartphone market of the Gulf states in 2031`."""
    given = context.pack.spec.spoken.world
    if given:
        # the question says the day: `the wines of Doussy as of 2000, as of 24 December 2000`
        return _set_in(voice.pick("world", given), context).removesuffix(
            f" as of {context.as_of.year}"
        )
    first, _, rest = context.title.partition(" ")
    return f"{first.lower()} {rest}" if first in {"The", "A", "An"} else context.title


def _opening(
    need: Need, specification: Specification, context: QuestionContext, voice: Voice
) -> str:
    """Return all text before the columns: the main sentence, who asks and why, where and when."""
    world, date = _world_of(context, voice), date_text(context.as_of, voice.manner)
    frame, words = _frame(need, specification, voice)
    main = sentence(re.sub(r"\{(?:order|wish|question)\}", lambda _: words, frame))
    asker = ""
    if voice.chance("asker", 24):
        asker = voice.pick("asker/words", (*context.pack.spec.spoken.askers, *_WORDS["askers"]))
        # the world need not be named twice in two sentences
        asker = "" if "{" in asker and "{world}" in main else _set_in(asker, context)
    says_where, says_when = "{world}" in main + asker, "{date}" in main
    where_when = ""
    if not (says_where and says_when):
        pool = "when" if says_where else "where" if says_when else "where_and_when"
        where_when = voice.pick("place", _WORDS[pool])
    parts = [asker, main, need.follow, where_when]
    if need.follow.endswith("\n"):
        # a list of conditions ends what it belongs to
        parts = [asker, main, where_when, need.follow]
    elif where_when and not asker and voice.chance("place/first", 15):
        parts = [where_when, main, need.follow]
    text = " ".join(part for part in parts if part)
    return text.replace("{world}", world).replace("{date}", date)


def _frame(need: Need, specification: Specification, voice: Voice) -> tuple[str, str]:
    """Return a frame, and the words of the need that go into it."""
    deep = specification.kind == "deep" or task_shapes[specification.shape].one_row
    orders, wishes, questions = (25, 10, 65) if deep else (60, 25, 15)
    moods = [
        *["order"] * orders,
        *["wish"] * (wishes if need.wishes else 0),
        *["question"] * (questions if need.questions else 0),
    ]
    mood = voice.pick("mood", moods)
    pools = {
        "order": (_WORDS["orders"], need.orders),
        "wish": (_WORDS["wishes"], need.wishes),
        "question": (_WORDS["questions"], need.questions),
    }
    frames, texts = pools[mood]
    text = voice.pick(f"need/{mood}", texts)
    if text.split(" ", 1)[0] in _PREFIXES:
        # for each club, find ...: nothing but a colon may stand before it
        frames = tuple(frame for frame in frames if frame.startswith("{") or ": {" in frame)
    if ":" in text:
        frames = tuple(frame for frame in frames if ":" not in frame)
    return voice.pick(f"frame/{mood}", frames), text


def _set_in(phrase: str, context: QuestionContext) -> str:
    return _SLOT.sub(lambda slot: str(context.setting.get(slot[1], "")), phrase)


def _closing(headers: tuple[str, ...], voice: Voice) -> str:
    """Return the line that says what the answer is, and names all headers in order."""
    patterns = _WORDS["closings"]
    if len(headers) == 1:
        patterns = tuple(pattern for pattern in patterns if "columns" not in pattern)
    return voice.pick("closing", patterns).format(
        commas=", ".join(headers),
        bars=" | ".join(headers),
        semicolons="; ".join(headers),
        listed=joined(headers),
    )
