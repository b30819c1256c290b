"""The tools over one world: a call goes in, a reply comes out.

A reply follows from the world, the policy, the controls, the group's seed, the tool and its
canonical arguments; under controls also from how often the episode made this call, and for
`dict_memory` from the notes of the episode. An engine changes nothing but its own caches, so any
number of episodes and threads share it.
"""

from __future__ import annotations

from fictionworld.errors import UsageError
from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import Catalogue, Web
from fictionworld.simulator.controls import NO_CONTROLS, Controls
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.perturbed.catalogue import catalogue_under
from fictionworld.simulator.reply import LEAST_BUDGET, Reply
from fictionworld.simulator.tool import CallContext, CallError, ParsedCall
from fictionworld.simulator.toolbox import answering, read_call
from fictionworld.web.permit import Permit, Policy


class Engine:
    """One world under one policy, for the rollouts of one group (`seed`).

    Raises:
        UsageError: There is no such policy, or the web has no plan that controls could go by.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        policy: str | Policy = "tease",
        *,
        seed: int = 0,
        controls: Controls = NO_CONTROLS,
    ) -> None:
        self.catalogue = catalogue_under(catalogue, controls)
        self.controls = controls
        world = self.catalogue.web.world
        self.permit = Permit.of(policy, world)
        self.seed = seed
        self._chance = child_seed(world.structure_seed, f"group/{seed}")
        self._answering = answering(perturbed=not controls.is_off)

    @classmethod
    def over(
        cls,
        web: Web,
        policy: str | Policy = "tease",
        *,
        seed: int = 0,
        controls: Controls = NO_CONTROLS,
    ) -> Engine:
        """Return an engine over a web of its own, its index not yet built."""
        return cls(Catalogue(web), policy, seed=seed, controls=controls)

    @property
    def policy(self) -> Policy:
        """Return the policy, which says what search results may say."""
        return self.permit.policy

    def under(self, policy: str | Policy | None = None, *, seed: int | None = None) -> Engine:
        """Return an engine of the same world for another policy or group, with the same indexes."""
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
        """Return the reply to a call as an agent made it; what is wrong with it is a reply too.

        Args:
            tool: The tool's name.
            arguments: JSON text, or the object that it stands for.
            memory: The notes of the episode; only `dict_memory` reads or changes them.
            budget_chars: The most characters of a reply; 12,000 for pages where None.
            attempt: How often the episode made this call, this time included; for controls.

        Raises:
            UsageError: The budget is too small; nothing that an agent sends raises.
        """
        try:
            call = read_call(tool, arguments)
        except CallError as error:
            return Reply(f"Error: {error}", "error")
        return self.answer(call, memory=memory, budget_chars=budget_chars, attempt=attempt)

    def answer(
        self, call: ParsedCall, *, memory: Memory, budget_chars: int | None = None, attempt: int = 1
    ) -> Reply:
        """Return the reply to a call that was read already."""
        if budget_chars is not None and budget_chars < LEAST_BUDGET:
            raise UsageError(
                f"got budget_chars={budget_chars}; at least {LEAST_BUDGET}, or None: a shorter "
                "reply has no room for a result"
            )
        context = CallContext(
            catalogue=self.catalogue,
            permit=self.permit,
            seed=self._chance,
            memory=memory,
            budget_characters=budget_chars,
            controls=self.controls,
            attempt=attempt,
        )
        return self._answering[call.tool].answer(call, context)
