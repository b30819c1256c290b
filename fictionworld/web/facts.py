"""Facts by number: the columns of a pack are numbered, so that plans hold integers.

A fact of a plan is (world, column code, row id). The code of a column is its position in
`[(table, column) for table in pack.tables.values() for column in table.stored]`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fictionworld.packs.compiled import SETTING, CompiledColumn, CompiledPack
from fictionworld.packs.pages import identity_of


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
        """The codes of `pack`: the same wherever its text is the same."""
        columns = tuple(c for table in pack.tables.values() for c in table.stored)
        identity = {table.name: identity_of(table.spec) for table in pack.world_tables}
        return cls(columns, identity)

    @cached_property
    def codes(self) -> dict[tuple[str, str], int]:
        """The code of each (table, column)."""
        return {(column.table, column.name): code for code, column in enumerate(self.columns)}

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Table and column of each code."""
        return tuple((column.table, column.name) for column in self.columns)

    @cached_property
    def by_name(self) -> dict[tuple[str, str], CompiledColumn]:
        """The columns by (table, column)."""
        return {(column.table, column.name): column for column in self.columns}

    def code(self, table: str, column: str) -> int:
        """The code of one column.

        Raises:
            KeyError: The pack stores no such column.
        """
        return self.codes[table, column]

    def facts_of(self, table: str) -> tuple[int, ...]:
        """The codes of the columns of `table` that pages state: all but its identity."""
        return self._facts[table]

    @cached_property
    def _facts(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {table: [] for table in self.identity}
        for code, column in enumerate(self.columns):
            if column.name not in self.identity.get(column.table, (column.name,)):
                found[column.table].append(code)
        return {table: tuple(codes) for table, codes in found.items()}

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables whose rows pages state, in the order of the pack: not the setting."""
        return tuple(name for name in self.identity if name != SETTING)
