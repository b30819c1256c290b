"""The scout: a searcher that is given the question and nothing else.

It searches with words of the question and names it has read, reads what results and links promise,
walks lists to their end, and stops when its computation lacks nothing more, or when nothing it
could still search or read bears on what is lacking. Then it computes over what it read.

What is lacking it knows by reasoning (`lacking.py`): the question says that players of some height
are asked for, so the height of a player of whom it has only the name is lacking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from fictionworld.episodes.agents.agent import Agent
from fictionworld.episodes.agents.candidates import Candidates, PageCandidate
from fictionworld.episodes.agents.guessing import answer_of
from fictionworld.episodes.agents.known import NamedRow
from fictionworld.episodes.agents.pages import Link, ShownResult, links_in, read_page, results_in
from fictionworld.episodes.agents.queries import Vocabulary, distinct, words_of
from fictionworld.episodes.agents.reasoner import Reasoner, is_discounted
from fictionworld.episodes.agents.retrying import with_retries
from fictionworld.episodes.agents.wanted import Wanted
from fictionworld.episodes.episode import Episode
from fictionworld.tasks.world_rows import Cell

_AT_ONCE = 2
"""Queries of one search call."""
_WAYS_TO_SAY = 1
"""So many names of a column are tried in the search for tables of it."""
_PLURALS_TRIED = 6
"""So many words of the question that may be plurals are tried in the search for a list."""
_SHORTEST_PLURAL = 5
_MANY = 10
"""Of so many rows it pays to look for a list."""
_WORTH_READING = 0.4
"""A page expected to state fewer cells waits, the less the more searches brought nothing."""
_LAST_RESORT = 0.0
_ANYTHING = -1.0
_MOST_WANDERED = 12
"""Pages read that promise nothing, for the links that they hold, before a search is given up."""


class Scout(Agent):
    """Solves tasks blind; how many calls it took is a task's `scout_calls`."""

    name = "scout"

    def play(self, episode: Episode, reasoner: Reasoner) -> str:
        return ScoutRun(with_retries(episode), reasoner).run()


