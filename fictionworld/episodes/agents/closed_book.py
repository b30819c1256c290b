"""The agent that knows nothing but the question: what no search at all earns."""

from __future__ import annotations

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.guessing import guess_for, markdown, needed_task
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode


class ClosedBook(Agent):
    """Answers from the question alone: one row of what each column might hold."""

    name = "closed-book"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        task = needed_task(episode)
        return markdown(task.columns, [[guess_for(one, task.question) for one in task.columns]])
