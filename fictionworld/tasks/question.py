"""What a question is worded from, and what comes of it: all public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.worlds.fact import Value

__all__ = ["QuestionContext"]


@dataclass(frozen=True)
class QuestionContext:
    """What the wording of a question may know of its world: how things are called there."""

    pack: CompiledPack
    title: str
    """`The smartphone market of the Gulf states in 2031`."""
    as_of: date
    setting: Mapping[str, Value]
    """The world's stored setting: year, region, currency..."""
    labels: Mapping[tuple[str, str], str]
    """What this world calls a column, by (table, column): `Launch price`."""
    units: Mapping[tuple[str, str], str | None]
    """By (table, column): `mAh`, `million EUR`, `%`; None where there is none."""
    names: Mapping[tuple[str, int], str]
    """Names by (table, row id), of every table with a name column: a condition on a reference
    holds a row id, and the question says the name."""
