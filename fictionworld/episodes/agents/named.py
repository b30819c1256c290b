"""Agents by the names that the command line takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.chat.client import BlockingChatClient
from fictionworld.episodes.agents.chat import EPISODE_S, ChatAgent
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.agents.own import OwnAgent
from fictionworld.episodes.agents.prober import Prober
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.agents.shortcuts import ClosedBook, Guess, PasteQuestion
from fictionworld.episodes.agents.snippets import SnippetsOnly
from fictionworld.errors import UsageError, nearest

if TYPE_CHECKING:
    from fictionworld.chat.endpoint import Endpoint
    from fictionworld.episodes.agents.agent import Agent

__all__ = ["AGENTS", "agent_named"]

AGENTS: dict[str, type[Agent]] = {
    "oracle": Oracle,
    "scout": Scout,
    "prober": Prober,
    "snippets-only": SnippetsOnly,
    "closed-book": ClosedBook,
    "paste-question": PasteQuestion,
    "guess": Guess,
}
"""All but `openai:MODEL` and `package.module:Class`."""


def agent_named(
    name: str,
    endpoint: Endpoint | None = None,
    *,
    temperature: float | None = None,
    most_tokens: int | None = None,
    context_tokens: int | None = None,
    episode_s: float = EPISODE_S,
) -> Agent:
    """The agent of this name; `openai:MODEL` plays through `endpoint`, as the others say.

    Raises:
        UsageError: There is no such agent, or a model without an endpoint.
    """
    if name in AGENTS:
        return AGENTS[name]()
    kind, _, model = name.partition(":")
    if kind != "openai" and model:
        return OwnAgent(name)
    if not model:
        known = [*AGENTS, "openai:MODEL", "package.module:Class"]
        raise UsageError(
            f"--agent: got {name!r}; allowed: {', '.join(known)}{nearest(name, known)}"
        )
    if endpoint is None:
        raise UsageError(
            f"--agent {name}: give the server with --base-url, such as http://localhost:8000/v1"
        )
    return ChatAgent(
        model,
        BlockingChatClient(endpoint),
        temperature=temperature,
        most_tokens=most_tokens,
        context_tokens=context_tokens,
        episode_s=episode_s,
    )
