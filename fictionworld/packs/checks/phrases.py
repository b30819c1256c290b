"""Phrases: slots that something fills, statements with a value, labels that fit into a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from fictionworld.packs.compiled import SETTING
from fictionworld.packs.findings import Mistake, Place, unknown
from fictionworld.packs.pages import identity_of
from fictionworld.packs.resolve import all_columns, slots
from fictionworld.packs.specification import ColumnSpec, Pack, Spoken, TableSpec, TableSpoken

_SLOTS_OF = {
    "page": ("subject", "value", "label"),
    "reserved": ("subject", "value", "label"),
    "none": ("subject", "value", "label"),
    "question": ("subject", "value", "label"),
    "where": ("value", "when"),
    "noun": ("value",),
    "has": ("where",),
    "named": ("name",),
}
"""By kind of phrase; other phrases have none."""

_SLOTS_OF_TABLE = _SLOTS_OF | {"page": ("subject",), "reserved": ()}
"""What pages say of any row of a table states nothing; what is reserved are nouns."""

_BY_NUMBER = re.compile(r"\((?:e?s|\w+/\w+)\)")
"""A word's form for one and for many: `goal(s)`, `(is/are)`."""
_OF_SEVERAL = re.compile(r"\b(?:are|were) \{value\} [^()]*\((?:e?s|\w+/\w+)\)")
"""A verb that agrees with several, before a number that may be one."""
_OF_ONE = re.compile(r"(?:that|who) (?:is|was|has|does)\b")
"""A verb that agrees with one row; a superlative also stands behind several: `the ten hearings`."""
_OPEN_END = re.compile(r"(?i).*\b(?:by|in|at|for|from|to|with|on|of|since|until|under|into)")
_OPEN_START = re.compile(r"(?i)(?:by|in|at|for|from|to|with|on|of|is|has|was|who|which|how)\b")


def check_spoken(pack: Pack) -> Iterator[Mistake]:
    """Yield mistakes of phrases and the title: slots that nothing fills, unpaired braces."""
    yield from _of_setting(pack, ("title",), pack.title)
    for use, phrases in (("world", pack.spoken.world), ("askers", pack.spoken.askers)):
        for number, phrase in enumerate(phrases):
            yield from _of_setting(pack, ("spoken", use, number), phrase)
    for table, spec in pack.tables.items():
        yield from _phrases(("tables", table, "spoken"), spec.spoken, _SLOTS_OF_TABLE)
        yield from _subject(("tables", table, "spoken", "subject"), spec)
        for name, column in spec.columns.items():
            yield from _phrases(("tables", table, "columns", name, "spoken"), column.spoken)
            yield from _statements(("tables", table, "columns", name, "spoken"), column.spoken)
            yield from _superlatives(("tables", table, "columns", name, "spoken"), column.spoken)
            yield from _pattern(("tables", table, "columns", name), column)
    for name, column in pack.setting.items():
        yield from _pattern(("setting", name), column)


def _of_setting(pack: Pack, place: Place, phrase: str) -> Iterator[Mistake]:
    yield from _braces(place, phrase)
    for slot in slots(phrase):
        first, _, name = slot.partition(".")
        if first != SETTING or name not in pack.setting:
            allowed = [f"setting.{column}" for column in pack.setting]
            yield place, unknown(slot, allowed, "slots")


def _phrases(
    place: Place,
    spoken: Spoken | TableSpoken,
    slots_of: Mapping[str, tuple[str, ...]] = _SLOTS_OF,
) -> Iterator[Mistake]:
    for use in type(spoken).model_fields:
        given = getattr(spoken, use)
        phrases = (given,) if isinstance(given, str) else given
        if not isinstance(phrases, tuple):
            continue
        for number, phrase in enumerate(phrases):
            if isinstance(phrase, tuple):  # a noun and its plural
                continue
            at = (*place, use) if isinstance(given, str) else (*place, use, number)
            yield from _braces(at, phrase)
            for slot in slots(phrase):
                if slot not in slots_of.get(use, ()):
                    yield at, unknown(slot, slots_of.get(use, ()), "slots")