class ScoutRun:
    """One episode of the scout. What derives from it opens other pages (`route.py`)."""

    def __init__(self, episode: Episode, reasoner: Reasoner) -> None:
        self._episode = episode
        self._reasoner = reasoner
        self._words = Vocabulary(episode.question)
        self._candidates = Candidates(reasoner)
        self._searched: set[str] = set()
        self._parts: dict[str, set[int]] = {}
        self._open_lists = dict.fromkeys(reasoner.to_list)
        self._given_up: set[Cell] = set()
        self._in_vain = 0
        self._wandered = 0
        plurals = [
            word
            for word in dict.fromkeys(words_of(episode.question))
            if word.endswith("s") and len(word) >= _SHORTEST_PLURAL and not word.endswith("ss")
        ]
        self._plurals = plurals[:_PLURALS_TRIED]
        self._named_rows = sorted(reasoner.rows_in(episode.question))

    # Which pages are opened ----------------------------------------------------------------------

    def take(self, wanted: Wanted, least: float) -> PageCandidate | None:
        """The page to open next, if it is expected to state more than `least`."""
        return self._candidates.take(wanted, least)

    def sees(self, result: ShownResult) -> bool:
        """Whether a search result may be opened."""
        return not is_discounted(result.title)

    def follows(self, link: Link, at: str) -> bool:  # noqa: ARG002 - for those that derive
        """Whether a link on the page at the address `at` may be opened."""
        return True

    # Step by step --------------------------------------------------------------------------------

    def run(self) -> str:
        """The answer, when nothing lacks any more."""
        self._search([self._episode.question])
        while True:
            lacking = self._reasoner.lacking(self._given_up, whole=not self._open_lists)
            if not lacking and not self._open_lists:
                return answer_of(self._reasoner)
            self._step(lacking)

    def _step(self, lacking: Counter[Cell]) -> None:
        """One call: a page worth reading, else a search, else any page that may state something."""
        wanted = Wanted.of(lacking, self._reasoner, self._open_lists)
        if self._search_for(self._first_queries(lacking)):
            return
        candidate = self.take(wanted, _WORTH_READING / (1 + self._in_vain))
        if candidate is None:
            if self._search_for(self._name_queries(lacking)):
                self._in_vain += 1
                return
            candidate = self.take(wanted, _LAST_RESORT)
        if candidate is None and self._wandered < _MOST_WANDERED:
            self._wandered += 1
            candidate = self.take(wanted, _ANYTHING)
        if candidate is not None:
            self._read(candidate, wanted, lacking)
        elif lacking:
            # searched for and read for in vain: taken not to exist
            self._given_up.update(lacking)
        else:
            self._open_lists.clear()

    # Reading -------------------------------------------------------------------------------------

    def _read(self, candidate: PageCandidate, wanted: Wanted, lacking: Counter[Cell]) -> None:
        page = read_page(self._episode, self._reasoner, candidate.url)
        self._words.meet(page.text)
        facts = self._reasoner.known.facts
        found = sum(weight for cell, weight in lacking.items() if cell in facts)
        self._candidates.learned(candidate, wanted, found, page.cells)
        if found:
            self._in_vain = 0
        for link in links_in(page.text):
            if self.follows(link, candidate.url):
                self._candidates.link(link, candidate)
        self._follow_list(candidate)

    def _follow_list(self, candidate: PageCandidate) -> None:
        """Where the page is part of a list that is wanted: note the part; all parts end it."""
        found = self._reasoner.list_at(candidate.url)
        if found is None:
            return
        self._candidates.found_list(candidate, found.table)
        parts = self._parts.setdefault(found.table, set())
        parts.add(found.part)
        if len(parts) == found.parts:
            self._open_lists.pop(found.table, None)

    # Searching -----------------------------------------------------------------------------------

    def _search_for(self, queries: Iterable[str]) -> bool:
        """One call with the first of these queries that were not made yet; whether any was left."""
        new = (query for query in distinct(queries) if query not in self._searched)
        batch = list(islice(new, _AT_ONCE))
        if batch:
            self._search(batch)
        return bool(batch)

    def _first_queries(self, lacking: Counter[Cell]) -> Iterator[str]:
        """For lists, and for tables of the figures that lack: a call or two that save many."""
        reasoner, knows = self._reasoner, self._words.knows
        for table in self._open_lists:
            nouns = list(filter(knows, reasoner.nouns(table)))
            # asked for by another word, defenders for players: the question's plurals
            for noun in nouns or self._plurals:
                yield f"{noun} directory"
        columns = Counter((table, column) for table, _, column in lacking)
        for (table, column), count in columns.items():
            nouns = [reasoner.nouns(subject)[0] for subject in reasoner.subject_tables(table)]
            for label in islice(filter(knows, reasoner.labels(table, column)), _WAYS_TO_SAY):
                yield from (f"{label} {noun}" for noun in filter(knows, nouns))
            target = reasoner.target(table, column)
            for listed in (table if count >= _MANY else None, target):
                for noun in filter(knows, reasoner.nouns(listed)[:1] if listed else ()):
                    yield f"{noun} directory"

    def _name_queries(self, lacking: Counter[Cell]) -> Iterator[str]:
        """For what many rows share, then for rows by name, then with what is sought of them."""
        reasoner = self._reasoner
        cells = [cell for cell, _ in lacking.most_common()]
        if not cells:
            yield from self._last_queries()
        shared = Counter((o, t, c) for t, r, c in cells for o in reasoner.key_rows(t, r))
        for (owner, table, column), count in shared.most_common():
            if count > 1 and owner[0] != table:
                yield from self._of_owner(owner, table, column)
        for table, row, column in cells:
            key = reasoner.key_rows(table, row)
            if key == ((table, row),):
                yield reasoner.called((table, row))
            else:
                # a match, a year's sales: pages about it alone are rare, tables hold it
                yield from self._sought(table, row, column, 1)
        for table, row, column in cells:
            yield from self._sought(table, row, column, 1)
        for owner, table, column in shared:
            yield from self._of_owner(owner, table, column)
        for table, row, _ in cells:
            for owner in reasoner.owners(table, row):
                yield reasoner.called(owner)
        for table, row, column in cells:
            yield from self._sought(table, row, column)

    def _last_queries(self) -> Iterator[str]:
        """Where nothing lacks but the end of a list that was not found so far."""
        for named in self._named_rows:
            yield self._reasoner.called(named)
        for table in self._open_lists:
            for noun in filter(self._words.knows, self._reasoner.nouns(table)):
                yield f"list of all {noun}"

    def _of_owner(self, owner: NamedRow, table: str, column: str) -> Iterator[str]:
        """For what many rows have in common: the attendance of a club's matches."""
        called = self._reasoner.called(owner)
        for label in filter(self._words.knows, self._reasoner.labels(table, column)[:1]):
            yield f"{called} {self._reasoner.nouns(table)[0]} {label}"

    def _sought(self, table: str, row: int, column: str, ways: int | None = None) -> Iterator[str]:
        """For a row, by what it is called, with so many names of the column; all if not said."""
        called = self._reasoner.called((table, row))
        labels = filter(self._words.knows, self._reasoner.labels(table, column))
        for label in islice(labels, ways):
            yield f"{called} {label}"

    def _search(self, queries: list[str]) -> None:
        self._searched.update(queries)
        text = self._episode.call("web_search", {"queries": queries})
        for result in results_in(text):
            self._words.meet(f"{result.title} {result.snippet}")
            if self.sees(result):
                self._candidates.see(result)
