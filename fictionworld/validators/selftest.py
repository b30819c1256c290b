"""How much validation catches: mutations planted in copies of sound worlds, and what it reports.

Each mutation goes into a copy of its own; the copies are checked together, as any worlds are. A
mutation knows no rule, so some copies are as good as their originals: two weights exchanged are as
likely as before. What must not be is a rule that no mutation triggers, or a derived value that is
mutated unnoticed.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.sandbox import sandbox
from fictionworld.text.known import KnownNames
from fictionworld.validators.check import check_worlds
from fictionworld.validators.knowable import recomputable, route
from fictionworld.validators.mutations import Mutation, WorldFrames, mutations_of
from fictionworld.validators.planting import Planted, Planting, somebody_real
from fictionworld.validators.relation import quoted, relation
from fictionworld.validators.rule import Check
from fictionworld.validators.rules.catalogue import catalogue
from fictionworld.validators.rules.keys import real_name_rules
from fictionworld.validators.tables import WorldTables

if TYPE_CHECKING:
    import polars as pl

ColumnClass = Literal["key", "reference", "derived", "other"]

_BATCH = 400
"""Copies checked at a time: memory stays flat however many are planted."""
_ROUNDS = 12
"""How often the columns that an untriggered rule reads are mutated, in other places each time."""


@dataclass(frozen=True, slots=True)
class KindCatch:
    """How many mutations of one kind were planted, and how many caught."""

    kind: str
    planted: int
    caught: int


@dataclass(frozen=True, slots=True)
class ColumnKills:
    """How many mutations of one column were tried, and how many caught."""

    table: str
    column: str
    kind: ColumnClass
    tried: int
    killed: int


@dataclass(frozen=True, slots=True)
class SelfTest:
    """What the self-test of one pack's rules found. True if the rules do what they are for."""

    pack: str
    worlds: int
    """Sound worlds that copies were made of."""
    false_alarms: tuple[int, ...]
    """Worlds with violations before anything was planted; no copies were made of them."""
    kinds: tuple[KindCatch, ...]
    unnoticed: tuple[str, ...]
    """Mutations of derived columns that were not caught, each with the world it was planted in."""
    untriggered: tuple[str, ...]
    """Rules that no mutation triggered, although these worlds have the values that they read."""
    untried: tuple[str, ...]
    """Rules that no mutation triggered since these worlds have no value of what they read."""
    columns: tuple[ColumnKills, ...]
    seconds: float

    def __bool__(self) -> bool:
        return not (self.false_alarms or self.unnoticed or self.untriggered)

    @property
    def planted(self) -> int:
        return sum(kind.planted for kind in self.kinds)

    @property
    def caught(self) -> int:
        return sum(kind.caught for kind in self.kinds)

    def to_json(self, indent: int | None = None) -> str:
        """Return the self-test as JSON, with the values of its properties."""
        shown = asdict(self)
        shown["ok"] = bool(self)
        shown["planted"], shown["caught"] = self.planted, self.caught
        return json.dumps(shown, indent=indent, ensure_ascii=False)


def self_test(
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    *,
    worlds: pl.DataFrame | None = None,
    present: pl.DataFrame | None = None,
    known_names: KnownNames | None = None,
    seed: int = 0,
) -> SelfTest:
    """Return how many mutations validation catches in copies of these worlds.

    Args:
        pack: The pack that they are worlds of.
        frames: The rows of sound worlds, by table. The more worlds, the fewer rules stay
            untried.
        worlds: As `check_worlds` takes it.
        present: As `check_worlds` takes it.
        known_names: As `check_worlds` takes it; without it no real name is planted.
        seed: Decides, with each mutation's name, where it is planted.

    Raises:
        DatasetError: As `check_worlds`.
    """
    begun = perf_counter()
    clean = check_worlds(
        pack, frames, worlds=worlds, present=present, known_names=known_names, keep=1
    )
    sound = {
        name: frame.filter(~frame["world_id"].is_in(clean.bad_worlds))
        for name, frame in frames.items()
    }
    planting = Planting(pack, sound, present, known_names, seed)
    mutations = mutations_of(pack, somebody_real(known_names))
    rules = _Rules(pack, clean.rules if planting.bases else (), known_names)
    planted = list(planting.plant(mutations, 0)) if planting.bases else []
    caught = rules.trigger(planting, planted)
    for number in range(1, _ROUNDS):
        near = rules.near_untriggered(mutations)
        if not near:
            break
        rules.trigger(planting, list(planting.plant(near, number)))
    untried = rules.untried(sound, present)
    return SelfTest(
        pack=pack.name,
        worlds=len(planting.bases),
        false_alarms=clean.bad_worlds,
        kinds=tuple(_by_kind(planted, caught)),
        unnoticed=tuple(_unnoticed(pack, planting.bases, planted, caught)),
        untriggered=tuple(rule for rule in rules.untriggered if rule not in untried),
        untried=untried,
        columns=tuple(_by_column(pack, planted, caught)),
        seconds=perf_counter() - begun,
    )


