"""Rows that meet conditions: filters, joins and sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.wording.needs.need import Need, phrase_of, spoken_outputs, spread

if TYPE_CHECKING:
    from fictionworld.tasks.specification import Specification
    from fictionworld.tasks.wording.lexicon import Lexicon

__all__ = ["join", "list_of", "listing"]

_ORDERS = (
    "list every {one}", "list all {many}", "find every {one}", "find all {many}",
    "name every {one}", "identify all {many}", "give me all {many}", "show me every {one}",
    "collect all {many}", "compile a list of all {many}", "put together a list of all {many}",
    "draw up a list of all {many}", "set out every {one}", "gather all {many}",
    "track down every {one}", "pull together all {many}", "make me a list of all {many}",
    "write down every {one}", "look up all {many}", "round up all {many}",
    "note down every {one}", "search out all {many}", "work out the full set of {many}",
)  # fmt: skip
_WISHES = (
    "all {many}", "a complete list of {many}", "every {one}", "the full list of {many}",
    "the complete set of {many}", "an overview of all {many}", "a table of all {many}",
)  # fmt: skip
_QUESTIONS = (
    "which {many} are there", "what are all the {many}", "which {many} can be found",
)  # fmt: skip
_EACH = (
    "for every {one}, give {asks}",
    "for each {one}, find {asks}",
    "for every {one}, look up {asks}",
    "list every {one}, together with {asks}",
    "list all {many}, each with {asks}",
    "find all {many}, each with {asks}",
    "name every {one}, together with {asks}",
    "show me all {many}, each with {asks}",
    "give me every {one}, together with {asks}",
    "compile a list of all {many}, each with {asks}",
    "collect all {many}, each with {asks}",
    "put together a table of all {many}, each with {asks}",
    "set out all {many}, each with {asks}",
    "gather all {many}, each with {asks}",
    "note down every {one}, together with {asks}",
    "draw up a list of all {many}, each with {asks}",
    "look up every {one}, together with {asks}",
    "go through all {many} and, for each of them, note {asks}",
    "track down every {one}, together with {asks}",
    "identify all {many}, each with {asks}",
    "pull together all {many}, each with {asks}",
    "tabulate all {many}, each with {asks}",
    "take every {one}, and for each look up {asks}",
    "work through all {many} and, for each of them, find {asks}",
)
_EACH_WISHES = (
    "an overview of all {many}, each with {asks}",
    "a list of all {many}, each with {asks}",
    "all {many}, each with {asks}",
    "every {one}, together with {asks}",
    "a table of all {many}, each with {asks}",
)


def listing(lexicon: Lexicon, specification: Specification) -> Need:
    """A filter or a set operation: all rows of a kind."""
    one, many, follow = spread(lexicon, phrase_of(lexicon, specification))
    asks = spoken_outputs(lexicon, specification, 3)
    if asks and lexicon.voice.chance("listing/asks", 35):
        return _each(one, many, follow, asks)
    return list_of(one, many, follow)


def join(lexicon: Lexicon, specification: Specification) -> Need:
    """Rows with what stands beyond their references."""
    asks = spoken_outputs(lexicon, specification, 4)
    if not asks:
        return listing(lexicon, specification)
    one, many, follow = spread(lexicon, phrase_of(lexicon, specification))
    return _each(one, many, follow, asks)


def list_of(one: str, many: str, follow: str, notes: tuple[str, ...] = ()) -> Need:
    """The need for all rows that a noun names."""
    return Need(
        [order.format(one=one, many=many) for order in _ORDERS],
        [wish.format(one=one, many=many) for wish in _WISHES],
        [question.format(one=one, many=many) for question in _QUESTIONS],
        follow,
        notes,
    )


def _each(one: str, many: str, follow: str, asks: str) -> Need:
    return Need(
        [order.format(one=one, many=many, asks=asks) for order in _EACH],
        [wish.format(one=one, many=many, asks=asks) for wish in _EACH_WISHES],
        (),
        follow,
    )
