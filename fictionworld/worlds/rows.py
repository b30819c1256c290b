"""One world's columns as plain lists of whole numbers and texts, followed along references.

Drawing looks at a few thousand short lists a second; frames are too slow to start for that. Numbers
are coded: a decimal is its value times ten to its scale, a date the days since 1970-01-01, a
boolean 0 or 1, a reference the row's id. `decode` gives the value back.
"""

from __future__ import annotations

from bisect import bisect_left
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fictionworld.packs.compiled import CompiledColumn, CompiledPack, Kind
    from fictionworld.tasks.specification import Path
    from fictionworld.worlds.fact import Value

__all__ = ["Code", "PackColumns", "WorldColumns", "decode", "encode"]

Code = int | str | None

_EPOCH = date(1970, 1, 1)
_DECIMALS = {"decimal", "money", "percent"}


def decode(code: Code, kind: Kind, decimals: int) -> Value:
    """The value that a code stands for."""
    if code is None or isinstance(code, str):
        return code
    if kind in _DECIMALS:
        return Decimal(code).scaleb(-decimals)
    if kind == "date":
        return _EPOCH + timedelta(days=code)
    return bool(code) if kind == "boolean" else code


def encode(value: Value, decimals: int) -> Code:
    """The code of a value of a column with so many decimals."""
    if isinstance(value, date):
        return (value - _EPOCH).days
    if isinstance(value, Decimal):
        return int(value.scaleb(decimals))
    if isinstance(value, int):
        return int(value) * int(10**decimals)
    return value


class PackColumns:
    """The columns of many worlds of one pack; each is turned into a list when first asked for."""

    def __init__(
        self, pack: CompiledPack, frames: Mapping[str, pl.DataFrame], present: pl.DataFrame
    ) -> None:
        self.pack = pack
        self._frames = frames
        self._lists: dict[tuple[str, str], list[Code]] = {}
        self._steps: dict[tuple[str, Path], list[CompiledColumn]] = {}
        self._worlds = {name: frame["world_id"].to_list() for name, frame in frames.items()}
        absent = present.filter(~pl.col("present"))
        self._absent: dict[int, set[tuple[str, str]]] = {}
        for world_id, table, column in absent.select(
            "world_id", "table_name", "column_name"
        ).iter_rows():
            self._absent.setdefault(world_id, set()).add((table, column))

    def world(self, world_id: int) -> WorldColumns:
        """The columns of one world."""
        return WorldColumns(self, world_id, self._absent.get(world_id, set()))

    def span(self, world_id: int, table: str) -> tuple[int, int]:
        """Where the world's rows of a table begin and end in the batch."""
        worlds = self._worlds[table]
        return bisect_left(worlds, world_id), bisect_left(worlds, world_id + 1)

    def steps(self, table: str, path: Path) -> Sequence[CompiledColumn]:
        """The columns that a path goes through, its last one included."""
        if (found := self._steps.get((table, path))) is None:
            found = self._steps[table, path] = []
            for name in path:
                column = self.pack.tables[table].columns[name]
                found.append(column)
                table = column.target or table
        return found

    def whole(self, table: str, column: str) -> list[Code]:
        """A column of the whole batch, coded."""
        if (found := self._lists.get((table, column))) is None:
            found = self._lists[table, column] = _coded(self._frames[table].get_column(column))
        return found


class WorldColumns:
    """The columns of one world, by table and path."""

    def __init__(self, batch: PackColumns, world_id: int, absent: set[tuple[str, str]]) -> None:
        self.world_id = world_id
        self.pack = batch.pack
        self.absent = absent
        """Columns that this world does not have."""
        self._batch = batch
        self._lists: dict[tuple[str, Path], list[Code]] = {}

    def rows(self, table: str) -> int:
        """How many rows a table has; their ids are 1 to that number."""
        start, end = self._batch.span(self.world_id, table)
        return end - start

    def values(self, table: str, path: Path) -> list[Code]:
        """The values at the end of `path`, one for each row of `table` in order of their ids.

        None where the path meets a missing reference or a missing value.
        """
        if (found := self._lists.get((table, path))) is None:
            found = self._lists[table, path] = self._follow(table, path)
        return found

    def has(self, table: str, path: Path) -> bool:
        """Whether this world has every column of the path."""
        steps = self._batch.steps(table, path)
        return not any((column.table, column.name) in self.absent for column in steps)

    def steps(self, table: str, path: Path) -> Sequence[CompiledColumn]:
        """The columns that the path goes through, its last one included."""
        return self._batch.steps(table, path)

    def _follow(self, table: str, path: Path) -> list[Code]:
        if len(path) == 1:
            start, end = self._batch.span(self.world_id, table)
            return self._batch.whole(table, path[0])[start:end]
        target = self.pack.tables[table].columns[path[0]].target
        assert target is not None
        beyond = self.values(target, path[1:])
        refs = self.values(table, path[:1])
        return [None if row is None else beyond[row - 1] for row in refs]  # type: ignore[operator]

    @cached_property
    def setting(self) -> dict[str, Code]:
        """The world's setting, coded."""
        table = self.pack.tables["setting"]
        return {column.name: self.values("setting", (column.name,))[0] for column in table.stored}


def _coded(series: pl.Series) -> list[Code]:
    dtype = series.dtype
    if isinstance(dtype, pl.Decimal):
        return series.to_physical().cast(pl.Int64).to_list()
    if dtype == pl.Date:
        return series.to_physical().to_list()
    if dtype == pl.Boolean:
        return series.cast(pl.Int8).to_list()
    return series.to_list()
