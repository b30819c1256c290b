"""Mutations: the ways in which any world can be wrong, whatever its pack says.

Every kind is tried at every table or column that it applies to; none knows an operator or a rule.
A rule that no mutation triggers, though worlds hold something to trigger it by, tests nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random

import polars as pl

from fictionworld.packs.compiled import ROWS, SETTING, CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.resolve import labels_of
from fictionworld.validators.mutated_cells import (
    CHANGES,
    Change,
    MutatedColumn,
    one_for_all,
    real_name_for,
)

ELSEWHERE = 1_999_999_999
"""Stands, in the rows of a mutated world, for the id of another world beside it."""
NOWHERE = 2_000_000_000
"""The id of a world that does not exist."""


@dataclass(frozen=True, slots=True)
class WorldFrames:
    """A world to mutate. It is never changed itself: a mutation returns another."""

    frames: Mapping[str, pl.DataFrame]
    """Its rows by table, ids 1..n in order."""
    absent: frozenset[tuple[str, str]]
    """The optional columns that it lacks, by table and name."""

    def with_table(self, frame: pl.DataFrame, table: str) -> WorldFrames:
        """Return the world with other rows in one table."""
        return replace(self, frames={**self.frames, table: frame})


_Plant = Callable[[WorldFrames, Random], WorldFrames | None]


@dataclass(frozen=True, slots=True)
class Mutation:
    """One kind of mutation at one table or column."""

    kind: str
    """What goes wrong: `off by one`."""
    table: str
    column: str | None
    """None where whole rows are mutated."""
    plant: _Plant
    """Returns the mutated world; None where the world holds nothing to mutate so."""
    detail: str = ""
    """What tells it from others of its kind at this column."""

    @property
    def name(self) -> str:
        """The mutation's own name, which seeds its random numbers."""
        return " ".join(part for part in (self.kind, self.table, self.column, self.detail) if part)


def mutations_of(pack: CompiledPack, real_name: str | None = None) -> tuple[Mutation, ...]:
    """Return every mutation of every table and stored column of `pack`.

    Args:
        pack: The pack of the worlds.
        real_name: The name of somebody real, to be planted; None plants none.
    """
    mutations: list[Mutation] = []
    for table in pack.tables.values():
        mutations += _of_rows(table)
        for column in table.stored:
            mutations += _of_column(pack, column, real_name)
    return tuple(mutations)


# columns


def _of_column(
    pack: CompiledPack, column: CompiledColumn, real_name: str | None
) -> Iterator[Mutation]:
    def mutation(kind: str, plant: _Plant, detail: str = "") -> Mutation:
        return Mutation(kind, column.table, column.name, plant, detail)

    for kind, change in CHANGES.items():
        yield mutation(kind, partial(_changed, column, change))
    if real_name is not None and column.is_text:
        yield mutation("real name", partial(_changed, column, real_name_for(real_name)))
    for label in _labels(pack, column):
        plant = partial(_changed, column, one_for_all(label))
        yield mutation("one label for all rows", plant, str(label))
    if column.optional:
        yield mutation("column said to be absent, or there", partial(_disowned, column))


def _labels(pack: CompiledPack, column: CompiledColumn) -> tuple[str | int, ...]:
    """Return the values that a column may take, where they are listed; for a text composed of other
    columns of its row, the values listed for the first of these columns.
    """
    if column.kind == "boolean":
        return True, False
    own = (column.table, column.name)
    sources = sorted(node for node in column.needs if node[0] == column.table and node[1] != ROWS)
    nodes = [own, *sources] if column.is_text else [own]
    return next((labels for node in nodes if (labels := labels_of(pack.spec, node))), ())


def _changed(
    column: CompiledColumn, change: Change, world: WorldFrames, random: Random
) -> WorldFrames | None:
    frame = world.frames[column.table]
    series = frame[column.name]
    # Days as whole numbers: a mutated day may lie beyond the calendars of Python and polars.
    plain = series.to_physical() if column.kind == "date" else series
    old = plain.to_list()
    target_rows = len(world.frames[column.target]) if column.target else 0
    values = change(list(old), MutatedColumn(column, target_rows, random))
    if values is None or values == old:
        return None
    try:
        mutated = pl.Series(column.name, values, plain.dtype, strict=True).cast(series.dtype)
    except (TypeError, OverflowError, pl.exceptions.PolarsError):
        return None  # the column's type cannot hold it
    return world.with_table(frame.with_columns(mutated), column.table)


