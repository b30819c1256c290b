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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal

from fictionworld.errors import UsageError, nearest
from fictionworld.packs.compiled import CompiledColumn
from fictionworld.seeds import child_seed, child_share
from fictionworld.worlds.record import World


@dataclass(frozen=True)
class PolicyKind:
    """One policy: what it lets texts state, and by what pages are found."""

    name: str
    states: Callable[[Permit, str, CompiledColumn], bool]
    """Whether a text about the page of this name may state a value of a column; names of rows may
    be stated under every policy."""
    searches: Callable[[Permit, str, CompiledColumn], bool]
    """Whether the page is found by its value of the column."""
    closes: Literal["nothing", "some", "all"]
    """Which askable values it closes. Twins get equal replies under a policy that closes all."""
    takes_share: bool = False
    """Whether it is written with a share, as `mixed:0.5`."""
    searches_as: str | None = None
    """Another policy whose searches are the same, so that both share an index."""


def _opens(permit: Permit, page: str, column: CompiledColumn) -> bool:
    """Return whether `mixed` opens a column of a page."""
    drawn = child_seed(permit.seed, f"permit/{page}/{column.table}/{column.name}")
    return drawn < permit.policy.share * 2.0**64


POLICIES: dict[str, PolicyKind] = {
    kind.name: kind
    for kind in (
        PolicyKind("open", lambda *_: True, lambda *_: True, closes="nothing"),
        PolicyKind(
            "tease",
            lambda _, __, column: column.role == "context",
            lambda _, __, column: column.role != "askable",
            closes="all",
        ),
        # it finds by context as `tease` does, although no snippet states it: it is no secret
        PolicyKind(
            "strict",
            lambda *_: False,
            lambda _, __, column: column.role != "askable",
            closes="all",
            searches_as="tease",
        ),
        PolicyKind(
            "mixed",
            lambda permit, page, column: column.role == "context" or _opens(permit, page, column),
            lambda permit, page, column: column.role != "askable" or _opens(permit, page, column),
            closes="some",
            takes_share=True,
        ),
    )
}
"""All policies; to add one is to add it here."""
PLAIN_POLICIES = tuple(name for name, kind in POLICIES.items() if not kind.takes_share)
"""Those that take no share."""
CLOSED_POLICIES = tuple(name for name, kind in POLICIES.items() if kind.closes == "all")


def _allowed() -> str:
    shares = [f"{name}:p" for name, kind in POLICIES.items() if kind.takes_share]
    return (
        f"allowed: {', '.join(PLAIN_POLICIES)}, or {', '.join(shares)} with p from 0 to 1, "
        "such as mixed:0.5"
    )


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy, parsed."""

    name: str
    share: float = 0.0
    """For `mixed`: how often a column of a page is open."""

    @property
    def kind(self) -> PolicyKind:
        """Return the policy's kind, which says what the policy does."""
        return POLICIES[self.name]

    def __str__(self) -> str:
        return f"{self.name}:{self.share:g}" if self.kind.takes_share else self.name


def parse_policy(text: str) -> Policy:
    """Return the policy that `text` names.

    Raises:
        UsageError: It names none; the message says what is allowed.
    """
    if not isinstance(text, str):
        raise UsageError(f"got policy {text!r}; {_allowed()}")
    word, colon, share = text.strip().partition(":")
    if word not in POLICIES:
        raise UsageError(f"got policy {text!r}; {_allowed()}{nearest(word, POLICIES)}")
    if not POLICIES[word].takes_share:
        if colon:
            raise UsageError(f"got policy {text!r}; {word} takes no share; {_allowed()}")
        return Policy(word)
    try:
        number = float(share)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise UsageError(f"got policy {text!r}; {_allowed()}")
    return Policy(word, number)


@dataclass(frozen=True, slots=True)
class PolicyMix:
    """Policies with weights: each world draws one of them for each group of rollouts."""

    weights: tuple[tuple[Policy, float], ...]

    def __str__(self) -> str:
        if len(self.weights) == 1:
            return str(self.weights[0][0])
        return ",".join(f"{policy}={weight:g}" for policy, weight in self.weights)

    def of(self, world: World, seed: int) -> Policy:
        """Return the policy of a world for the group of this seed; twins draw the same."""
        ends = list(accumulate(weight for _, weight in self.weights))
        drawn = child_share(world.structure_seed, f"policy/{seed}")
        return self.weights[bisect_right(ends, drawn * ends[-1], hi=len(ends) - 1)][0]


def parse_policies(given: str | Policy | PolicyMix | Mapping[str, float]) -> PolicyMix:
    """Parse one policy, or several with weights: `tease=0.7,mixed:0.5=0.3`, or a mapping.

    Raises:
        UsageError: A policy or a weight is invalid, or a policy is named twice.
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
        raise UsageError(f"got policy {given!r}; {_allowed()}")
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
        """Return the permit for a world.

        Raises:
            UsageError: There is no such policy.
        """
        parsed = policy if isinstance(policy, Policy) else parse_policy(policy)
        return cls(parsed, world.structure_seed)

    def allows(self, page: str, column: CompiledColumn) -> bool:
        """Return whether a text about a page may state the facts of a column.

        Args:
            page: The page's name in its plan, `encyclopedia/phone/12`.
            column: The column.
        """
        return column.role == "name" or self.policy.kind.states(self, page, column)

    def searches(self, page: str, column: CompiledColumn) -> bool:
        """Return whether searches go by a page's value of a column: by no closed askable one."""
        return self.policy.kind.searches(self, page, column)

    @property
    def searching(self) -> Policy:
        """Return the policy of searches: permits of one world that share it find the same pages."""
        same = self.policy.kind.searches_as
        return self.policy if same is None else Policy(same)
