"""The oracle: it knows where the evidence stands, reads that through the tools, and computes.

Its calls are about the least that a task takes; a task that it cannot solve cannot be solved.
"""

from __future__ import annotations

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.guessing import answer_of
from fictionworld.episodes.agents.pages import read_page
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.retrying import with_retries
from fictionworld.episodes.episode import Episode


class Oracle(Agent):
    """Reads a small cover of the evidence, and nothing else."""

    name = "oracle"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        episode = with_retries(episode)
        for url in reasoner.evidence_urls():
            read_page(episode, reasoner, url)
        return answer_of(reasoner)
