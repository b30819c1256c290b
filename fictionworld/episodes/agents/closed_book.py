"""The agent that knows nothing but the question: what no search at all earns."""

from __future__ import annotations

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.guessing import guess_for, needed_task
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.tasks.key import markdown_table


class ClosedBook(Agent):
    """Answers from the question alone: one row of what each column might hold."""

    name = "closed-book"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        task = needed_task(episode)
        row = [guess_for(column, task.question) for column in task.columns]
        return markdown_table(task.columns, [row])
