"""What an agent is: it plays one episode through its tools, and hands in an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fictionworld.episodes.agents.reasoner import Reasoner
    from fictionworld.episodes.episode import Episode

__all__ = ["Agent"]


class Agent(Protocol):
    """Someone who answers questions. One agent plays many episodes, several at a time."""

    @property
    def name(self) -> str:
        """As it stands in tables: `scout`, `openai:my-model`."""

    def play(self, episode: Episode, reasoner: Reasoner) -> str | None:
        """The answer to the episode's question, as text; None for none.

        Args:
            episode: To be called, and not to be scored.
            reasoner: What some agents are granted: to understand what they read, and to compute
                with it. Most do without.

        Raises:
            AgentStoppedError: It ended without an answer, by its own doing.
        """
