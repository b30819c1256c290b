"""What a careful reader knows beyond the facts that were read: from names, and from whole lists.

A name may state a reference of its row (the Drixone 8 is of the series Drixone). A list that was
read to its end shows that there is no further row of its table, or, where it lists the rows that
share a value, none with that value: then whatever it does not list has another value.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from fictionworld.packs.compiled import CompiledPack
from fictionworld.tasks.knowledge import Knowledge
from fictionworld.tasks.selection import passing
from fictionworld.tasks.specification import Condition, Path, Specification
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import Cell, WorldRows

_SLOT = re.compile(r"(?:^|(?<=[\s\u2013]))\{([a-z0-9_.]+)\}(?=[\s\u2013-]|$)")


@dataclass(frozen=True)
class ListsRead:
    """The lists of which every part was read to its end."""

    tables: frozenset[str] = frozenset()
    """Tables of which they hold every row."""
    groups: Mapping[tuple[str, str], Collection[Value]] = field(default_factory=dict)
    """By table and column, the values whose rows they hold; ids where it is a reference."""


def columns_in_names(pack: CompiledPack, table: str) -> tuple[str, ...]:
    """Return the columns of a table whose values the names of its rows state as words of theirs."""
    name = pack.tables[table].name_column
    draw = None if name is None else name.spec.draw
    if draw is None or draw.kind != "pattern":
        return ()
    paths = [tuple(slot.split(".")) for slot in _SLOT.findall(draw.written)]
    return tuple(path[0] for path in paths if _is_stated(pack, table, path))


def _is_stated(pack: CompiledPack, table: str, path: Path) -> bool:
    """Return whether a slot is a column's value, or the name of the row that a reference is to."""
    column = pack.tables[table].columns.get(path[0])
    if column is None or column not in pack.tables[table].stored:
        return False
    if column.target is None:
        return len(path) == 1
    name = pack.tables[column.target].name_column
    return len(path) == 2 and name is not None and path[1] == name.name


def closed_by(
    specification: Specification, rows: WorldRows, facts: Collection[Cell], lists: ListsRead
) -> tuple[set[Cell], set[str]]:
    """Return the facts and the tables that the lists settle as far as a task is concerned.

    Where a task wants matches of Linden only, and all of them were listed, then its table is known
    to its end, and each match that was not listed is known to be no match of Linden: the column is
    taken to be known there, as its value decides nothing else.

    Args:
        specification: What is asked.
        rows: All rows of the world.
        facts: The facts read.
        lists: The lists read.
    """
    known = Knowledge(rows, facts, lists.tables)
    uses: defaultdict[str, list[Iterable[str]]] = defaultdict(list)
    base = specification.table
    if base not in lists.tables:
        grouped = [*specification.groups]
        if specification.extreme is not None and specification.extreme.per is not None:
            grouped.append(specification.extreme.per)
        uses[base].append(_closing(known, lists, base, specification.where, grouped))
    for member in specification.members:
        if member.table not in lists.tables:
            # a row that points nowhere is no member
            uses[member.table].append(
                _closing(known, lists, member.table, member.where, [(member.by,)])
            )
    cells: set[Cell] = set()
    tables: set[str] = set()
    for table, columns_of_uses in uses.items():
        closing = [next(iter(columns), None) for columns in columns_of_uses]
        if None not in closing:
            tables.add(table)
            cells.update((table, row, column) for column in closing for row in rows.ids(table))  # type: ignore[misc]  # none is None
    return cells, tables


def _closing(
    known: Knowledge,
    lists: ListsRead,
    table: str,
    where: Iterable[Condition],
    needed: Collection[Path],
) -> Iterator[str]:
    """Yield the columns by which lists hold every row of a table that may count.

    Args:
        known: What was read.
        lists: The lists read.
        table: The table.
        where: Tests that a row must pass.
        needed: Paths at which a row must have a value.
    """
    conditions = list(where)
    for (listed, column), values in lists.groups.items():
        if listed != table:
            continue
        own = [test for test in conditions if test.path[0] == column]
        if any(_holds_all(known, table, test, values) for test in own):
            yield column
        compiled = known.rows.pack.tables[table].columns[column]
        must_have = bool(own) or not compiled.nullable or any(p[0] == column for p in needed)
        target = compiled.target
        if target is None or not must_have or not known.lists(target):
            continue
        if set(known.rows.ids(target)) <= set(values):
            yield column


def _holds_all(known: Knowledge, table: str, test: Condition, values: Collection[Value]) -> bool:
    """Return whether a row that passes a test must have one of these values at its first step."""
    if len(test.path) == 1:
        return test.operator in {"is", "one_of"} and set(test.values) <= set(values)
    target = known.rows.pack.tables[table].columns[test.path[0]].target
    if target is None or not known.lists(target):
        return False
    tail = Condition(test.path[1:], test.operator, test.values)
    ids = known.rows.ids(target)
    return {ids[row] for row in passing(known, target, [tail]).possible_rows} <= set(values)
