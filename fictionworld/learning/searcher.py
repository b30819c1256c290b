"""The searcher: an agent whose steps a policy chooses, one of five at a time.

Queries are the scout's, and so is the understanding of texts: what is learnt is which kind of step
to make when, and when to stop. The policy sees figures of the episode, and no word.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple

import numpy as np

from fictionworld.episodes.agents.candidates import PageCandidate
from fictionworld.episodes.agents.pages import results_in
from fictionworld.episodes.agents.plans import Plans
from fictionworld.episodes.agents.scout import ScoutRun
from fictionworld.episodes.agents.snippets import filled_answer
from fictionworld.episodes.agents.wanted import Wanted
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.reward import Reward
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.learning.remembered import (
    RememberingCandidates,
    RememberingReasoner,
    RememberingSnippetReader,
    RememberingVocabulary,
    TextMemory,
)
from fictionworld.streams import Bools, Floats
from fictionworld.tasks.specification import Specification
from fictionworld.worlds.world_rows import Cell

ACTIONS: Final = ("question", "lists", "values", "open", "answer")
"""Search for the question; for a list or table; for a lacking value of a row by name; open the best
page seen; answer with what is known. A search has one query: ten results take 2,000 characters."""
QUESTION, LISTS, VALUES, OPEN, ANSWER = range(len(ACTIONS))
FEATURES: Final = 11
_MOST_VALUES: Final = 40
"""So many lacking cells are looked at for queries."""
_DIGIT: Final = re.compile(r"\d")


class Situation(NamedTuple):
    """What a policy decides by."""

    features: Floats
    """`FEATURES` numbers, most between 0 and 1. The last is the share of the context that is used;
    in the searcher's own situations, which know of no context, the characters of all replies."""
    allowed: Bools
    """Which of `ACTIONS` can be made."""

    @property
    def characters(self) -> int:
        """Return the characters of all replies, in a situation that knows of no context."""
        return int(self.features[-1])

    def within(self, context: int) -> Situation:
        """Return the situation of an episode whose replies may have so many characters."""
        features = self.features.copy()
        features[-1] /= context
        return Situation(features, self.allowed)


class _NoPlans(Plans):
    """Plans that are not said: nobody reads a transcript of these episodes."""

    def read(
        self, candidate: PageCandidate, lacking: Counter[Cell], open_lists: Collection[str]
    ) -> None:
        """Say nothing."""


class Searcher(ScoutRun):
    """One episode of the searcher.

    Args:
        episode: The episode to call tools of.
        handle: The world.
        specification: What is asked for.
        memory: What other episodes made of the texts of the world.
    """

    def __init__(
        self,
        episode: Episode,
        handle: WorldHandle,
        specification: Specification,
        memory: TextMemory,
    ) -> None:
        reasoner = RememberingReasoner(handle, specification, memory)
        super().__init__(episode, reasoner)
        self._plans = _NoPlans(episode, reasoner)
        self._candidates = RememberingCandidates(reasoner, memory)
        self._words = RememberingVocabulary(episode.question, memory)
        self._snippets = RememberingSnippetReader(episode, reasoner, memory)
        self._lacking: Counter[Cell] = Counter()
        self._queries: dict[int, str | None] = {}
        self._learned = {"search": 0, "open": 0}
        self._digits = 0.0
        self._last: int | None = None
        self._situation: Situation | None = None
        self.searches = 0
        self.opened = 0

    @property
    def steps(self) -> int:
        """Return how many steps were made."""
        return self.searches + self.opened

    @property
    def calls_made(self) -> int:
        """Return how many calls were made: a long page takes several."""
        return self._episode.calls_made

    def situation(self) -> Situation:
        """Return where the episode stands."""
        if self._situation is None:
            self._situation = self._seen()
        return self._situation

    def _seen(self) -> Situation:
        self._lacking = self._reasoner.lacking(self._given_up, whole=not self._open_lists)
        self._queries = {
            QUESTION: self._unsearched([self._episode.question]),
            LISTS: self._unsearched(self._first_queries(self._lacking)),
            VALUES: self._unsearched(self._value_queries()),
        }
        count = len(self._lacking)
        features = np.array([
            1.0,
            math.log1p(count) / 4,
            float(count == 0 and not self._open_lists),
            math.log1p(self.searches) / 2,
            math.log1p(self.opened) / 2,
            math.log1p(self._learned["search"]) / 3,
            math.log1p(self._learned["open"]) / 3,
            float(self._last == OPEN),
            float(self._last in {QUESTION, LISTS, VALUES}),
            self._digits,
            sum(call.characters for call in self._episode.calls),
        ])  # fmt: skip
        allowed = np.array([
            *(self._queries[action] is not None for action in (QUESTION, LISTS, VALUES)),
            not self._candidates.is_empty,
            True,
        ])  # fmt: skip
        return Situation(features, allowed)

    def act(self, action: int) -> None:
        """Make a step that the situation allows, other than the answer."""
        self.situation()  # queries, and the page to open, follow from what lacks now
        self._last, self._situation = action, None
        if action == OPEN:
            self._open()
        else:
            query = self._queries[action]
            assert query is not None, "a search can be made"
            self._search([query])

    def score(self) -> Reward:
        """Return the reward of the answer computed from what is known; it ends the episode.

        Where something lacks it is guessed.
        """
        return self._episode.score(filled_answer(self._episode, self._reasoner))

    def _open(self) -> None:
        wanted = Wanted.of(self._lacking, self._reasoner, self._open_lists)
        candidate = self.take(wanted, -1.0) or self._candidates.first()
        assert candidate is not None, "a page can be opened"
        before = len(self._reasoner.known.facts)
        self._read(candidate, wanted, self._lacking)
        self.opened += 1
        self._learned["open"] = len(self._reasoner.known.facts) - before

    def _search(self, queries: list[str]) -> None:
        """Search, and learn what snippets state, as an agent that reads them would."""
        self._searched.update(queries)
        before = len(self._reasoner.known.facts)
        results = list(results_in(self._episode.call("web_search", {"queries": queries})))
        for result in results:
            self._words.meet(f"{result.title} {result.snippet}")
            if self.sees(result):
                self._candidates.see(result)
            self._snippets.understand(result)
        with_digits = sum(bool(_DIGIT.search(result.snippet)) for result in results)
        self._digits = with_digits / max(1, len(results))
        self._learned["search"] = len(self._reasoner.known.facts) - before
        self.searches += 1

    def _value_queries(self) -> Iterator[str]:
        """Yield a query for each of the first lacking cells: a row by name, and the column."""
        for table, row, column in islice(self._lacking, _MOST_VALUES):
            yield f"{self._reasoner.called((table, row))} {self._reasoner.labels(table, column)[0]}"

    def _unsearched(self, queries: Iterable[str]) -> str | None:
        return next((query for query in queries if query not in self._searched), None)
