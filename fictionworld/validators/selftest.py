"""How much validation catches: faults planted in copies of valid worlds, and how many it reports.

Each fault goes into a copy of its own; the copies are checked together, as any worlds are. Three
figures result: the share of faults caught, by kind; the rules that no fault has triggered; and for
each column, how many random changes of one cell were caught.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.text.known import KnownNames
from fictionworld.validators.check import check_worlds
from fictionworld.validators.faults import faults_of
from fictionworld.validators.faults.changes import change_faults, ranges_of
from fictionworld.validators.faults.planting import Planted, Planting
from fictionworld.validators.knowable import recomputable

if TYPE_CHECKING:
    import polars as pl

ColumnClass = Literal["key", "reference", "derived", "other"]

_BATCH = 400
"""Copies checked at a time: memory stays flat however many are planted."""


@dataclass(frozen=True, slots=True)
class KindCatch:
    """How many faults of one kind were planted, and how many caught."""

    kind: str
    planted: int
    caught: int


@dataclass(frozen=True, slots=True)
class ColumnKills:
    """How many random changes of one column's cells were tried, and how many caught."""

    table: str
    column: str
    kind: ColumnClass
    tried: int
    killed: int


@dataclass(frozen=True, slots=True)
class SelfTest:
    """What the self-test of one pack's rules found. True if every fault was caught."""

    pack: str
    worlds: int
    """Valid worlds that copies were made of."""
    false_alarms: tuple[int, ...]
    """Worlds with violations before anything was planted; no copies were made of them."""
    kinds: tuple[KindCatch, ...]
    missed: tuple[str, ...]
    """The faults that were planted and not caught: `fault at place, in world 17`."""
    no_opportunity: tuple[str, ...]
    """Faults that no world gave an opportunity for."""
    untriggered: tuple[str, ...]
    """Rules that no fault has triggered; none if there was no valid world to plant in."""
    columns: tuple[ColumnKills, ...]
    seconds: float

    def __bool__(self) -> bool:
        return not (self.false_alarms or self.missed or self.untriggered)

    @property
    def planted(self) -> int:
        """Faults planted by kind; random changes are counted by column."""
        return sum(kind.planted for kind in self.kinds)

    @property
    def caught(self) -> int:
        return sum(kind.caught for kind in self.kinds)

    @property
    def unconstrained(self) -> tuple[ColumnKills, ...]:
        """The columns in which a change survived: values there are drawn freely."""
        return tuple(column for column in self.columns if column.killed < column.tried)

    @property
    def unguarded(self) -> tuple[ColumnKills, ...]:
        """Those of them that are keys, references or derived, where none should survive."""
        return tuple(column for column in self.unconstrained if column.kind != "other")

    def to_json(self, indent: int | None = None) -> str:
        """The self-test as JSON, with what its properties say."""
        shown = asdict(self)
        shown["ok"] = bool(self)
        shown["planted"], shown["caught"] = self.planted, self.caught
        shown["unconstrained"] = [f"{c.table}.{c.column}" for c in self.unconstrained]
        shown["unguarded"] = [f"{c.table}.{c.column}" for c in self.unguarded]
        return json.dumps(shown, indent=indent, ensure_ascii=False)


def self_test(  # noqa: PLR0913 - what is known of the worlds, and how much to plant
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    *,
    worlds: pl.DataFrame | None = None,
    present: pl.DataFrame | None = None,
    known_names: KnownNames | None = None,
    seed: int = 0,
    repeats: int = 3,
    changes: int = 12,
) -> SelfTest:
    """How many planted faults validation catches in copies of these worlds.

    Args:
        pack: The pack that they are worlds of.
        frames: The rows of valid worlds, by table; ten or more give every fault its opportunity.
        worlds: As `check_worlds` takes it.
        present: As `check_worlds` takes it.
        known_names: As `check_worlds` takes it; without it no real name is planted.
        seed: Decides, with each fault's name, where it is planted.
        repeats: How often each fault is planted, each time in another copy.
        changes: How many random changes of one cell are tried for each column.
    """
    begun = perf_counter()
    clean = check_worlds(
        pack, frames, worlds=worlds, present=present, known_names=known_names, keep=1
    )
    planting = Planting(pack, frames, present, known_names, clean.bad_worlds, seed)
    faults = planting.plant(faults_of(pack), repeats)
    cells = planting.plant(change_faults(pack, ranges_of(pack, frames)), changes)
    rules, triggered, caught = dict.fromkeys(clean.rules), set[str](), set[int]()
    for batch in _batches([*faults, *cells]):
        report = planting.check(batch)
        rules |= dict.fromkeys(report.rules)
        triggered |= set(report.by_rule)
        caught |= set(report.by_world)
    return SelfTest(
        pack=pack.name,
        worlds=len(planting.bases),
        false_alarms=clean.bad_worlds,
        kinds=tuple(_by_kind(faults, caught)),
        missed=tuple(f"{p.fault.name}, in world {p.base}" for p in faults if p.id not in caught),
        no_opportunity=planting.no_opportunity,
        untriggered=tuple(rule for rule in rules if rule not in triggered) if faults else (),
        columns=tuple(_by_column(pack, cells, caught)),
        seconds=perf_counter() - begun,
    )


def _batches(planted: list[Planted]) -> Iterator[list[Planted]]:
    for start in range(0, len(planted), _BATCH):
        yield planted[start : start + _BATCH]


def _by_kind(planted: list[Planted], caught: set[int]) -> Iterator[KindCatch]:
    by_kind: defaultdict[str, list[bool]] = defaultdict(list)
    for one in planted:
        by_kind[one.fault.kind].append(one.id in caught)
    for kind, results in sorted(by_kind.items()):
        yield KindCatch(kind, len(results), sum(results))


def _by_column(
    pack: CompiledPack, planted: list[Planted], caught: set[int]
) -> Iterator[ColumnKills]:
    by_place: defaultdict[str, list[bool]] = defaultdict(list)
    for one in planted:
        by_place[one.fault.where].append(one.id in caught)
    for place, results in by_place.items():
        table, _, name = place.partition(".")
        column = pack.tables[table].columns[name]
        yield ColumnKills(table, name, _class(pack, column), len(results), sum(results))


def _class(pack: CompiledPack, column: CompiledColumn) -> ColumnClass:
    if column.target is not None:
        return "reference"
    if column.spec.derive is not None and recomputable(pack, column):
        return "derived"
    table = pack.tables[column.table]
    return "key" if column.name in table.key or column.role == "name" else "other"
