"""A reward less the price of calls and of what they show: `f1_evidenced,call=0.01,tokens=0.02`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fictionworld.episodes.call import Call
from fictionworld.episodes.reward import Outcome, RewardKind
from fictionworld.errors import UsageError
from fictionworld.tasks.level import CHARACTERS_PER_TOKEN

_PRICES = ("call", "tokens")


@dataclass(frozen=True, slots=True)
class Priced:
    """What another reward gives, less a price; below 0 where little was earned.

    Without a price an agent loses nothing by reading on, and learns to read everything.
    """

    base: RewardKind
    per_call: float = 0.0
    per_1000_tokens: float = 0.0
    """Of the replies, a token as `CHARACTERS_PER_TOKEN` has it."""

    @property
    def name(self) -> str:
        """Return the name by which it is asked for."""
        prices = zip(_PRICES, (self.per_call, self.per_1000_tokens), strict=True)
        return ",".join([self.base.name, *(f"{name}={price:g}" for name, price in prices if price)])

    @property
    def summary(self) -> str:
        """Return in a few words what earns."""
        return f"{self.base.summary}, less a price of calls and tokens"

    def value(self, outcome: Outcome) -> float:
        """Return the reward: at most 1, without a lower bound."""
        return self.base.value(outcome) - price_of(self, outcome.calls)


def price_of(kind: RewardKind, calls: Sequence[Call]) -> float:
    """Return what calls cost under a reward; 0 under one without prices."""
    if not isinstance(kind, Priced):
        return 0.0
    tokens = sum(call.characters for call in calls) / CHARACTERS_PER_TOKEN
    return kind.per_call * len(calls) + kind.per_1000_tokens * tokens / 1000


def priced(base: RewardKind, prices: str) -> Priced:
    """Return the reward with these prices, as text: `call=0.01,tokens=0.02`.

    Raises:
        UsageError: A price has another name, or is no number above 0.
    """
    read: dict[str, float] = {}
    for text in prices.split(","):
        name, _, number = text.partition("=")
        try:
            price = float(number)
        except ValueError:
            price = math.nan
        if name not in _PRICES or name in read or not 0 < price < math.inf:
            raise UsageError(
                f"got price {text!r} of reward {base.name}; allowed: call=PRICE and tokens=PRICE, "
                "each once and above 0: of a call, and of a thousand tokens of replies, such as "
                f"{base.name},call=0.01"
            )
        read[name] = price
    return Priced(base, read.get("call", 0.0), read.get("tokens", 0.0))
