"""What makes a question exact beyond its main sentence: rounding, gaps, ties, emptiness.

A note says what the specification says and the main sentence does not, and no more: read literally
it must not change the answer. Nothing is said of conditions on values that may be missing: what has
no weight is not of at least 200 g, and a ranking by weight has no place for it. Nor of what a row
is: the main sentence says what is listed, and key columns tell rows apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fictionworld.packs.compiled import TIMES, CompiledColumn, CompiledPack
from fictionworld.tasks.specification import Path, Specification
from fictionworld.tasks.task_shape import task_shapes
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.tasks.words import task_words
from fictionworld.text.english import joined
from fictionworld.text.number_words import count_word

_WORDS = task_words("notes")

Meaning = Literal[
    "rounding", "missing", "left_out", "no_group", "no_time", "ties", "ties_at_cut", "first_place",
    "days", "empty", "term",
]  # fmt: skip
"""What a note says. All but `term`, what a word of the pack means, are pools of `notes.yaml`."""


@dataclass(frozen=True, slots=True)
class Note:
    """One note of a question."""

    meaning: Meaning
    text: str


def notes_of(lexicon: Lexicon, specification: Specification) -> tuple[list[Note], list[Note]]:
    """Return the notes that the question needs, and notes that it may have if there is room."""
    slots = {
        "rounding": _rounding(specification),
        **_gaps(lexicon, specification),
        "no_group": _group(lexicon, specification),
        "no_time": _time(lexicon, specification),
        **_order(lexicon, specification),
        "days": {} if any(o.of == "days_between" for o in specification.outputs) else None,
        "empty": _emptiness(lexicon, specification),
    }
    needed = [
        Note(meaning, lexicon.voice.pick(f"notes/{meaning}", _WORDS[meaning]).format(**words))
        for meaning, words in slots.items()
        if words is not None
    ]
    return needed, [Note("term", text) for text in _terms(lexicon, specification)]


_Slots = dict[str, str] | None
"""What fills the words of a note; None where the question needs no such note."""


def _rounding(specification: Specification) -> _Slots:
    """Return to how many decimals averages are rounded: the usual number, and what differs."""
    by_places: dict[int, list[str]] = {}
    for output in specification.outputs:
        if output.of == "average":
            by_places.setdefault(output.decimals, []).append(_bare(output.header))
    if not by_places:
        return None
    usual, *others = sorted(by_places, key=lambda places: -len(by_places[places]))
    exceptions = [f"{joined(by_places[places])} to {_places(places)}" for places in others]
    behind = f" ({joined(exceptions)})" if exceptions else ""
    return {"places": f"{_places(usual)}{behind}"}


def _places(decimals: int) -> str:
    if decimals == 0:
        return "whole numbers"
    return f"{count_word(decimals)} decimal{'s' if decimals > 1 else ''}"


def may_be_missing(pack: CompiledPack, table: str, path: Path) -> bool:
    """Return whether some row may have no value at the end of a path."""
    # an expression may lack a value always
    return any(
        column.nullable or (column.spec.derive is not None and column.spec.derive.kind == "sql")
        for column in pack.steps(table, path)
    )


def _gaps(lexicon: Lexicon, specification: Specification) -> dict[Meaning, _Slots]:
    """Return which note says what to do where a column, or what it is computed of, lacks values."""
    pack = lexicon.pack
    has_gaps = any(
        may_be_missing(pack, specification.table, output.path)
        for output in specification.outputs
        if output.path and output.of != "lead" and (output.role == "value" or output.of != "cell")
    )
    aggregated = specification.aggregated
    return {
        "missing": {} if has_gaps and not aggregated else None,
        "left_out": {} if has_gaps and aggregated else None,
    }


def _group(lexicon: Lexicon, specification: Specification) -> _Slots:
    """Return what rows are grouped by, if a reader may know of groups that no row is left of."""
    extreme, table = specification.extreme, specification.table
    paths = [extreme.per] if extreme is not None and extreme.per else [*specification.groups]
    is_narrowed = specification.where or specification.either or specification.members
    has_gaps = extreme is not None and may_be_missing(lexicon.pack, table, extreme.order)
    is_reference = any(lexicon.column(table, path).target is not None for path in paths)
    if not paths or not (is_narrowed or has_gaps or is_reference or len(paths) > 1):
        return None
    return {"group": "combination" if len(paths) > 1 else lexicon.group(table, paths[0])}


def _time(lexicon: Lexicon, specification: Specification) -> _Slots:
    """Return what time a grid has rows by: some subject may have no row for some year."""
    if specification.shape != "grid" or specification.groups:
        return None
    keys = [output for output in specification.outputs if output.role == "key"]
    times = [lexicon.column(specification.table, output.path) for output in keys]
    return next(({"time": lexicon.noun(column)} for column in times if column.kind in TIMES), None)


def _order(lexicon: Lexicon, specification: Specification) -> dict[Meaning, _Slots]:
    """Return which notes say what to do with ties, and which end of the order has place 1."""
    extreme = specification.extreme
    if extreme is None:
        return {}
    place = next((output for output in specification.outputs if output.of == "place"), None)
    column = lexicon.column(specification.table, extreme.order)
    least = f"{lexicon.degree(column, most=False)} {lexicon.noun(column)}"
    first = {"header": place.header, "least": least} if place and not extreme.most else None
    # where the answer tells the order of its rows, no two are level
    may_tie = not specification.gives_order
    return {
        "ties": {} if may_tie and extreme.k == 1 else None,
        "ties_at_cut": {} if may_tie and extreme.k > 1 else None,
        "first_place": first,
    }


def _emptiness(lexicon: Lexicon, specification: Specification) -> _Slots:
    """Return whether it is said what to answer where no row qualifies, in a share of questions.

    The share depends on the shape, not on whether the answer has rows, which the note would tell.
    """
    share = 20 if task_shapes[specification.shape].may_be_empty else 5
    if specification.aggregated and not specification.groups:
        share = 0
    return {} if lexicon.voice.chance("empty", share) else None


def _terms(lexicon: Lexicon, specification: Specification) -> list[str]:
    """Return up to two sentences on what a reader could take otherwise of the figures in play."""
    meanings: dict[str, None] = {}
    for column in _columns(lexicon, specification):
        if column.spec.spoken.means:
            meanings.setdefault(column.spec.spoken.means, None)
    return lexicon.voice.shuffled("means", list(meanings))[:2]


def _columns(lexicon: Lexicon, specification: Specification) -> list[CompiledColumn]:
    table = specification.table
    paths = [test.path for test in (*specification.where, *specification.either)]
    for output in specification.outputs:
        paths += [output.path, output.until]
    if specification.extreme is not None:
        paths.append(specification.extreme.order)
    if specification.against is not None:
        paths.append(specification.against.measure)
    columns = [column for path in paths if path for column in lexicon.steps(table, path)]
    for member in specification.members:
        for condition in member.where:
            columns += lexicon.steps(member.table, condition.path)
    return columns


def _bare(header: str) -> str:
    """Return a header without its unit."""
    return header.partition(" (")[0]
