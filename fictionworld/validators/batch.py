"""Many worlds of one pack, read as exact cells along any path.

Every lookup is made once and kept: the rows that a reference leads to, the cells at the end of a
path, the groups that paths make. A check asks for what it needs and the batch remembers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pyarrow as pa

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.cells import Bools, Ints, StoredCells
from fictionworld.validators.knowable import route
from fictionworld.validators.operator import derived

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_ROOM = 2**62


@dataclass(frozen=True, slots=True)
class StoredGroups:
    """Rows grouped by some of their values. A missing value is a value here."""

    index: Ints
    """Each row's group, 0..count-1."""
    count: int


class StoredRows:
    """The rows of one table: the world of each, and look-up by world and id."""

    def __init__(self, world: Ints, ids: Ints, worlds: int) -> None:
        self.world = world
        """The index of each row's world in the batch."""
        self.id = ids
        key = world * 2**32 + (ids + 2**31)
        ordered = bool(np.all(key[1:] >= key[:-1]))
        self._order = np.arange(len(key)) if ordered else np.argsort(key, kind="stable")
        self._key = key[self._order]
        self.count = np.bincount(world, minlength=worlds)
        """Rows of each world."""
        self._start = np.cumsum(self.count) - self.count
        expected_ids = np.arange(len(key)) - self._start[world[self._order]] + 1
        self.is_dense = bool(np.array_equal(ids[self._order], expected_ids))
        """Whether every world's ids are 1..n."""

    def __len__(self) -> int:
        return len(self.world)

    def first(self) -> Ints:
        """Return the position of each world's first row, -1 where a world has none."""
        if not len(self):
            return np.full(len(self.count), -1, dtype=np.int64)
        positions = self._order[np.minimum(self._start, len(self) - 1)]
        return np.where(self.count > 0, positions, -1)

    def locate(self, world: Ints, ids: Ints) -> Ints:
        """Return the positions of the rows with these ids in these worlds, -1 where there is no
        row.
        """
        if not len(self):
            return np.full(len(ids), -1, dtype=np.int64)
        if self.is_dense:
            exists = (ids >= 1) & (ids <= self.count[world])
            candidates = np.where(exists, self._start[world] + ids - 1, 0)
            return np.where(exists, self._order[candidates], -1)
        wanted = world * 2**32 + (ids + 2**31)
        candidates = np.minimum(np.searchsorted(self._key, wanted), len(self) - 1)
        return np.where(self._key[candidates] == wanted, self._order[candidates], -1)


def _worded(cell: pl.Series) -> str:
    """Return a single value as text. This covers days of any year, also years that Python and
    polars cannot write.
    """
    if cell.dtype == pl.Date:
        day = cell.to_physical()[0]
        return "nothing" if day is None else str(np.datetime64(day, "D"))
    text = cell.cast(pl.String)[0]
    return "nothing" if text is None else str(text)


def _decimals(cells: StoredCells, scale: int) -> pl.Series:
    """Return whole numbers of digits as decimals. They are put into Arrow's memory layout without
    arithmetic, so nothing is rounded.
    """
    words = np.empty((len(cells), 2), dtype=np.int64)
    words[:, 0] = cells.data
    words[:, 1] = np.where(words[:, 0] < 0, -1, 0)
    mask = pa.array(cells.valid).buffers()[1]
    buffers = [mask, pa.py_buffer(words.tobytes())]
    array = pa.Array.from_buffers(pa.decimal128(18, scale), len(cells), buffers)
    return pl.Series(pl.from_arrow(array))


