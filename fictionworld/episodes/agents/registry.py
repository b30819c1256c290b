"""Which agents there are: ours, those of installed packages, models, and classes by their path."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from fictionworld.chat.client import BlockingChatClient
from fictionworld.chat.endpoint import Endpoint
from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.breadth_first import BreadthFirst
from fictionworld.episodes.agents.chat import EPISODE_S, ChatAgent
from fictionworld.episodes.agents.closed_book import ClosedBook
from fictionworld.episodes.agents.external import ExternalAgent
from fictionworld.episodes.agents.guess import Guess
from fictionworld.episodes.agents.list_crawl import ListCrawl
from fictionworld.episodes.agents.name_by_name import NameByName
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.agents.paste_question import PasteQuestion
from fictionworld.episodes.agents.prober import Prober
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.agents.second_source import SecondSource
from fictionworld.episodes.agents.snippets import SnippetsOnly
from fictionworld.episodes.agents.statistics_only import StatisticsOnly
from fictionworld.errors import UsageError, nearest

AGENTS: Final[dict[str, type[Agent]]] = {
    kind.name: kind
    for kind in (
        Oracle,
        Scout,
        SecondSource,
        ListCrawl,
        NameByName,
        StatisticsOnly,
        BreadthFirst,
        Prober,
        SnippetsOnly,
        ClosedBook,
        PasteQuestion,
        Guess,
    )
}
"""Ours, but for `openai:MODEL`."""
_GROUP: Final = "fictionworld.agents"


def agent_named(
    name: str,
    endpoint: Endpoint | None = None,
    *,
    temperature: float | None = None,
    most_tokens: int | None = None,
    context_tokens: int | None = None,
    episode_s: float = EPISODE_S,
) -> Agent:
    """Return the agent of this name.

    Args:
        name: One of `AGENTS`; the name of an entry point of the group `fictionworld.agents`, which
            leads to a class as `ExternalAgent` takes it; `openai:MODEL`; or `package.module:Class`.
        endpoint: The server of `openai:MODEL`; the arguments that follow are for it, too.
        temperature: Sampling temperature; None for the server's own.
        most_tokens: The most tokens of a completion; None for the server's own limit.
        context_tokens: The most tokens of a conversation; None for the server's own limit.
        episode_s: The most seconds of an episode.

    Raises:
        UsageError: There is no such agent, or a model without an endpoint.
    """
    if name in AGENTS:
        return AGENTS[name]()
    installed = {point.name: point.value for point in entry_points(group=_GROUP)}
    if name in installed:
        return ExternalAgent(name, installed[name])
    kind, _, model = name.partition(":")
    if kind != "openai" and model:
        return ExternalAgent(name, name)
    if not model:
        allowed = [*AGENTS, *sorted(installed), "openai:MODEL", "package.module:Class"]
        raise UsageError(
            f"--agent: got {name!r}; allowed: {', '.join(allowed)}{nearest(name, allowed)}"
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
