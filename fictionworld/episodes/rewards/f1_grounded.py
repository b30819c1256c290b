"""`f1_grounded`: right cells."""

from __future__ import annotations

from fictionworld.episodes.reward import Outcome


class F1Grounded:
    """F1 over cells; the key cells of a row count by the share of its values that are right.

    It does not check that anything was read.
    """

    name = "f1_grounded"
    summary = "right cells"

    def value(self, outcome: Outcome) -> float:
        """Return the reward, from 0 to 1."""
        return outcome.figures.f1_grounded
