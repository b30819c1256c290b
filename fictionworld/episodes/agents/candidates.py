"""Pages that were seen in results or links and not read yet, and which of them to read next.

An agent judges a page by its title: the rows it names, the figures it speaks of, that it is part 3
of 10. How much pages of one sort (one site, one series of titles) really told of what was lacking
is remembered, so that it learns within the episode which are worth a call.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fictionworld.episodes.agents.queries import words_of

if TYPE_CHECKING:
    from fictionworld.episodes.agents.known import NamedRow
    from fictionworld.episodes.agents.pages import Link, Result
    from fictionworld.episodes.agents.reasoner import Reasoner
    from fictionworld.episodes.agents.wanted import Wanted

__all__ = ["Candidate", "Candidates"]

_NUMBER = re.compile(r"\d+")
_PARTS = re.compile(r"\b(?:of|/) ?(\d{1,3})\b")
_MORE = re.compile(r"(?:next|more|previous|prev|older|newer|page|part|\d|\W)+", re.IGNORECASE)
"""What a link says that leads on from one part of a list to another."""
_LISTING = frozenset({"list", "directory", "index", "all", "register", "overview", "full"})
_A_TABLE = 10.0
"""A page of figures is expected to tell no more of what is lacking."""
_IN_PASSING = 0.2
"""What a page is taken to tell of figures that its title speaks of, but not of whose."""
_IN_A_LIST = 0.5
"""What a list of rows is taken to tell of them beside their names."""
_PRIOR, _WEIGHT = 0.5, 2.0
"""How much of what it might tell an unknown sort of page is taken to tell, and how firmly."""


@dataclass(slots=True)
class Candidate:
    """A page by its address and what was shown of it."""

    url: str
    title: str
    words: frozenset[str]
    rows: frozenset[NamedRow]
    """Rows that the title names."""
    parts: int
    """Of how many the title says that it is one."""
    sort: str
    """Its site, and its title with names and numbers left out."""
    own_title: bool
    """The title is the page's own, from a search result; else what a link to it said."""
    hinted: set[NamedRow] = field(default_factory=set)
    """Rows that its snippet names."""
    columns: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Whether the title speaks of a column, as far as that was asked."""


class Candidates:
    """All pages seen and not read."""

    def __init__(self, reasoner: Reasoner) -> None:
        self._reasoner = reasoner
        self._open: dict[str, Candidate] = {}
        self._done: set[str] = set()
        self._told: defaultdict[object, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._lists: dict[str, str] = {}

    # Seeing ------------------------------------------------------------------------------------

    def see(self, result: Result) -> None:
        """Note a page from a search result."""
        self._note(result.url, result.title, own_title=True)
        if result.url in self._open:
            self._open[result.url].hinted |= self._reasoner.rows_in(result.snippet)

    def link(self, link: Link, at: Candidate) -> None:
        """Note a page that the page `at` links to. What is only called the next is more of `at`."""
        if link.url in self._open or link.url in self._done:
            return
        said = link.said
        if _MORE.fullmatch(said.strip()):
            said = at.title
        elif not self._reasoner.rows_in(said):
            # in a list, `official page` is that of the row beside it
            said = " ".join([*self._reasoner.names_in(link.line)[:1], said])
        self._note(link.url, said, own_title=False)

    def _note(self, url: str, title: str, *, own_title: bool) -> None:
        known = self._open.get(url)
        if url in self._done or (known is not None and (known.own_title or not own_title)):
            return
        plain = title
        for name in self._reasoner.names_in(title):
            plain = plain.replace(name, "*")
        parts = _PARTS.search(plain)
        self._open[url] = Candidate(
            url,
            title,
            frozenset(words_of(title)),
            frozenset(self._reasoner.rows_in(title)),
            max(1, int(parts[1])) if parts else 1,
            f"{urlsplit(url).netloc} {_NUMBER.sub('#', plain)}",
            own_title,
        )

    # Choosing ----------------------------------------------------------------------------------

    def take(self, wanted: Wanted, least: float) -> Candidate | None:
        """The page that is expected to tell most, if that is more than `least`; it is then read."""
        best, most = None, least
        for candidate in self._open.values():
            if (worth := self._worth(candidate, wanted)) > most:
                best, most = candidate, worth
        if best is not None:
            del self._open[best.url]
            self._done.add(best.url)
        return best

    def found_list(self, candidate: Candidate, table: str) -> None:
        """Pages of this sort list the rows of a table."""
        self._lists[candidate.sort] = table

    def learned(self, candidate: Candidate, wanted: Wanted, told: float) -> None:
        """Note how many of the lacking cells a page told."""
        might = self._might(candidate, wanted)
        for sort in (candidate.sort, self._family(candidate, wanted)):
            self._told[sort][0] += min(told, might)
            self._told[sort][1] += might

    def _worth(self, candidate: Candidate, wanted: Wanted) -> float:
        listed = self._lists.get(candidate.sort)
        if listed is not None and listed in wanted.to_list:
            return 1000.0
        about = (
            [] if candidate.rows else [t for t in wanted.to_list if self._is_about(candidate, t)]
        )
        if listed is None and about:
            # a list of all rows speaks of no figure; a table of figures holds some of them
            if any(self._speaks_of_any(candidate, table) for table in about):
                return 50.0
            return 100.0 + 100.0 * bool(_LISTING & candidate.words)
        might = self._might(candidate, wanted)
        return might * self._rate(candidate, wanted) if might else 0.0

    def _rate(self, candidate: Candidate, wanted: Wanted) -> float:
        """The share of what it might tell that pages of its sort told, or else of its family."""
        told, might = self._told.get(self._family(candidate, wanted), (0.0, 0.0))
        prior = (told + _PRIOR * _WEIGHT) / (might + _WEIGHT)
        told, might = self._told.get(candidate.sort, (0.0, 0.0))
        return (told + prior * _WEIGHT) / (might + _WEIGHT)

    def _family(self, candidate: Candidate, wanted: Wanted) -> object:
        """What unlike titles have in common: the figures they speak of, the rows they name."""
        spoken = tuple(one for one in wanted.by_column if self._speaks_of(candidate, *one))
        return spoken, tuple(sorted(table for table, _ in candidate.rows))

    def _might(self, candidate: Candidate, wanted: Wanted) -> float:
        """How many of the lacking cells a page may tell, by its title."""
        if candidate.rows:
            return wanted.of_rows(candidate.rows)
        hinted = wanted.of_rows(candidate.hinted) if candidate.hinted else 0.0
        expected = 0.0
        for (table, column), count in wanted.by_column.items():
            about = any(self._is_about(candidate, t) for t in self._reasoner.bearers(table))
            if self._speaks_of(candidate, table, column):
                likely = min(count / candidate.parts, _A_TABLE)
                expected += likely if about else _IN_PASSING * likely
            elif about and _LISTING & candidate.words:
                expected += _IN_A_LIST * min(count / candidate.parts, _A_TABLE)
            elif about:
                expected += min(_IN_PASSING * count, 2 * _IN_PASSING)
        return max(expected, 0.7 * hinted) if expected else 0.3 * hinted

    def _is_about(self, candidate: Candidate, table: str) -> bool:
        """Whether the title says what rows of a table are called."""
        asked = (table, "")
        if asked not in candidate.columns:
            nouns = self._reasoner.nouns(table)
            said = any(candidate.words.issuperset(words_of(noun)) for noun in nouns)
            candidate.columns[asked] = said
        return candidate.columns[asked]

    def _speaks_of_any(self, candidate: Candidate, table: str) -> bool:
        """Whether the title says what some column of figures of the table is called."""
        stored = self._reasoner.pack.tables[table].stored
        return any(self._speaks_of(candidate, table, c.name) for c in stored if c.role == "askable")

    def _speaks_of(self, candidate: Candidate, table: str, column: str) -> bool:
        """Whether the title says what a column is called."""
        asked = (table, column)
        if asked not in candidate.columns:
            labels = self._reasoner.labels(table, column)
            said = any(candidate.words.issuperset(words_of(label)) for label in labels)
            candidate.columns[asked] = said
        return candidate.columns[asked]
