"""What goes wrong around an episode: the caller's mistake, ours, or that the agent gave up.

    FictionworldError
    ├── UsageError
    │   └── EpisodeError        the episode is over, or cannot do this    (exit 2)
    ├── InfrastructureError     a tool call failed for reasons of ours    (exit 1)
    │   └── ModelDownError      and so will every other: the model that words the web is not there
    └── AgentStoppedError       the agent ended without an answer         (an outcome)

What an agent does wrong (an unknown tool, arguments that are no JSON, an address that is not
there) is no error here: it is a reply of the tool, and the agent reads it.
"""

from __future__ import annotations

from typing import Final, Literal

from fictionworld.errors import FictionworldError, UsageError, first_line
from fictionworld.simulator.backends.backend import BackendError

Ending = Literal["answered", "empty", "refused", "context", "stopped"]
"""How an agent ended: with an answer, or without one since a model's last reply was empty, was
refused or withheld, its context was full, or for a reason of the agent's own."""
ENDINGS: Final[tuple[Ending, ...]] = ("answered", "empty", "refused", "context", "stopped")


class AgentStoppedError(FictionworldError):
    """An agent ended without an answer, and by its own doing: its context was full, say.

    Agents raise it, with the reason. It is an outcome of the episode, scored as an empty answer.
    """

    def __init__(self, why: str, ending: Ending = "stopped") -> None:
        super().__init__(why)
        self.ending: Ending = ending


class EpisodeError(UsageError):
    """The episode cannot do this, or no more: it is used once, and ends with `score`."""


class InfrastructureError(FictionworldError, RuntimeError):
    """A call failed for reasons that are none of the agent's: mask the rollout, or run it again.

    The call is not on the record, so the same call may be made again.
    """


class ModelDownError(InfrastructureError):
    """The model that words the web does not start, has died or is not reached: end the rollout."""


def infrastructure_fault(error: Exception, what: str) -> Exception:
    """Return the error to raise where `error` was raised while `what` was done.

    Wrong calls of the caller (UsageError) are returned as they are.
    """
    if isinstance(error, InfrastructureError | UsageError):
        return error
    if isinstance(error, BackendError):
        return ModelDownError(f"{what} failed: {error}")
    return InfrastructureError(
        f"{what} failed, and not by the agent's doing: {type(error).__name__}: "
        f"{first_line(error)}; make it again, or leave the rollout out"
    )
