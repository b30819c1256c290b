"""The rows of a pack's tables in SQL, with the value at the end of each path as a column.

A rule names a value by its path: `"concert.day"`. `relation` turns the paths that rules read into
joins. Numbers are whole numbers, their digits (12.50 with two decimals is 1250); dates are days
since 1970, and `"concert.day as date"` is the same day as a DATE. `"concert._row"` is the position
of the row that a reference leads to; `"absent fee"` says whether the world lacks an optional
column.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

from fictionworld.packs.compiled import SETTING, TEXTS, CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path

AS_DATE = " as date"


def quoted(path: Path) -> str:
    """Return the column of a relation that holds the value at the end of `path`."""
    return f'"{".".join(path)}"'


def position(reference: str) -> Path:
    """Return the path of the position of the row that `reference` leads to."""
    return reference, "_row"


def absence(column: CompiledColumn) -> Path:
    """Return the path of whether a world lacks an optional column."""
    return (f"absent {column.name}",)


ABSENT: Path = ("absent table",)
"""The path of whether the world of a row of an optional table lacks the table."""


def as_date(path: Path) -> Path:
    """Return the path of a date as a DATE."""
    return *path[:-1], path[-1] + AS_DATE


def rows_table(table: str) -> str:
    """Return the SQL name of all rows of a table."""
    return f'"rows of {table}"'


def single_table(table: str) -> str:
    """Return the SQL name of the rows of a table, the first only of each world and id."""
    return f'"single rows of {table}"'


def hidden_table(column: CompiledColumn) -> str:
    """Return the SQL name of the recomputed values of a hidden column."""
    return f'"hidden {column.table}.{column.name}"'


def group(within: Iterable[Path]) -> str:
    """Return the world and the values of `within`, for PARTITION BY and GROUP BY, where a missing
    value is a value. Paths into the setting are left out: all rows of a world share them.
    """
    return ", ".join(["world_id", *(quoted(path) for path in within if path[0] != SETTING)])


def literal(column: CompiledColumn, value: object) -> str:
    """Return a label of the pack in SQL, as a value of `column`."""
    if column.kind in TEXTS:
        return "'" + str(value).replace("'", "''") + "'"
    if column.kind == "boolean":
        return str(str(value).lower() == "true")
    exact = Decimal(str(value)).scaleb(column.decimals)
    # decimal's HALF_UP is half away from zero
    return str(int(exact.to_integral_value(ROUND_HALF_UP)))


def relation(pack: CompiledPack, table: str, paths: Iterable[Path] = ()) -> str:
    """Return a subquery with a line for each row of `table`.

    Its columns are `_row` (the position of the row in its frame), `world_id`, `id`, and each of
    `paths` by its name with dots; missing where a reference on the way is missing or leads nowhere.
    """
    joins = _Joins(pack, table)
    columns = [f"{joins.value(path)} AS {quoted(path)}" for path in dict.fromkeys(paths)]
    selected = ", ".join(["t._row", "t.world_id", "t.id", *columns])
    return f"(SELECT {selected} FROM {joins})"


class _Joins:
    """The tables that paths from one table lead to, each joined once."""

    def __init__(self, pack: CompiledPack, table: str) -> None:
        self._pack, self._table = pack, table
        self._clauses: dict[tuple[str, str], tuple[str, str]] = {}
        """The alias and the SQL of each join, by what is joined to what."""

    def __str__(self) -> str:
        clauses = (clause for _, clause in self._clauses.values())
        return " ".join([f"{rows_table(self._table)} AS t", *clauses])

    def value(self, path: Path) -> str:
        """Return the SQL of the value at the end of `path`."""
        alias, table, steps = "t", self._table, path
        if path[0] == SETTING:
            steps = path[1:]
            if table != SETTING:
                alias = self._join("t", SETTING, single_table(SETTING), "{0}.world_id = t.world_id")
                table = SETTING
        for step in steps[:-1]:
            pointer = self._cell(alias, table, step)
            table = str(self._pack.tables[table].columns[step].target)
            on = f"{{0}}.world_id = t.world_id AND {{0}}.id = {pointer}"
            alias = self._join(alias, step, single_table(table), on)
        return self._cell(alias, table, steps[-1])

    def _cell(self, alias: str, table: str, name: str) -> str:
        column = self._pack.tables[table].columns.get(name.removesuffix(AS_DATE))
        if column is not None and not column.stored:
            on = f"{{0}}._row = {alias}._row"
            alias = self._join(alias, f"hidden {column.name}", hidden_table(column), on)
        return f'{alias}."{name}"'

    def _join(self, alias: str, step: str, name: str, on: str) -> str:
        if (alias, step) not in self._clauses:
            joined = f"t{len(self._clauses) + 1}"
            clause = f"LEFT JOIN {name} AS {joined} ON {on.format(joined)}"
            self._clauses[alias, step] = joined, clause
        return self._clauses[alias, step][0]
