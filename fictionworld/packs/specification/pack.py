"""A pack as it is written, whole, and its sanity queries: what an expert would look up in many
worlds to see that it is right.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from fictionworld.packs.fields import Name, Number, OneOf, Spec, Strategy, TableColumn, Text
from fictionworld.packs.specification.rules import Rule
from fictionworld.packs.specification.strategies import Anchor, Grounds, Query, Slice, Versions
from fictionworld.packs.specification.tables import ColumnSpec, TableSpec
from fictionworld.packs.specification.wording import Concepts, WorldSpoken

SCHEMA_VERSION: Final = 1
"""Of the shape of packs. It is raised when a pack of the old shape would be refused or read
differently; what only adds a field leaves it."""


class SanityQuery(OneOf):
    """One query over the stored tables of many worlds, under the names that the pack gives them.

    Every table has `world_id` and `id`; hidden columns are not stored.
    """

    kinds = ("none", "figure")

    says: Text
    """What is true of sound worlds, in a sentence."""
    watches: TableColumn
    """`table.column`: with the values of this column shuffled, the query must fail. A column of
    the setting is shuffled over all worlds, any other within each world."""
    none: Query | None = None
    """A SELECT of what is impossible: no row may come."""
    figure: Query | None = None
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


class Pack(Spec):
    """One kind of world."""

    pack: Name
    title: Text
    """With slots of the setting: `The smartphone market in {setting.region}`."""
    about: Text
    """What such a world is, in a sentence or two."""
    strategy: Strategy
    """How its worlds depart from reality; each strategy has one of the next four keys."""
    anchors: Annotated[tuple[Anchor, ...], Field(min_length=2)] | None = None
    """For `time_shifted`: values of a real year, and the trends that move them."""
    slice: Slice | None = None
    """For `long_tail`: the register that the world is a small slice of."""
    versions: Annotated[tuple[Versions, ...], Field(min_length=1)] | None = None
    """For `private`: facts that later papers amend."""
    grounds: Grounds | None = None
    """For `grounded`: marginals and correlations from published sources."""
    spoken: WorldSpoken = WorldSpoken()
    setting: dict[Name, ColumnSpec]
    """The one row that a world has of itself: `as_of`, currency, culture, season, scale."""
    tables: Annotated[dict[Name, TableSpec], Field(min_length=4, max_length=8)]
    rules: tuple[Rule, ...] = ()
    sanity: Annotated[tuple[SanityQuery, ...], Field(max_length=40)] = ()
    """What is looked up in many worlds at once by `fictionworld packs sanity`."""
    schema_version: Literal[1] = SCHEMA_VERSION
    """Of the schema that the pack was written for: a program that reads another refuses it."""
    concepts: Concepts = Concepts()
    """Concepts of its own, last in the file; they win over packaged ones of the same name."""
