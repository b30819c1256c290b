"""A world's record: its row in the table `world`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date

import polars as pl

from fictionworld.worlds.schema import WORLD


@dataclass(frozen=True, slots=True)
class World:
    """What a dataset says of one world as a whole; fields in the order of the table `world`."""

    world_id: int
    pack: str
    title: str
    strategy: str
    as_of: date
    """Today's date within this world."""
    language: str
    structure_seed: int
    """Drives rows, names and references; unsigned, 64 bits. Twins share it."""
    value_seed: int
    """Drives all other values; unsigned, 64 bits."""
    row_count: int
    """Rows of all tables but the setting."""
    split: str
    attempt: int
    """How many draws the pack's rules rejected before this one; mostly 0."""


def world_frame(worlds: Iterable[World]) -> pl.DataFrame:
    """Return the rows of the table `world` for these records, ready for a part."""
    return pl.DataFrame([astuple(world) for world in worlds], schema=WORLD.schema, orient="row")
