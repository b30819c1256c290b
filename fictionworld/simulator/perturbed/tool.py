"""Tools under controls: valid calls that fail.

The same call fails in the same way for every rollout of a group. Made again it is drawn again, by
the number of the attempt; from the attempt that the controls state on, nothing fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fictionworld.seeds import child_share
from fictionworld.simulator.controls import FAILURES, Controls
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.tool import CallContext, ParsedCall, Tool


@dataclass(frozen=True)
class CallChance:
    """What is drawn for one call at one attempt."""

    controls: Controls
    seed: int
    """Of the world and the group."""
    call: ParsedCall
    attempt: int
    """How often this call was made in the episode, this time included."""

    @property
    def ends(self) -> bool:
        """Return whether nothing fails any more, because the call was made so often."""
        return self.attempt >= self.controls.errors_end

    def failure(self) -> str | None:
        """Return the control by which the whole call fails; None where it does not."""
        drawn = self.draw("call")
        if self.ends:
            return None
        for name, share in self.controls.failures:
            if drawn < share:
                return name
            drawn -= share
        return None

    def happens(self, control: str, share: float, what: str = "") -> bool:
        """Return whether a control applies to this call, or to the part `what` of it."""
        return not self.ends and share > 0 and self.draw(f"{control}/{what}") < share

    def draw(self, name: str) -> float:
        """Return a uniform random number in [0, 1), another for each name."""
        return child_share(self.seed, f"{name}/{self.attempt}/{self.call!r}")


class PerturbedTool:
    """A tool whose calls fail as often as the controls say; subclasses add what else happens.

    Args:
        beneath: The tool as it is without controls.
    """

    def __init__(self, beneath: Tool) -> None:
        self.beneath = beneath

    def answer(self, call: Any, context: CallContext) -> Reply:  # noqa: ANN401 - what `read` gave
        """Return the reply to a call, or the failure of this attempt."""
        chance = CallChance(context.controls, context.seed, call, context.attempt)
        failure = chance.failure()
        if failure is None:
            return self.answer_perturbed(call, context, chance)
        text = f"Error: {self.beneath.name}: {FAILURES[failure]}"
        return Reply(text, "error").under({failure})

    def answer_perturbed(
        self,
        call: Any,  # noqa: ANN401 - what `read` gave
        context: CallContext,
        chance: CallChance,  # noqa: ARG002 - for subclasses
    ) -> Reply:
        """Return the reply to a call that did not fail: here the reply of the tool beneath."""
        return self.beneath.answer(call, context)
