"""A rule of a pack: the SQL that finds where it is broken, and what it says about that.

Most rules are a `RowCondition` on the values of one row, which may count or compare the rows of its
group: those of a table are tried in one scan. A rule about several tables is a `ViolationQuery`. A
`Judgement` is a rule that SQL cannot decide: a graph, or names that a reader may confuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.packs.terms import Path
from fictionworld.validators.knowable import paths_known

if TYPE_CHECKING:
    from fictionworld.validators.report import Violation
    from fictionworld.validators.tables import WorldTables


@dataclass(frozen=True, slots=True)
class RowCondition:
    """What is true of a row that breaks a rule."""

    sql: str
    """Over the relation of the rule's table, with the rule's paths and `reads`; missing is no."""
    reads: tuple[Path, ...] = ()
    """What it reads besides the rule's paths."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """Values that a violation shows besides those of the paths: SQL by name."""

    def where(self, other: RowCondition) -> RowCondition:
        """Return the condition of rows for which both are true."""
        return replace(
            self, sql=f"({other.sql}) AND ({self.sql})", reads=(*self.reads, *other.reads)
        )


@dataclass(frozen=True, slots=True)
class ViolationQuery:
    """A query with a line for each violation.

    Its column `_row` is the position of the row at fault, or `world_id` the world; `_rows` lists
    several rows, of which `_row` is the first. All other columns are shown as values.
    """

    sql: str
    of: str = ""
    """The table that the rows are of, where it is not the rule's."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A function that returns every violation in words."""

    judge: Callable[[WorldTables], Iterable[Violation]]
    stage: Literal["graph", "names"]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule of a pack, ready to be tried on many worlds."""

    name: str
    """Stable and readable: `phone.order: chip.announced <= model_year`."""
    table: str
    broken: RowCondition | ViolationQuery | Judgement
    paths: tuple[Path, ...] = ()
    """What it reads of a row, shown in a violation; nothing where it is about rows as such."""
    due: str = ""
    """What should have been, the end of the sentence."""
    columns: Mapping[str, CompiledColumn] = field(default_factory=dict)
    """How shown values other than those of `paths` are written: as values of these columns."""


@dataclass(frozen=True, slots=True)
class Unproven:
    """A rule that stored cells cannot prove or disprove, and why."""

    name: str
    why: str = "it reads a hidden column"


Item = Check | Unproven
"""An entry of the catalogue."""


def if_known(pack: CompiledPack, rule: Check) -> Item:
    """Return the rule; as unproven where a path that it reads is not known."""
    if paths_known(pack, rule.table, rule.paths):
        return rule
    return Unproven(rule.name)


def column_rule(
    pack: CompiledPack,
    column: CompiledColumn,
    word: str,
    broken: RowCondition | ViolationQuery,
    paths: tuple[Path, ...] = (),
) -> Item:
    """Return the rule about the cells of a column; `word` says what is due by `paths`."""
    paths = tuple(dict.fromkeys(((column.name,), *paths)))
    name = f"{column.table}.{column.name}: {word}"
    return if_known(pack, Check(name, column.table, broken, paths, f"due: {word}"))
