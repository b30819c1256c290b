"""How a value follows from others: shares, ranks, growth, totals, standings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from fictionworld.packs.specification.fields import Name, OneOf, Spec, Text
from fictionworld.packs.terms import Path

__all__ = ["Aggregate", "Derive", "Growth", "Rank", "Share", "StandingFigure"]


class Share(Spec):
    """A row's percentage of its group's total; missing where that is not above zero."""

    of: Path
    within: tuple[Path, ...]


class Rank(Spec):
    """A row's place in its group: 1 is best, equal values share a place (1, 2, 2, 4)."""

    of: Path
    within: tuple[Path, ...] = ()
    order: Literal["descending", "ascending"] = "descending"


class Growth(Spec):
    """Percent change on the year before, of that year's size: from -100 to -50 it is 50.

    Missing where that year has no row, no value or a zero.
    """

    of: Path
    over: Path
    within: tuple[Path, ...]


class Aggregate(Spec):
    """A figure over the rows of another table that refer to this row."""

    of: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$")]
    """`table.column`; for `count` the table alone will do."""
    by: Name | None = None
    """The reference in that table; needed where it has several to this one. Where this table has
    a reference of the same name, the two are matched."""


StandingFigure = Literal[
    "played", "won", "drawn", "lost", "scored", "conceded", "difference", "points", "rank"
]


class Derive(OneOf):
    """How a value follows from others."""

    kinds = (
        "share", "rank", "growth", "total", "average", "count", "earliest", "latest", "days",
        "years", "standing", "lookup", "sql",
    )  # fmt: skip

    share: Share | None = None
    rank: Rank | None = None
    growth: Growth | None = None
    total: Aggregate | None = None
    average: Aggregate | None = None
    """Missing where there is no row."""
    count: Aggregate | None = None
    earliest: Aggregate | None = None
    latest: Aggregate | None = None
    days: tuple[Path, Path] | None = None
    """Days from the first date to the second."""
    years: tuple[Path, Path] | None = None
    """Whole years from the first date to the second, as ages are counted: one more from each
    birthday on, -1 in the year before the first date."""
    standing: StandingFigure | None = None
    lookup: Path | None = None
    sql: Text | None = None
    """One scalar DuckDB expression over paths of this row."""
