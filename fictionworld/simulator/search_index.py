"""The index over the pages of one world: which pages answer to the terms of a query, and how well.

BM25 with titles weighted, in whole numbers throughout: the logarithm of a term's rarity is taken
exactly, to 1/256 of a bit, and all that follows is integer arithmetic. So the same pages and the
same query give the same scores on every machine; equal scores are ordered by page number. A page
that holds no term of the query is no hit. `docs/search-index.md` says what else was tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fictionworld.simulator.terms import TextPieces, parted, pieces_of, terms_of
from fictionworld.streams import AnyInts
from fictionworld.web.searched import SearchedPage

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TITLE: Final = 6
"""A term in a title counts as so many in the text."""
_K1: Final = 4
"""In tenths: how soon more of the same term ceases to count."""
_B: Final = 300
"""In thousandths: how much a long page must hold more of a term than a short one."""

_TERM_BYTES: Final = 150
"""Of a term and its row in a dictionary."""

_terms_of: Final = lru_cache(maxsize=32_768)(terms_of)
"""Most words of a world stand in others too. Queries bypass it: agents' words fill no cache."""


@dataclass(frozen=True)
class SearchIndex:
    """Postings by term. Make it with `of`; it never changes, and threads share it."""

    numbers: AnyInts
    """The number of each page; elsewhere pages go by their place here."""
    rows: Mapping[str, int]
    """The row of each term in `starts`."""
    starts: AnyInts
    """The postings of row r are `places[starts[r]:starts[r + 1]]`."""
    places: NDArray[np.integer[Any]]
    weights: AnyInts
    """What each posting adds to its page's score."""

    @classmethod
    def of(cls, documents: Iterable[SearchedPage]) -> SearchIndex:
        """Return the index over `documents`, in the order of their numbers: 28 ms for 380 pages."""
        pages = sorted(documents)
        bodies = [parted(page.words) for page in pages]
        rows, counts, lengths = occurrences_in(bodies, [page.title for page in pages])
        # titles are counted behind the bodies, each for the page of its body
        counts = counts._replace(place=counts.place % max(1, len(pages)))
        numbers = np.array([page.number for page in pages], np.int64)
        return cls.weighed(numbers, rows, summed(in_order(counts)), lengths)

    @classmethod
    def weighed(
        cls, numbers: AnyInts, rows: Mapping[str, int], counts: TermOccurrences, lengths: AnyInts
    ) -> SearchIndex:
        """Return the index over pages, given how often each page holds each term.

        Args:
            numbers: The numbers of the pages.
            rows: The row of each term.
            counts: Occurrences in the order of rows, then of places, each pair once.
            lengths: How many pieces of text each page has.
        """
        pages_per_term = np.bincount(counts.row, minlength=len(rows))
        rarity = _rarity(pages_per_term, len(numbers))[counts.row]
        place_type = np.uint16 if len(numbers) < 2**16 else np.int32
        return cls(
            numbers,
            rows,
            starts=np.concatenate([[0], np.cumsum(pages_per_term)]).astype(np.int32),
            places=counts.place.astype(place_type),
            # 12 bits of rarity times 10 of saturation
            weights=(rarity * _saturated(counts, lengths)).astype(np.int32),
        )

    @property
    def resident_bytes(self) -> int:
        """Return its bytes in memory, with its terms, most of which other worlds share."""
        arrays = (self.numbers, self.starts, self.places, self.weights)
        return sum(array.nbytes for array in arrays) + _TERM_BYTES * len(self.rows)

    def pages(self, terms: Sequence[str], most: int | None = None) -> list[int]:
        """Return at most `most` pages that hold any of `terms`, the best first, ties by number."""
        best, _ = self.found(terms, most)
        numbers: list[int] = self.numbers[best].tolist()
        return numbers

    def found(self, terms: Sequence[str], most: int | None) -> tuple[AnyInts, AnyInts]:
        """Return the places of the pages found, the best first, and the scores of all pages.

        Scores are comparable within one index, and 0 where a page holds no term.
        """
        scores = np.zeros(len(self.numbers), np.int64)
        starts = self.starts
        for term in terms:
            row = self.rows.get(term)
            if row is not None:
                postings = slice(starts[row], starts[row + 1])
                scores[self.places[postings]] += self.weights[postings]
        hits = np.flatnonzero(scores)
        return hits[np.argsort(-scores[hits], kind="stable")][:most], scores