def _subject(place: Place, spec: TableSpec) -> Iterator[Mistake]:
    """Yield a mistake if `subject` is not the one reference of a key of one column."""
    subject = spec.spoken.subject
    if subject is None:
        return
    column = spec.columns.get(subject)
    if identity_of(spec) != (subject,) or column is None or column.ref is None:
        yield (
            place,
            (
                f"got {subject!r}; allowed: the one reference of a key of one column, which tells "
                "whose row it is; leave subject out, and statements are about the row itself"
            ),
        )


def _statements(place: Place, spoken: Spoken) -> Iterator[Mistake]:
    """Yield a mistake for each statement that has its value not once, or counts before it."""
    for use in ("page", "reserved", "none"):
        phrases: tuple[str, ...] = getattr(spoken, use)
        for number, phrase in enumerate(phrases):
            count = list(slots(phrase)).count("value")
            if count != 1:
                fault = "without {value}" if count == 0 else f"with {count} times {{value}}"
                yield (*place, use, number), f"got {phrase!r}, {fault}; a statement has it once"
            elif form := _BY_NUMBER.search(phrase.partition("{value}")[0]):
                fault = f"{form[0]} before {{value}}"
                move = "words that follow the value's number stand behind it"
                yield (*place, use, number), f"got {phrase!r}, with {fault}; {move}"
            elif _OF_SEVERAL.search(phrase):
                move = "say {value} clerk(s) (works/work) there"
                yield (*place, use, number), f"got {phrase!r}, which is wrong of one; {move}"


def _superlatives(place: Place, spoken: Spoken) -> Iterator[Mistake]:
    """Yield a mistake for each superlative that only one row can have."""
    for use in ("most", "least"):
        phrase = getattr(spoken, use)
        if phrase is not None and _OF_ONE.match(phrase):
            move = "say it of one row and of several: with the shortest duration, closed earliest"
            yield (*place, use), f"got {phrase!r}, of one row alone; {move}"


def _pattern(place: Place, column: ColumnSpec) -> Iterator[Mistake]:
    pattern = column.draw.get("pattern") if column.draw is not None else None
    if pattern is not None:
        yield from _braces((*place, "draw", "pattern"), pattern)


def _braces(place: Place, text: str) -> Iterator[Mistake]:
    if set(re.sub(r"\{[^{}]*\}", "", text)) & set("{}"):
        yield place, f"got {text!r}, with a brace left over; braces stand in pairs around a slot"


def check_label_phrases(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each label that is no noun and has no `question`: `its directed by`."""
    for place, table, _, column in all_columns(pack):
        if table == SETTING or column.role in {"hidden", "name"} or _noun(column) is not None:
            continue
        labels = (column.label,) if isinstance(column.label, str) else column.label
        for label in (*labels, *column.reserved):
            if _OPEN_END.fullmatch(label) or _OPEN_START.match(label):
                problem = f"got the label {label!r}, from which questions would make 'its {label}'"
                allowed = "give a noun as spoken: {question: [director]}, or another label"
                yield (*place, "label"), f"{problem}; {allowed}"


def check_shared_labels(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each label that two columns of a table have: nobody could tell them."""
    for table, spec in pack.tables.items():
        owners: dict[str, str] = {}
        for name, column in spec.columns.items():
            labels = (column.label,) if isinstance(column.label, str) else column.label
            for label in (*labels, *column.reserved) if column.role != "hidden" else ():
                owner = owners.setdefault(label.casefold(), name)
                if owner != name:
                    problem = f"got the label {label!r}, which the column {owner} has too"
                    allowed = "give one of the two another, so that headers tell them apart"
                    yield ("tables", table, "columns", name, "label"), f"{problem}; {allowed}"


def _noun(column: ColumnSpec) -> str | None:
    return next((text for text in column.spoken.question if "{subject}" not in text), None)
