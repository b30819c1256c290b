"""One draw at work: the rows it is for, its random bits, the score that drives it.

The functions that draw and derive are registered by the operator's name, in `operators/`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np

from fictionworld.errors import PackError
from fictionworld.generators.batch import Cells, RowGroups, WorldBatch, group_rows
from fictionworld.generators.elementary import normal_cdf, normal_quantile
from fictionworld.generators.operands import day_operand, number_operand
from fictionworld.generators.rounding import place_below, rounded
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.packs.fields import Effects
from fictionworld.packs.operator import load_modules
from fictionworld.packs.specification import Draw
from fictionworld.packs.terms import Term
from fictionworld.streams import Bits, Bools, Floats, Ints, uniform, word

_WEIGHT_DECIMALS = 6
_FEW = 64
_ROUNDS = 4

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
    """Separates the streams of one column: parts of a pattern, second tries."""

    @property
    def table(self) -> str:
        return self.column.table

    def __len__(self) -> int:
        return len(self.at)

    def bits(self, name: str = "") -> Bits:
        """Return a random word for each row."""
        return self.batch.bits(self.column, self.stream + name, self.at)

    def uniform(self, name: str = "") -> Floats:
        """Return a number strictly between 0 and 1 for each row."""
        return uniform(self.bits(name))

    def follow(self, path: tuple[str, ...]) -> tuple[CompiledColumn, Cells]:
        """Return the column at the end of a path, and its cells seen from the rows of this draw."""
        return self.batch.follow_from(self.table, path, self.at)

    def operand(self, term: Term) -> tuple[Floats, Bools]:
        """Return a term as a number for each row, and where it has a value."""
        return number_operand(self.batch, self.table, term, self.at)

    def number(self, term: Term) -> Floats:
        """Return a term as a number for each row."""
        return self.operand(term)[0]

    def day(self, term: Term, *, upper: bool) -> tuple[Ints, Bools]:
        """Return a term as days since 1970 for each row, and where it has a value; see
        `day_operand`.
        """
        return day_operand(self.batch, self.table, term, self.at, upper=upper)

    def driven(self, own: Floats) -> Floats:
        """Return scores, moved by what drives the draw."""
        return driven_score(self.batch, self.table, self.draw.driven_by, self.at, own)

    def score(self) -> Floats:
        """Return a standard normal number for each row, moved by what drives the draw."""
        return self.driven(normal_quantile(self.uniform()))

    def rank(self) -> Floats:
        """Return a number strictly between 0 and 1 for each row, moved by what drives the draw."""
        return normal_cdf(self.score()) if self.draw.driven_by else self.uniform()


def driven_score(batch: WorldBatch, table: str, effects: Effects, at: Ints, own: Floats) -> Floats:
    """Return `own` scores, correlated with the scores of numbers and shifted by categories."""
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


def weighted_place(weights: list[float], rank: Floats) -> Ints:
    """Return the index in a list of weights that a number between 0 and 1 falls on."""
    # whole weights: their sums are exact, and so the same on every machine
    reached = np.cumsum(np.maximum(rounded(np.array(weights), _WEIGHT_DECIMALS), 1))
    mark = place_below(rank, int(reached[-1]))
    return np.searchsorted(reached, mark, side="right").astype(np.int64)


def permutations(bits: Bits, sizes: Ints, most: int) -> Ints:
    """Return, for each row of `bits`, an order of 0..size-1 (then the rest), of width `most`."""
    keys = word(bits[:, None] ^ np.arange(most, dtype=np.uint64)[None, :], 0) >> np.uint64(1)
    keys[np.arange(most)[None, :] >= sizes[:, None]] = np.uint64(2**64 - 1)
    return np.argsort(keys, axis=1, kind="stable")


def distinct_places(group: RowGroups, bits: Bits, count: int) -> Ints:
    """Return for each row a number below `count`, no two equal in a group of up to `count` rows.

    Args:
        group: The rows of each group; one of more rows starts over.
        bits: A random word for each row; that of a group's first row orders its numbers.
        count: How many numbers there are. The order of a few is sorted out; of many, only those
            that are needed are looked up.
    """
    place = group.place % count
    if count <= _FEW:
        order = permutations(bits[group.first], np.full(len(group.first), count), count)
        return order[group.of_row, place]
    keys = bits[group.first][group.of_row]
    outside = np.arange(len(place))
    while len(outside):  # what falls beyond `count` goes on along its cycle, which leads back
        place[outside] = _scattered(place[outside], keys[outside], (count - 1).bit_length())
        outside = outside[place[outside] >= count]
    return place


def _scattered(numbers: Ints, keys: Bits, width: int) -> Ints:
    """Return numbers of `width` bits, of one more if odd, by a bijection for each key: a Feistel
    network.
    """
    half = np.uint64((width + 1) // 2)
    mask = (np.uint64(1) << half) - np.uint64(1)
    left, right = numbers.astype(np.uint64) >> half, numbers.astype(np.uint64) & mask
    for round_ in range(_ROUNDS):
        left, right = right, left ^ (word(keys ^ right, round_) & mask)
    return ((left << half) | right).astype(np.int64)


def group_of(d: ColumnDraw) -> RowGroups:
    """Return the rows of a draw grouped by its `within`, or by world where it has none."""
    if d.draw.within:
        return d.batch.group(d.table, d.draw.within)
    return group_rows([d.batch.rows[d.table].world])


DrawFunction = Callable[[ColumnDraw, Any], Cells]
"""Values for the rows of a draw, from what is written under its key."""
DeriveFunction = Callable[[WorldBatch, CompiledColumn, Any], Cells]
"""Values for all rows of a column, from what is written under its key."""
_DRAWS: dict[str, DrawFunction] = {}
_DERIVES: dict[str, DeriveFunction] = {}
_D = TypeVar("_D", bound=DrawFunction)
_E = TypeVar("_E", bound=DeriveFunction)


def draws(name: str) -> Callable[[_D], _D]:
    """Register the function that draws the values of an operator."""

    def registered(function: _D) -> _D:
        _DRAWS[name] = function
        return function

    return registered


def derives(name: str) -> Callable[[_E], _E]:
    """Register the function that computes the values of an operator."""

    def registered(function: _E) -> _E:
        _DERIVES[name] = function
        return function

    return registered


@cache
def _load() -> None:
    load_modules("generators")


def draw_cells(d: ColumnDraw) -> Cells:
    """Return the cells of a drawn column, at the rows of the draw."""
    _load()
    return _DRAWS[d.draw.kind](d, d.draw.written)


def derive_cells(batch: WorldBatch, column: CompiledColumn) -> Cells:
    """Return the cells of a derived column."""
    _load()
    derive = column.spec.derive
    assert derive is not None
    return _DERIVES[derive.kind](batch, column, derive.written)
