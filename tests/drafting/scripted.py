"""A model that makes the mistakes that models make, and mends only what a finding's text names."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from fictionworld.chat.reply import ChatReply
from fictionworld.drafting.documents import FieldDocument
from fictionworld.packs.source import new_source

NAME = "lending_libraries"
SOUND = new_source(NAME)
TITLE, ABOUT = (line for line in SOUND.splitlines() if line.startswith(("title: ", "about: ")))
PLAN = f"pack: {NAME}\nabout: public libraries\ntables:\n  library: {{about: a house with books}}\n"
DOCUMENT = FieldDocument(
    "report.txt",
    "The yearly report is edited by the Ravensbourne Trust. In every year the number of loans of a "
    "library depends on how long its doors were open to the public. Visits fell.",
    "The yearly report.",
)

MISTAKES = {
    "unknown operator": ("lognormal: [900, 0.5]", "lognormale: [900, 0.5]"),
    "unknown path": ("driven_by: {size: 0.8}", "driven_by: {sise: 0.8}"),
    "reference without target": ("ref: library, like: employer", "ref: libary, like: employer"),
    "unknown concept": ("like: floor_area", "like: floor_aria"),
    "unknown pool": ("like: seat, draw: {pool: town}", "like: seat, draw: {pool: village}"),
    "unknown role": ("born: {role: askable", "born: {role: asked"),
    "missing key": (f"{TITLE}\n", ""),
    "wrong range": ("rows: 9..12", "rows: 9-12"),
    "SQL that is refused": ('sql: "growth > -100"', 'sql: "growth > (SELECT 1)"'),
    "draws in a circle": ("at_least: setting.year - 35", "at_least: born"),
    "YAML with a tab": ("    rows: 55..75\n", "\trows: 55..75\n"),
    "YAML that is not closed": ("draw: {pool: region}}", "draw: {pool: region}"),
    "YAML with a colon": ("label: Librarian,", "label: Librarian: head,"),
    "rule that nothing satisfies": ("[library.opened, joined]", "[joined, library.opened]"),
    "rule that nothing breaks": ('"growth > -100"', '"growth > -100 OR growth <= 0"'),
    "figure outside its band": ("between: [0.4, 0.8]", "between: [0.95, 1]"),
    "a name of a document": ("local history, children's", "Ravensbourne Trust, children's"),
    "a sentence of a document": (
        ABOUT,
        "about: The number of loans of a library depends on how long its doors are open.",
    ),
}
"""What is written right, and what a model writes instead."""


def mistaken(*kinds):
    """The sound pack with these mistakes."""
    text = SOUND
    for kind in kinds:
        right, wrong = MISTAKES[kind]
        assert right in text, kind
        text = text.replace(right, wrong, 1)
    return text


class Scripted:
    """Answers the requests of a draft; the first pack has mistakes."""

    def __init__(self, *kinds):
        self.text = mistaken(*kinds)
        self.bodies = []

    def __call__(self, body):
        self.bodies.append(body)
        *_, ask = (message["content"] for message in body["messages"])
        if "Plan a pack" in ask:
            return ChatReply(f"Here it is:\n\n```yaml\n{PLAN}```\n", output_tokens=50)
        if "The check found" in ask:
            self.text = mended(self.text, ask.partition("The check found:\n\n")[2].splitlines())
        return ChatReply(f"```yaml\n{self.text}```", prompt_tokens=900, output_tokens=300)


def mended(text, findings):
    """The text with those of its lines put right that a finding names: by number, or by its key."""
    lines, right = text.splitlines(), SOUND.splitlines()
    numbers = {int(n) for f in findings for n in re.findall(r"^\S+?\.yaml:(\d+):", f)}
    named = {word for f in findings for word in re.findall(r"\w+", f)}
    result = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, lines, right, autojunk=False).get_opcodes():
        # an entry may go on in the line after that of its key
        by_number = any(i1 <= number <= max(i2, i1 + 1) for number in numbers)
        keys = {line.split(":")[0].strip(" -{") for line in right[j1:j2]}
        if tag == "equal" or not (by_number or (i1 == i2 and keys & named)):
            result += lines[i1:i2]
        else:
            result += right[j1:j2]
    return "\n".join(result) + "\n"
