"""Facts of one row in sentences.

Predicates that share a subject are joined, two or three to a sentence; clauses with a subject of
their own stand alone or in pairs. Askable facts and context never share a sentence, so that what
is left when protected sentences are taken away is the same for twins. Of an askable column that may
be missing the whole clause is marked, so nothing outside the marks shows whether there is a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fictionworld.text.english import is_plural, joined, sentence
from fictionworld.web.writing.context import ColumnWording, WritingContext
from fictionworld.web.writing.marking import behind_mark, skeleton
from fictionworld.web.writing.page_writer import PageWriter, Worded
from fictionworld.web.writing.phrases import ColumnPhrase


def split_roles(
    writer: PageWriter, table: str, columns: Iterable[str]
) -> tuple[list[str], list[str]]:
    """Return the context columns and the askable columns, each in their order."""
    wordings = writer.context.wordings
    context_columns: list[str] = []
    askable: list[str] = []
    for name in columns:
        (askable if wordings[table, name].askable else context_columns).append(name)
    return context_columns, askable


def subject_link(writer: PageWriter, table: str, row: int) -> str:
    """Return a row as the subject of a statement, its name linked unless the page is about it.

    A row without a name is said by the row that its key names: `the treatment of object C.7-1931`.
    """
    context = writer.context
    table, row = context.subject_of(table, row)
    if not context.is_named(table):
        owner = context.named_by(table, row)
        if owner is None:
            return subject_plain(context, table, row)
        return f"the {context.nouns[table].one} of {subject_link(writer, *owner)}"
    if (table, row) == (writer.plan.table, writer.plan.row):
        return context.phrase(table, row)
    return context.phrase(table, row, writer.link(table, row))


def short_subjects(writer: PageWriter, table: str, row: int) -> tuple[str, ...]:
    """Return the ways to refer to a subject again: `it`, `the phone`, `Snarglund`."""
    context = writer.context
    table, row = context.subject_of(table, row)
    if not context.is_named(table):
        return (f"the {context.nouns[table].one}",)
    nouns = context.nouns[table]
    phrase = context.phrase(table, row)
    if nouns.person:
        family = family_name(phrase)
        return (family, f"the {nouns.one}", family)
    return ("it", f"the {nouns.one}", "it", phrase)


def family_name(name: str) -> str:
    """Return a person's name at the second mention: `Snarglund`, `van Horn`, `Al Fayyad`."""
    words = name.split(" ")
    index = len(words) - 1
    while index > 1 and (words[index - 1].islower() or words[index - 1] in _PARTICLES):
        index -= 1
    return " ".join(words[index:])


_PARTICLES = frozenset({"Al", "De", "Di", "Da", "Del", "La", "Le", "Van", "Von", "Bin", "Binti"})


class ColumnClause(NamedTuple):
    """What a sentence says of one column."""

    text: str
    predicate: bool
    """The subject stands before it, and is not in `text`."""
    names: bool
    """It names its subject, whatever the value is."""


def clauses(
    writer: PageWriter, table: str, row: int, columns: Sequence[str], subject: str
) -> list[ColumnClause]:
    """Return a clause for each column."""
    wordings = [writer.context.wordings[table, name] for name in columns]
    return [
        _clause(writer, wording, row, writer.rng.pick(wording.phrases), subject)
        for wording in wordings
    ]


def _clause(
    writer: PageWriter, wording: ColumnWording, row: int, phrase: ColumnPhrase, subject: str
) -> ColumnClause:
    value = wording.cells[row]
    predicate, names = phrase.predicate, phrase.predicate or phrase.has_subject
    if wording.askable and wording.column.nullable and wording.target is None:
        clause = whole_clause(writer, wording, row, phrase, subject)
        stated = writer.mark_worded(clause, wording, row)
        return ColumnClause(stated, predicate, predicate)
    if value is not None and (value != 0 or wording.askable or not wording.nones):
        return ColumnClause(
            phrase.clause(writer.stated(wording, row, phrase), subject), predicate, names
        )
    if wording.askable:  # the pack did not foresee it: it stands where a value would
        stated = writer.mark("an unknown value", wording, row)
        return ColumnClause(phrase.clause(stated, subject), predicate, names)
    if wording.nones:
        none = wording.nones[0]
        stated = none.clause(writer.mark(f"no{none.counted}", wording, row), subject)
        return ColumnClause(stated, none.predicate, none.predicate or none.has_subject)
    no = writer.mark(f"no {wording.noun}", wording, row)
    return ColumnClause(f"has {no}" if predicate else f"there is {no}", predicate, predicate)


