"""The rows of a batch of worlds, by table and column: what plans, pages, task drawing and audits
read. Validators and the second evaluator of keys have readers of their own.

Columns come in three forms. *Values* are Python objects. *Codes* are whole numbers and texts: a
decimal is its value times ten to its scale, a date the days since 1970-01-01, a boolean 0 or 1, a
reference the row's id. *Numbers* are codes as an array, with texts numbered and -1 for missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from fictionworld.packs.compiled import (
    DECIMALS,
    SETTING,
    CompiledColumn,
    CompiledPack,
    CompiledTable,
)
from fictionworld.packs.fields import Kind
from fictionworld.streams import Ints
from fictionworld.text.names import fold_many
from fictionworld.worlds.fact import Value
from fictionworld.worlds.world_rows import PathReader

Code = int | str | None

_EPOCH = date(1970, 1, 1)


def decode(code: Code, kind: Kind, decimals: int) -> Value:
    """Return the value that a code stands for."""
    if code is None or isinstance(code, str):
        return code
    if kind in DECIMALS:
        return Decimal(code).scaleb(-decimals)
    if kind == "date":
        return _EPOCH + timedelta(days=code)
    return bool(code) if kind == "boolean" else code


def encode(value: Value, decimals: int) -> Code:
    """Return the code of a value of a column with this number of decimals."""
    if isinstance(value, date):
        return (value - _EPOCH).days
    if isinstance(value, Decimal):
        return int(value.scaleb(decimals))
    if isinstance(value, int):
        return int(value) * int(10**decimals)
    return value


def coded(series: pl.Series) -> pl.Series:
    """Return a column as codes: Int64, or texts as they are."""
    if series.dtype == pl.String:
        return series
    # of decimals alone: polars plans a query for it, which takes longer than a world's rows do
    return (series.to_physical() if series.dtype.is_decimal() else series).cast(pl.Int64)


class TableOfWorlds:
    """The rows of one table over all worlds of a batch, in the order of worlds and ids.

    A *line* is the position of a row in this order. Columns are read when first asked for.

    Args:
        table: The table.
        frame: `world_id`, `id` and columns of the table.
        world_ids: The worlds of the batch, ascending.
    """

    def __init__(self, table: CompiledTable, frame: pl.DataFrame, world_ids: Ints) -> None:
        self.table = table
        self.frame = in_order(frame)
        self.world: Ints = np.searchsorted(world_ids, self.frame["world_id"].to_numpy())
        """The number of the world of each line, from 0 in the batch."""
        counts = np.bincount(self.world, minlength=len(world_ids))
        self.start: Ints = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        """Where each world's lines begin; one more than worlds."""
        self._values: dict[str, list[Any]] = {}
        self._codes: dict[str, list[Code]] = {}
        self._numbers: dict[str, Ints] = {}

    def __len__(self) -> int:
        return self.frame.height

    @cached_property
    def row(self) -> Ints:
        """Return row ids by line: 1, 2, 3... in each world."""
        return self.frame["id"].to_numpy().astype(np.int64)

    @cached_property
    def counts(self) -> Ints:
        """Return the number of rows of each world."""
        return np.diff(self.start)

    def values(self, column: str) -> list[Any]:
        """Return a column as values, line by line."""
        if (values := self._values.get(column)) is None:
            values = self._values[column] = self.frame[column].to_list()
        return values

    def codes(self, column: str) -> list[Code]:
        """Return a column as codes, line by line."""
        if (codes := self._codes.get(column)) is None:
            codes = self._codes[column] = coded(self.frame[column]).to_list()
        return codes

    def numbers(self, column: str) -> Ints:
        """Return numbers by which rows are grouped: equal for equal values; -1 for a missing one.

        Texts are numbered within the batch, so these numbers only tell equal from different.
        """
        if (numbers := self._numbers.get(column)) is None:
            codes: Sequence[Code] = self.codes(column)
            if self.frame[column].dtype == pl.String:
                codes = _ranks(codes)
            filled = [-1 if code is None else code for code in codes]
            numbers = self._numbers[column] = np.array(filled, np.int64)
        return numbers

    def texts(self, column: str) -> pl.Series:
        """Return a column as text."""
        return self.frame[column].cast(pl.String)

    @cached_property
    def alphabetical(self) -> Ints:
        """Return each line's rank by name, A to Z over all worlds, ignoring case and accents."""
        assert self.table.name_column is not None, f"{self.table.name} has no names"
        names = self.values(self.table.name_column.name)
        return np.array(_ranks(fold_many(names)), np.int64)


