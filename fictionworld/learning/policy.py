"""A softmax policy over the searcher's steps, trained by group-relative REINFORCE with Adam.

Of a group of episodes of one task, each is as good as it is better than the group's mean, in units
of the group's standard deviation (Shao et al. 2024, arXiv 2402.03300), with a bonus for entropy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from fictionworld.learning.searcher import ACTIONS, FEATURES, Situation
from fictionworld.streams import Floats

_RATE, _ENTROPY = 0.15, 0.03
_FIRST_MOMENT, _SECOND_MOMENT, _SMALL = 0.9, 0.99, 1e-8
_LEAST_SPREAD: Final = 0.02
"""Added to the standard deviation of a group: one without a difference teaches nothing."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A step that was chosen, with the chances of all steps."""

    situation: Situation
    action: int
    chances: Floats


@dataclass(frozen=True, slots=True)
class SearchPolicy:
    """Weights, actions x features."""

    weights: Floats

    @classmethod
    def untrained(cls) -> SearchPolicy:
        """Return the policy that training begins with: every step is as likely as another."""
        return cls(np.zeros((len(ACTIONS), FEATURES)))

    def decide(self, situation: Situation, dice: np.random.Generator) -> Decision:
        """Return a step drawn by the policy, among those that can be made."""
        logits = np.where(situation.allowed, self.weights @ situation.features, -np.inf)
        exponentials = np.exp(logits - logits.max())
        chances = exponentials / exponentials.sum()
        return Decision(situation, int(dice.choice(len(ACTIONS), p=chances)), chances)


class Learner:
    """The policy in training; one for each run."""

    def __init__(self) -> None:
        self.policy = SearchPolicy.untrained()
        self._mean = np.zeros_like(self.policy.weights)
        self._square = np.zeros_like(self.policy.weights)
        self._updates = 0

    def update(self, groups: Sequence[Sequence[tuple[Sequence[Decision], float]]]) -> None:
        """Take one step along the gradient of what these groups of episodes earned.

        Args:
            groups: For each task its episodes: the decisions, and the reward.
        """
        gradient = np.zeros_like(self._mean)
        count = sum(map(len, groups))
        for group in groups:
            rewards = np.array([reward for _, reward in group])
            advantages = (rewards - rewards.mean()) / (rewards.std() + _LEAST_SPREAD)
            for (decisions, _), advantage in zip(group, advantages, strict=True):
                for decision in decisions:
                    gradient += _gradient(decision, float(advantage)) / count
        self._updates += 1
        self._mean = _FIRST_MOMENT * self._mean + (1 - _FIRST_MOMENT) * gradient
        self._square = _SECOND_MOMENT * self._square + (1 - _SECOND_MOMENT) * gradient**2
        mean = self._mean / (1 - _FIRST_MOMENT**self._updates)
        square = self._square / (1 - _SECOND_MOMENT**self._updates)
        step = _RATE * mean / (np.sqrt(square) + _SMALL)
        self.policy = SearchPolicy(self.policy.weights + step)


def _gradient(decision: Decision, advantage: float) -> Floats:
    """Return the gradient of a decision's part in the objective, by the weights."""
    chances = decision.chances
    chosen = np.zeros_like(chances)
    chosen[decision.action] = 1.0
    logs = np.log(np.maximum(chances, 1e-12))
    entropy = -(chances * logs).sum()
    by_logit = advantage * (chosen - chances) - _ENTROPY * chances * (logs + entropy)
    return np.outer(by_logit, decision.situation.features)
