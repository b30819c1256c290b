"""A pack as it is written, whole."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from fictionworld.packs.fields import Name, Spec, Strategy, Text
from fictionworld.packs.specification.concepts import Concepts
from fictionworld.packs.specification.rules import Rule
from fictionworld.packs.specification.sanity import SanityQuery
from fictionworld.packs.specification.tables import ColumnSpec, TableSpec
from fictionworld.packs.specification.wording import WorldSpoken

__all__ = ["SCHEMA_VERSION", "Pack"]

SCHEMA_VERSION: Final = 1
"""Of the shape of packs. It is raised when a pack of the old shape would be refused or read
differently; what only adds a field leaves it."""


class Pack(Spec):
    """One kind of world."""

    pack: Name
    title: Text
    """With slots of the setting: `The smartphone market in {setting.region}`."""
    about: Text
    """What such a world is, in a sentence or two."""
    strategy: Strategy
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
