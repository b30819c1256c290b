"""Which rewards there are: ours, and those of installed packages."""

from __future__ import annotations

from functools import cache
from typing import Final

from fictionworld.episodes.reward import RewardKind
from fictionworld.episodes.rewards.f1_evidenced import F1Evidenced
from fictionworld.episodes.rewards.f1_grounded import F1Grounded
from fictionworld.episodes.rewards.priced import priced
from fictionworld.errors import UsageError, nearest
from fictionworld.registry import with_plugins

_OURS: Final[tuple[RewardKind, ...]] = (F1Evidenced(), F1Grounded())
"""The default first. `f1_value` is none of them: it is a gauge of shortcuts, in which the dump of a
whole table earns much."""


@cache
def all_rewards() -> dict[str, RewardKind]:
    """Return all rewards by name: ours, then entry points of `fictionworld.rewards`.

    Raises:
        UsageError: A reward of a package cannot be used, or has the name of another.
    """
    return with_plugins(_OURS, "fictionworld.rewards", RewardKind)  # type: ignore[type-abstract]


def reward_named(name: str) -> RewardKind:
    """Return the reward of this name, which may state prices: `f1_evidenced,call=0.01`.

    Raises:
        UsageError: There is no such reward or price; the message lists all names.
    """
    rewards = all_rewards()
    name, comma, prices = name.partition(",")
    if name not in rewards:
        raise UsageError(
            f"got reward {name!r}; allowed: {', '.join(rewards)}{nearest(name, rewards)}"
        )
    return priced(rewards[name], prices) if comma else rewards[name]
