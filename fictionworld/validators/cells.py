"""Columns as exact integers, and exact arithmetic on them.

Every stored value is a whole number here: a decimal is its digits (12.50 with scale 2 is 1250), a
date its days since 1970, a text its code in the batch's dictionary. Nothing passes through a
float, so a recomputed figure is the stored figure or it is wrong. Where 64 bits might not hold a
product, Python's own integers take over: slower, never wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from fictionworld.packs.compiled import NUMBERS, CompiledColumn
from fictionworld.packs.fields import Kind

Ints = np.ndarray[Any, np.dtype[Any]]
"""Whole numbers: int64, or Python integers where 64 bits would not do."""
Bools = np.ndarray[Any, np.dtype[np.bool_]]

_SAFE = 2**62


@dataclass(frozen=True, slots=True)
class StoredCells:
    """One column's values over a number of rows.

    Where `valid` is false the value is missing, and `data` holds a zero that means nothing.
    """

    data: Ints
    valid: Bools
    kind: Kind
    scale: int = 0
    """Digits behind the point."""

    def __len__(self) -> int:
        return len(self.valid)

    @property
    def is_number(self) -> bool:
        return self.kind in NUMBERS

    def take(self, positions: Ints) -> StoredCells:
        """Return the cells at `positions`; missing where a position is -1."""
        if not len(self.valid):
            nothing = np.zeros(len(positions), dtype=np.int64)
            return StoredCells(nothing, nothing.astype(bool), self.kind, self.scale)
        reached = positions >= 0
        indices = np.where(reached, positions, 0)
        valid = reached & self.valid[indices]
        data = self.data[indices]
        data[~valid] = 0
        return StoredCells(data, valid, self.kind, self.scale)

    def where(self, kept: Bools) -> StoredCells:
        """Return the same cells, missing wherever `kept` is false."""
        valid = self.valid & kept
        return StoredCells(np.where(valid, self.data, 0), valid, self.kind, self.scale)

    def at_scale(self, scale: int) -> StoredCells:
        """Return the same numbers with `scale` digits behind the point."""
        data = rescale(self.data, self.scale, scale)
        return StoredCells(data, self.valid, self.kind, scale)


def constant(value: Decimal | int, rows: int) -> StoredCells:
    """Return `rows` cells with the same number, at the scale it is written with."""
    number = Decimal(value)
    scale = max(0, -int(number.as_tuple().exponent))
    digits = int(number.scaleb(scale))
    return StoredCells(
        np.full(rows, digits, dtype=np.int64), np.ones(rows, dtype=bool), "decimal", scale
    )


def differs(left: StoredCells, right: StoredCells) -> Bools:
    """Return where one side is missing and the other is not, or the two are unequal."""
    unequal: Bools = (left.data != right.data).astype(bool)
    return (left.valid != right.valid) | (left.valid & right.valid & unequal)


def _largest(numbers: Ints) -> int:
    return max(abs(int(numbers.max())), abs(int(numbers.min()))) if len(numbers) else 0


def times(numbers: Ints, factor: Ints | int) -> Ints:
    """Return the products, as Python integers where 64 bits would not hold them."""
    bound = abs(factor) if isinstance(factor, int) else _largest(factor)
    if _largest(numbers) * max(bound, 1) >= _SAFE:
        wide: Ints = numbers.astype(object) * factor
        return wide
    product: Ints = numbers * factor
    return product


def divide(numerator: Ints, denominator: Ints | int) -> Ints:
    """Return whole quotients, rounded half away from zero; 0 where the divisor is 0."""
    divisor = np.asarray(denominator)
    if _largest(numerator) * 2 + _largest(np.atleast_1d(divisor)) >= _SAFE:
        numerator, divisor = numerator.astype(object), divisor.astype(object)
    size = np.where(divisor == 0, 1, np.abs(divisor))
    rounded = (2 * np.abs(numerator) + size) // (2 * size)
    negative = (numerator < 0) != (divisor < 0)
    quotient: Ints = np.where(divisor == 0, 0, np.where(negative, -rounded, rounded))
    return quotient


def rescale(numbers: Ints, scale: int, to: int) -> Ints:
    """Return digits at `scale` as digits at `to`; lost digits are rounded half away from zero."""
    if to >= scale:
        return times(numbers, 10 ** (to - scale))
    return divide(numbers, 10 ** (scale - to))


def at_column(column: CompiledColumn, cells: StoredCells) -> StoredCells:
    """Return the same values as cells of `column`, numbers at its scale."""
    if not cells.is_number:
        return StoredCells(cells.data, cells.valid, column.kind)
    data = rescale(cells.data, cells.scale, column.decimals)
    return StoredCells(data, cells.valid, column.kind, column.decimals)
