"""Sanity queries: what an expert would look up in many worlds of a pack to see that it is right."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints, model_validator

from fictionworld.packs.fields import Number, OneOf, Text

__all__ = ["SanityQuery"]

_Query = Annotated[str, StringConstraints(min_length=1, max_length=1200)]


class SanityQuery(OneOf):
    """One query over the stored tables of many worlds, under the names that the pack gives them.

    Every table has `world_id` and `id`; hidden columns are not stored.
    """

    kinds = ("none", "figure")

    says: Text
    """What is true of sound worlds, in a sentence."""
    watches: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """`table.column`: with the values of this column shuffled, the query must fail. A column of
    the setting is shuffled over all worlds, any other within each world."""
    none: _Query | None = None
    """A SELECT of what is impossible: no row may come."""
    figure: _Query | None = None
    """A SELECT of one number, such as a correlation..."""
    between: tuple[Number, Number] | None = None
    """...which lies in this band, both ends included."""

    @model_validator(mode="after")
    def _band(self) -> SanityQuery:
        if (self.figure is None) != (self.between is None):
            raise ValueError(
                "got one of figure and between; a figure has a band: give both, or none alone"
            )
        return self
