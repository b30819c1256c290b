"""Which passages are asked for, and which take a draft that was written for another one.

Passages are counted by skeleton in the order of worlds, pages and keys. Of each skeleton the first
so many are asked for, of one that states nothing one alone; all others choose among their drafts,
by a seed of their own. So what
stands on a page follows from the drafts alone: neither from when they came, nor from how often the
rendering was stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from fictionworld.seeds import child_seed

_TRIES: Final = 3
"""Variants that a passage may try before it is asked for itself: names may not fit."""


class Variants:
    """The drafts of one rendering that serve several passages.

    Args:
        most: Asked for of each skeleton. 0: every passage is asked for.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._asked: Counter[str] = Counter()
        self._known: dict[str, list[str]] = {}

    def asks(self, skeleton: str, *, states: bool = True) -> bool:
        """Return whether the next passage of a skeleton is asked for, and count it.

        Args:
            skeleton: The skeleton.
            states: Whether it has slots: what states nothing is said once in a voice, as the
                template says it.
        """
        if not self._most:
            return True
        if self._asked[skeleton] >= (self._most if states else 1):
            return False
        self._asked[skeleton] += 1
        return True

    def learn(self, variants: Iterable[tuple[str, str]]) -> None:
        """Add the results of passages that were asked for: skeleton and variant, perhaps empty."""
        for skeleton, variant in variants:
            if variant:
                self._known.setdefault(skeleton, []).append(variant)

    def choices(self, skeleton: str, seed: int, name: str) -> tuple[str, ...]:
        """Return the variants that a passage is to try, in order.

        Args:
            skeleton: The skeleton of the passage.
            seed: The seed of its world.
            name: The name of the passage within the world.
        """
        variants = self._known.get(skeleton, [])
        if not variants:
            return ()
        first = child_seed(seed, f"variant/{name}")
        return tuple(
            variants[(first + n) % len(variants)] for n in range(min(_TRIES, len(variants)))
        )
