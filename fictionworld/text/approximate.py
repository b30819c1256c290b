"""Figures as prose rounds them: `about 41,000`, `nearly €25 million`, `under 1,000`."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

_NEAR: Final = ("about", "around", "roughly", "some")
_BELOW: Final = ("nearly", "almost")
_ABOVE: Final = ("more than", "just over")
APPROXIMATE: Final = (*_NEAR, *_BELOW, *_ABOVE, "under")
"""The words of which one stands before each rounded figure, and before no other."""
WAYS: Final = len(_NEAR) + len(_BELOW)
"""Ways to say that a figure is rounded."""


def nearest(value: int | Decimal, step: int) -> int:
    """Return the multiple of `step` nearest to a value, halves away from zero."""
    return int((Decimal(value) / step).to_integral_value(ROUND_HALF_UP)) * step


def approximation(value: int | Decimal, step: int, way: int) -> tuple[str, int]:
    """Return the word to stand before a rounded figure, and the figure.

    Args:
        value: The exact value.
        step: The figure is a multiple of it.
        way: A number from 0 to `WAYS` - 1: which word is used where several fit.
    """
    figure = nearest(value, step)
    if figure == 0 < value:
        return "under", step
    directed = way - len(_NEAR)
    if directed < 0 or figure <= 0 or figure == value:
        return _NEAR[way % len(_NEAR)], figure
    return (_BELOW if figure > value else _ABOVE)[directed], figure