class PackRows:
    """The rows of worlds of one pack.

    Args:
        pack: The pack.
        frames: Tables by name: `world_id`, `id`, columns.
        present: The rows of `world_column`: which columns each world has.
    """

    def __init__(
        self, pack: CompiledPack, frames: Mapping[str, pl.DataFrame], present: pl.DataFrame
    ) -> None:
        self.pack = pack
        self.present = present
        self.world_ids: Ints = np.unique(present["world_id"].to_numpy()).astype(np.int64)
        """Ascending."""
        self._frames = frames
        self._tables: dict[str, TableOfWorlds] = {}
        self._targets: dict[tuple[str, str], Ints] = {}
        self._steps: dict[tuple[str, tuple[str, ...]], tuple[CompiledColumn, ...]] = {}

    def __len__(self) -> int:
        return len(self.world_ids)

    def table(self, name: str) -> TableOfWorlds:
        """Return the rows of a table."""
        if (rows := self._tables.get(name)) is None:
            table, frame = self.pack.tables[name], self._frames[name]
            rows = self._tables[name] = TableOfWorlds(table, frame, self.world_ids)
        return rows

    def targets(self, table: str, reference: str) -> Ints:
        """Return for each line of `table` the line that its reference points to; -1 without one."""
        if (lines := self._targets.get((table, reference))) is None:
            own_rows = self.table(table)
            target = own_rows.table.columns[reference].target
            assert target is not None, f"{table}.{reference} is no reference"
            target_rows = self.table(target)
            ids = own_rows.numbers(reference)
            named = (ids >= 1) & (ids <= target_rows.counts[own_rows.world])
            lines = np.where(named, target_rows.start[own_rows.world] + ids - 1, -1)
            self._targets[table, reference] = lines
        return lines

    def steps(self, table: str, path: tuple[str, ...]) -> Sequence[CompiledColumn]:
        """Return the columns that a path goes through, its last one included."""
        if (columns := self._steps.get((table, path))) is None:
            columns = self._steps[table, path] = self.pack.steps(table, path)
        return columns

    def world(self, world_id: int) -> WorldColumns:
        """Return the columns of one world."""
        return WorldColumns(self, self._numbers[world_id], self._absent.get(world_id, set()))

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {world_id: number for number, world_id in enumerate(self.world_ids.tolist())}

    @cached_property
    def _absent(self) -> dict[int, set[tuple[str, str]]]:
        absent_columns: dict[int, set[tuple[str, str]]] = {}
        absent = self.present.filter(~pl.col("present"))
        rows = absent.select("world_id", "table_name", "column_name").iter_rows()
        for world_id, table, column in rows:
            absent_columns.setdefault(world_id, set()).add((table, column))
        return absent_columns


class WorldColumns(PathReader[int | str]):
    """The columns of one world as codes, by table and path. Row ids are 1, 2, 3..."""

    def __init__(self, rows: PackRows, number: int, absent: set[tuple[str, str]]) -> None:
        super().__init__(rows.pack)
        self.world_id: int = rows.world_ids[number].item()
        self.absent = absent
        """Columns that this world does not have."""
        self.steps = rows.steps
        self._all = rows
        self._number = number

    def rows(self, table: str) -> int:
        """Return the number of rows of a table."""
        return len(self.ids(table))

    def has(self, table: str, path: tuple[str, ...]) -> bool:
        """Return whether this world has every column of the path."""
        steps = self.steps(table, path)
        return not any((column.table, column.name) in self.absent for column in steps)

    @cached_property
    def setting(self) -> dict[str, Code]:
        """Return the world's setting, as codes."""
        table = self.pack.tables[SETTING]
        return {column.name: self.cells(SETTING, (column.name,))[0] for column in table.stored}

    def _read_column(self, table: str, column: str) -> list[Code]:
        rows = self._all.table(table)
        start, end = rows.start[self._number].item(), rows.start[self._number + 1].item()
        return rows.codes(column)[start:end]


def _ranks(texts: Iterable[Any]) -> list[int | None]:
    """Return the rank of each text from 1, equal for equal texts; None for a missing one."""
    texts = list(texts)
    known = sorted({text for text in texts if text is not None})
    ranks = {text: rank for rank, text in enumerate(known, 1)}
    return [ranks.get(text) for text in texts]


def in_order(frame: pl.DataFrame) -> pl.DataFrame:
    """Return rows by world and id, the order of generators and shards: looking costs little."""
    keys = frame["world_id"].to_numpy().astype(np.int64) * 2**31 + frame["id"].to_numpy()
    return frame if (np.diff(keys) > 0).all() else frame.sort("world_id", "id")


def rows_of_world(frame: pl.DataFrame, world_id: int) -> pl.DataFrame:
    """Return the rows of one world of a frame whose rows are in the order of worlds."""
    start, end = np.searchsorted(frame["world_id"].to_numpy(), (world_id, world_id + 1)).tolist()
    return frame[start:end]
