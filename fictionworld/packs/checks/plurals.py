"""Plurals that are none: `countrys`, `fishs`, `aircrafts` where the pack says *aircraft*.

Two signs tell, and neither is a list of words: endings that no English plural has, and the nouns of
the pack's own tables, whose plurals it declares or which follow a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fictionworld.packs.findings import Mistake, Place
from fictionworld.packs.resolve import all_columns
from fictionworld.packs.specification import Pack, Spoken, TableSpoken
from fictionworld.text.english import plural

# no names: the Harrys; standbys and lay-bys keep their y
_NO_PLURAL = re.compile(r"\b[a-z]+(?:[^\Waeioub]ys|[xz]s|shs|tchs|nchs)\b")
_ALSO_SAID = frozenset({"persons"})


def check_plurals(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each plural in a label or phrase that is none."""
    wrong = dict(_wrong_plurals(pack))
    for place, text in _texts(pack):
        words = text.casefold()
        for form, (one, many) in wrong.items():
            if re.search(rf"\b{re.escape(form)}\b", words):
                yield place, f"got {form!r} in {text!r}; the plural of {one!r} is {many!r}"
        if (naive := _naive(text)) is not None and naive not in wrong:
            yield place, f"got {naive!r} in {text!r}; write {plural(naive[:-1])!r}"


def _naive(text: str) -> str | None:
    """Return the first word with an s that should be another ending; None where there is none."""
    found = _NO_PLURAL.search(text)
    return found[0] if found else None


def _wrong_plurals(pack: Pack) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield forms that the nouns of tables do not have, each with the noun and its plural."""
    for spec in pack.tables.values():
        one, many = spec.spoken.one, spec.spoken.many
        if one is not None and many is not None:
            if many == f"{one}s" and (_naive(many) or not one.endswith("ch")):  # monarchs
                many = many if many in _ALSO_SAID else plural(one)
            for form in sorted({f"{one}s", plural(one)} - {one, many} - _ALSO_SAID):
                yield form, (one, many)


def _texts(pack: Pack) -> Iterator[tuple[Place, str]]:
    """Yield what pages and questions may say, each with its place."""
    yield ("title",), pack.title
    for use, phrases in (("world", pack.spoken.world), ("askers", pack.spoken.askers)):
        yield from ((("spoken", use, number), phrase) for number, phrase in enumerate(phrases))
    for table, spec in pack.tables.items():
        yield from _of_spoken(("tables", table, "spoken"), spec.spoken)
    for place, _, _, column in all_columns(pack):
        labels = (column.label,) if isinstance(column.label, str) else column.label
        yield from (((*place, "label"), label) for label in labels)
        yield from (((*place, "reserved"), label) for label in column.reserved)
        yield from _of_spoken((*place, "spoken"), column.spoken)


def _of_spoken(place: Place, spoken: Spoken | TableSpoken) -> Iterator[tuple[Place, str]]:
    for use in type(spoken).model_fields:
        given = getattr(spoken, use)
        if isinstance(given, str):
            yield (*place, use), given
        elif isinstance(given, tuple):
            for number, text in enumerate(given):  # of a noun and its plural, each
                texts = (text,) if isinstance(text, str) else text
                yield from (((*place, use, number), said) for said in texts)
