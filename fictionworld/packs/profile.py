"""The shape of a pack as numbers, and how far two packs are apart.

A profile has four parts, each a distribution that adds up to 1: the topology of references, how
rows are planned, the kinds of values that are asked with their units, and the form of keys. The
distance of two packs is the mean, over the parts, of the total variation between them: 0 for packs
of the same shape, 1 where they have nothing in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack, CompiledTable

Shares = dict[str, float]

_MEASURES = {
    "time": "s seconds min minutes h hours days weeks months years",
    "mass": "mg g kg t tonnes",
    "length": "mm cm m km inches nm",
    "area": "m² km² ha hectares",
    "volume": "ml l litres hl m³ barrels teu",
    "energy": "w kw mw gw wh kwh mwh gwh kj mj v kv a mah",
    "speed": "km/h m/s kn knots ghz mhz hz",
    "many": "thousand million billion",
}  # fmt: skip
_OF_UNIT = {unit: kind for kind, units in _MEASURES.items() for unit in units.split()}


class PackProfile(NamedTuple):
    """One pack; each part maps features to shares."""

    topology: Shares
    """Tables by how many references they have and how deep these lead, and kinds of references."""
    rows: Shares
    """Tables by row plan."""
    values: Shares
    """Askable columns by type and kind of unit."""
    keys: Shares
    """Tables by what tells their rows apart."""


def profile_of(pack: CompiledPack) -> PackProfile:
    """Return the profile of a pack; its numbers of rows and its words do not count."""
    tables = pack.world_tables
    return PackProfile(
        _shares(_topology(pack)),
        _shares(kind for table in tables for kind in _plan(table)),
        _shares(_value(c) for table in tables for c in table.stored if c.role == "askable"),
        _shares(_key(table) for table in tables),
    )


def distance(one: PackProfile, other: PackProfile) -> float:
    """Return the distance of two packs, from 0 to 1."""
    parts = [
        sum(abs(a.get(key, 0.0) - b.get(key, 0.0)) for key in sorted(a.keys() | b.keys())) / 2
        for a, b in zip(one, other, strict=True)
    ]
    return sum(parts) / len(parts)


def farthest(packs: Sequence[CompiledPack], count: int) -> tuple[str, ...]:
    """Return the names of `count` packs that are farthest from all others, sorted.

    The choice has the largest sum, over its packs, of the distance to the nearest pack that is not
    chosen: training packs are then least like test packs.
    """
    profiles = {pack.name: profile_of(pack) for pack in packs}
    names = sorted(profiles)
    apart = {
        (a, b): distance(profiles[a], profiles[b]) for a in names for b in names if a != b
    }  # fmt: skip

    if count in {0, len(names)}:
        return tuple(names[:count])
    # of 24 packs there are 134,596 choices of six, so all are looked at together
    choices = list(combinations(range(len(names)), count))
    chosen = np.zeros((len(choices), len(names)), dtype=bool)
    chosen[np.arange(len(choices))[:, None], np.array(choices, dtype=int)] = True
    gaps = np.zeros(len(choices))
    for number, name in enumerate(names):
        others = sorted(
            (apart[name, other], names.index(other)) for other in names if other != name
        )
        rest = ~chosen[:, [other for _, other in others]]
        nearest = np.array([far for far, _ in others])[rest.argmax(axis=1)]
        gaps += np.where(chosen[:, number] & rest.any(axis=1), nearest, 0.0)
    # rounded: sums of the same distances in another order are no difference
    return tuple(names[number] for number in choices[int(gaps.round(9).argmax())])


def _topology(pack: CompiledPack) -> Iterator[str]:
    depths: dict[str, int] = {}
    for table in pack.world_tables:
        references = table.references
        yield f"{min(len(references), 4)} references"
        yield f"depth {min(_depth(pack, table.name, depths, frozenset()), 4)}"
        targets = Counter(column.target for column in references)
        yield from (_reference(table, column, targets) for column in references)


def _reference(
    table: CompiledTable, column: CompiledColumn, targets: Mapping[str | None, int]
) -> str:
    if column.target == table.name:
        return "to its own table"
    if targets[column.target] > 1:
        return "one of several to a table"
    if column.name in table.key:
        return "in the key"
    return "may be missing" if column.nullable else "beside the key"


def _depth(pack: CompiledPack, table: str, depths: dict[str, int], above: frozenset[str]) -> int:
    """Return the length of the longest chain of references from a table; circles count once."""
    if table not in depths:
        targets = {c.target for c in pack.tables[table].references} - above - {table, SETTING}
        depths[table] = max(
            (1 + _depth(pack, t, depths, above | {table}) for t in sorted(map(str, targets))),
            default=0,
        )
    return depths[table]


def _plan(table: CompiledTable) -> Iterator[str]:
    rows = table.spec.rows
    yield "span" if rows.kind == "weights" else rows.kind
    if rows.terms is not None:
        yield "terms"
    if table.spec.standings is not None:
        yield "standings"


def _value(column: CompiledColumn) -> str:
    unit = (column.spec.unit or "").lower()
    kind = _OF_UNIT.get(unit, "other unit" if unit else "no unit")
    return f"{column.kind} in {kind}"


def _key(table: CompiledTable) -> str:
    if not table.spec.key:
        return "name"
    kinds = sorted(
        "reference" if (column := table.columns[name]).target else column.kind
        for name in table.spec.key
    )
    return " and ".join(kinds)


def _shares(names: Iterable[str]) -> Shares:
    counts = Counter(names)
    whole = sum(counts.values())
    return {key: counts[key] / whole for key in sorted(counts)}
