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
        """Return the agent's name in tables: `scout`, `openai:my-model`."""

    @property
    def settings(self) -> str:
        """Return what distinguishes it from other agents of this name: `temperature=0.6`."""
        return ""

    @property
    def waits(self) -> bool:
        """Return whether the agent waits for a server: threads play it then, else processes."""
        return False

    def play(self, episode: Episode, reasoner: Reasoner) -> str | None:
        """Return the answer to the episode's question as text; None for no answer.

        Args:
            episode: The episode to call tools of; the caller scores it.
            reasoner: Understands the texts read and computes with them, for agents that may use it.

        Raises:
            AgentStoppedError: The agent ended by its own doing, without an answer.
        """
