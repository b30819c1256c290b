"""What values are drawn from, and how a row chooses what it refers to."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from fictionworld.packs.specification.fields import (
    Effects,
    Name,
    Number,
    OneOf,
    Positive,
    Probability,
    Spec,
    Text,
    Weights,
)
from fictionworld.packs.terms import Path, Span, Term

__all__ = ["Draw", "Ordinal", "Palette", "Pick", "ShareOut", "Trend"]


class Trend(Spec):
    """A value that moves over the years of its first key: sales of a phone, year by year.

    `start * (1 + growth) ** years since the first * noise`, `start` log-normal and drawn once for
    each parent row, an exceptional year now and then.
    """

    start: tuple[Term, Number]
    """Median and sigma of the first year's value."""
    growth: tuple[Number, Number]
    """Mean and standard deviation, over parents, of the yearly growth: 0.08 is 8% a year."""
    noise: Annotated[float, Field(ge=0, le=2)] = 0.1
    """Sigma of the yearly noise."""
    exceptions: Probability = 0.0
    """Share of years that break the trend by a factor between 0.5 and 1.8."""


class Palette(Spec):
    """A small vocabulary drawn anew for each world, or each group, from which the rows choose."""

    size: Span
    per: Annotated[tuple[Path, ...], Field(max_length=2)] = ()
    skew: Annotated[float, Field(ge=0, le=3)] = 0.0


class Ordinal(Spec):
    """Running numbers within a group: the generation number of a phone in its series."""

    within: tuple[Path, ...]
    order: Path
    start: Term


class ShareOut(Spec):
    """Whole numbers that sum to a total: a club's goals, shared out among its players."""

    total: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """`table.column` holding the totals."""
    by: Name
    """The reference that this table and the table of totals share."""
    weights: Effects = {}
    """Multipliers by category, e.g. `{position: {forward: 8, goalkeeper: 0}}`."""


class Draw(OneOf):
    """How a value is drawn: one kind, and options that shape it."""

    kinds = (
        "uniform", "normal", "lognormal", "pareto", "poisson", "trend", "choice", "map", "deal",
        "between", "true_share", "distinct", "ordinal", "pattern", "pool", "brands", "share_out",
        "copy_of",
    )  # fmt: skip

    # numbers
    uniform: tuple[Term, Term] | None = None
    normal: tuple[Term, Number] | None = None
    """Mean and standard deviation."""
    lognormal: tuple[Term, Number] | None = None
    """Median and sigma of the logarithm."""
    pareto: tuple[Term, Positive] | None = None
    """Minimum and exponent: the larger the exponent, the thinner the tail."""
    poisson: Term | None = None
    trend: Trend | None = None
    distinct: Span | None = None
    """Whole numbers, no two equal among the rows that share `within`."""
    ordinal: Ordinal | None = None
    share_out: ShareOut | None = None
    # categories and truth
    choice: Weights | tuple[str | int, ...] | None = None
    """Labels with weights, or a plain list; with `driven_by`, low draws take the first label."""
    map: dict[Path, dict[str | int, str | int | Number]] | None = None
    """One path, and the value for each of its values."""
    deal: tuple[str, ...] | None = None
    """Labels dealt in this order, over and over, to the rows that share `within`."""
    true_share: Probability | None = None
    # dates
    between: tuple[Term, Term] | None = None
    """The first and the last day, both possible."""
    # names and texts
    pattern: Text | None = None
    """Text with slots: `{line} {number}`; a slot is a path or one of `parts`."""
    pool: Name | None = None
    """An invented name: `packs words` lists the pools."""
    brands: Name | None = None
    """A list of real brands, flagged as real; invented ones under `--real-names none`."""
    copy_of: Path | None = Field(default=None, alias="copy")

    # options
    driven_by: Effects = {}
    times: Term | None = None
    """Multiplies the number before it is rounded."""
    at_least: Term | None = None
    at_most: Term | None = None
    step: Positive | None = None
    """Rounded to a multiple of this."""
    figures: Annotated[int, Field(ge=1, le=8)] | None = None
    """Rounded to so many significant figures."""
    ends: tuple[Annotated[int, Field(ge=0, le=999)], ...] | None = None
    """Last digits that prices take: `[29, 49, 99]`."""
    weekdays: tuple[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], ...] | None = None
    """Days of the week that a date may fall on; moved to the next such day that fits."""
    missing: Probability = 0.0
    """Share of rows without a value."""
    when: dict[Path, str | int | bool | None] = {}
    """A value only in rows where each path has this value (`null`: is missing)."""
    within: tuple[Path, ...] = ()
    """The group for `deal` and `distinct`."""
    per: tuple[Path, ...] = ()
    """Draw once for each value of these paths; rows that share them share the value."""
    parts: dict[Name, Draw] = {}
    """Draws for the slots of `pattern` that are not columns."""
    palette: Palette | None = None
    gender: Path | None = None
    """For people: the column that holds `men` or `women`."""
    around: Path | None = None
    """For clubs and grounds: the place that the name is formed around."""


class Pick(Spec):
    """How a row chooses what it refers to; by default every parent is as likely."""

    skew: Annotated[float, Field(ge=0, le=3)] = 0.0
    """Zipf exponent: 0 is even, 1 gives the favourite twice as many as the second."""
    latest: Name | None = None
    """Choose among the parents whose column of this name is at most `until`..."""
    until: Term | None = None
    among: Annotated[int, Field(ge=1)] = 5
    """...and of these among so many of the latest."""
    ordered: Name | None = None
    """A column of the parent by which parents are lined up, lowest first, for `driven_by`."""
    driven_by: Effects = {}
    unlike: Path | None = None
    """Never the row that this reference names."""
    copy_of: Path | None = Field(default=None, alias="copy")
    """The same row as this reference."""
    roots: Probability | None = None
    """Self references: this share of rows has no parent, and there are no cycles."""
    successor: tuple[Path, ...] | None = None
    """Self references: the next row, by the last path, among those that share the others."""
    missing: Probability = 0.0
    when: dict[Path, str | int | bool | None] = {}
