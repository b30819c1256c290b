"""The sanity queries of a pack, run on many worlds, and whether each would detect a wrong world."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from fictionworld.errors import PackError
from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.packs.sandbox import run_with_deadline, sandbox
from fictionworld.packs.specification import SanityQuery
from fictionworld.validators.signature import signature_queries

if TYPE_CHECKING:
    import duckdb

_DEADLINE_S = 60.0
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class SanityResult:
    """The result of one query. True if it is as the pack says."""

    says: str
    watches: str
    violations: int | None = None
    """Rows of what is impossible; None where the query gives a figure."""
    examples: tuple[str, ...] = ()
    """The first of them, `column=value` each."""
    figure: float | None = None
    """None where the query counts, or where it gave no number."""
    between: tuple[float, float] | None = None
    sees_shuffle: bool | None = None
    """Whether the query failed when the column that it watches was shuffled; None: not tried."""

    @property
    def holds(self) -> bool:
        """Whether the worlds are as the query says."""
        if self.between is None:
            return self.violations == 0
        low, high = self.between
        return self.figure is not None and low <= self.figure <= high

    def __bool__(self) -> bool:
        return self.holds and self.sees_shuffle is not False


def ask_sanity(
    pack: CompiledPack, frames: Mapping[str, pl.DataFrame], *, shuffle: bool = False, seed: int = 0
) -> tuple[SanityResult, ...]:
    """Return the result of each sanity query of the pack on these worlds.

    What the pack declares for its strategy is asked after them.

    Args:
        pack: The pack that they are worlds of.
        frames: By table, the rows of all worlds.
        shuffle: Whether each query is asked again with the column that it watches shuffled.
        seed: Random seed of the shuffles.

    Raises:
        PackError: A query is no SELECT over the tables of the pack, takes over a minute of
            processor time, or gives no single number where it should.
    """
    with closing(sandbox()) as connection:
        for name, frame in frames.items():
            connection.register(name, frame.to_arrow())
        queries: list[tuple[SanityQuery, pl.Expr | None]] = [
            (query, _shuffled(query, seed)) for query in pack.spec.sanity
        ]
        for query, spoil in signature_queries(pack):
            column = pl.col(query.watches.partition(".")[2])
            queries.append((query, None if spoil is None else spoil(column)))
        return tuple(
            _ask(connection, pack, query, frames, spoiled if shuffle else None)
            for query, spoiled in queries
        )


def _shuffled(query: SanityQuery, seed: int) -> pl.Expr:
    """Return the column that a query watches, shuffled within each world."""
    table, _, column = query.watches.partition(".")
    shuffled = pl.col(column).shuffle(seed)
    return shuffled if table == SETTING else shuffled.over("world_id")


def _ask(
    connection: duckdb.DuckDBPyConnection,
    pack: CompiledPack,
    query: SanityQuery,
    frames: Mapping[str, pl.DataFrame],
    spoiled: pl.Expr | None,
) -> SanityResult:
    result = _answer(connection, pack, query)
    if spoiled is None:
        return result
    table = query.watches.partition(".")[0]
    connection.register(table, frames[table].with_columns(spoiled).to_arrow())
    try:
        seen = not _answer(connection, pack, query).holds
    finally:
        connection.register(table, frames[table].to_arrow())
    return replace(result, sees_shuffle=seen)


def _answer(
    connection: duckdb.DuckDBPyConnection, pack: CompiledPack, query: SanityQuery
) -> SanityResult:
    sql = query.none or query.figure
    try:
        # in brackets, so that nothing but a query is one
        rows = run_with_deadline(connection, f"SELECT * FROM ({sql})", _DEADLINE_S)
    except PackError as error:
        raise PackError(f"pack {pack.name}, sanity: {query.says!r}: {error}") from None
    if query.none is not None:
        examples = tuple(
            ", ".join(f"{name}={value}" for name, value in row.items())
            for row in rows.slice(0, _EXAMPLES).to_pylist()
        )
        return SanityResult(query.says, query.watches, rows.num_rows, examples)
    if rows.num_rows != 1 or rows.num_columns != 1:
        raise PackError(
            f"pack {pack.name}, sanity: {query.says!r}: got {rows.num_rows} rows of "
            f"{rows.num_columns} columns; a figure is one number: give one row of one column"
        )
    (figure,) = rows.column(0).to_pylist()
    return SanityResult(
        query.says, query.watches, figure=None if figure is None else float(figure),
        between=query.between,
    )  # fmt: skip
