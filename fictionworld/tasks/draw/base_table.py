"""What tasks may ask about the rows of each table.

Read from the pack once, and reduced for each world to the columns that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from fictionworld.packs.compiled import (
    QUANTITIES,
    TIMES,
    CompiledColumn,
    CompiledPack,
    CompiledTable,
)
from fictionworld.tasks.specification import Path

_RELATIVE = frozenset({"that", "who", "whose", "which"})
MOST_REFERENCES = 3
"""The most references that one path follows."""


@dataclass(frozen=True, slots=True)
class CandidateColumn:
    """A column as a task may use it."""

    path: Path
    column: CompiledColumn

    @property
    def is_figure(self) -> bool:
        """Return whether the column's values can be averaged."""
        return self.column.kind in QUANTITIES and self.column.spec.measure in {"amount", "level"}

    @property
    def adds_up(self) -> bool:
        return self.column.kind in QUANTITIES and self.column.spec.measure == "amount"

    @property
    def is_ordered(self) -> bool:
        """Return whether the column has a largest and smallest, or earliest and latest, value."""
        ordered = self.column.kind in QUANTITIES | TIMES
        return ordered and self.column.spec.measure != "label"


@dataclass(frozen=True, slots=True)
class Child:
    """A table whose rows point to this one."""

    table: str
    by: str


@dataclass(frozen=True)
class BaseTable:
    """What tasks may ask over the rows of one table."""

    table: str
    identity: tuple[Path, ...]
    """The paths whose values tell its rows apart for a reader, names rather than references."""
    named: bool
    """The rows have names; otherwise they are distinguished by what they refer to."""
    values: tuple[CandidateColumn, ...]
    """Its own askable columns."""
    far_values: tuple[CandidateColumn, ...]
    """Askable columns of what it refers to, by paths of one to three references."""
    far_names: tuple[Path, ...]
    """Invented names of what it refers to, by paths of one reference."""
    tests: tuple[CandidateColumn, ...]
    """Columns that a condition may test: own ones, and those of what it refers to directly."""
    groups: tuple[Path, ...]
    """References, categories and years to group by, references spelled out as the names that they
    stand for; references first."""
    children: tuple[Child, ...]
    years: tuple[Path, ...]
    """Own year columns that are part of the key."""

    @cached_property
    def alternatives(self) -> tuple[CandidateColumn, ...]:
        """Return the own columns of `tests` of which a question may say `either A or B`."""
        return tuple(
            candidate
            for candidate in self.tests
            if len(candidate.path) == 1 and _reads_well(candidate.column)
        )

    def within(self, has: Callable[[str, Path], bool]) -> BaseTable:
        """Return a copy without what a world lacks, by `has(table, path)`."""
        return replace(
            self,
            values=tuple(candidate for candidate in self.values if has(self.table, candidate.path)),
            far_values=tuple(
                candidate for candidate in self.far_values if has(self.table, candidate.path)
            ),
            far_names=tuple(path for path in self.far_names if has(self.table, path)),
            tests=tuple(candidate for candidate in self.tests if has(self.table, candidate.path)),
            groups=tuple(path for path in self.groups if has(self.table, path)),
            children=tuple(child for child in self.children if has(child.table, (child.by,))),
        )


def base_tables(pack: CompiledPack) -> dict[str, BaseTable]:
    """Return what tasks may ask of the pack's world tables, by table name.

    Tables whose rows nothing tells apart are left out, as are tables told apart by real names.
    """
    bases = {}
    for table in pack.world_tables:
        identity = _identity(pack, table)
        if identity and not _is_real(pack, table, identity):
            bases[table.name] = _base(pack, table, identity)
    return bases


def _base(pack: CompiledPack, table: CompiledTable, identity: tuple[Path, ...]) -> BaseTable:
    reached = list(_reach(pack, table))
    far = [candidate for candidate in reached if len(candidate.path) > 1]
    own = [candidate for candidate in reached if len(candidate.path) == 1]
    # what another row of its own kind is like may be asked, but says nothing of this row
    others = [
        candidate for candidate in reached if table.columns[candidate.path[0]].target != table.name
    ]
    names = (
        (*candidate.path, name.name)
        for candidate in own
        if candidate.column.target is not None
        and (name := pack.tables[candidate.column.target].name_column) is not None
        and (candidate.column.target, name.name) not in pack.real_names
    )
    keys = table.key if table.name_column is None else ()
    return BaseTable(
        table=table.name,
        identity=identity,
        named=table.name_column is not None,
        values=tuple(candidate for candidate in own if candidate.column.role == "askable"),
        far_values=tuple(candidate for candidate in far if candidate.column.role == "askable"),
        far_names=tuple(path for path in names if path not in identity),
        tests=tuple(candidate for candidate in others if _can_be_tested(candidate, table)),
        groups=tuple(
            _spelled_out(pack, candidate)
            for candidate in sorted(
                others, key=lambda candidate: (len(candidate.path), candidate.path)
            )
            if _groups(pack, candidate)
        ),
        children=tuple(
            Child(child.name, reference.name)
            for child in pack.world_tables
            for reference in child.references
            if reference.target == table.name
            and child.name != table.name
            and reference.role != "hidden"
        ),
        years=tuple((name,) for name in keys if table.columns[name].kind == "year"),
    )