class _Rules:
    """The rules of a pack, of which mutations trigger one after another."""

    def __init__(self, pack: CompiledPack, rules: Iterable[str], known: KnownNames | None) -> None:
        self._pack = pack
        of_names = () if known is None else real_name_rules(pack, known)
        self._rules = {rule.name: rule for rule in (*catalogue(pack).rules, *of_names)}
        self.untriggered = dict.fromkeys(rules)

    def trigger(self, planting: Planting, planted: list[Planted]) -> set[int]:
        """Check these copies, remove the rules that they trigger, and return the ids of caught
        copies.
        """
        caught: set[int] = set()
        for start in range(0, len(planted), _BATCH):
            report = planting.check(planted[start : start + _BATCH])
            for rule in report.by_rule:
                self.untriggered.pop(rule, None)
            caught |= set(report.by_world)
        return caught

    def _left(self) -> list[Check]:
        return [self._rules[name] for name in self.untriggered if name in self._rules]

    def near_untriggered(self, mutations: Iterable[Mutation]) -> list[Mutation]:
        """Return the mutations of the columns that the untriggered rules read."""
        columns: set[tuple[str, str | None]] = set()
        for rule in self._left():
            columns.add((rule.table, None))
            if not rule.paths:
                columns |= {(rule.table, c.name) for c in self._pack.tables[rule.table].stored}
            for path in rule.paths:
                table, references, column = route(self._pack, rule.table, path)
                for step in references:
                    columns.add((table, step))
                    table = str(self._pack.tables[table].columns[step].target)
                columns.add((table, column.name))
        return [mutation for mutation in mutations if (mutation.table, mutation.column) in columns]

    def untried(
        self, frames: Mapping[str, pl.DataFrame], present: pl.DataFrame | None
    ) -> tuple[str, ...]:
        """Return the untriggered rules that read a table or path without values in these worlds."""
        left = self._left()
        if not left:
            return ()
        with closing(sandbox(keep_errors_apart=True)) as connection:
            hidden = catalogue(self._pack).hidden
            tables = WorldTables(self._pack, frames, connection, present=present, hidden=hidden)
            return tuple(rule.name for rule in left if 0 in _counts(tables, rule))


def _counts(tables: WorldTables, rule: Check) -> tuple[int, ...]:
    """Return how many rows a rule's table has, and how many have each value that it reads."""
    values = [f"count({quoted(path)}) AS c{k}" for k, path in enumerate(rule.paths)]
    counts = ", ".join(["count(*) AS rows", *values])
    source = relation(tables.pack, rule.table, rule.paths)
    (line,) = tables.ask(f"SELECT {counts} FROM {source}")
    return tuple(line.values())


def _by_kind(planted: list[Planted], caught: set[int]) -> Iterator[KindCatch]:
    tried = Counter(copy.mutation.kind for copy in planted)
    killed = Counter(copy.mutation.kind for copy in planted if copy.id in caught)
    for kind in sorted(tried):
        yield KindCatch(kind, tried[kind], killed[kind])


def _unnoticed(
    pack: CompiledPack, bases: Mapping[int, WorldFrames], planted: list[Planted], caught: set[int]
) -> Iterator[str]:
    for copy in planted:
        table, name = copy.mutation.table, copy.mutation.column
        if copy.id in caught or name is None or copy.world.frames is bases[copy.base].frames:
            continue
        if _class(pack, pack.tables[table].columns[name]) == "derived":
            yield f"{copy.mutation.name}, in world {copy.base}"


def _by_column(
    pack: CompiledPack, planted: list[Planted], caught: set[int]
) -> Iterator[ColumnKills]:
    by_column: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for copy in planted:
        if copy.mutation.column is not None:
            by_column[copy.mutation.table, copy.mutation.column].append(copy.id in caught)
    for (table, name), kills in by_column.items():
        kind = _class(pack, pack.tables[table].columns[name])
        yield ColumnKills(table, name, kind, len(kills), sum(kills))


def _class(pack: CompiledPack, column: CompiledColumn) -> ColumnClass:
    if column.target is not None:
        return "reference"
    if column.spec.derive is not None and recomputable(pack, column):
        return "derived"
    table = pack.tables[column.table]
    return "key" if column.name in table.key or column.role == "name" else "other"