class TermOccurrences(NamedTuple):
    """How often the term of a row stands on the page at a place."""

    row: AnyInts
    place: AnyInts
    times: AnyInts


def occurrences_in(
    bodies: Sequence[bytes], titles: Sequence[str]
) -> tuple[dict[str, int], TermOccurrences, AnyInts]:
    """Return the terms' rows, their occurrences with titles weighted, and the texts' lengths.

    Places are first those of bodies, as `parted` gives them, then those of titles. Lengths are of
    bodies, in pieces.
    """
    texts = pieces_of(bodies)
    headings = pieces_of([parted(title) for title in titles])
    rows: dict[str, int] = {}
    in_titles = _terms_in(rows, headings, _TITLE)
    in_bodies = _terms_in(rows, texts, 1)
    in_titles = in_titles._replace(place=in_titles.place + len(bodies))
    return (
        rows,
        TermOccurrences(*map(np.concatenate, zip(in_bodies, in_titles, strict=True))),
        texts.lengths,
    )


def _terms_in(rows: dict[str, int], pieces: TextPieces, times: int) -> TermOccurrences:
    """Return each term of each piece, counted `times`; give new terms the next rows."""
    kind, place = pieces.kind, pieces.text
    rows_and_places = [np.zeros((2, 0), np.int32)]
    # the first term of each piece, then the second of those that have one, and so on
    for terms in zip_longest(*map(_terms_of, pieces.types)):
        type_rows = [-1 if term is None else rows.setdefault(term, len(rows)) for term in terms]
        row = np.array(type_rows, np.int32)[kind]
        with_term = np.flatnonzero(row >= 0)
        kind, place = kind[with_term], place[with_term]
        rows_and_places.append(np.stack([row[with_term], place]))
    row, place = np.concatenate(rows_and_places, axis=1)
    return TermOccurrences(row, place, np.full(len(row), times, np.int32))


def in_order(counts: TermOccurrences) -> TermOccurrences:
    """Return the counts in the order of rows, then of places."""
    order = _order_of(counts.place)
    order = order[_order_of(counts.row[order])]
    return TermOccurrences(counts.row[order], counts.place[order], counts.times[order])


def summed(counts: TermOccurrences) -> TermOccurrences:
    """Return ordered counts as one line for each row and place, without sums of 0."""
    row, place = counts.row, counts.place
    is_first = np.ones(len(row), np.bool_)
    is_first[1:] = (row[1:] != row[:-1]) | (place[1:] != place[:-1])
    firsts = np.flatnonzero(is_first)
    times = counts.times.astype(np.int64)
    sums = np.add.reduceat(times, firsts) if len(firsts) else times
    nonzero = np.flatnonzero(sums)
    return TermOccurrences(row[firsts][nonzero], place[firsts][nonzero], sums[nonzero])


def _order_of(numbers: AnyInts) -> AnyInts:
    """Return the order of numbers from 0, equal ones as they came."""
    # of 16 bits numpy counts instead of comparing: ten times as fast
    fits_16_bits = len(numbers) == 0 or int(numbers.max()) < 2**16
    return np.argsort(numbers.astype(np.uint16) if fits_16_bits else numbers, kind="stable")


def _rarity(found: AnyInts, pages: int) -> AnyInts:
    """Return log2 of (pages + 1) / (found + 1/2), BM25's idf, in 1/256, rounded down; exact."""
    table = np.zeros(pages + 1, np.int64)
    for count in np.unique(found).tolist():
        ratio = (2 * pages + 2) ** 256 // (2 * count + 1) ** 256
        table[count] = max(1, ratio.bit_length() - 1)
    rarity: AnyInts = table[found]
    return rarity


def _saturated(postings: TermOccurrences, lengths: AnyInts) -> AnyInts:
    """Return BM25's share of a term by how often it stands on its page, in units of 1/256."""
    total = max(1, int(lengths.sum()))
    norm = _K1 * (1000 - _B + _B * lengths * len(lengths) // total)
    share: AnyInts = 256_000 * (10 + _K1) * postings.times
    share //= 10_000 * postings.times + norm[postings.place]
    return share
