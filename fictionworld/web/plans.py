"""What a plan is: the pages of worlds, and which facts each of them states.

A fact of a plan is (world, column code, row id): columns are numbered, so that plans hold integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.pages import identity_of
from fictionworld.web.page_kind import page_kinds


@dataclass(frozen=True)
class FactCodes:
    """The columns of a pack by code, and which of them are facts."""

    columns: tuple[CompiledColumn, ...]
    """The setting's stored columns first, then those of each table; the place is the code."""
    identity: dict[str, tuple[str, ...]]
    """By table: what every mention of a row says, its name or its key. These cells are no facts
    of their own: a page that states a fact of a row, or lists it as an entry, says them."""

    @classmethod
    def of(cls, pack: CompiledPack) -> FactCodes:
        """Return the codes of `pack`: the same wherever its text is the same."""
        columns = tuple(c for table in pack.tables.values() for c in table.stored)
        identity = {table.name: identity_of(table.spec) for table in pack.world_tables}
        return cls(columns, identity)

    @cached_property
    def codes(self) -> dict[tuple[str, str], int]:
        """Return the code of each (table, column)."""
        return {(column.table, column.name): code for code, column in enumerate(self.columns)}

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Return the table and the column of each code."""
        return tuple((column.table, column.name) for column in self.columns)

    @cached_property
    def by_name(self) -> dict[tuple[str, str], CompiledColumn]:
        """Return the columns by (table, column)."""
        return {(column.table, column.name): column for column in self.columns}

    def code(self, table: str, column: str) -> int:
        """Return the code of one column.

        Raises:
            KeyError: The pack stores no such column.
        """
        return self.codes[table, column]

    def facts_of(self, table: str) -> tuple[int, ...]:
        """Return the codes of the columns of `table` that pages state: all but its identity."""
        return self._facts[table]

    def fact_columns(self, table: str) -> list[CompiledColumn]:
        """Return the columns of `facts_of`, in its order."""
        return [self.columns[code] for code in self._facts[table]]

    @cached_property
    def _facts(self) -> dict[str, tuple[int, ...]]:
        codes_of: dict[str, list[int]] = {table: [] for table in self.identity}
        for code, column in enumerate(self.columns):
            if column.name not in self.identity.get(column.table, (column.name,)):
                codes_of[column.table].append(code)
        return {table: tuple(codes) for table, codes in codes_of.items()}

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """Return the tables whose rows pages state, in the order of the pack: not the setting."""
        return tuple(self.identity)


def page_schema(tables: tuple[str, ...]) -> dict[str, pl.DataType]:
    """Return the columns of `WebPlans.pages` and their types, where the pack has these tables."""
    table = pl.Enum(tables)
    return {
        "world_id": pl.Int32(),
        "page": pl.Int32(),
        "name": pl.String(),
        "kind": pl.Enum([kind.name for kind in page_kinds]),
        "table_name": table,
        "row": pl.Int32(),
        "listed": table,
        "topic": pl.String(),
        "value": pl.String(),
        "part": pl.Int32(),
        "parts": pl.Int32(),
        "heading": pl.String(),
        "site": pl.String(),
    }


@dataclass(frozen=True)
class WebPlans:
    """The webs of worlds of one pack, as frames in the order of worlds and pages."""

    codes: FactCodes
    """What the column codes of `statements` mean."""
    pages: pl.DataFrame
    """One row a page.

    - `world_id` Int32, `page` Int32: pages are numbered from 1 in each world.
    - `name` String: stable and unique in its world, such as `encyclopedia/phone/12`; what is drawn
      for a page (its wording) takes its seed from it.
    - `kind` Enum of all page kinds.
    - `table_name` Enum, `row` Int32: what the page is about; no row where it is about a table as a
      whole, neither for background.
    - `listed` Enum: the table whose rows it sets out in a table, a report or a directory; missing
      on pages about one row.
    - `topic` String: of such a page, the columns set out, as `units` or `rank+growth`.
    - `value` String: what its rows share where the pages are by a year, a segment...
    - `part`, `parts` Int32: which part of how many; parts differ in their rows. Missing where a
      page that sets out rows is a selection of them.
    - `heading` String: the column, a name or a reference, by whose names the parts follow one
      another, A to Z; missing where rows are dealt to the parts without an order.
    - `site` String: whose site: `encyclopedia`, `statistics`, `directory`, `body`, `forum`,
      `outlet/3`, or that of a row, `brand/3`, or of something said, `outlet/Meridian Weekly`.
    """
    statements: pl.DataFrame
    """One row a stated fact: `world_id` Int32, `page` Int32, `column` Int16 (its code), `row`
    Int32; no fact twice on a page; in the order in which the page states them."""
    entries: pl.DataFrame
    """Rows that a page lists by name or key: `world_id` Int32, `page` Int32, `table_name` Enum,
    `row` Int32; in the order of the page. The pages of kind `directory` that have neither
    `row` nor `value` make, for each table in `listed`, one chain that lists all its rows."""
    name_lengths: pl.DataFrame
    """`world_id` Int32, `table_name` Enum, `characters` Int32, `rows` Int32: how long the names of
    the rows of a table are on average (of rows without names, what their keys say), and how many
    rows there are."""
    value_lengths: pl.DataFrame
    """`world_id` Int32, `column` Int16 (its code), `characters` Int32: how long the values of a
    column are, about."""

    @cached_property
    def mentions(self) -> pl.DataFrame:
        """Return the rows that each page names, and so identifies, by a fact or as an entry.

        `world_id`, `page`, `table_name`, `row`, each once.
        """
        rows = [
            (code, column.table)
            for code, column in enumerate(self.codes.columns)
            if column.table in self.codes.tables
        ]
        schema = {"column": pl.Int16(), "table_name": pl.Enum(self.codes.tables)}
        tables = pl.DataFrame(rows, schema=schema, orient="row")
        stated = self.statements.join(tables, on="column", maintain_order="left")
        columns = ["world_id", "page", "table_name", "row"]
        return pl.concat([stated.select(columns), self.entries]).unique(maintain_order=True)