def _disowned(column: CompiledColumn, world: WorldFrames, _: Random) -> WorldFrames:
    """Invert whether the world counts as having the column; its values stay."""
    return replace(world, absent=world.absent ^ {(column.table, column.name)})


def _table_disowned(table: CompiledTable, world: WorldFrames, _: Random) -> WorldFrames:
    """Invert whether the world counts as having the table; its rows stay."""
    columns = {(table.name, column.name) for column in table.stored}
    lacks = (table.name, table.key[0]) in world.absent
    return replace(world, absent=world.absent - columns if lacks else world.absent | columns)


# rows

_RowChange = Callable[[pl.DataFrame, Random], pl.DataFrame]


def _of_rows(table: CompiledTable) -> Iterator[Mutation]:
    changes: dict[str, _RowChange] = {
        "row dropped": _dropped,
        "row dropped, ids closed up": lambda frame, random: _numbered(_dropped(frame, random)),
        "row doubled": _doubled,
        "row doubled under a new id": lambda frame, random: _numbered(_doubled(frame, random)),
        "row moved to another world": partial(_moved, ELSEWHERE),
        "row moved to no world": partial(_moved, NOWHERE),
    }
    if table.name != SETTING:
        changes |= {
            "half of the rows": lambda frame, _: frame[: (len(frame) + 1) // 2],
            "twice the rows": lambda frame, _: _numbered(pl.concat([frame] * 2)),
            "five times the rows": lambda frame, _: _numbered(pl.concat([frame] * 5)),
            "row that refers to nothing": partial(_unattached, table),
        }
        keys = [name for name in table.spec.key if table.columns[name].stored]
        others = [column.name for column in table.stored if column.name not in keys]
        if keys and others:
            changes["key of another row"] = partial(_copied, keys)
            changes["all but the key of another row"] = partial(_copied, others)
    for kind, change in changes.items():
        yield Mutation(kind, table.name, None, partial(_rearranged, table.name, change))
    if table.spec.optional is not None:
        yield Mutation("table said to be absent, or there", table.name, None,
                       partial(_table_disowned, table))  # fmt: skip


def _rearranged(
    table: str, change: _RowChange, world: WorldFrames, random: Random
) -> WorldFrames | None:
    frame = world.frames[table]
    if frame.is_empty():
        return None
    changed = change(frame, random)
    return None if changed.equals(frame) else world.with_table(changed, table)


def _numbered(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows with ids that run from 1."""
    return frame.with_columns(pl.Series("id", range(1, len(frame) + 1), frame["id"].dtype))


def _dropped(frame: pl.DataFrame, random: Random) -> pl.DataFrame:
    row = random.randrange(len(frame))
    return pl.concat([frame[:row], frame[row + 1 :]])


def _doubled(frame: pl.DataFrame, random: Random) -> pl.DataFrame:
    row = random.randrange(len(frame))
    return pl.concat([frame, frame[row : row + 1]])


def _moved(to: int, frame: pl.DataFrame, random: Random) -> pl.DataFrame:
    worlds = frame["world_id"].to_list()
    worlds[random.randrange(len(frame))] = to
    return frame.with_columns(pl.Series("world_id", worlds, frame["world_id"].dtype))


def _unattached(table: CompiledTable, frame: pl.DataFrame, _: Random) -> pl.DataFrame:
    """Return the rows and a copy of the last one without its references."""
    last = frame[-1:].with_columns(
        pl.lit(None, frame[column.name].dtype).alias(column.name) for column in table.references
    )
    return _numbered(pl.concat([frame, last]))


def _copied(names: list[str], frame: pl.DataFrame, random: Random) -> pl.DataFrame:
    """Return the rows, one with the values of another in the columns `names`."""
    if len(frame) < 2:
        return frame
    source, row = random.sample(range(len(frame)), 2)
    origin = [source if position == row else position for position in range(len(frame))]
    return frame.with_columns(frame[name].gather(origin) for name in names)
