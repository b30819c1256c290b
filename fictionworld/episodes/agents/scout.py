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
from fictionworld.episodes.agents.plans import Plans
from fictionworld.episodes.agents.queries import Vocabulary, distinct, words_of
from fictionworld.episodes.agents.reasoner import Reasoner, is_discounted
from fictionworld.episodes.agents.retrying import with_retries
from fictionworld.episodes.agents.wanted import Wanted
from fictionworld.episodes.episode import Episode
from fictionworld.worlds.world_rows import Cell

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
        self._plans = Plans(episode, reasoner)
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
        """Take the page to open next; None if none is expected to state more than `least` cells."""
        return self._candidates.take(wanted, least)

    def sees(self, result: ShownResult) -> bool:
        """Return whether a search result may be opened."""
        return not is_discounted(result.title)

    def follows(self, link: Link, at: str) -> bool:  # noqa: ARG002 - for derived classes
        """Return whether a link on the page at the address `at` may be opened."""
        return True

    # Step by step --------------------------------------------------------------------------------

    def run(self) -> str:
        """Search and read until nothing lacks, and return the answer."""
        self._plans.begin()
        self._search([self._episode.question])
        while True:
            lacking = self._reasoner.lacking(self._given_up, whole=not self._open_lists)
            if not lacking and not self._open_lists:
                return answer_of(self._reasoner)
            self._step(lacking)

    def _step(self, lacking: Counter[Cell]) -> None:
        """Make one step: read a promising page, else search, else read any page of use."""
        wanted = Wanted.of(lacking, self._reasoner, self._open_lists)
        if self._search_for(self._first_queries(lacking), lacking):
            return
        candidate = self.take(wanted, _WORTH_READING / (1 + self._in_vain))
        if candidate is None:
            if self._search_for(self._name_queries(lacking), lacking):
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
        self._plans.read(candidate, lacking, self._open_lists)
        page = read_page(self._episode, self._reasoner, candidate.url)
        self._words.meet(page.text)
        facts = self._reasoner.known.facts
        stated = sum(weight for cell, weight in lacking.items() if cell in facts)
        self._candidates.learned(candidate, wanted, stated, page.cells)
        if stated:
            self._in_vain = 0
        for link in links_in(page.text):
            if self.follows(link, candidate.url):
                self._candidates.link(link, candidate)
        self._follow_list(candidate)

    def _follow_list(self, candidate: PageCandidate) -> None:
        """Note which part of a wanted list the page is; a list with all parts read is closed."""
        list_part = self._reasoner.list_at(candidate.url)
        if list_part is None:
            return
        self._candidates.found_list(candidate, list_part.table)
        parts = self._parts.setdefault(list_part.table, set())
        parts.add(list_part.part)
        if len(parts) == list_part.parts:
            self._open_lists.pop(list_part.table, None)

    # Searching -----------------------------------------------------------------------------------

    def _search_for(self, queries: Iterable[str], lacking: Counter[Cell]) -> bool:
        """Search with the first of the queries not made yet; return whether any was left.

        Args:
            queries: The queries, the best one first.
            lacking: What they are to find.
        """
        unsearched = (query for query in distinct(queries) if query not in self._searched)
        batch = list(islice(unsearched, _AT_ONCE))
        if batch:
            self._plans.search(batch, lacking, self._open_lists)
            self._search(batch)
        return bool(batch)

    def _first_queries(self, lacking: Counter[Cell]) -> Iterator[str]:
        """Yield queries for lists, and for tables of the lacking figures: they save many calls."""
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
        """Yield queries for rows that cells share, for rows by name, and for their columns."""
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
                # a match, a year's sales: pages about one alone are rare, tables hold them
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
        """Yield queries for when no cell lacks, but a list was not read to its end."""
        for row in self._named_rows:
            yield self._reasoner.called(row)
        for table in self._open_lists:
            for noun in filter(self._words.knows, self._reasoner.nouns(table)):
                yield f"list of all {noun}"

    def _of_owner(self, owner: NamedRow, table: str, column: str) -> Iterator[str]:
        """Yield queries for a column of an owner's rows: the attendance of a club's matches."""
        name = self._reasoner.called(owner)
        for label in filter(self._words.knows, self._reasoner.labels(table, column)[:1]):
            yield f"{name} {self._reasoner.nouns(table)[0]} {label}"

    def _sought(self, table: str, row: int, column: str, ways: int | None = None) -> Iterator[str]:
        """Yield queries for a column of a row, by `ways` names of the column; None for all."""
        name = self._reasoner.called((table, row))
        labels = filter(self._words.knows, self._reasoner.labels(table, column))
        for label in islice(labels, ways):
            yield f"{name} {label}"

    def _search(self, queries: list[str]) -> None:
        self._searched.update(queries)
        text = self._episode.call("web_search", {"queries": queries})
        for result in results_in(text):
            self._words.meet(f"{result.title} {result.snippet}")
            if self.sees(result):
                self._candidates.see(result)
