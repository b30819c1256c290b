"""Where values come from: draws, derivations, and how a row chooses what it refers to.

The kinds of draws and derivations are those of `packs/operators`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fictionworld.packs.fields import (
    Effects,
    Name,
    OneOf,
    Positive,
    Probability,
    Spec,
)
from fictionworld.packs.terms import Path, Span, Term


class Palette(Spec):
    """A small vocabulary drawn anew for each world, or each group, from which the rows choose."""

    size: Span
    per: Annotated[tuple[Path, ...], Field(max_length=2)] = ()
    skew: Annotated[float, Field(ge=0, le=3)] = 0.0


class Draw(OneOf):
    """How a value is drawn: one kind, and options that shape it."""

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
    where: dict[Name, str | int | bool] = {}
    """Only rows of the other table whose columns have these values: `{level: national}`."""
    match: dict[Name, Path] = {}
    """Only those whose column equals a path of this row: `{region: store.region}`."""
    free_in: tuple[Path, ...] = ()
    """A slot, such as `[round]`: rows equal in these paths never refer to the same row."""
    roots: Probability | None = None
    """Self references: this share of rows has no parent, and there are no cycles."""
    successor: tuple[Path, ...] | None = None
    """Self references: the next row, by the last path, among those that share the others."""
    missing: Probability = 0.0
    when: dict[Path, str | int | bool | None] = {}


class Derive(OneOf):
    """How a value follows from others."""