def _spelled_out(pack: CompiledPack, candidate: CandidateColumn) -> Path:
    """Return the path, with the name column behind it if it ends at a reference to named rows."""
    target = candidate.column.target
    name = None if target is None else pack.tables[target].name_column
    return candidate.path if name is None else (*candidate.path, name.name)


def _identity(pack: CompiledPack, table: CompiledTable) -> tuple[Path, ...]:
    """Return paths to the name, or to the key's values with references as names; () if neither."""
    if table.name_column is not None:
        return ((table.name_column.name,),)
    paths: list[Path] = []
    for name in table.key:
        column = table.columns[name]
        if column.target is None:
            paths.append((name,))
        elif (target := pack.tables[column.target].name_column) is not None:
            paths.append((name, target.name))
        else:
            return ()
    return tuple(paths)


def _is_real(pack: CompiledPack, table: CompiledTable, identity: tuple[Path, ...]) -> bool:
    """Return whether real names, which memory may know, would tell the table's rows apart."""
    columns = (pack.column(table.name, path) for path in identity)
    return any((column.table, column.name) in pack.real_names for column in columns)


def _reach(pack: CompiledPack, table: CompiledTable) -> Iterator[CandidateColumn]:
    """Yield the stored columns within `MOST_REFERENCES`, each table by its shortest paths only.

    A path that has the value of another one is left out: the festival of a screening's section,
    and the ward of a nurse who is on duty, which is the ward of the shift.
    """
    seen = {table.name}
    repeated = set(_repeated(pack, table))
    edge: list[tuple[Path, CompiledTable]] = [((), table)]
    for _ in range(MOST_REFERENCES + 1):
        beyond: list[tuple[Path, CompiledTable]] = []
        for path, edge_table in edge:
            for column in edge_table.stored:
                if (*path, column.name) in repeated:
                    continue
                yield CandidateColumn((*path, column.name), column)
                if column.target is not None and (
                    column.target not in seen or (column.target == table.name and not path)
                ):
                    beyond.append(((*path, column.name), pack.tables[column.target]))
        seen |= {target.name for _, target in beyond}
        edge = beyond


def _repeated(pack: CompiledPack, table: CompiledTable) -> Iterator[Path]:
    """Yield the paths that references copy, and those that a match makes equal to a short one."""
    for reference in table.references:
        pick = reference.spec.pick
        if reference.stored and pick.copy_of is not None:
            yield pick.copy_of
        for column, path in pick.match.items():
            if len(path) <= 2 and all(step.stored for step in pack.steps(table.name, path)):
                yield (reference.name, column)


def _can_be_tested(candidate: CandidateColumn, table: CompiledTable) -> bool:
    column = candidate.column
    if len(candidate.path) > 2 or column.role in {"name", "hidden"}:
        return False
    if len(candidate.path) == 2 and column.target is not None:
        return False
    if column.kind == "reference":
        return column.target != table.name
    if column.role == "askable" and column.kind in {"name", "text", "url"}:
        return False
    return column.spec.measure != "label" or column.kind == "category"


def _reads_well(column: CompiledColumn) -> bool:
    """Return whether tests can follow `either`: `with 8 cores`, not `that have 8 cores`."""
    if column.kind == "year" or column.role == "name":
        return False
    patterns = column.spec.spoken.where
    if not patterns:
        return column.kind in QUANTITIES
    return not any(pattern.split(" ", 1)[0] in _RELATIVE for pattern in patterns)


def _groups(pack: CompiledPack, candidate: CandidateColumn) -> bool:
    """Return whether rows may be grouped by this column."""
    column = candidate.column
    if column.role != "context" or len(candidate.path) > 2:
        return False
    if column.target is not None:
        if column.target == column.table:
            return False
        name = pack.tables[column.target].name_column
        return name is not None and (column.target, name.name) not in pack.real_names
    if column.spec.measure == "label":
        return False
    return column.kind == "category" or (column.kind == "year" and len(candidate.path) == 1)
