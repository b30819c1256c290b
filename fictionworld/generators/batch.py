"""A batch of worlds of one pack while it is being filled: ragged tables over all worlds at once.

Row `r` of a `TableRows` belongs to world number `world[r]` of the batch, and is row `row[r]`
(from 0) of that world's table. Rows lie world by world: those of world w are
`start[w]:start[w + 1]`. References are held as such row numbers (from 0); `id`s (from 1) appear
when frames are made.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack, CompiledTable
from fictionworld.packs.terms import Node
from fictionworld.streams import AnyInts, Bits, Bools, Floats, Ints, Strings, bits_at, uniform
from fictionworld.text.known import KnownNames


@dataclass(frozen=True, slots=True)
class WorldSeeds:
    """The two seeds of a world: twins share `structure` and differ in `values`."""

    world_id: int
    structure: int
    values: int


@dataclass(frozen=True, slots=True)
class Cells:
    """The values of one column.

    Numbers are whole: scaled by the column's decimals, days since 1970 for dates, 0 and 1 for
    truth, row numbers for references, and for text the index into `words`.
    """

    values: Ints
    missing: Bools | None = None
    words: Strings | None = None
    score: Floats | None = None
    """The standard normal score that a number was drawn from; what `driven_by` reads."""

    def at(self, index: Ints) -> Cells:
        """Return the cells at `index`; an index of -1 gives a missing cell."""
        nowhere = index < 0
        if not len(self.values):
            score = None if self.score is None else np.zeros(len(index))
            return Cells(np.zeros(len(index), np.int64), nowhere, self.words, score)
        values = self.values[index]
        score = None if self.score is None else self.score[index]
        missing = None if self.missing is None else self.missing[index]
        if nowhere.any():
            missing = nowhere if missing is None else missing | nowhere
        return Cells(values, missing, self.words, score)

    def present(self) -> Bools:
        """Return which cells hold a value."""
        return np.ones(len(self.values), np.bool_) if self.missing is None else ~self.missing

    def without(self, missing: Bools) -> Cells:
        """Return the cells, also missing where `missing` is true."""
        all_missing = missing if self.missing is None else self.missing | missing
        return Cells(self.values, all_missing, self.words, self.score)

    def equals(self, value: str | int | bool | None) -> Bools:
        """Return which cells hold `value`; for None, which are missing."""
        if value is None:
            return ~self.present()
        if self.words is not None:
            matches = np.fromiter((word == value for word in self.words), np.bool_, len(self.words))
            return self.present() & matches[self.values]
        return self.present() & (self.values == int(value))


@dataclass(slots=True)
class TableRows:
    """The rows of one table over all worlds of the batch."""

    table: CompiledTable
    start: Ints
    """Of length worlds + 1."""
    cells: dict[str, Cells] = field(default_factory=dict)
    parents: Ints | None = None
    """Where the row plan made rows of a parent's rows: the parent's place in the batch."""

    world: Ints = field(init=False)
    row: Ints = field(init=False)

    def __post_init__(self) -> None:
        counts = np.diff(self.start)
        self.world = np.repeat(np.arange(len(counts)), counts)
        self.row = count_up(counts)

    @property
    def counts(self) -> Ints:
        return np.diff(self.start)

    def within(self, worlds: Bools) -> TableRows:
        """Return the rows of these worlds; the others have none."""
        kept = np.flatnonzero(worlds[self.world])
        start = np.r_[0, np.cumsum(np.where(worlds, self.counts, 0))]
        cells = {name: column.at(kept) for name, column in self.cells.items()}
        parents = None if self.parents is None else self.parents[kept]
        return TableRows(self.table, start, cells, parents)

    def __len__(self) -> int:
        return int(self.start[-1])


@dataclass(frozen=True, slots=True)
class RowGroups:
    """Rows sorted into groups that never cross worlds.

    A group's `first` row gives it an identity that does not depend on the batch.
    """

    of_row: Ints
    """Group number of each row."""
    first: Ints
    """For each group, the place of its first row."""
    place: Ints
    """For each row, its place among the rows of its group, from 0."""

    @property
    def sizes(self) -> Ints:
        return np.bincount(self.of_row, minlength=len(self.first)).astype(np.int64)

    def totals(self, values: Ints) -> Ints:
        """Return the exact sum of a whole number of each row, by group."""
        totals = np.zeros(len(self.first), np.int64)
        np.add.at(totals, self.of_row, values)
        return totals


def group_rows(keys: list[Ints]) -> RowGroups:
    """Return the groups of rows whose keys are all equal, numbered by first appearance."""
    if not len(keys[0]):
        empty = np.zeros(0, np.int64)
        return RowGroups(empty, empty, empty)
    order = np.lexsort(keys[::-1])
    changed = np.zeros(len(order), np.bool_)
    for key in keys:
        changed[1:] |= key[order][1:] != key[order][:-1]
    changed[0] = True
    starts = np.flatnonzero(changed)
    sorted_group = np.cumsum(changed) - 1
    # lexsort is stable, so within a group rows keep their order
    first = order[starts]
    by_first = np.argsort(first, kind="stable")
    number = np.empty(len(starts), np.int64)
    number[by_first] = np.arange(len(starts))
    of_row = np.empty(len(order), np.int64)
    of_row[order] = number[sorted_group]
    position = np.empty(len(order), np.int64)
    position[order] = np.arange(len(order)) - starts[sorted_group]
    return RowGroups(of_row, first[by_first], position)


def count_up(sizes: Ints) -> Ints:
    """Return the numbers from 0 below each size, one size after another: 0 1 0 1 2 for 2 and 3."""
    return np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def places(group: Ints, *keys: Ints | Bits) -> Ints:
    """Return the position of each row in its group, from 0, by keys, the first of which counts
    most.
    """
    order = np.lexsort([*keys[::-1], group])
    positions = np.empty(len(order), np.int64)
    positions[order] = count_up(np.bincount(group))
    return positions


def codes_of(*texts: Strings) -> list[Ints]:
    """Return, for arrays of texts, numbers that are equal where the texts are."""
    codes: dict[str, int] = {}
    return [
        np.array([codes.setdefault(text, len(codes)) for text in array], np.int64)
        for array in texts
    ]


@dataclass
class WorldBatch:
    """Worlds of one pack in the making. Filling adds rows and cells, and changes none."""

    pack: CompiledPack
    seeds: tuple[WorldSeeds, ...]
    row_range: tuple[int, int]
    real_brands: bool
    known: KnownNames
    rows: dict[str, TableRows] = field(default_factory=dict)

    @cached_property
    def structure(self) -> Bits:
        return np.array([seed.structure for seed in self.seeds], np.uint64)

    @cached_property
    def value(self) -> Bits:
        return np.array([seed.values for seed in self.seeds], np.uint64)

    @cached_property
    def embedded_names(self) -> frozenset[Node]:
        """Return the columns that names of rows are made from: a town in `{town} Panorama`."""
        names = (table.name_column for table in self.pack.tables.values())
        return frozenset().union(
            *(
                name.needs
                for name in names
                if name is not None and (name.spec.draw is None or name.spec.draw.kind == "pattern")
            )
        )

    def __len__(self) -> int:
        return len(self.seeds)

    def world_seeds(self, *, structural: bool) -> Bits:
        """Return the worlds' seeds for a stream of structure, or of values."""
        return self.structure if structural else self.value

    @cached_property
    def world_ids(self) -> AnyInts:
        return np.array([seed.world_id for seed in self.seeds], np.int32)

    def world_bits(self, stream: str) -> Bits:
        """Return a random word of structure for each world."""
        return bits_at(self.structure, stream, np.zeros(len(self), np.int64))

    def has_table(self, table: str) -> Bools:
        """Return which worlds have a table at all."""
        share = self.pack.tables[table].spec.optional
        if share is None:
            return np.ones(len(self), np.bool_)
        return uniform(self.world_bits(f"{table}/optional")) < share

    def bits(self, column: CompiledColumn, stream: str = "", at: Ints | None = None) -> Bits:
        """Return a random word for each row of the column's table, or for the rows `at`."""
        rows = self.rows[column.table]
        world, row = (rows.world, rows.row) if at is None else (rows.world[at], rows.row[at])
        seeds = self.world_seeds(structural=column.structural)[world]
        return bits_at(seeds, f"{column.table}.{column.name}/{stream}", row)

    def follow(self, table: str, path: tuple[str, ...]) -> tuple[CompiledColumn, Cells]:
        """Return the column at the end of a path, and its cells seen from each row of `table`."""
        return self.follow_from(table, path, np.arange(len(self.rows[table])))

    def follow_from(
        self, table: str, path: tuple[str, ...], at: Ints
    ) -> tuple[CompiledColumn, Cells]:
        """Return the same as `follow`, for the rows `at` of the table alone."""
        if path[0] == SETTING and table != SETTING:
            at = np.where(at < 0, -1, self.rows[table].world[at])
            table, path = SETTING, path[1:]
        elif path[0] == SETTING:
            path = path[1:]
        for step in path[:-1]:
            table, at = self.jump(table, step, at)
        column = self.pack.tables[table].columns[path[-1]]
        return column, self.rows[table].cells[path[-1]].at(at)

    def jump(self, table: str, reference: str, at: Ints) -> tuple[str, Ints]:
        """Return the table that a reference points into, and the position there for each row in
        `at`.
        """
        target = self.pack.tables[table].columns[reference].target
        assert target is not None, f"{table}.{reference} is no reference"
        cells = self.rows[table].cells[reference].at(at)
        world = self.rows[table].world[at]
        targets = self.rows[target].start[:-1][world] + cells.values
        return target, np.where(cells.present(), targets, -1)

    def group(self, table: str, paths: tuple[tuple[str, ...], ...]) -> RowGroups:
        """Return the rows of a table grouped by the values of paths, world by world."""
        keys: list[Ints] = [self.rows[table].world]
        for path in paths:
            _, cells = self.follow(table, path)
            keys.append(np.where(cells.present(), _by_word(cells), -1))
        return group_rows(keys)


def _by_word(cells: Cells) -> Ints:
    """Return values that are equal exactly where the words are, even if `words` repeats one."""
    if cells.words is None:
        return cells.values
    (codes,) = codes_of(cells.words)
    return codes[cells.values] if len(codes) else cells.values
