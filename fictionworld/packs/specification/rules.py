"""Rules beyond those that types, keys and derivations imply."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fictionworld.packs.fields import Name, OneOf, Spec, TableColumn, Text
from fictionworld.packs.terms import Path, Span, Term


class RangeRule(Spec):
    """The values of a column lie between two terms, both included."""

    column: Name
    low: Term
    high: Term


class PatternRule(Spec):
    """The values of a column match a regular expression from end to end."""

    column: Name
    regex: Text


class SumRule(Spec):
    """A column sums, within a group, to a number or to a column of another table."""

    column: Name
    within: tuple[Path, ...]
    to: Term | TableColumn
    """A number, or `table.column` of the table that has one row for each group."""
    tolerance: Annotated[float, Field(ge=0)] = 0.0


class AgreeRule(Spec):
    """Within a group a better value never has a worse place, and places start at 1."""

    rank: Name
    of: Path
    within: tuple[Path, ...] = ()
    order: Literal["descending", "ascending"] = "descending"


class OverlapRule(Spec):
    """Periods of one group do not overlap; a missing end is open."""

    start: Name
    end: Name
    within: tuple[Path, ...]


class ChainRule(Spec):
    """Following a self reference, each group is one chain: one head, one tail, no branch."""

    ref: Name
    within: tuple[Path, ...]


class DegreeRule(Spec):
    """So many rows of another table refer to each row of this one."""

    of: Name
    by: Name
    between: Span


class ScheduleBalance(Spec):
    """A round robin: every pair meets `legs` times, nobody plays twice in a round, and home and
    away games differ by at most one (two legs: not at all).
    """

    home: Name
    away: Name
    round: Name
    legs: Literal[1, 2] = 2


class DependencyRule(Spec):
    """Equal left sides have equal right sides: a functional dependency."""

    left: tuple[Path, ...]
    right: Path


class Rule(OneOf):
    """A rule beyond those that types, keys and derivations imply."""

    kinds = (
        "range", "pattern", "order", "sum", "rank_agrees", "no_overlap", "acyclic", "forest",
        "connected", "single_chain", "degree", "balanced", "depends", "unique", "names_apart",
        "sql",
    )  # fmt: skip

    table: Name = Field(alias="in")
    """The table it speaks of."""
    range: RangeRule | None = None
    pattern: PatternRule | None = None
    order: Annotated[tuple[Term, ...], Field(min_length=2)] | None = None
    """Each is at most the next; pairs with a missing side are passed over."""
    sum: SumRule | None = None
    rank_agrees: AgreeRule | None = None
    no_overlap: OverlapRule | None = None
    acyclic: Name | None = None
    """The self reference that has no cycle."""
    forest: Name | None = None
    """The self reference that makes trees: no cycle, at least one root."""
    connected: tuple[Name, ...] | None = None
    """With these tables, the references make one piece."""
    single_chain: ChainRule | None = None
    degree: DegreeRule | None = None
    balanced: ScheduleBalance | None = None
    depends: DependencyRule | None = None
    unique: tuple[Path, ...] | None = None
    names_apart: Name | None = None
    """The names in this column cannot be confused (`text/names.py` has the definition)."""
    sql: Text | None = None
    """One boolean DuckDB expression over paths of a row; missing counts as kept."""
