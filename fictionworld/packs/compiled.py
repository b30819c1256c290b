"""A pack made ready for use: every type, unit, key and path resolved.

`CompiledPack` is what the rest of the package knows of a pack. The generator fills its tables, the
store makes them, validators prove its rules, tasks ask about its columns; none of them reads YAML.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fictionworld.packs.fields import Kind, Role
from fictionworld.packs.terms import Node, Path
from fictionworld.packs.words import brand_list

if TYPE_CHECKING:
    from fictionworld.packs.specification import ColumnSpec, Pack, Rule, TableSpec

SETTING = "setting"
"""The table of one row that every world has of itself."""

ROWS = "*rows"
"""Stands for a column in the node of a table's rows as such."""

TEXTS: frozenset[Kind] = frozenset({"text", "name", "category", "url"})
DECIMALS: frozenset[Kind] = frozenset({"decimal", "money", "percent"})
QUANTITIES: frozenset[Kind] = DECIMALS | {"integer"}
NUMBERS: frozenset[Kind] = QUANTITIES | {"year"}
TIMES: frozenset[Kind] = frozenset({"date", "year"})

_SQL_TYPES: dict[Kind, str] = {
    "reference": "INTEGER",
    **dict.fromkeys(TEXTS, "VARCHAR"),
    "integer": "BIGINT",
    "year": "INTEGER",
    "date": "DATE",
    "boolean": "BOOLEAN",
}

_LATENT_DECIMALS = 6  # enough digits that rounding does not tie values that drive others


def decimals_of(spec: ColumnSpec, kind: Kind) -> int:
    """Return the number of digits behind the point in a column of this kind."""
    if kind == "decimal" and spec.role == "hidden" and not spec.decimals:
        return _LATENT_DECIMALS
    return spec.decimals if kind in DECIMALS else 0


def sql_type_of(kind: Kind, decimals: int) -> str:
    """Return the DuckDB type: text, whole numbers, dates, `DECIMAL(18, s)`; never DOUBLE."""
    return _SQL_TYPES.get(kind, f"DECIMAL(18,{decimals})")


@dataclass(frozen=True, slots=True)
class CompiledColumn:
    """One column with its type settled."""

    table: str
    name: str
    kind: Kind
    decimals: int
    """Digits behind the point: 0 for everything that is no decimal, money or percent."""
    spec: ColumnSpec
    target: str | None
    """The table that a reference points into."""
    structural: bool
    """Drawn from the structure seed, so that twins share it."""
    nullable: bool = False
    """A row may be without a value, by what the pack says of how values come to be."""
    needs: frozenset[Node] = frozenset()
    """The rows and columns that it is made from directly."""
    goes_with: frozenset[str] = frozenset()
    """The optional tables without which a world lacks it: its own, and those it is derived from."""

    @property
    def optional(self) -> bool:
        """Return whether a world that has its table may lack it."""
        return self.spec.optional is not None or bool(self.goes_with - {self.table})

    @property
    def role(self) -> Role:
        return self.spec.role

    @property
    def stored(self) -> bool:
        return self.spec.role != "hidden"

    @property
    def is_text(self) -> bool:
        return self.kind in TEXTS

    @property
    def brands(self) -> tuple[str, ...]:
        """Return the real names that the column may hold under `--real-names brands`."""
        draw = self.spec.draw
        return () if draw is None or draw.kind != "brands" else brand_list(draw.get("brands"))

    @property
    def sql_type(self) -> str:
        return sql_type_of(self.kind, self.decimals)

    @property
    def concept(self) -> str | None:
        """Return the name of the concept that the column is like; None where it is like none."""
        like = self.spec.like
        return next(iter(like)) if isinstance(like, dict) else like

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels in worlds of any split; where the pack gives none, the column's name in
        plain words.
        """
        given = self.spec.label
        if isinstance(given, str):
            return (given,)
        return given or (self.name.replace("_", " ").capitalize(),)

    @property
    def usual_labels(self) -> tuple[str, ...]:
        """Return the two labels that come first: they are the most usual."""
        return self.labels[:2]

    @property
    def all_labels(self) -> tuple[str, ...]:
        """Return the column's labels in worlds of any split, the reserved ones last."""
        return (*self.labels, *self.spec.reserved)


