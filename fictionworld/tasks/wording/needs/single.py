"""One row and what hangs on it: chains of references, two clues, the time between two dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.wording.clauses import attached, noun_phrase
from fictionworld.tasks.wording.english import article
from fictionworld.tasks.wording.needs.listing import listing
from fictionworld.tasks.wording.needs.need import Need, asked, phrase_of, values_of
from fictionworld.text.english import joined, sentence

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.tasks.specification import Output, Path, Specification
    from fictionworld.tasks.wording.lexicon import Lexicon

__all__ = ["chain", "time_difference", "two_clues"]

_LOOK_UP = (
    "find {it}", "tell me {it}", "look up {it}", "find out {it}", "work out {it}", "give me {it}",
    "trace {it}", "establish {it}", "track down {it}", "check {it} for me",
    "help me find {it}",
)  # fmt: skip


def subject_of(lexicon: Lexicon, specification: Specification) -> str:
    """The one row that the conditions single out: by its name, or by what is known of it."""
    table = specification.table
    named = [one for one in specification.where if _is_name(lexicon, table, one.path)
             and one.operator == "is"]  # fmt: skip
    if not named or specification.members:
        return f"the {phrase_of(lexicon, specification).singular}"
    others = [one for one in specification.where if one not in named]
    column = lexicon.steps(table, named[0].path)[-1]
    name = lexicon.named(column.target or table, named[0].values[0])
    return attached(name, noun_phrase(lexicon, table, others).clauses_one)


def _of_known(lexicon: Lexicon, specification: Specification, path: Path, subject: str) -> str:
    """The end of a path; from a row on the way, where the question names that one itself."""
    table = specification.table
    first = lexicon.scene.pack.tables[table].columns[path[0]]
    for condition in specification.where:
        if condition.operator == "is" and condition.path == path[:1] and len(path) > 1:
            assert first.target is not None
            return lexicon.of(
                first.target, path[1:], lexicon.named(first.target, condition.values[0])
            )
    return lexicon.of(table, path, subject)


def _is_name(lexicon: Lexicon, table: str, path: tuple[str, ...]) -> bool:
    column = lexicon.scene.pack.tables[table].columns[path[0]]
    return len(path) == 1 and (column.role == "name" or lexicon.is_same(column))


def chain(lexicon: Lexicon, specification: Specification) -> Need:
    """What stands at the end of a way along references."""
    table = specification.table
    subject = subject_of(lexicon, specification)
    wanted = _wanted(specification)
    if not wanted:
        return listing(lexicon, specification)
    first, *others = wanted
    texts = [_of_known(lexicon, specification, first.path, subject)]
    if others:
        texts += asked(lexicon, table, others)
    follow = ""
    if len(texts) > 1 and lexicon.voice.chance("chain/apart", 60):
        follow = lexicon.voice.pick("chain/also", (
            "I also need {asks}.", "Add {asks}.", "Give {asks} too.", "Then add {asks}.",
        )).format(asks=joined(texts[1:]))  # fmt: skip
        texts = texts[:1]
    it = joined(texts)
    person = len(texts) == 1 and _is_person(lexicon, lexicon.steps(table, first.path)[-1])
    questions = [f"what {'is' if len(texts) == 1 else 'are'} {it}"]
    if person:
        questions = [f"who is {it}"]
    return Need([order.format(it=it) for order in _LOOK_UP], [it], questions, follow)


def _wanted(specification: Specification) -> list[Output]:
    """The cells that are asked for; of a key the end of the longest way, where nothing else is."""
    values = values_of(specification)
    if values:
        return values
    keys = [one for one in specification.outputs if one.of == "cell" and one.path]
    return sorted(keys, key=lambda one: -len(one.path))[:1]


def _is_person(lexicon: Lexicon, column: CompiledColumn) -> bool:
    if column.target is not None:
        return lexicon.nouns(column.target).person
    draw = column.spec.draw
    return draw is not None and draw.get("pool") == "person"


_CLUES = (
    "identify the {one}", "find the {one}", "name the {one}",
    "tell me which {noun} this is: {clues}",
    "work out which {noun} fits this description: {clues}", "track down the {one}",
    "help me identify the {one}", "figure out which {noun} is meant: {clues}",
    "look for the {one}", "pin down the {one}", "say which {noun} matches this: {clues}",
)  # fmt: skip
_WHICH = (
    "which {noun} fits this description: {clues}",
    "what is the name of the {one}",
    "which is the {one}",
    "which {noun} matches all of this: {clues}",
)


def two_clues(lexicon: Lexicon, specification: Specification) -> Need:
    """The row that all clues point to."""
    table = specification.table
    phrase = phrase_of(lexicon, specification)
    nouns = lexicon.nouns(table)
    swapped = phrase.one != nouns.one
    clues = "; ".join(
        [*([article(phrase.one)] if swapped else []), *(one.text for one in phrase.clauses_one)]
    )
    slots = {"one": phrase.singular, "clues": clues, "noun": nouns.plain_one}
    asks = asked(lexicon, table, values_of(specification))
    follow = ""
    if asks:
        follow = sentence(lexicon.voice.pick("clues/also", (
            "I also need {asks}.", "Give {asks} as well.", "What I need from there is {asks}.",
            "Add {asks}.", "Then tell me {asks}.",
        )).format(asks=joined(asks)))  # fmt: skip
    nameless = lexicon.scene.pack.tables[table].name_column is None
    return Need(
        [order.format(**slots) for order in _CLUES],
        [f"the {phrase.singular}"],
        [one.format(**slots) for one in _WHICH if not (nameless and "name of" in one)],
        follow,
    )


_DAYS = (
    "work out how many days lie between {first} and {second}",
    "count the days from {first} to {second}",
    "calculate the number of days from {first} to {second}",
    "find out how many days passed from {first} to {second}",
    "tell me how many days went by between {first} and {second}",
    "determine how many days separate {first} from {second}",
    "figure out the time in days from {first} to {second}",
)  # fmt: skip


def time_difference(lexicon: Lexicon, specification: Specification) -> Need:
    """Days from one date to another."""
    table = specification.table
    output = next(one for one in specification.outputs if one.of == "days_between")
    subject = subject_of(lexicon, specification)
    first = _of_known(lexicon, specification, output.path, subject)
    if first == lexicon.of(table, output.path, subject):
        second = lexicon.possessed(table, output.until, lexicon.nouns(table).their)
    else:
        second = _of_known(lexicon, specification, output.until, subject)
    slots = {"first": first, "second": second}
    asks = asked(lexicon, table, values_of(specification))
    follow = f"Give {joined(asks)} as well." if asks else ""
    note = lexicon.voice.pick("days/means", (
        "Count from the first date to the second, so that 1 May to 3 May makes two days.",
        "The first day is not counted, the last one is: from 1 May to 3 May it is two days.",
        "Consecutive dates are one day apart.",
    ))  # fmt: skip
    return Need(
        [order.format(**slots) for order in _DAYS],
        [f"the number of days from {first} to {second}"],
        [
            f"how many days passed between {first} and {second}",
            f"how many days lie between {first} and {second}",
            f"how many days was it from {first} to {second}",
        ],
        follow,
        (note,),
    )
