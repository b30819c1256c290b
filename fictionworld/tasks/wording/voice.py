"""The voice of a question: choices by name from its seed, and the manner it keeps throughout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

from fictionworld.seeds import child_seed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Manner:
    """How values are written: one way within a question."""

    money: Literal["549 EUR", "EUR 549", "€549"]
    month_first: bool
    """June 4, 2031 rather than 4 June 2031."""


@dataclass(frozen=True)
class Voice:
    """Choices of one question, each by its name: one more phrase moves no other choice."""

    seed: int

    def number(self, name: str, below: int) -> int:
        """Return a number in [0, `below`), drawn by `name`."""
        return child_seed(self.seed, name) % below

    def pick(self, name: str, options: Sequence[T]) -> T:
        """Return one of the options, drawn by `name`."""
        return options[0] if len(options) == 1 else options[self.number(name, len(options))]

    def chance(self, name: str, percent: int) -> bool:
        return self.number(name, 100) < percent

    def shuffled(self, name: str, items: Sequence[T]) -> list[T]:
        """Return the items in an order drawn by `name`."""
        if len(items) < 2:
            return list(items)
        keys = [child_seed(self.seed, f"{name}/{index}") for index in range(len(items))]
        return [items[index] for index in sorted(range(len(items)), key=keys.__getitem__)]

    @cached_property
    def manner(self) -> Manner:
        money: tuple[Literal["549 EUR", "EUR 549", "€549"], ...] = ("549 EUR", "EUR 549", "€549")
        return Manner(self.pick("manner/money", money), self.chance("manner/dates", 25))
