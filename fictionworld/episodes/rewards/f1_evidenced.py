"""`f1_evidenced`: right cells that follow from the facts that the episode showed."""

from __future__ import annotations

from fictionworld.episodes.reward import Outcome


class F1Evidenced:
    """As `f1_grounded`, of cells that the facts shown in the episode determine.

    Whoever read enough to know the answer earns all, by whatever route. It does not check that the
    agent reasoned from what it read.
    """

    name = "f1_evidenced"
    summary = "of right cells those that follow from what the agent was shown"

    def value(self, outcome: Outcome) -> float:
        """Return the reward, from 0 to 1."""
        value = outcome.figures.f1_evidenced
        assert value is not None, "an episode knows what it showed"
        return value
