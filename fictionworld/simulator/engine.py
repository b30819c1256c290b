"""The tools over one world: a call goes in, a reply comes out.

A reply is a function of the world, the policy, the group's seed, the tool and its canonical
arguments, and for `dict_memory` of what the episode keeps. An engine changes nothing but its own
caches, so any number of episodes and threads share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed
from fictionworld.simulator.calls import Call, CallError, Extract, Search, read_call
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.extractor import answer_extract
from fictionworld.simulator.memory import Memory, answer_memory
from fictionworld.simulator.reply import LEAST_BUDGET, Reply
from fictionworld.simulator.search import answer_search
from fictionworld.web.permit import Permit

if TYPE_CHECKING:
    from fictionworld.simulator.catalogue import Web
    from fictionworld.web.permit import Policy

__all__ = ["LEAST_BUDGET", "PAGE_BUDGET", "Engine"]

PAGE_BUDGET: Final = 12_000
"""Characters of a page in one reply, where no budget is given."""


class Engine:
    """One world under one policy, for the rollouts of one group (`seed`).

    Raises:
        UsageError: There is no such policy.
    """

    def __init__(
        self, web: Web | Catalogue, policy: str | Policy = "tease", *, seed: int = 0
    ) -> None:
        self.catalogue = web if isinstance(web, Catalogue) else Catalogue(web)
        world = self.catalogue.web.world
        self.permit = Permit.of(policy, world)
        self.seed = seed
        self._chance = child_seed(world.structure_seed, f"group/{seed}")

    @property
    def policy(self) -> Policy:
        """What search results may say."""
        return self.permit.policy

    def under(self, policy: str | Policy | None = None, *, seed: int | None = None) -> Engine:
        """The same world under another policy, or for another group; they share one index."""
        return Engine(
            self.catalogue,
            self.policy if policy is None else policy,
            seed=self.seed if seed is None else seed,
        )

    def call(
        self, tool: str, arguments: object, *, memory: Memory, budget_chars: int | None = None
    ) -> Reply:
        """The reply to a call as an agent made it; what is wrong with the call is a reply too.

        Args:
            tool: The tool's name.
            arguments: JSON text, or what it stands for.
            memory: The notes of the episode; only `dict_memory` reads or changes them.
            budget_chars: The most characters of a reply; 12,000 for pages where None.

        Raises:
            UsageError: The budget is too small; nothing that an agent sends raises.
        """
        try:
            call = read_call(tool, arguments)
        except CallError as error:
            return Reply(f"Error: {error}", "error")
        return self.answer(call, memory=memory, budget_chars=budget_chars)

    def answer(self, call: Call, *, memory: Memory, budget_chars: int | None = None) -> Reply:
        """The reply to a call that was read already; equal calls are the same question."""
        if budget_chars is not None and budget_chars < LEAST_BUDGET:
            raise UsageError(
                f"got budget_chars={budget_chars}; at least {LEAST_BUDGET}, or None: a shorter "
                "reply has no room for a result"
            )
        if isinstance(call, Search):
            return answer_search(self.catalogue, call, self.permit, self._chance, budget_chars)
        if isinstance(call, Extract):
            return answer_extract(self.catalogue, call, budget_chars or PAGE_BUDGET)
        return answer_memory(memory, call, budget_chars)
