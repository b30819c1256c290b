"""What a pack gives and nothing reads: hidden columns, options, phrases and units."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fictionworld.packs.compiled import NUMBERS, QUANTITIES, SETTING, TIMES
from fictionworld.packs.dependencies import Dependencies
from fictionworld.packs.fields import Kind
from fictionworld.packs.findings import Mistake, Place
from fictionworld.packs.resolve import a_kind, all_columns, follow, kind_of, slots
from fictionworld.packs.specification import Draw, Pack
from fictionworld.packs.words import pools_around

_ORDERED = NUMBERS | TIMES
_SPOKEN: dict[str, tuple[frozenset[Kind], str]] = {
    "has": (frozenset({"reference"}), "a reference"),
    "most": (_ORDERED, "a number, a date or a year"),
    "least": (_ORDERED, "a number, a date or a year"),
    "bounds": (_ORDERED, "a number, a date or a year"),
    "noun": (frozenset({"category", "text", "name", "boolean"}), "a category or a text"),
}
"""By kind of phrase, the kinds of columns of which something says it."""


def check_unused(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each option and each phrase that would be ignored silently."""
    for place, table, name, column in all_columns(pack):
        kind = kind_of(pack, (table, name))
        if column.draw is not None:
            yield from _names((*place, "draw"), column.draw)
        if column.role == "hidden" and not column.like:
            for option in ("label", "synonyms", "spoken"):
                if option in column.model_fields_set:
                    reason = "allowed: none for a hidden column, which nothing states"
                    yield (*place, option), f"got {option}; {reason}"
        if kind is None or table == SETTING:
            continue
        for use, (kinds, allowed) in _SPOKEN.items():
            if getattr(column.spoken, use) is not None and kind not in kinds:
                problem = f"got {use!r} for {a_kind(kind)}, of which nothing says it"
                yield (*place, "spoken", use), f"{problem}; allowed for {allowed}"
        for number, phrase in enumerate(column.spoken.where):
            if "when" in slots(phrase) and kind not in TIMES:
                problem = f"got {{when}} for {a_kind(kind)}"
                yield (*place, "spoken", "where", number), f"{problem}; give {{value}}"
        if column.unit is not None and kind not in QUANTITIES:
            yield (*place, "unit"), f"got a unit for {a_kind(kind)}; allowed for a number"


def check_unread(pack: Pack) -> Iterator[Mistake]:
    """Yield a mistake for each hidden column that no column, row plan or rule reads.

    For packs on trial: a world of a pack with such a column is sound.
    """
    graph = Dependencies(pack)
    read = {node for needs in graph.needs.values() for node in needs}
    read |= {
        node
        for path_read in graph.reads
        for node in follow(pack, path_read.table, path_read.path).nodes
    }
    for rule in pack.rules:  # some name columns of their table plainly
        read |= {(rule.table, word) for word in re.findall(r"\w+", rule.model_dump_json())}
    for place, table, name, column in all_columns(pack):
        if column.role == "hidden" and (table, name) not in read:
            yield place, f"got the hidden column {name}, which nothing reads; use it, or drop it"


def _names(place: Place, draw: Draw) -> Iterator[Mistake]:
    pool = draw.get("pool")
    if pool is None:
        return
    if draw.around is not None and pool not in pools_around():
        allowed = ", ".join(sorted(pools_around()))
        problem = f"got around with the pool {pool}, whose names stand by themselves"
        yield (*place, "around"), f"{problem}; allowed with {allowed}"
    if draw.gender is not None and pool != "person":
        yield (*place, "gender"), f"got gender with the pool {pool}; allowed with person"
