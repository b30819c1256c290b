"""What is worked out of the numbers of a statement: a sum, a quotient, a part of a whole."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal
from typing import Final, TypeAlias

from fictionworld.text.numbers import EXACT, MOST_DIGITS

__all__ = [
    "WORKING",
    "Work",
    "add",
    "gap",
    "inverse",
    "less",
    "mean",
    "part",
    "part_of_first",
    "plus",
    "power_of",
    "product",
    "quotient",
    "root",
    "several",
    "shifted",
    "taken_from",
    "times",
    "total",
]

WORKING: Final = Context(prec=32)
"""For divisions: more digits than any value of a world has."""
Work: TypeAlias = Callable[[list[Decimal]], Decimal | None]


def add(n: list[Decimal]) -> Decimal:
    """Both together."""
    return EXACT.add(n[0], n[1])


def less(n: list[Decimal]) -> Decimal:
    """The first without the second."""
    return EXACT.subtract(n[0], n[1])


def taken_from(n: list[Decimal]) -> Decimal:
    """The second without the first."""
    return EXACT.subtract(n[1], n[0])


def product(n: list[Decimal]) -> Decimal:
    """All multiplied."""
    made = Decimal(1)
    for one in n:
        made = EXACT.multiply(made, one)
    return made


def total(n: list[Decimal]) -> Decimal:
    """All together."""
    return sum(n, Decimal(0))


def quotient(n: list[Decimal]) -> Decimal | None:
    """The first by the second."""
    return WORKING.divide(n[0], n[1]) if n[1] else None


def inverse(n: list[Decimal]) -> Decimal | None:
    """One part of so many."""
    return WORKING.divide(Decimal(1), n[0]) if n[0] else None


def mean(n: list[Decimal]) -> Decimal:
    """What lies in the middle."""
    return WORKING.divide(total(n), Decimal(len(n)))


def gap(n: list[Decimal]) -> Decimal:
    """How far apart two are."""
    return abs(n[0] - n[1])


def power_of(n: list[Decimal]) -> Decimal | None:
    """The first to the power of the second."""
    base, power = n
    if power != int(power) or not 0 <= power <= MOST_DIGITS or abs(base) > 10**6:
        return None
    return EXACT.power(base, int(power))


def shifted(n: list[Decimal]) -> Decimal | None:
    """A number with so many zeros behind it."""
    return product([n[0], Decimal(10) ** n[1]]) if 0 < n[1] <= MOST_DIGITS else None


def root(n: list[Decimal]) -> Decimal | None:
    """What has this square."""
    return EXACT.sqrt(n[0]) if n[0] >= 0 else None


def times(factor: int) -> Work:
    """So many times the number."""
    return lambda n: factor * n[0]


def plus(step: int) -> Work:
    """The number and so many."""
    return lambda n: n[0] + step


def part(n: list[Decimal]) -> Decimal | None:
    """The share that the first is of the second."""
    return WORKING.divide(n[0], n[1]) if 0 <= n[0] <= n[1] and n[1] else None


def part_of_first(n: list[Decimal]) -> Decimal | None:
    """The share that the second is of the first."""
    return WORKING.divide(n[1], n[0]) if 0 <= n[1] <= n[0] and n[0] else None


def several(n: list[Decimal]) -> Decimal | None:
    """So many of so much: never with a year, and never a small number that says nothing."""
    many, much = n
    if many != int(many) or many < 2 or 1800 <= many <= 2199 or 1800 <= much <= 2199:
        return None
    made = EXACT.multiply(many, much)
    return made if abs(made) >= 20 else None
