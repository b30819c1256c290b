"""The index over the pages of one world: which pages answer to the terms of a query, and how well.

BM25 with titles weighted, in whole numbers throughout: the logarithm of a term's rarity is taken
exactly, to 1/256 of a bit, and all that follows is integer arithmetic. So the same pages and the
same query give the same scores on every machine; equal scores are ordered by page number. A page
that holds no term of the query is no hit. `docs/search-index.md` tells what else was tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fictionworld.simulator.terms import raw_words, terms_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Document", "Hit", "SearchIndex"]

Ints: TypeAlias = NDArray[np.signedinteger[Any]]

_TITLE: Final = 4
"""A term in a title counts as so many in the text."""
_K1: Final = 12
"""In tenths: how soon more of the same term ceases to count."""
_B: Final = 600
"""In thousandths: how much a long page must hold more of a term than a short one."""

_terms_of: Final = lru_cache(maxsize=32_768)(terms_of)
"""Most words of a world stand in others too. Queries go round it: agents' words fill no cache."""


class Document(NamedTuple):
    """What is indexed of a page."""

    number: int
    title: str
    body: str


class Hit(NamedTuple):
    """A page that holds terms of a query."""

    number: int
    score: int
    """Above 0; comparable within one index."""


class _Types(dict[bytes, int]):
    """Different pieces of text, numbered in the order in which they are met."""

    def __missing__(self, raw: bytes) -> int:
        self[raw] = number = len(self)
        return number


@dataclass(frozen=True)
class SearchIndex:
    """Postings by term. Make it with `of`; it never changes, and threads share it."""

    numbers: Ints
    """The number of each page; elsewhere pages go by their place here."""
    rows: dict[str, int]
    """The row of each term in `starts`."""
    starts: Ints
    """The postings of row r are `places[starts[r]:starts[r + 1]]`."""
    places: Ints
    weights: Ints
    """What each posting adds to its page's score."""

    @classmethod
    def of(cls, documents: Iterable[Document]) -> SearchIndex:
        """The index over `documents`, in the order of their numbers: 20 ms for 380 pages."""
        pages = sorted(documents)
        types = _Types()
        titles, _ = _counted(types, [page.title for page in pages])
        bodies, lengths = _counted(types, [page.body for page in pages])
        titles = titles._replace(times=_TITLE * titles.times)
        rows, postings = _by_term(types, (titles, bodies), len(pages))
        found = np.bincount(postings.row, minlength=len(rows))
        rarity = _rarity(found, len(pages))[postings.row]
        return cls(
            numbers=np.array([page.number for page in pages], np.int64),
            rows=rows,
            starts=np.concatenate(([0], np.cumsum(found))).astype(np.int32),
            places=postings.place.astype(np.int32),
            weights=(rarity * _saturated(postings, lengths)).astype(np.int32),
        )

    def search(self, terms: Sequence[str], most: int | None = None) -> list[Hit]:
        """The pages that hold any of `terms`, the best first, ties by number; at most `most`."""
        scores = np.zeros(len(self.numbers), np.int64)
        for term in terms:
            row = self.rows.get(term)
            if row is not None:
                held = slice(int(self.starts[row]), int(self.starts[row + 1]))
                scores[self.places[held]] += self.weights[held]
        hits = np.flatnonzero(scores)
        best = hits[np.argsort(-scores[hits], kind="stable")][:most]
        return list(map(Hit, self.numbers[best].tolist(), scores[best].tolist()))


class _Counts(NamedTuple):
    """How often what a row stands for is on the page at a place; ordered by row, then place."""

    row: Ints
    place: Ints
    times: Ints


def _counted(types: _Types, texts: list[str]) -> tuple[_Counts, Ints]:
    """How often each type stands in each text, and how many pieces each text has."""
    pieces = [raw_words(text) for text in texts]
    sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
    found = map(types.__getitem__, chain.from_iterable(pieces))
    row = np.fromiter(found, np.int64, int(sizes.sum()))
    cells = row * len(texts) + np.repeat(np.arange(len(texts)), sizes)
    cells, times = np.unique(cells, return_counts=True)
    row, place = np.divmod(cells, max(1, len(texts)))
    return _Counts(row, place, times), sizes


def _by_term(
    types: _Types, counts: tuple[_Counts, ...], pages: int
) -> tuple[dict[str, int], _Counts]:
    """The terms of all types, numbered, and counts of types added up by term."""
    rows: dict[str, int] = {}
    terms: list[int] = []
    first = [0]
    for raw in types:
        terms += [rows.setdefault(term, len(rows)) for term in _terms_of(raw)]
        first.append(len(terms))
    start = np.array(first, np.int64)
    kind, place, times = map(np.concatenate, zip(*counts, strict=True))
    held = np.diff(start)[kind]  # the terms of each type: mostly one
    ends = np.cumsum(held)
    within = np.arange(int(held.sum())) - np.repeat(ends - held, held)
    row = np.array(terms, np.int64)[np.repeat(start[kind], held) + within]
    cells = row * pages + np.repeat(place, held)
    order = np.argsort(cells)
    cells = cells[order]
    firsts = np.flatnonzero(np.diff(cells, prepend=-1))
    sums = np.add.reduceat(np.repeat(times, held)[order], firsts) if len(firsts) else cells
    row, place = np.divmod(cells[firsts], max(1, pages))
    return rows, _Counts(row, place, sums)


def _rarity(found: Ints, pages: int) -> Ints:
    """log2 of (pages + 1) / (found + 1/2), BM25's idf, in units of 1/256, rounded down; exact."""
    table = np.zeros(pages + 1, np.int64)
    for count in np.unique(found).tolist():
        ratio = (2 * pages + 2) ** 256 // (2 * count + 1) ** 256
        table[count] = max(1, ratio.bit_length() - 1)
    rarity: Ints = table[found]
    return rarity


def _saturated(postings: _Counts, lengths: Ints) -> Ints:
    """BM25's share of a term by how often it stands on its page, in units of 1/256."""
    total = max(1, int(lengths.sum()))
    norm = _K1 * (1000 - _B + _B * lengths * len(lengths) // total)
    share: Ints = 256_000 * (10 + _K1) * postings.times
    share //= 10_000 * postings.times + norm[postings.place]
    return share
