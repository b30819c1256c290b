"""How a question opens, says where and when it stands, and closes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fictionworld.tasks.task_shape import task_shapes
from fictionworld.tasks.wording.values import said_date
from fictionworld.text.english import joined, sentence

if TYPE_CHECKING:
    from fictionworld.tasks.question import QuestionContext
    from fictionworld.tasks.specification import Specification
    from fictionworld.tasks.wording.need import Need
    from fictionworld.tasks.wording.voice import Voice

__all__ = ["closing", "column_line", "opening"]

_SLOT = re.compile(r"\{setting\.([a-z0-9_]+)\}")

# Each frame holds one mood of the need; {world} and {date} where it says them itself.
_ORDERS = (
    "{order}.", "{order}.", "{order}.", "{order}.", "{order}.", "{order}.",
    "Please {order}.", "Can you {order}?", "Could you {order}?", "Would you {order}?",
    "I'd like you to {order}.", "Kindly {order}.", "Let's try this: {order}.",
    "Your job is to {order}.", "Here is what I'm after: {order}.", "One request: {order}.",
    "Help me out here: {order}.",
    "For {world}, {order}.", "Across {world}, {order}.", "Within {world}, {order}.",
    "Looking at {world} as of {date}, {order}.", "As of {date}, {order}.",
    "Using what was known on {date}, {order}.", "Taking {world} as it stood on {date}, {order}.",
    "Going by the state of things on {date}, {order}.", "With {world} in view, {order}.",
    "From what is public about {world}, {order}.", "Staying within {world}, {order}.",
)  # fmt: skip
_WISHES = (
    "I need {wish}.", "I'm looking for {wish}.", "I would like {wish}.", "We are after {wish}.",
    "What I need is {wish}.", "My request is for {wish}.", "Wanted: {wish}.",
    "It would help me to have {wish}.", "Time to collect {wish}.", "We need {wish}.",
    "Can I have {wish}?", "Is there a way to get {wish}?", "Missing from my notes: {wish}.",
    "On {world}, I need {wish}.", "About {world}: I want {wish}.",
    "The subject is {world}, and what I need is {wish}.",
    "Regarding {world}, we would like {wish}.", "This time I want {wish}.",
)  # fmt: skip
_QUESTIONS = (
    "{question}?", "{question}?", "{question}?", "{question}?",
    "In {world}, {question}?", "As of {date}, {question}?",
    "With {date} as the cut-off, {question}?",
    "Quick one: {question}?", "Simple question: {question}?", "A question on {world}: {question}?",
    "Looking at {world}, {question}?", "Within {world}, {question}?",
    "Here's one I can't answer: {question}?", "By {date}, {question}?",
    "Something I keep wondering: {question}?", "For {world}, {question}?",
    "Do you know this one: {question}?", "About {world}: {question}?",
)  # fmt: skip
_ASKERS = (
    "I'm preparing a short briefing on {world}.", "A colleague keeps asking me about {world}.",
    "Our newsletter has a page on {world}.", "For a talk next week I'm reading up on {world}.",
)  # fmt: skip

_WHERE_AND_WHEN = (
    "This is about {world}, as of {date}.",
    "The subject is {world} as it stood on {date}.",
    "Everything refers to {world}, with {date} as the cut-off date.",
    "Take {world} as it was on {date}.",
    "I mean {world}, as things stood on {date}.",
    "Stick to {world}, as of {date}.",
    "The scope is {world}; everything should be as of {date}.",
    "All of this concerns {world}, seen from {date}.",
    "Cover {world} only, and treat {date} as today.",
    "We are talking about {world}, as of {date}.",
)
_WHERE = (
    "This is about {world}.", "I mean {world}.", "The subject is {world}.",
    "Stick to {world}.", "All of it concerns {world}.", "The scope is {world}.",
    "Nothing outside {world} counts.", "Keep to {world}.",
)  # fmt: skip
_WHEN = (
    "Everything should be as of {date}.", "Use the state of things on {date}.",
    "The cut-off is {date}.", "Treat {date} as today.", "All facts as of {date}, please.",
    "Go by what held on {date}.", "Answer as of {date}.",
    "What counts is how things stood on {date}.",
)  # fmt: skip


_PREFIXES = frozenset({"for", "of", "among", "out", "from", "counting", "considering", "between"})


def world_of(scene: QuestionContext, voice: Voice) -> str:
    """The world as a noun phrase: `the smartphone market of the Gulf states in 2031`."""
    given = scene.pack.spec.spoken.world
    if given:
        return _set_in(voice.pick("world", given), scene)
    first, _, rest = scene.title.partition(" ")
    return f"{first.lower()} {rest}" if first in {"The", "A", "An"} else scene.title


def opening(need: Need, specification: Specification, scene: QuestionContext, voice: Voice) -> str:
    """The main sentence, who asks and why, where and when: all that comes before the columns."""
    slots = {"world": world_of(scene, voice), "date": said_date(scene.as_of, voice.manner)}
    frame, mood = _frame(need, specification, voice)
    main = sentence(frame.replace("{order}", mood).replace("{wish}", mood)
                    .replace("{question}", mood))  # fmt: skip
    asker = ""
    if voice.chance("asker", 24):
        asker = voice.pick("asker/words", (*scene.pack.spec.spoken.askers, *_ASKERS[:2]))
        # the world need not be named twice in two sentences
        asker = "" if "{world}" in asker and "{world}" in main else _set_in(asker, scene)
    spoken = [] if _says(main + asker, "world") else ["world"]
    spoken += [] if _says(main, "date") else ["date"]
    pool = {("world", "date"): _WHERE_AND_WHEN, ("world",): _WHERE, ("date",): _WHEN}.get(
        tuple(spoken)
    )
    place = voice.pick("place", pool) if pool else ""
    parts = [asker, main, need.follow, place]
    if need.follow.endswith("\n"):
        # a list of conditions ends what it belongs to
        parts = [asker, main, place, need.follow]
    elif place and not asker and voice.chance("place/first", 15):
        parts = [place, main, need.follow]
    text = " ".join(part for part in parts if part)
    return text.replace("{world}", slots["world"]).replace("{date}", slots["date"])


def _says(text: str, slot: str) -> bool:
    return "{" + slot + "}" in text


def _frame(need: Need, specification: Specification, voice: Voice) -> tuple[str, str]:
    """A frame and what goes into it."""
    deep = specification.kind == "deep" or task_shapes[specification.shape].one_row
    orders, wishes, questions = (25, 10, 65) if deep else (60, 25, 15)
    moods = [
        *["order"] * orders,
        *["wish"] * (wishes if need.wishes else 0),
        *["question"] * (questions if need.questions else 0),
    ]
    mood = voice.pick("mood", moods)
    frames = {"order": _ORDERS, "wish": _WISHES, "question": _QUESTIONS}[mood]
    texts = {"order": need.orders, "wish": need.wishes, "question": need.questions}[mood]
    text = voice.pick(f"need/{mood}", texts)
    if text.split(" ", 1)[0] in _PREFIXES:
        # for each club, find ...: nothing but a colon may stand before it
        frames = tuple(one for one in frames if one.startswith("{") or ": {" in one)
    return voice.pick(f"frame/{mood}", frames), text


def _set_in(phrase: str, scene: QuestionContext) -> str:
    return _SLOT.sub(lambda slot: str(scene.setting.get(slot[1], "")), phrase)


_COLUMNS = (
    "Columns, in this order: {commas}.", "Columns: {bars}", "Use these column headers: {commas}.",
    "The columns, left to right: {commas}.", "I want the columns {listed}, in that order.",
    "Table columns: {bars}", "Head the columns {listed}, in this order.",
    "The header should read: {bars}", "Give the columns {listed}, in exactly this order.",
    "Set it up with the columns {commas}.", "These are the columns: {commas}.",
    "Columns (in order): {semicolons}.", "Please keep to these headers: {commas}.",
    "The table has the columns {listed}, in that order.", "Headers, word for word: {semicolons}.",
)  # fmt: skip
_ONE_COLUMN = (
    "A single column is enough: {commas}.", "The only column is {commas}.",
    "One column will do, headed {commas}.",
)  # fmt: skip


def column_line(headers: tuple[str, ...], voice: Voice) -> str:
    """The headers, all of them and in order."""
    pattern = voice.pick("columns", _COLUMNS if len(headers) > 1 else _ONE_COLUMN)
    return pattern.format(
        commas=", ".join(headers),
        bars=" | ".join(headers),
        semicolons="; ".join(headers),
        listed=joined(headers),
    )


_CLOSINGS = (
    "Answer with one Markdown table in a fenced ```markdown block.",
    "Put the result into a single Markdown table, fenced as ```markdown.",
    "Return one Markdown table inside a ```markdown code fence.",
    "Please format the answer as one Markdown table within ```markdown fences.",
    "Give me a single Markdown table in a ```markdown block and nothing else.",
    "The answer should be one Markdown table in a ```markdown block, with no text around it.",
    "Deliver it as one Markdown table; open the fence with ```markdown and close it with ```.",
    "I can only paste one Markdown table, so put everything between ```markdown and ```.",
    "Output: one Markdown table in a fenced block marked ```markdown.",
    "Reply with one fenced ```markdown block that holds a single Markdown table.",
    "Use one Markdown table, in a ```markdown block, and add no comment outside it.",
    "Present everything in one Markdown table (```markdown fence).",
    "Finish with one Markdown table in a ```markdown fence; no other text is needed.",
    "Organise the findings in one Markdown table, wrapped in ```markdown and ```.",
    "As output I expect one Markdown table in a block that starts with ```markdown.",
    "Write it up as a single Markdown table inside a fenced markdown block (```markdown).",
    "Hand it over as one Markdown table, fenced with ```markdown, without further remarks.",
    "Everything goes into one Markdown table in a ```markdown block; leave the rest blank.",
    "Show the result as one Markdown table, set between ```markdown and a closing ``` line.",
    "Just one Markdown table, please, in a ```markdown block of its own.",
    "For my script the reply must contain one Markdown table in a ```markdown block.",
    "Lay it out as one Markdown table in a ```markdown fence, so that I can copy it.",
    "One Markdown table in a ```markdown fence is all I want back.",
    "Send back one Markdown table, kept inside a ```markdown fence from first line to last.",
    "Compose one Markdown table for this, placed in a ```markdown code block.",
    "Your reply: one Markdown table in a ```markdown block, nothing before or after.",
)


def closing(voice: Voice) -> str:
    """What form the answer takes."""
    return voice.pick("closing", _CLOSINGS)
