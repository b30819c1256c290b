"""Facts of one row in sentences.

Predicates that share a subject are joined, two or three to a sentence; clauses with a subject of
their own stand alone or in pairs. Askable facts and context never share a sentence, so that what
is left when protected sentences are taken away is the same for twins. A missing value is said in
the place and the form that its value would have had.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import indefinite, joined, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fictionworld.web.writing.phrases import Phrase
    from fictionworld.web.writing.scene import Telling
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["clauses", "listed_pairs", "pair", "sentences", "split_roles", "subject_link"]


def split_roles(sheet: Sheet, table: str, columns: Iterable[str]) -> tuple[list[str], list[str]]:
    """The columns as context and askable ones."""
    tellings = sheet.scene.tellings
    context: list[str] = []
    askable: list[str] = []
    for name in columns:
        (askable if tellings[table, name].column.role == "askable" else context).append(name)
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


def _short_subject(sheet: Sheet, table: str, row: int) -> tuple[str, ...]:
    """What stands for a subject that has been named: `it`, `the phone`, the name again."""
    scene = sheet.scene
    table, row = scene.subject_of(table, row)
    if not scene.is_named(table):
        return (f"the {scene.nouns[table].one}",)
    nouns = scene.nouns[table]
    again = scene.phrase(table, row)
    if nouns.person:
        return (again, f"the {nouns.one}")
    return ("it", f"the {nouns.one}", "it", again)


def clauses(
    sheet: Sheet, table: str, row: int, columns: Sequence[str], subject: str
) -> list[tuple[str, bool]]:
    """A clause for each column, and whether it is a predicate, without its subject."""
    dice, tellings = sheet.dice, sheet.scene.tellings
    found = []
    for name in columns:
        telling = tellings[table, name]
        phrase = dice.pick(telling.phrases)
        text = _clause(sheet, telling, row, phrase, subject)
        # who everybody knows to refer to nobody has a clause of its own for that
        stands_alone = telling.column.role != "askable" and "\x02" in text[:1]
        found.append((text, phrase.predicate and not stands_alone))
    return found


def _clause(sheet: Sheet, telling: Telling, row: int, phrase: Phrase, subject: str) -> str:
    said = sheet.value(telling, row, bare=phrase.bare)
    if said is not None:
        return phrase.said(said.marked, said.plain, subject, one=said.one)
    place = (telling.table, row, telling.name)
    if telling.column.role != "askable":
        return f"{sheet.mark('no entry', *place)} is given under “{telling.plain_label}”"
    if phrase.predicate:
        return f"has {sheet.mark(f'no published {telling.noun}', *place)}"
    return f"{sheet.mark(f'no {telling.noun}', *place)} has been published"


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
    short = _short_subject(sheet, table, row)
    said = clauses(sheet, table, row, columns, full)
    predicates = [text for text, is_predicate in said if is_predicate]
    others = [text for text, is_predicate in said if not is_predicate]
    made = []
    at = 0
    while at < len(predicates):
        size = dice.pick((1, 2, 2, 3))
        group = predicates[at : at + size]
        at += size
        subject = full if not named else dice.pick(short)
        named = True
        made.append(f"{subject} {_joined_predicates(group)}")
    at = 0
    while at < len(others):
        size = dice.pick((1, 1, 2))
        made.append(joined(others[at : at + size]))
        at += size
    if lead:
        made[0] = f"{lead}, {made[0]}"
    return [f"{capital(text)}." for text in made]


_SHARED = frozenset({"is", "has", "had", "was"})


def _joined_predicates(group: list[str]) -> str:
    """Predicates in a row; a verb that all begin with is said once: `has 5 wins and 7 draws`."""
    verb, _, _ = group[0].partition(" ")
    if len(group) > 1 and verb in _SHARED and all(text.startswith(verb + " ") for text in group):
        rest = [text[len(verb) + 1 :] for text in group]
        return f"{verb} {joined(rest)}"
    return joined(group)


def capital(text: str) -> str:
    """The text as a sentence begins; a value at its beginning stays as it is written."""
    if text[:1] == "\x02":
        said = text[2:]
        return f"{text[:2]}N{said[1:]}" if said.startswith("no ") else text
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
    nouns = scene.nouns.get(table)
    if nouns is not None:
        if "{a_one}" in text:
            text = text.replace("{a_one}", f"{indefinite(nouns.one)} {nouns.one}")
        text = text.replace("{one}", nouns.one).replace("{many}", nouns.many)
        text = text.replace("{by}", nouns.by).replace("{by_many}", nouns.by_many)
    if row is not None:
        if "{subject}" in text:
            text = text.replace("{subject}", subject_plain(sheet, table, row))
        if "{name}" in text:
            text = text.replace("{name}", scene.name(table, row))
    if "{theme}" in text:
        text = text.replace("{theme}", sheet.dice.pick(scene.themes))
    return text.replace("{now}", scene.now).replace("{site}", sheet.head.outlet)


def subject_plain(sheet: Sheet, table: str, row: int) -> str:
    """A row as it is spoken of, without a link."""
    scene = sheet.scene
    if scene.is_named(table):
        return scene.phrase(table, row)
    name = scene.name(table, row)
    if scene.nouns[table].contest and " v " in name:
        return f"the {scene.nouns[table].one} between {name.replace(' v ', ' and ')}"
    return f"the {scene.nouns[table].one} of {name}"
