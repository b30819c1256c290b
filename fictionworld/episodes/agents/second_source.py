"""The second source: a scout that looks rows of its answer up once more before it answers."""

from __future__ import annotations

from typing import Final

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.guessing import answer_of, rows_of
from fictionworld.episodes.agents.pages import read_page
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.retrying import with_retries
from fictionworld.episodes.agents.scout import ScoutRun
from fictionworld.episodes.episode import Episode

_CHECKED: Final = 3
"""So many rows of the answer are looked up once more."""


class SecondSource(Agent):
    """Plays as the scout, then reads one more page about each of some rows of the answer."""

    name = "second-source"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        return _CheckedRun(with_retries(episode), reasoner).run()


class _CheckedRun(ScoutRun):
    def run(self) -> str:
        """Solve the task, check rows of the answer, and return the answer as it is then."""
        super().run()
        for cells in rows_of(self._reasoner)[:_CHECKED]:
            named = (cell for cell in cells if self._reasoner.rows_in(cell))
            if name := next(named, None):
                self._check(name)
        return answer_of(self._reasoner)

    def _check(self, name: str) -> None:
        """Read a page whose title names the row called `name`; search for one if none was seen."""
        rows = self._reasoner.rows_in(name)
        candidate = self._candidates.about(rows)
        if candidate is None and name not in self._searched:
            self._plans.check(name)
            self._search([name])
            candidate = self._candidates.about(rows)
        if candidate is not None:
            self._plans.check(name)
            read_page(self._episode, self._reasoner, candidate.url)
