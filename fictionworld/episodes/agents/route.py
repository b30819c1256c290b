"""Fixed routes: what the scout earns that may open only some of the pages, in a set order.

A route shares the scout's queries, its understanding and its answer. It stops when it has been
shown 1.5 times the characters that the scout is shown on the same task.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Any, ClassVar, Final

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.candidates import PageCandidate
from fictionworld.episodes.agents.guessing import answer_of
from fictionworld.episodes.agents.known import KnownRows
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.retrying import with_retries
from fictionworld.episodes.agents.scout import Scout, ScoutRun
from fictionworld.episodes.agents.wanted import Wanted
from fictionworld.episodes.episode import Episode
from fictionworld.worlds.world_rows import Cell

TIMES_SCOUT: Final = 1.5
"""A route is shown at most so many times the characters that the scout is shown."""
_STEPS_WITHOUT_ROWS: Final = 3


class RouteRun(ScoutRun):
    """One episode of a fixed route."""

    reads_lists: ClassVar[bool] = True
    """Whether it may open the lists that show that every row was seen. A route that may not takes
    the rows seen for all rows once three calls in succession brought no further one."""

    def __init__(self, episode: Episode, reasoner: Reasoner) -> None:
        super().__init__(episode, reasoner)
        self._rows = 0
        self._steps_without_rows = 0

    def take(self, wanted: Wanted, least: float) -> PageCandidate | None:
        """Take a page as the scout does; when `least` is at most 0, any page that is left."""
        candidate = super().take(wanted, least)
        return self._candidates.first() if candidate is None and least <= 0 else candidate

    def _step(self, lacking: Counter[Cell]) -> None:
        given_up = len(self._given_up)
        super()._step(lacking)
        if len(self._given_up) > given_up:
            _leave_out_undecided(self._reasoner)
        if self._open_lists and not self.reads_lists:
            rows = sum(len(self._reasoner.known.rows[table]) for table in self._open_lists)
            self._steps_without_rows = 0 if rows > self._rows else self._steps_without_rows + 1
            self._rows = rows
            if rows and self._steps_without_rows >= _STEPS_WITHOUT_ROWS:
                self._open_lists.clear()


class RouteAgent(Agent):
    """Plays a route within its characters.

    Args:
        scout_characters: By task id what the scout was shown under the same conditions, where it
            is known; else the scout plays the task first, in an episode of its own.
    """

    route: ClassVar[type[RouteRun]]

    def __init__(self, scout_characters: Mapping[str, int] | None = None) -> None:
        self._scout_characters = scout_characters or {}

    @property
    def settings(self) -> str:
        return f"characters={TIMES_SCOUT} x scout"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        task_id = episode.task.task_id if episode.task else ""
        characters = self._scout_characters.get(task_id) or _scout_characters(episode, reasoner)
        bounded: Any = _Bounded(episode, int(TIMES_SCOUT * characters))
        try:
            return self.route(with_retries(bounded), reasoner).run()
        except _SpentError:
            _leave_out_undecided(reasoner)
            return answer_of(reasoner)


def _leave_out_undecided(reasoner: Reasoner) -> None:
    """Drop the question's conditions that nothing read decides for any row.

    The answer then holds rows that may not pass, rather than none.
    """
    original, rows = reasoner.specification, KnownRows(reasoner.known)
    conditions = tuple(
        condition
        for condition in original.where
        if any(value is not None for value in rows.cells(original.table, condition.path))
    )
    members = tuple(member for member in original.members if rows.ids(member.table))
    reasoner.specification = replace(original, where=conditions, members=members)


def _scout_characters(episode: Episode, reasoner: Reasoner) -> int:
    """Return how many characters the scout is shown on the task of an episode not yet begun."""
    twin = copy(episode)
    Scout().play(twin, reasoner.afresh())
    return sum(call.characters for call in twin.calls)


class _SpentError(Exception):
    """The characters, or the calls, of an episode are spent."""


class _Bounded:
    """An episode that ends before a reply that would show more than `characters` in all."""

    def __init__(self, episode: Episode, characters: int) -> None:
        self._episode = episode
        self._left = characters

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - all else is the episode's own
        return getattr(self._episode, name)

    def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return the reply if it is within the bound; else raise _SpentError."""
        episode = self._episode
        if episode.most_calls and episode.calls_made >= episode.most_calls:
            raise _SpentError
        text = episode.call(tool, arguments)
        self._left -= len(text)
        if self._left < 0:
            raise _SpentError
        return text