class StoredBatch:
    """The frames of many worlds of one pack, ready to be proved.

    `frames` must have passed `require_shape`; `present` is `world_column` (which optional columns
    a world has), or None where all that is known is whether a column is empty throughout a world.
    """

    def __init__(
        self,
        pack: CompiledPack,
        frames: Mapping[str, pl.DataFrame],
        *,
        connection: DuckDBPyConnection,
        listed: Ints | None = None,
        present: pl.DataFrame | None = None,
        thorough: bool = True,
    ) -> None:
        self.pack = pack
        self.frames = frames
        self.connection = connection
        """A sandbox for the pack's expressions."""
        self._present_frame = present
        self.thorough = thorough
        """Whether networkx judges every world, or only those that a batched walk suspects."""
        parts = [frames[name]["world_id"].to_numpy().astype(np.int64) for name in pack.tables]
        self.worlds: Ints = np.unique(np.concatenate(parts + ([] if listed is None else [listed])))
        """The ids of the worlds, lowest first."""
        self._rows = {
            name: StoredRows(
                np.searchsorted(self.worlds, part),
                frames[name]["id"].to_numpy().astype(np.int64),
                len(self.worlds),
            )
            for name, part in zip(pack.tables, parts, strict=True)
        }
        self._texts = pl.Categorical(pl.Categories.random("fictionworld"))
        # Codes last as long as a series that bears them.
        self._codes = pl.Series([""]).cast(self._texts)
        self._cells: dict[tuple[str, str], StoredCells] = {}
        self._ways: dict[tuple[str, Path], Ints] = {}
        self._groups: dict[tuple[str, tuple[Path, ...]], StoredGroups] = {}
        self.memory: dict[object, Any] = {}
        """What checks compute once and share: answers of SQL, standings."""

    # reading

    def rows(self, table: str) -> StoredRows:
        return self._rows[table]

    def cells(self, table: str, column: str) -> StoredCells:
        """Return one column of every row; a hidden column is recomputed.

        Raises:
            KeyError: A hidden column that does not follow from stored cells (see `knowable`).
        """
        if (table, column) not in self._cells:
            compiled = self.pack.tables[table].columns[column]
            self._cells[table, column] = (
                self.encode(self.frames[table][column], compiled)
                if compiled.stored
                else derived(self, compiled)
            )
        return self._cells[table, column]

    def encode(self, series: pl.Series, column: CompiledColumn) -> StoredCells:
        """Return a frame's column as exact cells."""
        valid = series.is_not_null().to_numpy()
        if column.is_text:
            series = series.cast(self._texts)
        data = series.to_physical().cast(pl.Int64).fill_null(0).to_numpy()
        return StoredCells(data, valid, column.kind, column.decimals)

    def text_codes(self, texts: Iterable[str]) -> Ints:
        """Return the batch's codes of these texts."""
        series = pl.Series(list(texts), dtype=pl.String).cast(self._texts)
        return series.to_physical().cast(pl.Int64).to_numpy()

    def label_codes(self, kind: str, scale: int, labels: Iterable[object]) -> Ints:
        """Return a pack's labels as the numbers that cells of this kind and scale hold."""
        if kind in {"text", "name", "category", "url"}:
            return self.text_codes(str(label) for label in labels)
        if kind == "boolean":
            return np.array([str(label).lower() == "true" for label in labels], dtype=np.int64)
        exact = (Decimal(str(label)).scaleb(scale) for label in labels)
        # decimal's HALF_UP is half away from zero
        return np.array([int(number.to_integral_value(ROUND_HALF_UP)) for number in exact])

    def read(self, table: str, path: Path) -> StoredCells:
        """Return the cells at the end of `path` for every row of `table`; missing where a reference
        on the way is missing or leads nowhere.
        """
        start, references, column = route(self.pack, table, path)
        cells = self.cells(column.table, column.name)
        if start == table and not references:
            return cells
        return cells.take(self._arrive(table, start, references))

    def series(self, table: str, path: Path) -> pl.Series:
        """Return the values that `read` gives, as a frame's column of the declared type."""
        start, references, column = route(self.pack, table, path)
        series = self._series(column)
        if start == table and not references:
            return series
        positions = pl.Series(self._arrive(table, start, references))
        return series.gather(positions.replace(-1, None))

    def _series(self, column: CompiledColumn) -> pl.Series:
        if column.stored:
            return self.frames[column.table][column.name]
        return self.decode(self.cells(column.table, column.name), column)

    def decode(self, cells: StoredCells, column: CompiledColumn) -> pl.Series:
        """Return exact cells as a frame's column, the reverse of `encode`. Values that the column's
        type cannot hold become missing.
        """
        if cells.data.dtype == object:
            fits = np.array([abs(number) < _ROOM for number in cells.data], dtype=bool)
            cells = cells.where(fits)
        series = pl.Series(cells.data.astype(np.int64)).set(pl.Series(~cells.valid), None)
        if column.is_text:
            return series.cast(pl.UInt32).cat.to(self._texts).cast(pl.String)
        if column.kind == "date":
            return series.cast(pl.Int32, strict=False).cast(pl.Date)
        if column.kind == "boolean":
            return series.cast(pl.Boolean)
        if column.sql_type.startswith("DECIMAL"):
            return _decimals(cells, column.decimals)
        return series.cast(pl.Int32, strict=False) if column.sql_type == "INTEGER" else series

    # moving along references

    def follow(self, table: str, references: Path) -> Ints:
        """Return the position of the row that `references` lead to from each row of `table`; -1
        where one of them is missing or leads nowhere.
        """
        if not references:
            return np.arange(len(self.rows(table)))
        if (table, references) not in self._ways:
            *before, last = references
            positions = self.follow(table, tuple(before))
            source = table
            for step in before:
                source = str(self.pack.tables[source].columns[step].target)
            pointer = self.cells(source, last).take(positions)
            target = str(self.pack.tables[source].columns[last].target)
            targets = self.rows(target).locate(self.rows(table).world, pointer.data)
            self._ways[table, references] = np.where(pointer.valid, targets, -1)
        return self._ways[table, references]

    def _arrive(self, table: str, start: str, references: Path) -> Ints:
        if start != SETTING or table == SETTING:
            return self.follow(table, references)
        positions = self.rows(SETTING).first()[self.rows(table).world]
        if not references:
            return positions
        onward = self.follow(SETTING, references)
        return (
            np.where(positions >= 0, onward[np.maximum(positions, 0)], -1)
            if len(onward)
            else positions
        )

    # groups

    def groups(self, table: str, within: tuple[Path, ...]) -> StoredGroups:
        """Return the rows of `table` grouped by world and by the values of `within`."""
        if (table, within) not in self._groups:
            self._groups[table, within] = self._grouped(table, within)
        return self._groups[table, within]

    def _grouped(self, table: str, within: tuple[Path, ...]) -> StoredGroups:
        code, room = self.rows(table).world, len(self.worlds)
        for cells in (self.read(table, path) for path in within if path[0] != SETTING):
            data = cells.data
            low = int(data.min()) if len(cells) else 0
            span = int(data.max()) - low + 2 if len(cells) else 1
            if span >= _ROOM:
                low, data = 0, np.unique(data, return_inverse=True)[1]
                span = len(data) + 1
            values = np.where(cells.valid, data - low + 1, 0)
            if room * span >= _ROOM:
                code = np.unique(code, return_inverse=True)[1]
                room = len(code) + 1
            code, room = code * span + values, room * span
        if room <= 4 * len(code) + 1024:  # a table of marks is quicker than a sort
            marked = np.zeros(room, dtype=bool)
            marked[code] = True
            number = np.cumsum(marked) - 1
            return StoredGroups(number[code], int(marked.sum()))
        distinct, index = np.unique(code, return_inverse=True)
        return StoredGroups(index, len(distinct))

    # what a world has

    def present(self, table: str, column: str) -> Bools:
        """Return whether each world has the column; all true for columns that are not optional."""
        everywhere: Bools = np.ones(len(self.worlds), dtype=bool)
        if self.pack.tables[table].columns[column].spec.optional is None:
            return everywhere
        if self._present_frame is None:
            filled = self.rows(table).world[self.cells(table, column).valid]
            return np.bincount(filled, minlength=len(self.worlds)) > 0
        absent = self._present_frame.filter(
            (pl.col("table_name") == table) & (pl.col("column_name") == column) & ~pl.col("present")
        )["world_id"].to_numpy()
        return ~np.isin(self.worlds, absent)

    # words

    def text_of(self, cells: StoredCells, column: CompiledColumn) -> str:
        """Return the single value of `cells` as text, written as a value of `column`."""
        if not cells.valid[0]:
            return "nothing"
        if cells.is_number:
            return f"{Decimal(int(cells.data[0])).scaleb(-cells.scale):f}"
        return _worded(self.decode(cells, column))

    def value(self, table: str, path: Path, position: int) -> str:
        """Return one cell as text; `nothing` where it is missing."""
        start, references, column = route(self.pack, table, path)
        target = position
        if start != table or references:
            target = int(self._arrive(table, start, references)[position])
        return _worded(self._series(column)[target : target + 1]) if target >= 0 else "nothing"

    def row_id(self, table: str, position: int) -> int:
        return int(self.rows(table).id[position])

    def row(self, table: str, position: int) -> str:
        """Return a row in words: `phone 17 (Kova Max 3)`."""
        if position < 0:
            return f"no {table}"
        name = self.pack.tables[table].name_column
        shown = (
            self.frames[table][name.name][position] if name is not None and name.stored else None
        )
        tail = f" ({shown})" if shown else ""
        return f"{table} {self.frames[table]['id'][position]}{tail}"

    def steps(self, table: str, path: Path, position: int) -> tuple[str, ...]:
        """Return the walk along a path from one row, a line for each step: rows, references, the
        value.
        """
        start, references, column = route(self.pack, table, path)
        if start == SETTING and table != SETTING:
            return (f"setting.{column.name} = {self.value(table, path, position)}",)
        shown = [self.row(table, position)]
        source = table
        for k, step in enumerate(references):
            source = str(self.pack.tables[source].columns[step].target)
            target = int(self.follow(table, references[: k + 1])[position])
            shown.append(f"{step} -> {self.row(source, target)}")
        shown.append(f"{column.name} = {self.value(table, path, position)}")
        return tuple(shown)
