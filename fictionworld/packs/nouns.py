"""What the tables of one world are called: of the nouns that a pack gives, each world has one.

A pack says `{one: port, many: ports, also: [harbour]}`. Which noun a world has follows from its
structure seed, so twins agree, and all its sites and questions call a row by it. The pack's phrases
are written with the first noun: those of questions say the world's in its place, `home harbour`, so
that no question has two words for one thing. Labels of columns and statements of pages stay as they
are, as people vary their words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from fictionworld.packs.compiled import CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.concepts import counted_form
from fictionworld.packs.specification import Spoken, TableSpoken
from fictionworld.packs.specification.wording import Noun
from fictionworld.seeds import child_share
from fictionworld.text.english import sentence, with_article

_OF_QUESTIONS = ("question", "where", "noun", "most", "least", "has", "means")
Drawn = tuple[tuple[str, Noun], ...]
"""The tables whose noun in a world is not the first one, each with its noun."""


def called_in(pack: CompiledPack, structure_seed: int, split: str) -> CompiledPack:
    """Return the pack as a world calls its tables.

    Args:
        pack: What the world is.
        structure_seed: The world's.
        split: Its split: reserved nouns stand in worlds of `eval` and `test` alone.
    """
    drawn = tuple(_drawn(pack, structure_seed, split))
    if not drawn:
        return pack
    return replace(pack, tables={n: _table(pack, table, drawn) for n, table in pack.tables.items()})


def _drawn(pack: CompiledPack, structure_seed: int, split: str) -> Iterator[tuple[str, Noun]]:
    for name, table in pack.tables.items():
        if table.spec.spoken.also or table.spec.spoken.reserved:
            # in an order of its own: the pack of a world draws the same again
            nouns = sorted(set(table.spec.spoken.nouns(name, reserved=split != "train")))
            noun = nouns[int(child_share(structure_seed, f"nouns/{name}") * len(nouns))]
            if noun != table.noun:
                yield name, noun


def _table(pack: CompiledPack, table: CompiledTable, drawn: Drawn) -> CompiledTable:
    columns = {name: _column(pack, column, drawn) for name, column in table.columns.items()}
    spoken = table.spec.spoken
    changed = _reworded(pack, spoken, _said(pack, (table.name,), spoken, drawn))
    if (noun := dict(drawn).get(table.name)) is not None:
        also = tuple(other for other in spoken.nouns(table.name) if other != noun)
        changed |= {"one": noun[0], "many": noun[1], "also": also}
    if not changed and all(columns[name] is table.columns[name] for name in columns):
        return table
    spec = table.spec.model_copy(update={"spoken": spoken.model_copy(update=changed)})
    return replace(table, spec=spec, columns=columns)


def _column(pack: CompiledPack, column: CompiledColumn, drawn: Drawn) -> CompiledColumn:
    """Return a column with the world's nouns in its phrases, each made once for all worlds."""
    spoken = column.spec.spoken
    said = _said(pack, (column.table, column.name), spoken, drawn)
    if not said:
        return column
    key = (column.table, column.name, said)
    if key not in pack.reworded:
        changed = _reworded(pack, spoken, said)
        spec = column.spec.model_copy(update={"spoken": spoken.model_copy(update=changed)})
        pack.reworded[key] = replace(column, spec=spec)
    return cast("CompiledColumn", pack.reworded[key])


def _said(
    pack: CompiledPack, place: tuple[str, ...], spoken: Spoken | TableSpoken, drawn: Drawn
) -> Drawn:
    """Return those of the drawn nouns that phrases of this place have to say."""
    if place not in pack.reworded:
        pattern, forms = _first_nouns(pack)
        texts = (text for use in _uses(spoken) for text in _texts(getattr(spoken, use)))
        found = (match["noun"].casefold() for text in texts for match in pattern.finditer(text))
        pack.reworded[place] = frozenset(forms[noun][0] for noun in found)
    return tuple(entry for entry in drawn if entry[0] in pack.reworded[place])


def _reworded(pack: CompiledPack, spoken: Spoken | TableSpoken, said: Drawn) -> dict[str, Any]:
    """Return by its kind each phrase that says one of these nouns, with the world's noun."""
    changed: dict[str, Any] = {}
    if said:
        nouns = dict(said)
        for use in _uses(spoken):
            given = getattr(spoken, use)
            texts = tuple(_with_nouns(pack, text, nouns) for text in _texts(given))
            if texts != _texts(given):
                changed[use] = texts[0] if isinstance(given, str) else texts
    return changed


def _with_nouns(pack: CompiledPack, text: str, nouns: dict[str, Noun]) -> str:
    """Return a phrase with other nouns; as it is where a noun has no form such as `player(s)`."""
    pattern, forms = _first_nouns(pack)

    def other(match: re.Match[str]) -> str:
        table, form = forms[match["noun"].casefold()]
        if table not in nouns:
            return match[0]
        noun = _forms(*nouns[table])[form]
        if noun.endswith(f" {match[0]}") and text[: match.start()] == "{value} ":
            return match[0]  # the value says which: no `container ship ship class`
        noun = with_article(noun) if match["article"] else noun
        return sentence(noun) if match[0][:1].isupper() else noun

    said = (forms[match["noun"].casefold()] for match in pattern.finditer(text))
    if any(table in nouns and form not in _forms(*nouns[table]) for table, form in said):
        return text
    return pattern.sub(other, text)


def _first_nouns(pack: CompiledPack) -> tuple[re.Pattern[str], dict[str, tuple[str, str]]]:
    """Return what finds the first nouns of the tables, and by text the table and form of each.

    A noun of two words is found whole: a plan is none in the `floor plan` of another table.
    """
    if () not in pack.reworded:
        nouns = [
            (text, (table.name, form))
            for table in reversed(pack.world_tables)
            for form, text in reversed(_forms(*table.noun).items())  # one series before many
        ]
        longest_first = sorted({text for text, _ in nouns}, key=lambda text: (-len(text), text))
        words = "|".join(map(re.escape, longest_first))
        # a capital further on begins a proper name: the Port of {value}
        first = "|".join(re.escape(sentence(text)) for text in longest_first)
        pattern = rf"(?<![\w{{.-])(?P<article>[Aa]n? )?(?P<noun>{words}|^(?:{first}))(?![\w(}}-])"
        forms = {text.casefold(): of for text, of in nouns}
        pack.reworded[()] = (re.compile(pattern), forms)
    return cast("tuple[re.Pattern[str], dict[str, tuple[str, str]]]", pack.reworded[()])


def _forms(one: str, many: str) -> dict[str, str]:
    """Return a noun in its forms, `player(s)` too where the plural has such an ending."""
    counted = counted_form(one, many)
    return {"one": one, "many": many, **({"counted": counted} if counted else {})}


def _uses(spoken: Spoken | TableSpoken) -> tuple[str, ...]:
    """Return the kinds of phrases that questions are made of."""
    return _OF_QUESTIONS if isinstance(spoken, Spoken) else ("named",)


def _texts(given: Any) -> tuple[str, ...]:  # noqa: ANN401 - a field of `Spoken`
    return (given,) if isinstance(given, str) else given or ()
