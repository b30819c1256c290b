"""Agents that do not read a page: what they earn, an agent earns for not doing its work."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from fictionworld.episodes.agents.answer import markdown
from fictionworld.episodes.agents.guessing import NOTHING, guess_for, names_in_question
from fictionworld.episodes.agents.pages import results_in

if TYPE_CHECKING:
    from fictionworld.episodes.agents.reasoner import Reasoner
    from fictionworld.episodes.episode import Episode
    from fictionworld.tasks.record import Task

__all__ = ["ClosedBook", "Guess", "PasteQuestion"]

_MOST_ROWS = 60
_SEPARATOR = re.compile(r" [-|\u2013\u2014:] |: | \.\.\.")
_SENTENCE = re.compile(r"(?<=[.!?]) ")
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")


class ClosedBook:
    """Answers from the question alone: one row of what each column might hold."""

    name = "closed-book"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        task = _task(episode)
        return markdown(task.columns, [[guess_for(one, task.question) for one in task.columns]])


class Guess:
    """Takes each name in the question for a row, and guesses the rest."""

    name = "guess"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        task = _task(episode)
        names = names_in_question(task.question) or [NOTHING]
        keys = [column for column in task.columns if column in task.key_columns]
        rows = []
        for given in list(product(names, repeat=max(1, len(keys))))[:_MOST_ROWS]:
            said = dict(zip(keys, given, strict=False))
            rows.append([said.get(one) or guess_for(one, task.question) for one in task.columns])
        return markdown(task.columns, rows)


class PasteQuestion:
    """Pastes the question into the search box, and fills a table from what the snippets say."""

    name = "paste-question"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - knows no names
        task = _task(episode)
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
        return markdown(task.columns, rows)


def _figure_for(header: str, snippet: str) -> str:
    """The figure in the sentence that shares most words with the header."""
    words = {word for word in re.findall(r"[a-z]+", header.lower()) if len(word) > 2}
    best, most = NOTHING, 0
    for sentence in _SENTENCE.split(snippet):
        shared = len(words & set(re.findall(r"[a-z]+", sentence.lower())))
        figure = _FIGURE.search(sentence)
        if figure is not None and shared > most:
            best, most = figure[0], shared
    return best


def _task(episode: Episode) -> Task:
    assert episode.task is not None, "agents play tasks"
    return episode.task
