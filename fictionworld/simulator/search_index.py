"""The index over the pages of one world: which pages answer to the terms of a query, and how well.

BM25 with titles weighted, in whole numbers throughout: the logarithm of a term's rarity is taken
exactly, to 1/256 of a bit, and all that follows is integer arithmetic. So the same pages and the
same query give the same scores on every machine; equal scores are ordered by page number. A page
that holds no term of the query is no hit. `docs/search-index.md` says what else was tried.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fictionworld.simulator.terms import all_terms
from fictionworld.streams import AnyInts
from fictionworld.web.searched import SearchedTexts

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TITLE: Final = 96
"""What a term of the title adds to what it counts for in all the text, in units of 1/256."""
_K1: Final = 4
"""In tenths: how soon more of the same term ceases to count."""
_B: Final = 200
"""In thousandths: how much a long page must hold more of a term than a short one."""

_MANY: Final = 4
"""Of so many times the pages asked for, the best are taken out before they are sorted."""
_TERM_BYTES: Final = 150
"""Of a term and its row in a dictionary."""


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
    def of(cls, texts: SearchedTexts) -> SearchIndex:
        """Return the index over the pages that have these texts."""
        return cls.weighted(PageTerms.of(texts))

    @classmethod
    def weighted(cls, terms: PageTerms) -> SearchIndex:
        """Return the index over pages of which it is known how often they hold each term."""
        pages, counts = len(terms.numbers), terms.counts
        share = _saturated(counts, terms.lengths)
        share += _TITLE * terms.in_title
        pages_per_term = np.bincount(counts.row, minlength=len(terms.rows))
        rarity = _rarity(pages_per_term, pages)[counts.row]
        return cls(
            terms.numbers,
            terms.rows,
            starts=np.concatenate([[0], np.cumsum(pages_per_term)]).astype(np.int32),
            places=counts.place.astype(np.uint16 if pages < 2**16 else np.int32),
            # 13 bits of rarity times 10 of saturation
            weights=(rarity * share).astype(np.int32),
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
        hits = np.flatnonzero(scores > 0)  # faster on flags than on numbers
        if most is not None and len(hits) > _MANY * most > 0:  # only the best need an order
            hit_scores = scores[hits]
            hits = hits[hit_scores >= np.partition(hit_scores, -most)[-most]]
        return hits[np.argsort(-scores[hits], kind="stable")][:most], scores


class TermCounts(NamedTuple):
    """How often the term of a row stands on the page at a place, each pair once."""

    row: AnyInts
    place: AnyInts
    times: AnyInts


class PageTerms(NamedTuple):
    """How often each term stands on each page, sorted by term and page: what an index is made of.

    Those of several worlds can be joined; weights follow from all pages together.
    """

    numbers: AnyInts
    """The number of the page at each place."""
    rows: Mapping[str, int]
    """The row of each term."""
    counts: TermCounts
    in_title: NDArray[np.bool_]
    """For each of the counts, whether the term stands in the page's title."""
    lengths: AnyInts
    """The terms of each page, as often as they stand there."""

    @classmethod
    def of(cls, texts: SearchedTexts) -> PageTerms:
        """Return the terms of the pages that have these texts."""
        pages, rows = len(texts.numbers), dict[str, int]()
        in_title = _terms_on(rows, texts.titles, np.arange(pages), np.arange(pages), pages)
        in_phrases = _terms_on(rows, texts.phrases, texts.places, texts.at, pages)
        cells = len(rows) * pages
        titles = np.bincount(in_title, minlength=cells)
        often = np.bincount(in_phrases, minlength=cells) + titles
        held = np.flatnonzero(often)
        row, place = np.divmod(held, max(1, pages))
        counts = TermCounts(row, place, often[held])
        lengths = np.bincount(place, weights=counts.times, minlength=pages).astype(np.int64)
        return cls(texts.numbers, rows, counts, titles[held] > 0, lengths)


def _terms_on(
    rows: dict[str, int], texts: Sequence[str], places: AnyInts, at: AnyInts, pages: int
) -> AnyInts:
    """Return each term of each text of each page, as its row times `pages` and the page's place.

    New terms get the next rows.

    Args:
        rows: The row of each term that is known.
        texts: Each once, however many pages have it.
        places: The place of a page, once for each of its texts.
        at: For each of `places` the text.
        pages: The number of pages.
    """
    rows_by_text = {
        text: [rows.setdefault(term, len(rows)) for term in all_terms(text)]
        for text in dict.fromkeys(texts)
    }
    rows_of = [rows_by_text[text] for text in texts]
    sizes = np.array([*map(len, rows_of)], np.int64)
    all_rows = np.fromiter(chain.from_iterable(rows_of), np.int64)
    # where the terms of each text begin among those of all, less where they begin on the pages
    start = (np.cumsum(sizes) - sizes)[at] - (np.cumsum(sizes[at]) - sizes[at])
    term = np.arange(sizes[at].sum()) + np.repeat(start, sizes[at])
    on_pages: AnyInts = all_rows[term] * pages + np.repeat(places, sizes[at])
    return on_pages


def _rarity(found: AnyInts, pages: int) -> AnyInts:
    """Return log2 of (pages + 1) / (found + 1/2), BM25's idf, in 1/256, rounded down; exact."""
    table = np.zeros(pages + 1, np.int64)
    most = _power(2 * pages + 2)
    for count in np.unique(found).tolist():
        table[count] = max(1, (most // _power(2 * count + 1)).bit_length() - 1)
    rarity: AnyInts = table[found]
    return rarity


@lru_cache(maxsize=4_096)
def _power(number: int) -> int:
    return number**256


def _saturated(postings: TermCounts, lengths: AnyInts) -> AnyInts:
    """Return BM25's share of a term by how often it stands on its page, in units of 1/256."""
    total = max(1, int(lengths.sum()))
    norm = _K1 * (1000 - _B + _B * lengths * len(lengths) // total)
    share: AnyInts = 256_000 * (10 + _K1) * postings.times
    share //= 10_000 * postings.times + norm[postings.place]
    return share
