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
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from fictionworld.simulator.terms import all_terms
from fictionworld.streams import AnyInts, Bools
from fictionworld.web.searched import SearchedPage

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TITLE: Final = 96
"""What a term of the title adds to what it counts for in all the text, in units of 1/256."""
_K1: Final = 4
"""In tenths: how soon more of the same term ceases to count."""
_B: Final = 200
"""In thousandths: how much a long page must hold more of a term than a short one."""

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
    def of(cls, documents: Iterable[SearchedPage]) -> SearchIndex:
        """Return the index over `documents`, in the order of their numbers: 4 ms for 380 pages."""
        pages = sorted(documents)
        rows: dict[str, int] = {}
        texts = _occurrences(rows, [(page.title, *page.phrases) for page in pages])
        at = texts.row * len(pages) + texts.place
        in_text = np.bincount(at, minlength=len(rows) * len(pages))
        in_title = np.bincount(at[texts.is_title], minlength=len(in_text))
        held = np.flatnonzero(in_text)
        row, place = np.divmod(held, max(1, len(pages)))
        counts = TermCounts(row, place, in_text[held])
        share = _saturated(counts, np.bincount(texts.place, minlength=len(pages)))
        share += _TITLE * (in_title[held] > 0)
        pages_per_term = np.bincount(counts.row, minlength=len(rows))
        rarity = _rarity(pages_per_term, len(pages))[counts.row]
        return cls(
            np.array([page.number for page in pages], np.int64),
            rows,
            starts=np.concatenate([[0], np.cumsum(pages_per_term)]).astype(np.int32),
            places=counts.place.astype(np.uint16 if len(pages) < 2**16 else np.int32),
            # 12 bits of rarity times 10 of saturation
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
        hits = np.flatnonzero(scores)
        return hits[np.argsort(-scores[hits], kind="stable")][:most], scores


class TermCounts(NamedTuple):
    """How often the term of a row stands on the page at a place, each pair once."""

    row: AnyInts
    place: AnyInts
    times: AnyInts


class _Occurrences(NamedTuple):
    """Terms on pages."""

    row: AnyInts
    """The row of each term."""
    place: AnyInts
    """The place of its page."""
    is_title: Bools
    """Whether it stands in the first phrase of its page."""


def _occurrences(rows: dict[str, int], phrases_by_page: Sequence[Sequence[str]]) -> _Occurrences:
    """Return each term of each phrase of each page; new terms get the next rows.

    Pages share most phrases, so each phrase is read once.
    """
    numbers: dict[str, int] = {}
    kinds = [numbers.setdefault(text, len(numbers)) for page in phrases_by_page for text in page]
    kind = np.array(kinds, np.int64)
    rows_of = [[rows.setdefault(term, len(rows)) for term in all_terms(text)] for text in numbers]
    sizes = np.array([*map(len, rows_of)], np.int64)
    # where the terms of each phrase begin among those of all, less where they begin on the pages
    start = (np.cumsum(sizes) - sizes)[kind] - (np.cumsum(sizes[kind]) - sizes[kind])
    at = np.arange(sizes[kind].sum()) + np.repeat(start, sizes[kind])
    place = np.repeat(np.arange(len(phrases_by_page)), [*map(len, phrases_by_page)])
    is_title = np.diff(place, prepend=-1) > 0
    all_rows = np.fromiter(chain.from_iterable(rows_of), np.int64)
    return _Occurrences(
        all_rows[at], np.repeat(place, sizes[kind]), np.repeat(is_title, sizes[kind])
    )


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
