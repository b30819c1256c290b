"""Rows above, or below, the average of rows like them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.wording.clauses import noun_phrase
from fictionworld.tasks.wording.needs.listing import list_of
from fictionworld.tasks.wording.needs.need import Need, phrase_of

if TYPE_CHECKING:
    from fictionworld.tasks.specification import Against, Specification
    from fictionworld.tasks.wording.lexicon import Lexicon

__all__ = ["beyond_average"]

_FOLLOW = (
    "I want only those {test}.",
    "Keep those {test}.",
    "Of these, only the ones {test} belong in the table.",
    "Then leave only those {test}.",
    "What counts are those {test}.",
)
_MEANS = (
    "The average is the plain mean over {all}; compare with it unrounded, and leave out {exact}.",
    "Take the average over {all}, do not round it before comparing, and drop {exact}.",
    "For the average, count {all}; it is not to be rounded first, and {exact} does not qualify.",
    "Each is compared with the unrounded mean over {all}; {exact} stays out.",
)


def beyond_average(lexicon: Lexicon, specification: Specification) -> Need:
    """The need for rows on one side of an average, and what the average runs over."""
    against = specification.against
    assert against is not None
    voice, nouns = lexicon.voice, lexicon.nouns(specification.table)
    phrase = phrase_of(lexicon, specification)
    test = _test(lexicon, specification, against)
    one, many, follow = phrase.singular, phrase.plural, ""
    if phrase.clauses_many:
        follow = voice.pick("against/follow", _FOLLOW).format(test=test)
    else:
        one, many = f"{one} {test.replace('their', nouns.their)}", f"{many} {test}"
    exact = f"{'anyone' if nouns.person else 'anything'} exactly on it"
    note = voice.pick("against/means", _MEANS).format(
        all=_counted(lexicon, specification, against), exact=exact
    )
    return list_of(one, many, follow, (note,))


def _test(lexicon: Lexicon, specification: Specification, against: Against) -> str:
    *through, column = lexicon.steps(specification.table, against.measure)
    measure = lexicon.noun(column)
    for reference in reversed(through):
        measure = f"{measure} of their {lexicon.noun(reference)}"
    beyond: tuple[str, ...]
    if column.kind in {"date", "year"}:
        beyond = ("later than",) if against.above else ("earlier than",)
    else:
        beyond = ("above", "higher than") if against.above else ("below", "lower than")
    if against.per is None:
        alike = "overall" if specification.where else f"for all {_many(lexicon, specification)}"
        average = "the overall average" if alike == "overall" else f"the average {alike}"
    else:
        average = f"the average for {lexicon.possessed(specification.table, against.per, 'their')}"
    return f"whose {measure} is {lexicon.voice.pick('against', beyond)} {average}"


def _counted(lexicon: Lexicon, specification: Specification, against: Against) -> str:
    """What the average runs over: the rows that pass the conditions, memberships aside."""
    if specification.where and specification.members:
        phrase = noun_phrase(lexicon, specification.table, specification.where)
        counted = f"all {phrase.plural}"
    elif specification.where:
        counted = f"all {_many(lexicon, specification)} meeting the other conditions"
    else:
        counted = f"all {_many(lexicon, specification)}"
    if against.per is None:
        return counted
    *_, group = lexicon.steps(specification.table, against.per)
    joint = " and sharing" if specification.where else " with"
    return f"{counted}{joint} the same {lexicon.noun(group)}"


def _many(lexicon: Lexicon, specification: Specification) -> str:
    return lexicon.nouns(specification.table).plain_many