def whole_clause(
    writer: PageWriter, wording: ColumnWording, row: int, phrase: ColumnPhrase, subject: str
) -> Worded:
    """Return an unmarked clause that says the value, a reference by name, or that there is none."""
    value = wording.cells[row]
    if value is None:
        return Worded(_missing(wording, phrase.predicate, subject))
    if wording.target is not None:
        return Worded(phrase.clause(writer.context.name(wording.target, value), subject))
    worded = writer.worded(wording, row, phrase)
    return worded._replace(text=phrase.clause(worded.text, subject))


def _missing(wording: ColumnWording, predicate: bool, subject: str) -> str:
    """Return a clause that says there is no value, in the pack's words where some fit."""
    for none in wording.nones:
        if none.predicate == predicate:
            return none.clause(f"no{none.counted}", subject)
    if predicate:
        return f"has no {wording.noun} on record"
    return f"no {wording.noun} {'are' if is_plural(wording.noun) else 'is'} on record"


def sentences(
    writer: PageWriter,
    table: str,
    row: int,
    columns: Sequence[str],
    *,
    named: bool = False,
    lead: str = "",
) -> list[str]:
    """Return sentences that state these columns of a row.

    Args:
        writer: The page.
        table: The row's table.
        row: The row.
        columns: What to state.
        named: The row has been named just before.
        lead: What the first sentence begins with: `In 2031`.
    """
    texts: list[str] = []
    for part in split_roles(writer, table, columns):
        if part:
            lead_now = "" if texts else lead
            texts += _of_one_role(
                writer, table, row, part, named=named or bool(texts), lead=lead_now
            )
    return texts


def _of_one_role(
    writer: PageWriter, table: str, row: int, columns: list[str], *, named: bool, lead: str
) -> list[str]:
    rng = writer.rng
    full = subject_link(writer, table, row)
    if lead:
        full = f"the {writer.context.nouns[table].one}"
    if _BEHIND_A_NOUN.match(lead):
        full, lead = f"{full} {lead}", ""
    about = _rows_of(writer.context, table, row)
    of_another = not named and not lead and writer.plan.subject not in about
    short = short_subjects(writer, table, row)
    stated = clauses(writer, table, row, columns, "\x00")
    predicates = [clause for clause in stated if clause.predicate]
    others = [clause for clause in stated if not clause.predicate]
    groups: list[tuple[bool, list[ColumnClause]]] = []
    start = 0
    while start < len(predicates):
        size = rng.pick((1, 2, 2, 2, 3))
        groups.append((True, predicates[start : start + size]))
        start += size
    start = 0
    while start < len(others):
        size = rng.pick((1, 1, 2))
        # the second or a later sentence, so that the first one names the subject
        index = 1 + rng.below(len(groups)) if groups else 0
        groups.insert(index, (False, others[start : start + size]))
        start += size
    statements: list[str] = []
    before = ""
    for is_predicate, group in groups:
        subject = full
        if named:
            subject = rng.pick(short)
            if subject == before and len(short) > 1:
                subject = short[(short.index(subject) + 1) % len(short)]
        texts = [clause.text for clause in group]
        if is_predicate:
            text = f"{subject} {joined_predicates(texts)}"
        else:
            if subject == "it":
                subject = short[1]
            text = _joined_clauses(texts, rng.below(3))
            if of_another and not statements and not any(clause.names for clause in group):
                text = f"for {subject}, {text}"
                named = True
        named = named or any(clause.names for clause in group)
        before = subject
        statements.append(text.replace("\x00", subject))
    if lead:
        statements[0] = f"{lead}, {statements[0]}"
    return [f"{capital(text)}." for text in statements]


def _rows_of(context: WritingContext, table: str, row: int) -> set[tuple[str, int] | None]:
    """Return the rows on whose pages a statement about a row is understood without naming it."""
    return {(table, row), context.subject_of(table, row), context.named_by(table, row)}


