"""The tables of a pack: their columns, which rows they have, and where those are stated."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from fictionworld.packs.fields import (
    ColumnType,
    Measure,
    Name,
    OneOf,
    Positive,
    Probability,
    Role,
    Spec,
    StandingFigure,
    Text,
)
from fictionworld.packs.specification.values import Derive, Draw, Pick
from fictionworld.packs.specification.wording import Like, Spoken, TableSpoken
from fictionworld.packs.terms import Span, Term


class ColumnSpec(Spec):
    """One column: a reference, a drawn or derived value, or one that the row plan gives."""

    role: Role
    type: ColumnType | None = None
    """Left out where the draw implies it: `choice` is a category, `between` a date."""
    ref: Name | None = None
    pick: Pick = Pick()
    draw: Draw | None = None
    derive: Derive | None = None
    unit: Text | None = None
    decimals: Annotated[int, Field(ge=0, le=6)] = 0
    label: Text | tuple[Text, ...] = ()
    """What people call it, the most usual first; of several, each site of a world chooses one."""
    reserved: tuple[Text, ...] = ()
    """Further labels, which stand in worlds of the splits `eval` and `test` alone."""
    synonyms: tuple[Text, ...] = ()
    optional: Probability | None = None
    """Share of worlds that have this column at all."""
    measure: Measure = "level"
    like: Like | None = None
    """The concept that gives labels, phrases and units where the column does not: `height`, or with
    its words `{level: shirt number}`."""
    rounds_to: Annotated[int, Field(ge=1)] | None = None
    """People round its figures to multiples of this: sentences may say `about 41,000` for 41,237
    where another page has the exact value. Never of nominal sizes, such as a screen's."""
    future: bool = False
    """Dates may lie after `as_of`: a contract's end, a planned opening."""
    note: Text | None = None
    spoken: Spoken = Spoken()

    @property
    def source(self) -> Draw | Derive | None:
        """Return the draw or derivation; None for a reference, or if the row plan gives values."""
        return self.draw or self.derive

    @model_validator(mode="after")
    def _one_source(self) -> ColumnSpec:
        given = [word for word in ("ref", "draw", "derive") if getattr(self, word) is not None]
        if len(given) > 1:
            raise ValueError(f"got {' and '.join(given)}; give at most one of ref, draw, derive")
        if self.ref is not None and self.type is not None:
            raise ValueError(f"got ref and type {self.type}; a reference has no type of its own")
        return self


class Terms(Spec):
    """Terms of office, one after another, that do not overlap."""

    start: Name
    """The column of the first day."""
    end: Name
    """The column of the last day; missing in the term that still runs."""
    since: Term
    until: Term
    gap_days: Span
    least_days: Annotated[int, Field(ge=1)] = 30


class RowPlan(OneOf):
    """Which rows a table has."""

    kinds = ("span", "weights", "per", "one_per", "each", "pairs", "sample", "round_robin")

    span: Span | None = None
    """`rows: 8..14` in short."""
    weights: dict[int, Positive] | None = None
    """`rows: {weights: {10: 3, 12: 2}}`: one of these sizes."""
    per: Name | None = None
    """`count` rows for each row of a parent."""
    one_per: Name | None = None
    each: Name | None = None
    """A row for each row of a parent and each of `years`; `key` names the two columns."""
    pairs: tuple[Name, Name] | None = None
    """`count` different pairs of two parents' rows; `key` names the two columns."""
    sample: Name | None = None
    """`count` different rows of a parent, or each with probability `share`."""
    round_robin: Name | None = None
    """Every two rows of a parent meet `legs` times; `key` names the columns of host and guest."""

    count: Span | dict[int, Positive] | None = None
    years: tuple[Term, Term] | None = None
    """The first and the last year, both included."""
    keep: Probability = 1.0
    skew: Annotated[float, Field(ge=0, le=3)] = 0.0
    share: Probability = 0.5
    legs: Literal[1, 2] = 2
    round: Name | None = None
    """The column that holds the number of the round."""
    terms: Terms | None = None

    @model_validator(mode="before")
    @classmethod
    def _short(cls, got: object) -> object:
        return {"span": got} if isinstance(got, str | int) else got


class Standings(Spec):
    """A league table that follows from results."""

    matches: Name
    home: Name
    away: Name
    home_scored: Name
    away_scored: Name
    of: Name
    """The column of this table that names the team."""
    points: tuple[int, int, int] = (3, 1, 0)
    """For a win, a draw, a defeat."""
    ties: tuple[StandingFigure, ...] = ("points", "difference", "scored", "won")
    """What orders the table: most first, of `lost` and `conceded` fewest first; teams equal in all
    of these share a place."""


HomeKind = Literal["encyclopedia", "official", "memo", "minutes"]
"""Kinds of pages about one row that may state all of it, and what refers to it."""
PageKind = Literal[
    HomeKind, "news", "review", "statistics", "forum", "report", "directory", "ticket"
]
"""`official` pages are those of the subject itself, `reports` those of a trade body or league.
Memos, minutes and tickets are an institution's own papers, for packs of the strategy `private`."""


class Pages(Spec):
    """How the rows of a table are stated on the web of a world, in one of three ways.

    Each row has a page of its own; or it is stated `on` the pages about a row that it refers to;
    or, with `rows`, it stands in tables of many rows, few columns and several parts. Context
    columns are stated with them.
    """

    kind: PageKind
    on: Name | None = None
    """A reference: stated on the pages of this kind about the row that it names."""
    rows: Annotated[int, Field(ge=2, le=25)] | None = None
    """Stated in tables of at most so many rows. What would fit one page stands on two."""
    by: Name | None = None
    """With `rows`: tables for each value of this column, such as a year, a segment, a club."""
    share: Probability = 1.0
    """Share of the rows, or of the tables, that have such a page."""
    columns: (
        Probability
        | Annotated[tuple[Name | Annotated[tuple[Name, ...], Field(min_length=2)], ...],
                    Field(min_length=1)]
        | None
    ) = None  # fmt: skip
    """A list, or the share of the askable columns that a page states (others for each row), or that
    there are tables of (others in each world). A table states one column, or those in brackets
    together: `[units, [rank, growth]]`."""
    site: Name | None = None
    """Whose site it stands on: a reference, a text such as an outlet, or `body`: whom the world is
    about, such as a league. By default an official page stands on the site of the first row
    referred to, or on one of its own."""


class TableSpec(Spec):
    """One kind of row."""

    rows: RowPlan
    optional: Probability | None = None
    """Share of worlds that have this table at all. No other table may refer to its rows; what is
    derived from them goes with it."""
    key: tuple[Name, ...] = ()
    """What distinguishes rows where they have no name: `[phone, year]`."""
    columns: Annotated[dict[Name, ColumnSpec], Field(min_length=1, max_length=24)]
    standings: Standings | None = None
    pages: Annotated[tuple[Pages, ...], Field(max_length=12)] = ()
    """Where it is stated; what a table that says nothing gets is in `packs/pages.py`. Directories
    of all rows are made in any case."""
    like: Like | None = None
    """The concept that gives phrases where the table does not: `person`."""
    spoken: TableSpoken = TableSpoken()
    note: Text | None = None
