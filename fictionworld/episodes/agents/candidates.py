"""Pages that were seen in results or links and not read yet, and which of them to read next.

An agent judges a page by its title: the rows it names, the figures it speaks of, that it is part 3
of 10 or goes from Adela to Bruno. What pages of one sort (one site, one series of titles) really
stated is remembered, so that it learns within the episode which are worth a call: after one part of
a table it knows what the others hold.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from fictionworld.episodes.agents.known import NamedRow
from fictionworld.episodes.agents.pages import Link, ShownResult
from fictionworld.episodes.agents.queries import words_of
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.wanted import NameSpan, Wanted, span_in
from fictionworld.text.names import fold
from fictionworld.worlds.world_rows import Cell

T = TypeVar("T")

_NUMBER = re.compile(r"\d+")
_SITE = re.compile(r" [-\u2013|] ((?:(?! [-\u2013|] ).)+)$")
"""What stands last in a title: the name of the site, or the guests of a match."""
_NO_LETTER = re.compile(r"[^a-z]+")
_PARTS = re.compile(r"\b(?:of|/) ?(\d{1,3})\b")
_SPANNED = "~"
_MORE = re.compile(r"(?:next|more|previous|prev|older|newer|page|part|\d|\W)+", re.IGNORECASE)
"""What a link says that leads on from one part of a list to another."""
_LISTING = frozenset({
    "list", "directory", "index", "all", "register", "overview", "full", "browse",
})  # fmt: skip
_A_TO_Z = frozenset({"a", "z"})
_ESSAY = frozenset({
    "opinion", "letters", "guide", "glossary", "mistakes", "trouble", "how", "why", "what", "who",
    "ask", "term", "good",
})  # fmt: skip
"""What the titles of pages say that talk about figures and state none."""
_A_TABLE = 10.0
"""A page of figures is expected to state no more of what is lacking."""
_IN_PASSING = 0.2
"""What a page is taken to state of figures that its title speaks of, but not of whose."""
_ON_OTHERS = 0.02
"""What a page is taken to state whose title speaks of other figures."""
_BESIDE = 0.2
"""What a table of other figures is taken to state of its rows, beside those."""
_IN_A_LIST = 0.5
"""What a list of rows is taken to state of them beside their names."""
_PRIOR, _WEIGHT = 0.5, 2.0
"""The share of what it might state that a page of an unknown sort is taken to state, and the
weight of that."""


@dataclass(slots=True)
class PageCandidate:
    """A page by its address and what was shown of it."""

    url: str
    title: str
    words: frozenset[str]
    rows: frozenset[NamedRow]
    """Rows that the title names."""
    parts: int
    """Of how many the title says that it is one."""
    span: NameSpan | None
    """From which name to which, where the title says so."""
    sort: str
    """Its site, and its title with names, numbers and spans left out."""
    rank: tuple[bool, bool]
    """Whether the title was not cut inside its span, and whether it is the page's own, from a
    search result, not what a link to it said. Of two titles the one with the higher rank is kept.
    """
    about: frozenset[str]
    """The tables whose rows the title speaks of: `players`."""
    spoken: frozenset[tuple[str, str]]
    """The columns of figures that it speaks of."""
    hinted: set[NamedRow] = field(default_factory=set)
    """Rows that its snippet names."""

    @property
    def is_listing(self) -> bool:
        """Return whether the page calls itself a list."""
        return not _LISTING.isdisjoint(self.words) or self.words >= _A_TO_Z


@dataclass(slots=True)
class _Profile:
    """What pages of one sort stated, whether it lacked or not."""

    pages: int = 0
    stated: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By column, in how many rows."""


