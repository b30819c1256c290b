"""Facts of one row in sentences.

Predicates that share a subject are joined, two or three to a sentence; clauses with a subject of
their own stand alone or in pairs. Askable facts and context never share a sentence, so that what
is left when protected sentences are taken away is the same for twins. A missing value is said in
the place and the form that its value would have had.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import joined, sentence
from fictionworld.web.writing.marking import behind_mark
from fictionworld.web.writing.values import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fictionworld.web.writing.phrases import Phrase
    from fictionworld.web.writing.scene import Telling
    from fictionworld.web.writing.sheet import Sheet

__all__ = [
    "capital", "clauses", "family_name", "fill", "joined_predicates", "listed_pairs", "opening",
    "pair", "sentences", "short_subjects", "split_roles", "subject_link", "subject_plain",
]  # fmt: skip


def split_roles(sheet: Sheet, table: str, columns: Iterable[str]) -> tuple[list[str], list[str]]:
    """The columns as context and askable ones."""
    tellings = sheet.scene.tellings
    context: list[str] = []
    askable: list[str] = []
    for name in columns:
        (askable if tellings[table, name].askable else context).append(name)
    return context, askable


def subject_link(sheet: Sheet, table: str, row: int) -> str:
    """A row as a subject, linked unless the page is about it."""
    scene = sheet.scene
    table, row = scene.subject_of(table, row)
    if not scene.is_named(table):
        return subject_plain(sheet, table, row)
    if (table, row) == (sheet.plan.table, sheet.plan.row):
        return scene.phrase(table, row)
    return scene.phrase(table, row, sheet.link(table, row))


def short_subjects(sheet: Sheet, table: str, row: int) -> tuple[str, ...]:
    """What stands for a subject that has been named: `it`, `the phone`, `Snarglund`."""
    scene = sheet.scene
    table, row = scene.subject_of(table, row)
    if not scene.is_named(table):
        return (f"the {scene.nouns[table].one}",)
    nouns = scene.nouns[table]
    again = scene.phrase(table, row)
    if nouns.person:
        family = family_name(again)
        return (family, f"the {nouns.one}", family)
    return ("it", f"the {nouns.one}", "it", again)


def family_name(name: str) -> str:
    """What a person is called at the second mention: `Snarglund`, `van Horn`, `Al Fayyad`."""
    words = name.split(" ")
    at = len(words) - 1
    while at > 1 and (words[at - 1].islower() or words[at - 1] in _PARTICLES):
        at -= 1
    return " ".join(words[at:])


_PARTICLES = frozenset({"Al", "De", "Di", "Da", "Del", "La", "Le", "Van", "Von", "Bin", "Binti"})


def clauses(
    sheet: Sheet, table: str, row: int, columns: Sequence[str], subject: str
) -> list[tuple[str, bool]]:
    """A clause for each column, and whether it is a predicate, without its subject."""
    dice, tellings = sheet.dice, sheet.scene.tellings
    found = []
    for name in columns:
        telling = tellings[table, name]
        found.append(_clause(sheet, telling, row, dice.pick(telling.phrases), subject))
    return found


def _clause(
    sheet: Sheet, telling: Telling, row: int, phrase: Phrase, subject: str
) -> tuple[str, bool]:
    value = telling.cells[row]
    askable = telling.askable
    if value is None or (value == 0 and telling.nones and not askable):
        # what is askable keeps the form that its value would have had
        for none in telling.nones:
            if not askable or none.predicate == phrase.predicate:
                no = sheet.mark(f"no{none.counted}", telling, row)
                return none.said(no, "no", subject), none.predicate
    if value is not None:
        marked, plain = sheet.stated(telling, row, phrase)
        return phrase.said(marked, plain, subject), phrase.predicate
    return _missing(sheet, telling, row, phrase), phrase.predicate


def _missing(sheet: Sheet, telling: Telling, row: int, phrase: Phrase) -> str:
    """That there is no value, where the pack has no words for it."""
    published = "" if not telling.askable else "published "
    if phrase.predicate:
        return f"has {sheet.mark(f'no {published}{telling.noun}', telling, row)}"
    if published:
        return f"{sheet.mark(f'no {telling.noun}', telling, row)} has been published"
    return f"there is {sheet.mark(f'no {telling.noun}', telling, row)}"


def sentences(
    sheet: Sheet,
    table: str,
    row: int,
    columns: Sequence[str],
    *,
    named: bool = False,
    lead: str = "",
) -> list[str]:
    """Sentences that state these columns of a row.

    Args:
        sheet: The page.
        table: The row's table.
        row: The row.
        columns: What to state.
        named: The row has been named just before.
        lead: What the first sentence begins with: `In 2031`.
    """
    made: list[str] = []
    for part in split_roles(sheet, table, columns):
        if part:
            lead_now = "" if made else lead
            made += _of_one_role(sheet, table, row, part, named=named or bool(made), lead=lead_now)
    return made


def _of_one_role(
    sheet: Sheet, table: str, row: int, columns: list[str], *, named: bool, lead: str
) -> list[str]:
    dice = sheet.dice
    full = subject_link(sheet, table, row)
    if lead:  # it has said which row this is
        full = f"the {sheet.scene.nouns[table].one}"
    short = short_subjects(sheet, table, row)
    said = clauses(sheet, table, row, columns, "\x00")
    predicates = [text for text, is_predicate in said if is_predicate]
    others = [text for text, is_predicate in said if not is_predicate]
    groups: list[tuple[bool, list[str]]] = []
    at = 0
    while at < len(predicates):
        size = dice.pick((1, 2, 2, 2, 3))
        groups.append((True, predicates[at : at + size]))
        at += size
    at = 0
    while at < len(others):
        size = dice.pick((1, 1, 2))
        # the second or a later sentence, so that the first one names the subject
        place = 1 + dice.below(len(groups)) if groups else 0
        groups.insert(place, (False, others[at : at + size]))
        at += size
    made = []
    before = ""
    for is_predicate, group in groups:
        subject = full
        if named:
            subject = dice.pick(short)
            if subject == before and len(short) > 1:
                subject = short[(short.index(subject) + 1) % len(short)]
        if is_predicate:
            text = f"{subject} {joined_predicates(group)}"
        else:
            if subject == "it":
                subject = short[1]
            text = _joined_clauses(group, dice.below(3))
        named = named or is_predicate or "\x00" in text
        before = subject
        made.append(text.replace("\x00", subject))
    if lead:
        made[0] = f"{lead}, {made[0]}"
    return [f"{capital(text)}." for text in made]


def _joined_clauses(group: list[str], form: int) -> str:
    """One or two clauses with subjects of their own."""
    if len(group) == 1:
        return group[0]
    return (", and ", "; ", " and ")[form].join(group)


_PARTICIPLES = ("ed", "made", "sold", "run", "built", "found", "known", "led", "held")


def joined_predicates(group: Sequence[str]) -> str:
    """Predicates in a row; a verb that all begin with is said once: `had 5 wins and 7 draws`."""
    if len(group) > 1:
        pairs = [text.partition(" ")[::2] for text in group]
        verb = pairs[0][0]
        if verb in _SHARED and all(one == verb and _shares(verb, rest) for one, rest in pairs):
            rests = [rest for _, rest in pairs]
            done = rests[0].partition(" ")[0]
            if verb in {"is", "was"} and all(rest.startswith(done + " ") for rest in rests):
                # was played in round 3 and on 14 September
                verb, rests = f"{verb} {done}", [rest[len(done) + 1 :] for rest in rests]
            return f"{verb} {joined(rests)}"
        if any("," in text for text in group[:-1]):
            return ", and ".join([", ".join(group[:-1]), group[-1]])
    return joined(group)


_SHARED = frozenset({"is", "has", "had", "was"})


def _shares(verb: str, rest: str) -> bool:
    """Whether what follows goes with its like: `is based in`, `has a battery`."""
    word = rest.partition(" ")[0]
    if verb in {"is", "was"}:
        return word.endswith(_PARTICIPLES)
    return word not in {"been", "held", "had", "to"}


_WRITTEN_SMALL = tuple(f"{word}{end}" for word in ("zero", *WORDS) for end in (" ", "\x03"))


def capital(text: str) -> str:
    """The text as a sentence begins; a value at its beginning stays as it is written."""
    at = behind_mark(text)
    if at:
        said = text[at:]
        return f"{text[:at]}{sentence(said)}" if said.startswith(_WRITTEN_SMALL) else text
    return sentence(text)


def pair(sheet: Sheet, table: str, row: int, column: str) -> str:
    """`Battery capacity: 5,200 mAh`."""
    telling = sheet.scene.tellings[table, column]
    return f"{telling.label}: {sheet.cell(telling, row)}"


def listed_pairs(sheet: Sheet, table: str, row: int, columns: Sequence[str]) -> list[str]:
    """Each column as `Label: value`."""
    return [pair(sheet, table, row, name) for name in columns]


def opening(sheet: Sheet, text: str) -> str:
    """A sentence of a pool with the slots of the page's subject filled."""
    return fill(sheet, text, sheet.plan.table or "", sheet.plan.row)


def fill(sheet: Sheet, text: str, table: str, row: int | None) -> str:
    """`{name}`, `{subject}`, `{one}`, `{many}`, `{a_one}`, `{theme}`, `{now}`, `{site}` filled."""
    if "{" not in text:
        return text
    scene = sheet.scene
    text = scene.worded(text, table)
    if "{" not in text:
        return text
    if row is not None:
        if "{subject}" in text:
            text = text.replace("{subject}", subject_plain(sheet, table, row))
        if "{name}" in text:
            text = text.replace("{name}", scene.name(table, row))
    if "{theme}" in text:
        text = text.replace("{theme}", sheet.dice.pick(scene.themes))
    return text.replace("{site}", sheet.head.outlet)


def subject_plain(sheet: Sheet, table: str, row: int) -> str:
    """A row as it is spoken of, without a link."""
    scene = sheet.scene
    if scene.is_named(table):
        return scene.phrase(table, row)
    name = scene.name(table, row)
    if scene.nouns[table].contest and " v " in name:
        return f"the {scene.nouns[table].one} between {name.replace(' v ', ' and ')}"
    return f"the {scene.nouns[table].one} of {name}"
