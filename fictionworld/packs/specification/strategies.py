"""What a pack declares for its strategy: how its worlds depart from reality, and by what figures.

Each strategy has one key. What is declared is measured over many worlds by `packs sanity`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from fictionworld.packs.fields import Name, Number, Positive, Spec, TableColumn, Text

Query = Annotated[str, StringConstraints(min_length=1, max_length=1200)]
_Year = Annotated[int, Field(ge=1800, le=2100)]

LARGEST_MARGIN = 0.3
"""The widest band of a marginal, as a share of its value; of a correlation it is this number."""


class Cited(Spec):
    """A figure of a published source."""

    says: Text
    """What the source says, in a sentence."""
    source: Text
    """Who published it, and where: `Premier League, results of 2018/19`."""
    year: _Year
    """The year that the figure is of."""
    value: Number


class CitedFigure(Cited):
    """A cited figure that worlds have too, within a margin."""

    within: Positive
    """How far the figure of many worlds may lie from it."""
    figure: Query
    """A SELECT of one number over the stored tables of many worlds."""


class Marginal(CitedFigure):
    """A figure of how one column is distributed: a mean, a quantile, a share."""

    of: TableColumn

    @model_validator(mode="after")
    def _narrow(self) -> Marginal:
        most = LARGEST_MARGIN * abs(self.value)
        if self.within > most:
            raise ValueError(f"got within {self.within}; allowed: at most {most:.4g}, 30% of value")
        return self


class Correlation(CitedFigure):
    """A figure of how two columns go together: a coefficient from -1 to 1."""

    of: tuple[TableColumn, TableColumn]

    @model_validator(mode="after")
    def _narrow(self) -> Correlation:
        if not -1 <= self.value <= 1:
            raise ValueError(f"got value {self.value}; allowed: a coefficient from -1 to 1")
        if self.within > min(LARGEST_MARGIN, abs(self.value)):
            most = min(LARGEST_MARGIN, abs(self.value))
            raise ValueError(f"got within {self.within}; allowed: at most {most:.4g}, so that the "
                             "band does not hold 0")  # fmt: skip
        return self


class Grounds(Spec):
    """What worlds of the strategy `grounded` have from reality: all else in them is invented."""

    marginals: Annotated[tuple[Marginal, ...], Field(min_length=3)]
    correlations: Annotated[tuple[Correlation, ...], Field(min_length=2)]


class Anchor(Cited):
    """A value of a real year, from which the worlds' values are moved by a trend: the mean of what
    `series` selects in that year.
    """

    of: TableColumn
    trend: Annotated[float, Field(gt=-0.5, lt=1)]
    """The change in a year: 0.03 is 3% more each year. The fit to `series` must give it."""
    within: Annotated[float, Field(gt=0, le=LARGEST_MARGIN)]
    """How far the worlds' values, moved back to the year, may lie from the value: 0.1 is 10%."""
    series: Query
    """A SELECT of two columns over the stored tables of many worlds: a value, and its year."""


class Slice(Spec):
    """How a world of the strategy `long_tail` is a small slice of a register.

    Pages of the web list the register's other subjects by name, in places that are not the world's.
    """

    of: Name
    """The table whose rows are subjects of the register; their names are from a pool."""
    title: Text
    """What the register is called: `Register of Wine Estates`."""
    times: Annotated[int, Field(ge=10, le=40)]
    """How many times as many subjects the register has as the world."""


class Versions(Spec):
    """A fact that is amended from time to time, in a world of the strategy `private`.

    Each version is a row that names the next one; the last version is in force.
    """

    of: TableColumn
    """The figure that each version sets."""
    dated: Name
    """Its table's column of the day from which a version counts."""
    later: Name
    """The reference to the version that supersedes it, picked by `successor`; missing in the last
    version."""
    in_force: TableColumn
    """The column of another table that has the figure of the last version, by `lookup`."""
