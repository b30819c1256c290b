"""The tables of a batch in DuckDB, and paths of the notation as joins.

A proof is one query over the rows of all worlds of a pack. Tables come in as they are, through
Arrow, with one column more: `_row`, the position of the row in its frame, from which findings are
described. Numbers that a proof calculates with are taken as their digits (12.50 with two
decimals is 1250) in 128 bits: no value passes through a double, and nothing overflows.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

import numpy as np
import polars as pl

from fictionworld.packs.compiled import SETTING, CompiledColumn
from fictionworld.packs.fields import Kind
from fictionworld.packs.terms import Path, Term
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints, StoredCells
from fictionworld.validators.knowable import route

_QUOTIENT = """
CREATE OR REPLACE TEMP MACRO quotient(above, below) AS
    above // below
    + CASE WHEN 2 * abs(above % below) < abs(below) THEN 0 ELSE sign(above) * sign(below) END
"""
"""A quotient of whole numbers, rounded half away from zero; missing where it divides by zero."""


class Relation:
    """The rows of one table in SQL, with a join for each reference that a path follows.

    Ask for the expressions first and write the relation into FROM after them: `str(relation)`
    holds the joins that the expressions so far need.
    """

    def __init__(self, batch: StoredBatch, table: str, alias: str = "t") -> None:
        self._batch = batch
        self.table = table
        self.alias = alias
        self._joins: dict[tuple[str, ...], tuple[str, str]] = {}
        """The alias and the clause of each join, by what is joined to what."""
        self._name = _registered(batch, table)

    def __str__(self) -> str:
        return "\n".join(
            [f"{self._name} AS {self.alias}", *(clause for _, clause in self._joins.values())]
        )

    def value(self, path: Path) -> str:
        """Return the SQL of the value at the end of `path`; missing where a reference on the way is
        missing or leads nowhere.
        """
        start, references, column = route(self._batch.pack, self.table, path)
        return self._cell(self._follow(start, references), column.table, column.name)

    def position(self, reference: str) -> str:
        """Return the SQL of the position of the row that a reference names; missing where there is
        none.
        """
        return f"{self._follow(self.table, (reference,))}._row"

    def kind(self, path: Path) -> Kind:
        """Return what kind of value the column at the end of `path` holds."""
        return route(self._batch.pack, self.table, path).column.kind

    def decimals(self, path: Path) -> int:
        """Return how many decimals the column at the end of `path` has."""
        return route(self._batch.pack, self.table, path).column.decimals

    def digits(self, path: Path) -> str:
        """Return the SQL of the number at the end of `path` as a whole number, its digits."""
        decimals = self.decimals(path)
        shifted = self.value(path)
        if decimals:
            shifted = f"CAST({shifted} AS DECIMAL(38, {decimals})) * {10**decimals}"
        return f"CAST({shifted} AS HUGEINT)"

    def group(self, within: Iterable[Path]) -> str:
        """Return the world and the values of `within`, for PARTITION BY and GROUP BY, where a
        missing value is a value. Paths into the setting are left out: they are the same for all
        rows of a world.
        """
        values = [self.value(path) for path in within if path[0] != SETTING]
        return ", ".join([f"{self.alias}.world_id", *values])

    def term(self, term: Term) -> tuple[str, int]:
        """Return the SQL of the digits of a numeric term, and how many of them are decimals."""
        if term.path is None:
            number = Decimal(term.number or 0)
            decimals = max(0, -int(number.as_tuple().exponent))
            return f"{int(number.scaleb(decimals))}::HUGEINT", decimals
        decimals = self.decimals(term.path)
        return f"{self.digits(term.path)} + {term.offset * 10**decimals}", decimals

    def _follow(self, start: str, references: Path) -> str:
        """Return the alias of the table that `references` lead to."""
        alias, table = self.alias, start
        if start == SETTING != self.table:
            name = _registered(self._batch, SETTING, unique="world_id")
            alias = self._join((alias, SETTING), name, "world_id = {0}.world_id", alias)
        for step in references:
            pointer = self._cell(alias, table, step)
            table = str(self._batch.pack.tables[table].columns[step].target)
            name = _registered(self._batch, table, unique="world_id, id")
            on = f"world_id = {{0}}.world_id AND {{1}}.id = {pointer}"
            alias = self._join((alias, step), name, on, alias)
        return alias

    def _cell(self, at: str, table: str, name: str) -> str:
        if self._batch.pack.tables[table].columns[name].stored:
            return f'{at}."{name}"'
        hidden = _registered_hidden(self._batch, table, name)
        return f"{self._join((at, table, name), hidden, '_row = {0}._row', at)}.value"

    def _join(self, key: tuple[str, ...], name: str, on: str, at: str) -> str:
        if key not in self._joins:
            alias = f"{self.alias}{len(self._joins) + 1}"
            clause = f"LEFT JOIN {name} AS {alias} ON {alias}.{on.format(at, alias)}"
            self._joins[key] = alias, clause
        return self._joins[key][0]


def ask(batch: StoredBatch, sql: str, **frames: pl.DataFrame) -> pl.DataFrame:
    """Return the answer of a query over the relations of a batch, and over `frames` by their names.
    A query that a row plan and a declared rule both ask is answered once.

    What a row plan and a declared rule both ask of the relations is answered once.
    """
    answers: dict[str, pl.DataFrame] = batch.memory.setdefault("answers", {})
    if sql not in answers or frames:
        for name, relation in frames.items():
            batch.connection.register(name, relation)
        frame = pl.from_arrow(batch.connection.sql(sql).to_arrow_table())
        assert isinstance(frame, pl.DataFrame)
        answers[sql] = frame
    return answers[sql]


def cells_of(column: CompiledColumn, due: pl.Series) -> StoredCells:
    """Return a column of an answer as cells of `column`: the digits of numbers, or dates."""
    if column.kind == "date":
        due = due.cast(pl.Date).to_physical()
    return StoredCells(integers(due), due.is_not_null().to_numpy(), column.kind, column.decimals)


def integers(series: pl.Series) -> Ints:
    """Return whole numbers, 0 where one is missing; Python's integers where 64 bits do not hold
    them.
    """
    filled = series.fill_null(0)
    narrow = filled.cast(pl.Int64, strict=False)
    if narrow.null_count():
        return np.array([int(number) for number in filled], dtype=object)
    return narrow.to_numpy()


def marked(batch: StoredBatch, table: str, sql: str) -> Bools:
    """Return a flag for each row of `table`: whether the query gives its `_row`."""
    bad: Bools = np.zeros(len(batch.rows(table)), dtype=bool)
    bad[ask(batch, sql)["_row"].to_numpy()] = True
    return bad


def _registered(batch: StoredBatch, table: str, unique: str = "") -> str:
    """Return the name of a table's relation; with `unique`, of one that has a single row, the first
    by id, for each combination of these columns' values.
    """
    relations: set[str] = batch.memory.setdefault("relations", set())
    connection, rows = batch.connection, batch.rows(table)
    if not relations:
        relations.add("")
        connection.execute(_QUOTIENT)
    name = f'"rows of {table}"'
    if name not in relations:
        relations.add(name)
        frame = batch.frames[table].with_row_index("_row")
        arrow = frame.to_arrow(compat_level=pl.CompatLevel.newest())
        connection.register(f"rows of {table}", arrow)
    most = int(rows.count.max(initial=0)) if unique == "world_id" else 1
    if not unique or (rows.is_dense and most <= 1):
        return name
    single = f'"single {table}"'
    if single not in relations:
        relations.add(single)
        connection.execute(
            f"CREATE OR REPLACE TEMP VIEW {single} AS FROM {name} QUALIFY row_number()"
            f" OVER (PARTITION BY {unique} ORDER BY id, _row) = 1"
        )
    return single


def _registered_hidden(batch: StoredBatch, table: str, column: str) -> str:
    """Return the name of the relation of a hidden column, with the columns `_row` and `value`."""
    relations: set[str] = batch.memory["relations"]
    name = f'"hidden {table}.{column}"'
    if name not in relations:
        frame = pl.DataFrame({"value": batch.series(table, (column,))}).with_row_index("_row")
        batch.connection.register(name.strip('"'), frame.to_arrow())
        relations.add(name)
    return name
