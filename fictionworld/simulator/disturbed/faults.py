"""Calls that fail although nothing is wrong with them: by the call, and by which attempt it is.

The same call fails in the same way for every rollout of a group; made again it is drawn again, and
at the attempt that the controls state it is answered, at the latest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fictionworld.seeds import child_seed

if TYPE_CHECKING:
    from fictionworld.simulator.calls import Call
    from fictionworld.simulator.controls import Controls

__all__ = ["FAILURES", "Luck"]

FAILURES: Final = {
    "timeout": "timed out after 30 seconds; try the same call again",
    "http_429": "429 Too Many Requests; wait a moment, then try the same call again",
    "http_500": "500 Internal Server Error; try the same call again",
    "http_503": "503 Service Unavailable, for the moment; try the same call again",
}
"""What the reply says, by control."""


@dataclass(frozen=True)
class Luck:
    """What befalls one call at one attempt."""

    controls: Controls
    seed: int
    """Of the world and the group."""
    call: Call
    attempt: int
    """How often this call was made in the episode, this time included."""

    @property
    def ends(self) -> bool:
        """Whether nothing fails any more, so often was the call made."""
        return self.attempt >= self.controls.errors_end

    def failure(self) -> str | None:
        """The control by which the whole call fails, if it does."""
        drawn = self.draw("call")
        if self.ends:
            return None
        for name, share in self.controls.failures:
            if drawn < share:
                return name
            drawn -= share
        return None

    def happens(self, control: str, share: float, what: str = "") -> bool:
        """Whether a control that comes to an end strikes, drawn for this call, or a part of it."""
        return not self.ends and share > 0 and self.draw(f"{control}/{what}") < share

    def draw(self, name: str) -> float:
        """A number from 0 to 1, another for each name."""
        return child_seed(self.seed, f"{name}/{self.attempt}/{self.call!r}") / 2.0**64
