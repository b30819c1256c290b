"""The agent that takes the names in the question for the answer's rows."""

from __future__ import annotations

from itertools import product

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.guessing import (
    NOTHING,
    guess_for,
    names_in_question,
    needed_task,
)
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.tasks.key import markdown_table

_MOST_ROWS = 60


class Guess(Agent):
    """Takes each name in the question for a row, and guesses the rest."""

    name = "guess"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        task = needed_task(episode)
        names = names_in_question(task.question) or [NOTHING]
        keys = [column for column in task.columns if column in task.key_columns]
        rows = []
        for key in list(product(names, repeat=max(1, len(keys))))[:_MOST_ROWS]:
            cells = dict(zip(keys, key, strict=False))
            rows.append(
                [cells.get(column) or guess_for(column, task.question) for column in task.columns]
            )
        return markdown_table(task.columns, rows)