@dataclass(frozen=True, slots=True)
class CompiledTable:
    """One table. Its stored rows are `world_id`, `id` (1..n in each world), then the columns."""

    name: str
    sql_name: str
    """`<pack>__<table>`, the table of the shard."""
    spec: TableSpec
    columns: dict[str, CompiledColumn]
    name_column: CompiledColumn | None = field(init=False)
    """The column of role `name`, if it has one; this and the next two are looked up once, since
    pages and questions ask for them often."""
    stored: tuple[CompiledColumn, ...] = field(init=False, repr=False, compare=False)
    references: tuple[CompiledColumn, ...] = field(init=False, repr=False, compare=False)
    """The stored columns that refer to rows; a hidden reference only drives others."""
    restates: dict[str, str] = field(init=False, repr=False, compare=False)
    """By stored columns that follow from one other alone, as an attendance to the nearest hundred
    does, the column that they follow from."""

    def __post_init__(self) -> None:
        named = (column for column in self.columns.values() if column.role == "name")
        stored = tuple(column for column in self.columns.values() if column.stored)
        references = tuple(column for column in stored if column.target is not None)
        object.__setattr__(self, "name_column", next(named, None))
        object.__setattr__(self, "stored", stored)
        object.__setattr__(self, "references", references)
        restates = {column.name: source for column in stored if (source := self._source_of(column))}
        object.__setattr__(self, "restates", restates)

    def _source_of(self, column: CompiledColumn) -> str | None:
        """Return the one stored column of which an expression makes this one; else None."""
        if column.spec.derive is None or column.spec.derive.kind != "sql":
            return None
        made_from = [node for node in column.needs if node[1] != ROWS]
        own = [name for table, name in made_from if table == self.name]
        return own[0] if len(made_from) == len(own) == 1 and self.columns[own[0]].stored else None

    @property
    def key(self) -> tuple[str, ...]:
        """Return the columns by which a person tells rows apart: `key`, or else the name column."""
        if self.spec.key:
            return self.spec.key
        name = self.name_column
        return (name.name,) if name is not None else ()

    @property
    def noun(self) -> tuple[str, str]:
        """Return what a row is called, and what several are."""
        return self.spec.spoken.nouns(self.name)[0]

    @property
    def create_sql(self) -> str:
        """Return DDL without keys or indexes: keys are rules, and damaged rows must be storable."""
        columns = ", ".join(f'"{column.name}" {column.sql_type}' for column in self.stored)
        return f'CREATE TABLE "{self.sql_name}" (world_id INTEGER, id INTEGER, {columns})'


@dataclass(frozen=True, slots=True)
class CompiledPack:
    """One pack, whole."""

    name: str
    spec: Pack
    source: str
    """The pack file's text, stored in every dataset that uses it."""
    tables: dict[str, CompiledTable]
    """`setting` first, then the tables in the order of the file."""
    order: tuple[Node, ...]
    """Nodes such that each stands after all that it reads; the rows of `sized_last` together."""
    sized_last: tuple[str, ...]
    """Tables that fill a world up to its size once the rows of the others are known."""
    real_names: tuple[Node, ...] = field(default=())
    """Name columns that may hold real brands."""
    reworded: dict[tuple[object, ...], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Columns as worlds with other nouns have them, each made once: `packs/nouns.py`."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        return self.spec.rules

    @property
    def world_tables(self) -> tuple[CompiledTable, ...]:
        """Return the tables whose rows make up a world: all but the setting."""
        return tuple(table for table in self.tables.values() if table.name != SETTING)

    def steps(self, table: str, path: Path) -> tuple[CompiledColumn, ...]:
        """Return the columns that `path` goes through from a row of `table`, its end included.

        Raises:
            KeyError: The path leads nowhere; `check_pack` reports such paths with their line.
        """
        target: str | None = table
        if path[0] == SETTING:
            target, path = SETTING, path[1:]
        columns: list[CompiledColumn] = []
        for name in path:
            if target is None:
                raise KeyError(".".join(path))
            columns.append(self.tables[target].columns[name])
            target = columns[-1].target
        return tuple(columns)

    def column(self, table: str, path: Path) -> CompiledColumn:
        """Return the column that `path` ends at; raises as `steps` does."""
        return self.steps(table, path)[-1]
