"""What guessing earns: the commonest value of a column, or its middle one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fictionworld.worlds.rows import Code

__all__ = ["MOST_GUESSED", "guesses", "share_guessed"]

MOST_GUESSED = 0.2
"""The most that guessing one value for a whole column may earn, as item F1 of the values."""


def share_guessed(values: Sequence[Code]) -> float:
    """The share of these cells that the best single guess gets right; of none, 0.

    That is their own commonest value, a missing one counted as a value: the middle one of their
    numbers comes no more often.
    """
    if not values:
        return 0.0
    return max(Counter(values).values()) / len(values)


def guesses(everywhere: Iterable[Code]) -> set[Code]:
    """What one would guess for a single cell of a column: what is commonest, what is in the middle.

    A value that is the commonest only because it comes first, among values that all come once, is
    no guess.
    """
    values = [value for value in everywhere if value is not None]
    found: set[Code] = set(_middle(values))
    found |= {value for value, count in Counter(values).most_common(1) if count > 1}
    return found


def _middle(values: Iterable[Code]) -> list[int]:
    numbers = sorted(value for value in values if isinstance(value, int))
    return numbers[(len(numbers) - 1) // 2 : len(numbers) // 2 + 1]
