"""Rewards step by step: one for each call, and one for the answer.

    form = step_form("shaped=0.5")
    steps = StepRewards(episode, "f1_evidenced,call=0.01", form)
    text = episode.call(tool, arguments)
    earned = steps.after_call()
    ...
    earned = steps.after_answer(episode.score(answer, "f1_evidenced,call=0.01"))

A trainer that takes the rewards of all steps after the answer gets them by `steps_of`, where each
call has the credit of `Reward.credit`. One that wants a reward at once gets less by `StepRewards`:
for the evidence that the call itself stated. What follows from several replies together (names, a
list read to its end, which condition ruled a row out first) it gets with the answer, so that both
sum to the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final

from fictionworld.episodes.call import Call
from fictionworld.episodes.coverage import StatedEvidence
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import infrastructure_fault
from fictionworld.episodes.reward import Reward
from fictionworld.episodes.rewards.priced import price_of
from fictionworld.episodes.rewards.registry import reward_named
from fictionworld.errors import FictionworldError, UsageError

_FORMS: Final = ("credit", "shaped")


@dataclass(frozen=True, slots=True)
class StepForm:
    """How calls are rewarded beside the answer."""

    weight: float
    """What showing all of the evidence earns, in all calls together."""
    shaped: bool
    """Whether the answer's step takes back what calls were credited with, so that what is best to
    do stays so; else showing evidence is an end in itself. See `Reward.steps`."""


def step_form(text: str) -> StepForm | None:
    """Return the form that a text names, `credit=WEIGHT` or `shaped=WEIGHT`; None if it is empty.

    Raises:
        UsageError: It names none.
    """
    if not text:
        return None
    name, _, number = text.partition("=")
    try:
        weight = float(number)
    except ValueError:
        weight = math.nan
    if name not in _FORMS or not 0 < weight < math.inf:
        raise UsageError(
            f"steps: got {text!r}; allowed: credit=WEIGHT, which rewards calls for the evidence "
            "that they show; shaped=WEIGHT, which takes it back with the answer; or nothing, where "
            "the answer alone is rewarded; a weight is above 0, such as shaped=0.5"
        )
    return StepForm(weight, name == "shaped")


def steps_of(reward: Reward, calls: Sequence[Call], form: StepForm) -> list[float]:
    """Return the rewards of an episode that is over: one for each call, and one for the answer.

    The price of a call, where the reward has one, is paid with the call.
    """
    *credited, answered = reward.steps(form.weight, shaped=form.shaped)
    kind = reward_named(reward.chosen)
    prices = [price_of(kind, (call,)) for call in calls]
    paid = [credit - price for credit, price in zip(credited, prices, strict=True)]
    return [*paid, answered + fsum(prices)]


class StepRewards:
    """The rewards of an episode under way, each as soon as its step is made.

    Args:
        episode: An episode with a task.
        reward: The name of the reward, with its prices.
        form: How calls are rewarded; None where the answer alone is.

    Raises:
        UsageError: There is no such reward.
    """

    def __init__(self, episode: Episode, reward: str, form: StepForm | None) -> None:
        self._episode = episode
        self._kind = reward_named(reward)
        self._form = form
        self._evidence: StatedEvidence | None = None
        self._paid: list[float] = []

    def after_call(self) -> float:
        """Return what the calls made since the last time earned together: usually one call.

        Raises:
            InfrastructureError: The world cannot be read.
        """
        if self._form is None:
            return 0.0
        try:
            if self._evidence is None:
                self._evidence = self._episode.stated_evidence()
            calls = self._episode.calls[self._evidence.calls :]
            share = fsum(map(self._evidence.after, calls))
        except FictionworldError as error:
            raise infrastructure_fault(error, "the reward of a call") from error
        earned = self._form.weight * share - price_of(self._kind, calls)
        self._paid.append(earned)
        return earned

    def after_answer(self, reward: Reward) -> float:
        """Return what the answer earned: what is left of the sum, of which calls had their part."""
        if self._form is None:
            return reward.earned
        whole = fsum(reward.steps(self._form.weight, shaped=self._form.shaped))
        return whole - fsum(self._paid)