def _joined_clauses(group: list[str], form: int) -> str:
    """Join one or two clauses that have subjects of their own."""
    if len(group) == 1:
        return group[0]
    return (", and ", "; ", " and ")[form].join(group)


_BEHIND_A_NOUN = re.compile(r"(?:of|by|\w+ed|held) ")
"""What begins so says which row it is behind the row's noun alone: `the part played by Vunić`."""

_PARTICIPLES = ("ed", "made", "sold", "run", "built", "found", "known", "led", "held")


def joined_predicates(group: Sequence[str]) -> str:
    """Join predicates of one subject, a common verb said once: `had 5 wins and 7 draws`."""
    if len(group) > 1:
        pairs = [text.partition(" ")[::2] for text in group]
        verb = pairs[0][0]
        if verb in _SHARED and all(word == verb and _shares(verb, rest) for word, rest in pairs):
            rests = [rest for _, rest in pairs]
            shared = rests[0].partition(" ")[0]
            if verb in {"is", "was"} and all(rest.startswith(shared + " ") for rest in rests):
                # was played in round 3 and on 14 September
                verb, rests = f"{verb} {shared}", [rest[len(shared) + 1 :] for rest in rests]
            return f"{verb} {joined(rests)}"
        if any("," in skeleton(text) for text in group[:-1]):
            return ", and ".join([", ".join(group[:-1]), group[-1]])
    return joined(group)


_SHARED = frozenset({"is", "has", "had", "was"})
_DETERMINERS = frozenset({"a", "an", "the", "its", "their", "his", "her", "no"})


def _shares(verb: str, rest: str) -> bool:
    """Return whether the rest of a predicate may share its verb: `is based in`, `has a battery`."""
    word = skeleton(rest).partition(" ")[0]
    if verb in {"is", "was"}:
        return word.endswith(_PARTICIPLES)
    # what it has (a value, where no word is left), and not what it has done
    return word in _DETERMINERS or not word.isalpha()


def capital(text: str) -> str:
    """Return the text with a capital first, unless it begins with a value that has one: `iOS`."""
    start = behind_mark(text)
    first = text[start:].partition(" ")[0]
    return f"{text[:start]}{sentence(text[start:])}" if not start or first.islower() else text


def listed_pairs(writer: PageWriter, table: str, row: int, columns: Sequence[str]) -> list[str]:
    """Return each column as a label and a value: `Battery capacity: 5,200 mAh`."""
    wordings = [writer.context.wordings[table, name] for name in columns]
    return [f"{wording.label}: {writer.labelled(wording, row)}" for wording in wordings]


def fill(writer: PageWriter, text: str, table: str, row: int | None) -> str:
    """Fill `{name}`, `{subject}`, `{one}`, `{many}`, `{a_one}`, `{theme}`, `{now}` and `{site}`."""
    if "{" not in text:
        return text
    context = writer.context
    text = context.worded(text, table)
    if "{" not in text:
        return text
    if row is not None:
        if "{subject}" in text:
            text = text.replace("{subject}", subject_plain(writer.context, table, row))
        if "{name}" in text:
            text = text.replace("{name}", context.name(table, row))
    if "{theme}" in text:
        text = text.replace("{theme}", writer.rng.pick(context.themes))
    return text.replace("{site}", writer.head.outlet)


def subject_plain(context: WritingContext, table: str, row: int) -> str:
    """Return a row as it is spoken of, without a link: `the Vela 5`, `the sale of the Vela 5`."""
    if context.is_named(table):
        return context.phrase(table, row)
    owner = context.named_by(table, row)
    name = context.name(table, row) if owner is None else subject_plain(context, *owner)
    if context.nouns[table].contest and " v " in name:
        return f"the {context.nouns[table].one} between {name.replace(' v ', ' and ')}"
    for key in context.identity[table][:1] if owner is None else ():
        target, first = context.table(table).columns[key].target, context.cells(table, key)[row - 1]
        if target is not None and first is not None:  # the landing of the Morning Fisher on 28 May
            plain = context.name(target, first)
            if name.startswith(plain):
                name = context.phrase(target, first) + name.removeprefix(plain)
    return f"the {context.nouns[table].one} of {name}"
