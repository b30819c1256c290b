"""The tools over one world: a call goes in, a reply comes out.

A reply is a function of the world, the policy, the controls, the group's seed, the tool and its
canonical arguments, under controls of how often the episode made this call, and for `dict_memory`
of what the episode keeps. An engine changes nothing but its own caches, so any number of episodes
and threads share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed
from fictionworld.simulator.calls import Call, CallError, Remember, Search, read_call
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.simulator.disturbed.catalogue import DisturbedCatalogue
from fictionworld.simulator.disturbed.faults import Luck
from fictionworld.simulator.disturbed.tools import (
    answer_disturbed_extract,
    answer_disturbed_search,
)
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

    Under controls the web must have a plan. The catalogue of one set of controls is worth sharing:
    `under` keeps it where the controls stay.

    Raises:
        UsageError: There is no such policy, or controls have no plan to go by.
    """

    def __init__(
        self,
        web: Web | Catalogue,
        policy: str | Policy = "tease",
        *,
        seed: int = 0,
        controls: Controls = NO_CONTROLS,
    ) -> None:
        self.catalogue = web if isinstance(web, Catalogue) else Catalogue(web)
        self.controls = controls
        if not controls.is_off and not isinstance(self.catalogue, DisturbedCatalogue):
            if not hasattr(self.catalogue.web, "plan"):
                raise UsageError(
                    f"controls: got {controls} for a web without a plan; give a FictionalWeb, or "
                    "leave controls out"
                )
            self.catalogue = DisturbedCatalogue(self.catalogue, controls)
        world = self.catalogue.web.world
        self.permit = Permit.of(policy, world)
        self.seed = seed
        self._chance = child_seed(world.structure_seed, f"group/{seed}")

    @property
    def policy(self) -> Policy:
        """What search results may say."""
        return self.permit.policy

    def under(self, policy: str | Policy | None = None, *, seed: int | None = None) -> Engine:
        """The same world under another policy, or for another group; they share the indexes."""
        return Engine(
            self.catalogue,
            self.policy if policy is None else policy,
            seed=self.seed if seed is None else seed,
            controls=self.controls,
        )

    def call(
        self,
        tool: str,
        arguments: object,
        *,
        memory: Memory,
        budget_chars: int | None = None,
        attempt: int = 1,
    ) -> Reply:
        """The reply to a call as an agent made it; what is wrong with the call is a reply too.

        Args:
            tool: The tool's name.
            arguments: JSON text, or what it stands for.
            memory: The notes of the episode; only `dict_memory` reads or changes them.
            budget_chars: The most characters of a reply; 12,000 for pages where None.
            attempt: How often the episode made this call, this time included; controls look at it.

        Raises:
            UsageError: The budget is too small; nothing that an agent sends raises.
        """
        try:
            call = read_call(tool, arguments)
        except CallError as error:
            return Reply(f"Error: {error}", "error")
        return self.answer(call, memory=memory, budget_chars=budget_chars, attempt=attempt)

    def answer(
        self, call: Call, *, memory: Memory, budget_chars: int | None = None, attempt: int = 1
    ) -> Reply:
        """The reply to a call that was read already; equal calls are the same question."""
        if budget_chars is not None and budget_chars < LEAST_BUDGET:
            raise UsageError(
                f"got budget_chars={budget_chars}; at least {LEAST_BUDGET}, or None: a shorter "
                "reply has no room for a result"
            )
        if isinstance(call, Remember):
            return answer_memory(memory, call, budget_chars)
        if isinstance(self.catalogue, DisturbedCatalogue):
            luck = Luck(self.controls, self._chance, call, attempt)
            if isinstance(call, Search):
                return answer_disturbed_search(
                    self.catalogue, call, self.permit, luck, budget_chars
                )
            return answer_disturbed_extract(self.catalogue, call, luck, budget_chars or PAGE_BUDGET)
        if isinstance(call, Search):
            return answer_search(self.catalogue, call, self.permit, self._chance, budget_chars)
        return answer_extract(self.catalogue, call, budget_chars or PAGE_BUDGET)