class Candidates:
    """All pages seen and not read."""

    def __init__(self, reasoner: Reasoner) -> None:
        self._reasoner = reasoner
        self._open: dict[str, PageCandidate] = {}
        self._done: set[str] = set()
        self._stated: defaultdict[object, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._profiles: defaultdict[str, _Profile] = defaultdict(_Profile)
        self._lists: dict[str, str] = {}

    @cached_property
    def _nouns(self) -> dict[str, list[frozenset[str]]]:
        reasoner = self._reasoner
        return {t.name: _as_words(reasoner.nouns(t.name)) for t in reasoner.pack.world_tables}

    @cached_property
    def _labels(self) -> dict[tuple[str, str], list[frozenset[str]]]:
        reasoner = self._reasoner
        return {
            (t.name, c.name): _as_words(reasoner.labels(t.name, c.name))
            for t in reasoner.pack.world_tables
            for c in t.stored
            if c.role != "name"
        }

    # Seeing ------------------------------------------------------------------------------------

    def see(self, result: ShownResult) -> None:
        """Note a page from a search result."""
        self._note(result.url, result.title, own_title=True)
        if result.url in self._open:
            self._open[result.url].hinted |= self._reasoner.rows_in(result.snippet)

    def link(self, link: Link, at: PageCandidate) -> None:
        """Note a page that the page `at` links to; a link that says "next" leads to more of it."""
        noted = self._open.get(link.url)
        if link.url in self._done or (noted is not None and noted.rank[0]):
            return
        title = link.said
        span = span_in(f", {title}")
        if span is not None and span.said == title:  # `Adela to Bruno`, on the part after it
            if at.span is not None:
                title = at.title.replace(at.span.said, title)
            else:  # results cut the title before its span
                title = f"{at.title.removesuffix('...').rstrip(' ,')}, {title}"
        elif _MORE.fullmatch(title.strip()):
            title = at.title if at.span is None else at.title.replace(at.span.said, "more")
        elif not self._reasoner.rows_in(title):
            # in a list, `official page` means the page of the row named beside it
            title = " ".join([*self._reasoner.names_in(link.line)[:1], title])
        self._note(link.url, title, own_title=False)

    def _note(self, url: str, title: str, *, own_title: bool) -> None:
        noted, span = self._open.get(url), span_in(title)
        rank = span is None or bool(span.stop), own_title
        if url not in self._done and (noted is None or noted.rank < rank):
            self._open[url] = self.described(url, title, span, rank)

    def described(
        self, url: str, title: str, span: NameSpan | None, rank: tuple[bool, bool]
    ) -> PageCandidate:
        """Return a page as its address and title describe it, with the span that they state."""
        plain = title if span is None else title.replace(span.said, _SPANNED)
        plain = _without_site(plain, url)
        rows = frozenset(self._reasoner.rows_in(plain))
        for name in self._reasoner.names_in(plain):
            plain = plain.replace(name, "*")
        parts = _PARTS.search(plain)
        words = frozenset(words_of(plain))
        # `Linden 1994 (vintage)` says what it is about, and not whose vintage it was
        kinds = {table for table, _ in rows}
        spoken = _said(self._labels, words)
        spoken = frozenset(
            column for column in spoken if self._reasoner.target(*column) not in kinds
        )
        return PageCandidate(
            url,
            title,
            words,
            rows,
            max(1, int(parts[1])) if parts else 1,
            span,
            f"{url.partition('/')[0]} {_NUMBER.sub('#', plain)}",
            rank,
            _said(self._nouns, words),
            spoken,
        )

    # Choosing ----------------------------------------------------------------------------------

    def take(self, wanted: Wanted, least: float) -> PageCandidate | None:
        """Take the page expected to state most cells; None if none may state over `least`."""
        best, most = None, least
        for candidate in self._open.values():
            if (worth := self._worth(candidate, wanted)) > most:
                best, most = candidate, worth
        return self._taken(best)

    @property
    def is_empty(self) -> bool:
        """Return whether no page is left."""
        return not self._open

    def first(self) -> PageCandidate | None:
        """Take the page that was seen first; None when no page is left."""
        return self._taken(next(iter(self._open.values()), None))

    def about(self, rows: Collection[NamedRow]) -> PageCandidate | None:
        """Take the page that was seen first whose title names one of these rows."""
        named = (page for page in self._open.values() if not page.rows.isdisjoint(rows))
        return self._taken(next(named, None))

    def _taken(self, candidate: PageCandidate | None) -> PageCandidate | None:
        if candidate is not None:
            del self._open[candidate.url]
            self._done.add(candidate.url)
        return candidate

    def found_list(self, candidate: PageCandidate, table: str) -> None:
        """Note that pages of the candidate's sort list the rows of a table."""
        self._lists[candidate.sort] = table

    def learned(
        self, candidate: PageCandidate, wanted: Wanted, stated: float, cells: Iterable[Cell]
    ) -> None:
        """Note how many lacking cells a page stated (`stated`), and all cells that it states."""
        might = self._might(candidate, wanted)
        profile = self._profiles[candidate.sort]
        profile.pages += 1
        profile.stated.update((table, column) for table, _, column in cells)
        for sort in (candidate.sort, self._family(candidate, wanted)):
            self._stated[sort][0] += min(stated, might)
            self._stated[sort][1] += might

    def _worth(self, candidate: PageCandidate, wanted: Wanted) -> float:
        listed_table = self._lists.get(candidate.sort)
        if listed_table is not None and listed_table in wanted.to_list:
            return 1000.0
        about = () if candidate.rows else wanted.to_list & candidate.about
        if listed_table is None and about:
            # a list of all rows speaks of no figure; a table of their figures holds some of them
            if any(table in about for table, _ in candidate.spoken):
                return 50.0
            if candidate.is_listing or not candidate.spoken:
                return 100.0 + 100.0 * candidate.is_listing
        might = self._might(candidate, wanted)
        return might * self._rate(candidate, wanted) if might else 0.0

    def _rate(self, candidate: PageCandidate, wanted: Wanted) -> float:
        """Return the share of the cells expected of pages of its sort that they did state.

        Where few such pages were read, the share of its family of pages counts too.
        """
        stated, might = self._stated.get(self._family(candidate, wanted), (0.0, 0.0))
        prior = (stated + _PRIOR * _WEIGHT) / (might + _WEIGHT)
        stated, might = self._stated.get(candidate.sort, (0.0, 0.0))
        return (stated + prior * _WEIGHT) / (might + _WEIGHT)

    def _family(self, candidate: PageCandidate, wanted: Wanted) -> object:
        """Return what unlike titles share: columns they speak of, tables they name rows of."""
        spoken = tuple(column for column in wanted.by_column if column in candidate.spoken)
        return spoken, tuple(sorted(table for table, _ in candidate.rows))

    def _might(self, candidate: PageCandidate, wanted: Wanted) -> float:
        """Return how many of the lacking cells a page may state, judged by its title."""
        aside = self._is_on_others(candidate, wanted)
        if candidate.rows:
            stated = wanted.of_rows(candidate.rows, candidate.span)
            return _ON_OTHERS * stated if aside else stated
        if (profile := self._profiles.get(candidate.sort)) is not None:
            return self._by_profile(candidate, wanted, profile)
        hinted = wanted.of_rows(candidate.hinted) if candidate.hinted else 0.0
        expected = sum(
            self._expected(candidate, wanted, *column, count)
            for column, count in wanted.by_column.items()
        )
        if aside and candidate.spoken and not _ESSAY & candidate.words:
            beside = sum(
                min(self._share(candidate, wanted, column, count), _A_TABLE)
                for column, count in wanted.by_column.items()
                if not candidate.about.isdisjoint(self._reasoner.subject_tables(column[0]))
            )
            return max(_BESIDE * beside, _ON_OTHERS * hinted)
        if aside or _ESSAY & candidate.words:
            return _ON_OTHERS * max(expected, hinted)
        return max(expected, 0.7 * hinted) if expected else 0.3 * hinted

    def _expected(
        self, candidate: PageCandidate, wanted: Wanted, table: str, column: str, count: int
    ) -> float:
        """Return how many lacking cells of a column a page of an unknown sort may state."""
        reasoner = self._reasoner
        about = not candidate.about.isdisjoint(reasoner.subject_tables(table))
        likely = min(self._share(candidate, wanted, (table, column), count), _A_TABLE)
        if (table, column) in candidate.spoken:
            return likely if about else _IN_PASSING * likely
        if about and candidate.is_listing:
            return _IN_A_LIST * likely
        if about:
            return min(_IN_PASSING * count, 2 * _IN_PASSING)
        if candidate.is_listing and reasoner.target(table, column) in candidate.about:
            return _IN_A_LIST  # it names whose pages to look for
        return 0.0

    def _is_on_others(self, candidate: PageCandidate, wanted: Wanted) -> bool:
        """Return whether the title speaks of columns or tables, but of none with lacking cells."""
        if candidate.spoken:
            return candidate.spoken.isdisjoint(wanted.by_column)
        return bool(candidate.about) and candidate.about.isdisjoint(wanted.tables)

    def _share(
        self, candidate: PageCandidate, wanted: Wanted, column: tuple[str, str], count: int
    ) -> float:
        """Return how many of a column's lacking cells belong to the part that the page is."""
        if candidate.span is not None:
            return wanted.within(column, candidate.span)
        return count / candidate.parts

    def _by_profile(self, candidate: PageCandidate, wanted: Wanted, profile: _Profile) -> float:
        """Return how many lacking cells a page states if it is like others of its sort."""
        expected = 0.0
        for column, count in wanted.by_column.items():
            stated = profile.stated[column] / profile.pages
            if not stated:
                continue
            if candidate.span is None and candidate.parts == 1:
                row_count = len(self._reasoner.known.rows[column[0]])
                expected += count * min(1.0, stated / max(row_count, 1))
            else:
                expected += self._share(candidate, wanted, column, count)
        return expected


def _without_site(title: str, url: str) -> str:
    """Return a title without the name of its site at the end, which may be that of a row too."""
    match = _SITE.search(title)
    if match is None:
        return title
    site, host = (_NO_LETTER.sub("", fold(text)) for text in (match[1], url.partition("/")[0]))
    return title[: match.start()] if site and site in host else title


def _said(called: dict[T, list[frozenset[str]]], words: frozenset[str]) -> frozenset[T]:
    """Return the keys of `called` with a name whose words are all among `words`."""
    return frozenset(key for key, names in called.items() if any(map(words.issuperset, names)))


def _as_words(texts: Iterable[str]) -> list[frozenset[str]]:
    return [frozenset(words_of(text)) for text in texts]
