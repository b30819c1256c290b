"""What a question asks for, in the three moods from which its main sentence may be made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fictionworld.tasks.specification import Output, Path, Specification
from fictionworld.tasks.wording.clauses import (
    NounPhrase,
    attached,
    either_clause,
    noun_phrase,
)
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.wording.members import members_clause
from fictionworld.tasks.words import filled, task_words
from fictionworld.text.english import joined

_WORDS = task_words("need")


@dataclass(frozen=True, slots=True)
class Need:
    """One need, said as an order, as something wished for, and as a question."""

    orders: Sequence[str]
    """`list every phone made by Sony`"""
    wishes: Sequence[str]
    """`all phones made by Sony`"""
    questions: Sequence[str] = ()
    """`which phones made by Sony are there`, without its question mark."""
    follow: str = ""
    """What must stand right behind it: conditions that the sentence itself had no room for."""


def phrase_of(lexicon: Lexicon, specification: Specification) -> NounPhrase:
    """Return the noun phrase of the rows that conditions and memberships leave."""
    members = members_clause(lexicon, specification.members)
    extra = either_clause(lexicon, specification.table, specification.either)
    extra += [] if members is None else [members]
    return noun_phrase(lexicon, specification.table, specification.where, extra)


def split_conditions(lexicon: Lexicon, phrase: NounPhrase) -> tuple[str, str, str]:
    """Return singular, plural, and a sentence with the conditions that they leave out.

    Two conditions mostly fit into the main sentence; of more, some are said after it, or all in a
    list.
    """
    clauses = phrase.clauses_many
    voice = lexicon.voice
    inline = {0: 100, 1: 100, 2: 80}.get(len(clauses), 35)
    if voice.chance("spread/inline", inline):
        return phrase.singular, phrase.plural, ""
    if len(clauses) > 2 and voice.chance("spread/list", 40):
        lines = "\n".join(f"- {clause.text}" for clause in clauses)
        lead = voice.pick("spread/lead", _WORDS["list_leads"]).format(many=phrase.many)
        return phrase.one, phrase.many, f"{lead}\n{lines}\n"
    inline_count = (len(clauses)) // 2
    rest_text = attached("those", clauses[inline_count:])
    behind = voice.pick("spread/behind", _WORDS["behind"]).format(rest=rest_text)
    return (
        attached(phrase.one, phrase.clauses_one[:inline_count]),
        attached(phrase.many, clauses[:inline_count]),
        behind,
    )


def asked(lexicon: Lexicon, table: str, outputs: Sequence[Output]) -> list[str]:
    """Return the outputs as something of the row at hand: `its launch price and weight`.

    What is read of one row is said together: `the cores and clock of its chip`.
    """
    their = lexicon.nouns(table).their
    by_references: dict[tuple[str, ...], list[Output]] = {}
    for output in outputs:
        if output.of == "cell" and output.path:
            references = tuple(column.name for column in lexicon.steps(table, output.path)[:-1])
            by_references.setdefault(references, []).append(output)
    texts = []
    for references, group in by_references.items():
        nouns = joined([lexicon.noun(lexicon.column(table, cell.path)) for cell in group])
        if not references:
            texts.append(f"{their} {nouns}")
        else:
            owner = lexicon.possessed(table, _way(lexicon, table, group[0]), their)
            texts.append(f"the {nouns} of {owner}")
    return texts


def together(texts: Sequence[str]) -> str:
    """Return the texts as one list; where they are lists themselves, a comma tells them apart."""
    if not any(" and " in text for text in texts) or len(texts) < 2:
        return joined(texts)
    return f"{', '.join(texts[:-1])}, and {texts[-1]}"


def _way(lexicon: Lexicon, table: str, output: Output) -> Path:
    """Return the path to the row that the output is read of."""
    last = lexicon.column(table, output.path).name
    return output.path[: output.path.index(last)] if last in output.path[:-1] else output.path[:-1]


def values_of(specification: Specification) -> list[Output]:
    """Return the cells that are looked up, without the keys that say which row it is."""
    return [
        output for output in specification.outputs if output.role == "value" and output.of == "cell"
    ]


def spoken_outputs(lexicon: Lexicon, specification: Specification, most: int) -> str:
    """Return the wanted values as a list in words; empty if there are none, or over `most`."""
    outputs = values_of(specification)
    return together(asked(lexicon, specification.table, outputs)) if len(outputs) <= most else ""


def listing(lexicon: Lexicon, specification: Specification) -> Need:
    """Return the need for all rows of a kind: of a filter or a set operation."""
    singular, plural, follow = split_conditions(lexicon, phrase_of(lexicon, specification))
    asks = spoken_outputs(lexicon, specification, 3)
    if asks and lexicon.voice.chance("listing/asks", 35):
        return each_with(singular, plural, follow, asks)
    return list_of(singular, plural, follow)


def list_of(one: str, many: str, follow: str) -> Need:
    """Return the need for all rows that a noun names."""
    return Need(
        filled(_WORDS["orders"], one=one, many=many),
        filled(_WORDS["wishes"], one=one, many=many),
        filled(_WORDS["questions"], one=one, many=many),
        follow,
    )


def each_with(one: str, many: str, follow: str, asks: str) -> Need:
    """Return the need for all rows that a noun names, each with some of its values."""
    return Need(
        filled(_WORDS["each"], one=one, many=many, asks=asks),
        filled(_WORDS["each_wishes"], one=one, many=many, asks=asks),
        (),
        follow,
    )


def subject_of(lexicon: Lexicon, specification: Specification) -> str:
    """Return words for the row that the conditions single out: its name, or what is known of it."""
    table = specification.table
    if (name_by_key := _known_by_key(lexicon, specification)) is not None:
        return name_by_key
    named = [test for test in specification.where if _is_name(lexicon, table, test.path)
             and test.operator == "is"]  # fmt: skip
    if not named or specification.members:
        return f"the {phrase_of(lexicon, specification).singular}"
    others = [test for test in specification.where if test not in named]
    column = lexicon.column(table, named[0].path)
    name = lexicon.named(column.target or table, named[0].values[0])
    return attached(name, noun_phrase(lexicon, table, others).clauses_one)


def _known_by_key(lexicon: Lexicon, specification: Specification) -> str | None:
    """Return the row by what its key names: a transfer by its player, figures by phone and year.

    None where the conditions test anything else, or the key cannot be said so.
    """
    keys = lexicon.pack.tables[specification.table].key
    dated = lexicon.dated(specification.table)
    values = {test.path: test.values[0] for test in specification.where if test.operator == "is"}
    wanted = {(name,) for name in keys}
    if not keys or values.keys() != wanted or len(values) < len(specification.where):
        return None
    entity = lexicon.pack.tables[specification.table].columns[keys[0]]
    if specification.members or entity.target is None or (len(keys) > 1 and dated is None):
        return None
    name = lexicon.named(entity.target, values[keys[0],])
    return name if dated is None else f"{name} in {values[keys[1],]}"


def of_known(lexicon: Lexicon, specification: Specification, path: Path, subject: str) -> str:
    """Return words for the end of a path, told from a row on the way if the question names it."""
    table = specification.table
    first = lexicon.pack.tables[table].columns[path[0]]
    for condition in specification.where:
        if condition.operator == "is" and condition.path == path[:1] and len(path) > 1:
            assert first.target is not None
            return lexicon.of(
                first.target, path[1:], lexicon.named(first.target, condition.values[0])
            )
    return lexicon.of(table, path, subject)


def _is_name(lexicon: Lexicon, table: str, path: tuple[str, ...]) -> bool:
    column = lexicon.pack.tables[table].columns[path[0]]
    return len(path) == 1 and (column.role == "name" or lexicon.is_same(column))
