"""Which facts one piece of text may state, by policy.

| policy | a search result may state |
|---|---|
| `open` | whatever the page states |
| `tease` | names and keys of rows, context columns |
| `strict` | names and keys of rows |
| `mixed:p` | of a page each column with probability p, by seed; otherwise as `tease` |
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Literal

from fictionworld.errors import UsageError, nearest
from fictionworld.seeds import child_seed

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.worlds.fact import FactId
    from fictionworld.worlds.record import World

__all__ = ["Permit", "Policy", "PolicyMix", "parse_policies", "parse_policy"]

Name = Literal["open", "tease", "strict", "mixed"]
_NAMES: tuple[Name, ...] = ("open", "tease", "strict", "mixed")
_ALLOWED = "allowed: open, tease, strict, or mixed:p with p from 0 to 1, such as mixed:0.5"


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy, read."""

    name: Name
    share: float = 0.0
    """For `mixed`: how often a column of a page is open."""

    def __str__(self) -> str:
        return f"mixed:{self.share:g}" if self.name == "mixed" else self.name


def parse_policy(text: str) -> Policy:
    """The policy that `text` names.

    Raises:
        UsageError: It names none; the message says what is allowed.
    """
    if not isinstance(text, str):
        raise UsageError(f"got policy {text!r}; {_ALLOWED}")
    word, colon, share = text.strip().partition(":")
    name = next((name for name in _NAMES if name == word), None)
    if name is None:
        raise UsageError(f"got policy {text!r}; {_ALLOWED}{nearest(word, _NAMES)}")
    if name != "mixed":
        if colon:
            raise UsageError(f"got policy {text!r}; {name} takes no share; {_ALLOWED}")
        return Policy(name)
    try:
        number = float(share)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise UsageError(f"got policy {text!r}; {_ALLOWED}")
    return Policy(name, number)


@dataclass(frozen=True, slots=True)
class PolicyMix:
    """Policies with weights: each world draws one of them for each group of rollouts."""

    weights: tuple[tuple[Policy, float], ...]

    def __str__(self) -> str:
        if len(self.weights) == 1:
            return str(self.weights[0][0])
        return ",".join(f"{policy}={weight:g}" for policy, weight in self.weights)

    def of(self, world: World, seed: int) -> Policy:
        """The policy of a world for the group of this seed; twins draw the same."""
        ends = list(accumulate(weight for _, weight in self.weights))
        luck = child_seed(world.structure_seed, f"policy/{seed}") / 2.0**64
        return self.weights[bisect_right(ends, luck * ends[-1], hi=len(ends) - 1)][0]


def parse_policies(given: str | Policy | PolicyMix | Mapping[str, float]) -> PolicyMix:
    """One policy, or several with weights: `tease=0.7,mixed:0.5=0.3`, or a mapping that says so.

    Raises:
        UsageError: A policy or a weight is none, or one is named twice.
    """
    if isinstance(given, PolicyMix):
        return given
    if isinstance(given, Policy):
        return PolicyMix(((given, 1.0),))
    if isinstance(given, str):
        parts = [part.partition("=") for part in given.split(",")]
        if len(parts) == 1 and not parts[0][1]:
            return PolicyMix(((parse_policy(given), 1.0),))
        pairs: list[tuple[str, object]] = [(name, weight) for name, _, weight in parts]
    elif isinstance(given, Mapping):
        pairs = list(given.items())
    else:
        raise UsageError(f"got policy {given!r}; {_ALLOWED}")
    weights = tuple((parse_policy(name), _weight(name, weight)) for name, weight in pairs)
    if not weights or len(dict(weights)) < len(weights):
        raise UsageError(
            f"got policies {given!r}; name each policy once, with a weight: tease=0.7,mixed:0.5=0.3"
        )
    return PolicyMix(weights)


def _weight(name: str, given: object) -> float:
    try:
        weight = float(given)  # type: ignore[arg-type]  # what is no number is refused below
    except (TypeError, ValueError):
        weight = 0.0
    if not 0 < weight < float("inf"):
        raise UsageError(
            f"got weight {given!r} for policy {name!r}; allowed: a number above 0, as in "
            "tease=0.7,mixed:0.5=0.3"
        )
    return weight


@dataclass(frozen=True, slots=True)
class Permit:
    """What a policy lets texts of one world state."""

    policy: Policy
    seed: int
    """The world's structure seed."""

    @classmethod
    def of(cls, policy: str | Policy, world: World) -> Permit:
        """The permit for a world.

        Raises:
            UsageError: There is no such policy.
        """
        found = policy if isinstance(policy, Policy) else parse_policy(policy)
        return cls(found, world.structure_seed)

    def allows(self, page: str, column: CompiledColumn, fact: FactId) -> bool:
        """Whether a text about a page may state a fact.

        Args:
            page: The page's name in its plan, `encyclopedia/phone/12`.
            column: The fact's column.
            fact: The fact. What may be stated of a row may be stated of every row: so far no policy
                looks at it.
        """
        del fact
        if column.role == "name" or self.policy.name == "open":
            return True
        if self.policy.name == "strict":
            return False
        return column.role == "context" or self._opens(page, column)

    def searches(self, page: str, column: CompiledColumn) -> bool:
        """Whether a page is found by its value of a column: by no askable one that is closed.

        `strict` finds by context as `tease` does: it is no secret, though no snippet states it.
        """
        return column.role != "askable" or self.policy.name == "open" or self._opens(page, column)

    @property
    def searching(self) -> Policy:
        """What searches go by: permits of one world that agree in it find the same pages."""
        return Policy("tease") if self.policy.name == "strict" else self.policy

    def _opens(self, page: str, column: CompiledColumn) -> bool:
        """Whether `mixed` opens an askable column of a page."""
        if self.policy.name != "mixed":
            return False
        luck = child_seed(self.seed, f"permit/{page}/{column.table}/{column.name}")
        return luck < self.policy.share * 2.0**64
