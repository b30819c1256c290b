"""Which facts one piece of text may state, by policy (DESIGN, section 3).

| policy | a search result may state |
|---|---|
| `open` | whatever the page states |
| `tease` | names and keys of rows, context columns |
| `strict` | names and keys of rows |
| `mixed:p` | of a page each column with probability p, by seed; otherwise as `tease` |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from fictionworld.errors import UsageError, nearest
from fictionworld.seeds import child_seed

if TYPE_CHECKING:
    from fictionworld.packs.compiled import CompiledColumn
    from fictionworld.worlds.fact import FactId
    from fictionworld.worlds.record import World

__all__ = ["Permit", "Policy", "parse_policy"]

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
            fact: The fact. Who may be told of a row may be told of every row: so far no policy
                looks at it.
        """
        del fact
        if column.role == "name" or self.policy.name == "open":
            return True
        if self.policy.name == "strict":
            return False
        if column.role == "context":
            return True
        if self.policy.name == "tease":
            return False
        luck = child_seed(self.seed, f"permit/{page}/{column.table}/{column.name}")
        return luck < self.policy.share * 2.0**64
