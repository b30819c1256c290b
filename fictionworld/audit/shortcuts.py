"""Agents that the ladder needs beside those of the rollouts: they know nothing, or read all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.answer import answer_of, markdown
from fictionworld.episodes.agents.guessing import NOTHING
from fictionworld.episodes.agents.pages import read_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fictionworld.episodes.agents.reasoner import Reasoner
    from fictionworld.episodes.episode import Episode

__all__ = ["CrawlAll", "Echo", "Empty", "KeysWithBlanks"]

_MOST_PAGES: Final = 5_000


class Empty(Agent):
    """Hands in nothing."""

    name = "empty"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        return ""


class Echo(Agent):
    """Hands in the question."""

    name = "echo"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:  # noqa: ARG002 - reads nothing
        return episode.question


class KeysWithBlanks(Agent):
    """Knows which rows the answer has, and fills no other cell: what naming rows earns.

    Args:
        rows: For each task its rows, cell by cell, as the question asks for them.
    """

    name = "keys-with-blanks"

    def __init__(self, rows: Mapping[str, Sequence[Sequence[str]]]) -> None:
        self._rows = rows

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        task = episode.task
        assert task is not None, "agents play tasks"
        keys = [o.role in {"key", "place"} for o in reasoner.specification.outputs]
        if not any(keys):
            keys = [False] * len(keys)
        return markdown(
            task.columns,
            [
                [cell if key else NOTHING for cell, key in zip(row, keys, strict=True)]
                for row in self._rows.get(task.task_id, ())
            ],
        )


class CrawlAll(Agent):
    """Opens every page of the web that a search or a link has named, and computes.

    It needs no wit to search: it looks for nothing, and reads all. It begins with one search, for
    the question, and goes on with the links on each page and with the names of rows it has met.
    """

    name = "crawl-all"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        from fictionworld.episodes.agents.pages import links_in, results_in  # noqa: PLC0415

        waiting: dict[str, None] = {}
        read: set[str] = set()
        asked: set[str] = set()
        queries = [episode.question]
        while (queries or waiting) and len(read) < _MOST_PAGES:
            if queries:
                query = queries.pop()
                for result in results_in(episode.call("web_search", {"queries": [query]})):
                    waiting.setdefault(result.url)
            while waiting:
                url = next(iter(waiting))
                del waiting[url]
                if url in read:
                    continue
                read.add(url)
                text = read_page(episode, reasoner, url).text
                for link in links_in(text):
                    if link.url not in read:
                        waiting.setdefault(link.url)
                for name in reasoner.names_in(text):
                    if name not in asked:
                        asked.add(name)
                        queries.append(name)
        return answer_of(reasoner)
