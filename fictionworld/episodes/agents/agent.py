"""What an agent is: it plays one episode through its tools, and returns an answer."""

from __future__ import annotations

from typing import Protocol

from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode


class Agent(Protocol):
    """Someone who answers questions. One agent plays many episodes, several at a time.

    Ours derive from it, one file each, and stand in `registry.py`.
    """

    @property
    def name(self) -> str:
        """As it stands in tables: `scout`, `openai:my-model`."""

    @property
    def settings(self) -> str:
        """What distinguishes it from other agents of this name: `temperature=0.6`."""
        return ""

    @property
    def waits(self) -> bool:
        """Whether it waits for a server: then threads play it, and else processes."""
        return False

    def play(self, episode: Episode, reasoner: Reasoner) -> str | None:
        """The answer to the episode's question, as text; None for none.

        Args:
            episode: To be called, and not to be scored.
            reasoner: What some agents may use: it understands what was read, and computes with it.

        Raises:
            AgentStoppedError: It ended without an answer, by its own doing.
        """
