"""Between which figures a number lies that would be graded as right, in every unit it may have."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from fictionworld.leakage.quantities.measures import DIMENSIONS, as_decimal, covers, is_currency
from fictionworld.text.numbers import EXACT

__all__ = ["Bounds", "all_bounds", "holds"]

_ROUGHLY: Final = Decimal("0.01")
"""How far off a rounding may be that a reader takes for the value, as a part of it."""
_BYTES: Final = {"kb": 1, "mb": 2, "gb": 3, "tb": 4}
_CURRENCY_UNITS: Final = (
    "eur", "usd", "aud", "cad", "nzd", "sgd", "hkd", "dollar", "gbp", "jpy", "cny", "inr", "krw",
    "chf", "sek", "nok", "dkk", "krona", "pln", "brl", "aed", "sar",
)  # fmt: skip


class Bounds(NamedTuple):
    """From `low` (included) to `high` (left out): what rounds to `value` in steps of `step`."""

    low: Decimal
    high: Decimal
    value: Decimal
    step: Decimal
    converted: bool = False
    rough: bool = False
    """A rounding that is no longer graded as right, and yet tells a reader enough."""


def holds(bounds: Bounds, value: Decimal) -> bool:
    """Whether a value lies within, rounded half away from zero."""
    if bounds.value >= 0:
        return bounds.low <= value < bounds.high
    return bounds.low < value <= bounds.high


def all_bounds(
    value: Decimal, step: Decimal, unit: str, kind: str, scale: int
) -> dict[str, tuple[Bounds, ...]]:
    """What tells a value, by the unit written: its own, those it converts to, or none."""
    half = step / 2
    plain = Bounds(value - half, value + half, value, step)
    base = [plain]
    if scale:
        low, high, middle, width = (EXACT.scaleb(one, scale) for one in plain[:4])
        base.append(Bounds(low, high, middle, width))
    found: dict[str, list[Bounds]] = {"": base, unit: list(base)}
    if kind == "percent":
        found["share"] = [_changed(plain, Fraction(1, 100))]
        if value == value.to_integral_value() or abs(value) < 100:
            exact = value / 100
            tiny = step / 10**6
            found[""] = [
                *base,
                Bounds(exact - tiny, exact + tiny, exact, step / 100, converted=True),
            ]
    if kind == "money":
        found |= _money_bounds(plain, base, unit, scale)
    if unit in {"c", "f"}:
        found["f" if unit == "c" else "c"] = [_warmth(plain, unit)]
        found["degree"] = list(base)
        found["kelvin"] = [_kelvin(plain, unit)]
    if unit in DIMENSIONS:
        found |= _measure_bounds(plain, base, unit)
    for several in found.values() if kind != "percent" else ():
        several += [_rough(one) for one in several[:2]]
    return {unit_: tuple(several) for unit_, several in found.items()}


def _rough(bounds: Bounds) -> Bounds:
    """What a reader takes for the value rounded."""
    off = abs(bounds.value) * _ROUGHLY
    return bounds._replace(low=bounds.value - off, high=bounds.value + off, rough=True)


def _money_bounds(
    plain: Bounds, base: list[Bounds], unit: str, scale: int
) -> dict[str, list[Bounds]]:
    """In the same currency, by any mark that it may have."""
    anything = not is_currency(unit)
    found = {other: list(base) for other in _CURRENCY_UNITS if anything or covers(other, unit)}
    if unit != "jpy" and not scale:
        found["cent"] = [_changed(plain, Fraction(100))]
    return found


def _measure_bounds(plain: Bounds, base: list[Bounds], unit: str) -> dict[str, list[Bounds]]:
    """In the other units of what is measured."""
    dimension, size = DIMENSIONS[unit]
    found = {
        other: [_changed(one, size / other_size) for one in base]
        for other, (kind, other_size) in DIMENSIONS.items()
        if kind == dimension and other != unit
    }
    if unit in _BYTES:
        for other in _BYTES.keys() - {unit}:
            found[other].append(_changed(plain, Fraction(1024) ** (_BYTES[unit] - _BYTES[other])))
    if dimension == "mass":
        found["gbp"] = found.get("lb", base)  # pounds of either kind
    return found


def _changed(bounds: Bounds, factor: Fraction) -> Bounds:
    times = as_decimal(factor)
    low, high, value, step = (EXACT.multiply(one, times) for one in bounds[:4])
    return Bounds(low, high, value, step, converted=True)


def _warmth(bounds: Bounds, unit: str) -> Bounds:
    def change(value: Decimal) -> Decimal:
        if unit == "c":
            return value * 9 / 5 + 32
        return (value - 32) * 5 / 9

    step = bounds.step * 9 / 5 if unit == "c" else bounds.step * 5 / 9
    return Bounds(
        change(bounds.low), change(bounds.high), change(bounds.value), step, converted=True
    )


def _kelvin(bounds: Bounds, unit: str) -> Bounds:
    warmth = bounds if unit == "c" else _warmth(bounds, unit)
    low, high, value = (one + Decimal("273.15") for one in warmth[:3])
    return Bounds(low, high, value, warmth.step, converted=True)
