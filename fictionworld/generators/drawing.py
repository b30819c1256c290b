"""One draw at work: the rows it is for, its random bits, and the score that drives it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.errors import PackError
from fictionworld.generators.elementary import Floats, normal_cdf, normal_quantile
from fictionworld.generators.operands import number_operand
from fictionworld.streams import Bits, Ints, uniform

if TYPE_CHECKING:
    from fictionworld.generators.batch import Cells, WorldBatch
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.packs.specification import Draw, Effects
    from fictionworld.packs.terms import Term

__all__ = ["ColumnDraw", "driven_score"]

# What drives a value never explains it whole: a twentieth of the variance stays its own.
_LEAST_OWN_VARIANCE = 0.05


@dataclass(frozen=True)
class ColumnDraw:
    """A draw for the rows `at` of its column's table."""

    batch: WorldBatch
    column: CompiledColumn
    draw: Draw
    at: Ints
    stream: str = ""
    """Tells apart the streams of one column: parts of a pattern, second tries."""

    @property
    def table(self) -> str:
        return self.column.table

    def __len__(self) -> int:
        return len(self.at)

    def bits(self, name: str = "") -> Bits:
        """A random word for each row."""
        return self.batch.bits(self.column, self.stream + name, self.at)

    def uniform(self, name: str = "") -> Floats:
        """A number strictly between 0 and 1 for each row."""
        return uniform(self.bits(name))

    def follow(self, path: tuple[str, ...]) -> tuple[CompiledColumn, Cells]:
        """The cells at the end of a path, seen from the rows of this draw."""
        return self.batch.follow_from(self.table, path, self.at)

    def number(self, term: Term) -> Floats:
        """A term as a number for each row."""
        return number_operand(self.batch, self.table, term, self.at)[0]

    def driven(self, own: Floats) -> Floats:
        """Scores, moved by what drives the draw."""
        return driven_score(self.batch, self.table, self.draw.driven_by, self.at, own)

    def score(self) -> Floats:
        """A standard normal number for each row, moved by what drives the draw."""
        return self.driven(normal_quantile(self.uniform()))

    def rank(self) -> Floats:
        """A number strictly between 0 and 1 for each row, moved by what drives the draw."""
        return normal_cdf(self.score()) if self.draw.driven_by else self.uniform()


def driven_score(batch: WorldBatch, table: str, effects: Effects, at: Ints, own: Floats) -> Floats:
    """`own` scores, correlated with the scores of numbers and shifted by categories."""
    if not effects:
        return own
    driven, shift, explained = np.zeros(len(at)), np.zeros(len(at)), 0.0
    for path, effect in effects.items():
        column, cells = batch.follow_from(table, path, at)
        if isinstance(effect, dict):
            for label, amount in effect.items():
                shift = shift + amount * cells.equals(label)
        elif cells.score is None:
            raise PackError(
                f"{table}: driven_by {'.'.join(path)}: got a {column.kind} that follows from "
                "others; allowed is a latent or a number that is drawn, or a map of categories. "
                "Drive the value by what that column is derived from"
            )
        else:
            driven = driven + effect * np.where(cells.present(), cells.score, 0.0)
            explained += effect * effect
    return driven + np.sqrt(max(_LEAST_OWN_VARIANCE, 1.0 - explained)) * own + shift
