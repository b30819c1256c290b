"""The laziest searcher: one search with the question itself."""

from __future__ import annotations

import re

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.guessing import NOTHING, needed_task
from fictionworld.episodes.agents.pages import results_in
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.tasks.key import markdown_table

_SEPARATOR = re.compile(r" [-|\u2013\u2014:] |: | \.\.\.")
_SENTENCE = re.compile(r"(?<=[.!?]) ")
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")


class PasteQuestion(Agent):
    """Pastes the question into the search box, and fills a table from what the snippets say."""

    name = "paste-question"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - knows no names
        task = needed_task(episode)
        text = episode.call("web_search", {"queries": [task.question]})
        rows = []
        for result in results_in(text):
            subject = _SEPARATOR.split(result.title)[0]
            rows.append(
                [
                    subject if column in task.key_columns else _figure_for(column, result.snippet)
                    for column in task.columns
                ]
            )
        return markdown_table(task.columns, rows)


def _figure_for(header: str, snippet: str) -> str:
    """Return the figure in the sentence that shares most words with the header."""
    words = {word for word in re.findall(r"[a-z]+", header.lower()) if len(word) > 2}
    best, most = NOTHING, 0
    for sentence in _SENTENCE.split(snippet):
        shared = len(words & set(re.findall(r"[a-z]+", sentence.lower())))
        figure = _FIGURE.search(sentence)
        if figure is not None and shared > most:
            best, most = figure[0], shared
    return best
