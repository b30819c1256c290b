"""What searches of a federation read: heads, names and postings of all its worlds, in plain arrays.

They are made once, world after world, and kept in a file that processes map into memory. Weights
follow from the counts of all worlds together, as if the pages were one world's.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.joined.names import JoinedEntries
from fictionworld.simulator.joined.texts import Buffer, KeyedTexts, Texts, key_of, packed_texts
from fictionworld.simulator.search_index import PageTerms, SearchIndex, TermCounts
from fictionworld.streams import AnyInts
from fictionworld.web.page import Head
from fictionworld.web.permit import Permit

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BACKGROUND: Final = 240
"""Pages about nothing in the worlds, from which results off target are taken."""
_SPAM: Final = 480
"""Advertisements that results may show: those of ten worlds."""


@dataclass(frozen=True)
class PackedIndex:
    """A search index as arrays."""

    numbers: AnyInts
    terms: Buffer
    term_ends: AnyInts
    keys: AnyInts
    """The key of each term, in order."""
    starts: AnyInts
    places: AnyInts
    weights: AnyInts

    @classmethod
    def of(cls, terms: PageTerms) -> PackedIndex:
        """Return the index over pages whose terms are in order."""
        index = SearchIndex.weighted(terms)
        buffer, ends = packed_texts(index.rows)
        keys = np.array([key_of(text) for text in index.rows], np.int64)
        numbers = index.numbers.astype(np.int32)
        return cls(
            numbers, buffer, ends, keys, index.starts, index.places.astype(np.int32), index.weights
        )

    def opened(self) -> SearchIndex:
        """Return the index, none of whose arrays is copied."""
        rows = KeyedTexts(Texts(self.terms, self.term_ends), self.keys)
        return SearchIndex(self.numbers, rows, self.starts, self.places, self.weights)


@dataclass(frozen=True)
class JoinedPages:
    """All that searches of a federation read; pages are numbered through its worlds."""

    offsets: AnyInts
    """The number of pages before those of each world, and of all pages."""
    heads: Buffer
    head_ends: AnyInts
    hosts: Buffer
    host_ends: AnyInts
    host_of: AnyInts
    """The host of each page, by its place among `hosts`."""
    series_of: AnyInts
    """The series of each page; no two worlds share one."""
    background: AnyInts
    """Some pages about subjects outside the worlds."""
    spam: AnyInts
    """Some advertisements that controls add."""
    changed: AnyInts
    """The pages in whose search results controls had a part."""
    changed_by: Buffer
    """For each of them a line: the names of the controls."""
    is_extra: NDArray[np.bool_]
    """For each page of the index whether controls added it."""
    names: AnyInts
    named_pages: AnyInts
    spellings: Buffer
    spelling_ends: AnyInts
    index: PackedIndex
    spam_index: PackedIndex


def joined_pages(worlds: Iterable[tuple[str, Catalogue]], permit: Permit) -> JoinedPages:
    """Return what searches under a permit read of these worlds: what each is called, and its web.

    A world is asked for once, and dropped when the next one is.
    """
    gathered = _Gathered()
    for label, catalogue in worlds:
        gathered.add(label, catalogue, permit)
    return gathered.pages()


class _Gathered:
    """What was taken from the worlds so far."""

    def __init__(self) -> None:
        self._offsets = [0]
        self._heads: list[str] = []
        self._hosts: dict[str, int] = {}
        self._host_of: list[int] = []
        self._series: dict[tuple[int, Hashable], int] = {}
        self._series_of: list[int] = []
        self._background: list[int] = []
        self._spam: list[int] = []
        self._changed: dict[int, str] = {}
        self._extra: list[NDArray[np.bool_]] = []
        self._entries = JoinedEntries()
        self._terms = _JoinedTerms()
        self._spam_terms = _JoinedTerms()

    def add(self, label: str, catalogue: Catalogue, permit: Permit) -> None:
        """Take what a world has, its pages numbered behind those of the worlds before it."""
        offset, world = self._offsets[-1], len(self._offsets)
        heads, web = catalogue.heads, catalogue.web
        spam = set(catalogue.spam)
        for number, head in heads.by_number.items():
            self._heads.append(_written(head))
            self._host_of.append(self._hosts.setdefault(heads.hosts[number], len(self._hosts)))
            series = world, heads.series[number]
            self._series_of.append(self._series.setdefault(series, len(self._series)))
            if controls := catalogue.controls_of(number):
                self._changed[offset + number] = " ".join(sorted(controls))
        self._background += [offset + number for number in heads.background]
        self._spam += [offset + number for number in spam]
        self._entries.add(web.searched_names, label, offset)
        numbers = (number for number in heads.by_number if number not in spam)
        searched = PageTerms.of(web.searched(numbers, permit))
        self._extra.append(searched.numbers > catalogue.own_pages)
        self._terms.add(searched, offset)
        closed = Permit.of("strict", web.world)  # advertisements state nothing
        self._spam_terms.add(PageTerms.of(web.searched(spam, closed)), offset)
        self._offsets.append(offset + len(heads.by_number))

    def pages(self) -> JoinedPages:
        """Return what was taken, ready to be searched."""
        heads, head_ends = packed_texts(self._heads)
        hosts, host_ends = packed_texts(self._hosts)
        names, named_pages = self._entries.pages()
        spellings, spelling_ends = packed_texts(self._entries.spellings())
        spam = _some(self._spam, _SPAM)
        return JoinedPages(
            np.array(self._offsets, np.int32),
            heads,
            head_ends,
            hosts,
            host_ends,
            np.array(self._host_of, np.int32),
            np.array(self._series_of, np.int32),
            _some(self._background, _BACKGROUND),
            spam,
            np.array([*self._changed], np.int32),
            "\n".join(self._changed.values()).encode(),
            np.concatenate(self._extra),
            names,
            named_pages,
            spellings,
            spelling_ends,
            PackedIndex.of(self._terms.joined()),
            PackedIndex.of(self._spam_terms.joined(spam)),
        )


class _JoinedTerms:
    """The terms of pages of several worlds."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}
        self._parts: list[PageTerms] = []
        self._places = 0

    def add(self, terms: PageTerms, offset: int) -> None:
        """Add the pages of a world."""
        rows = [self._rows.setdefault(term, len(self._rows)) for term in terms.rows]
        counts = terms.counts
        row = np.array(rows, np.int32)[counts.row] if rows else counts.row
        place = (counts.place + self._places).astype(np.int32)
        counts = TermCounts(row, place, counts.times.astype(np.int32))
        self._parts.append(terms._replace(numbers=terms.numbers + offset, counts=counts))
        self._places += len(terms.numbers)

    def joined(self, only: AnyInts | None = None) -> PageTerms:
        """Return the terms of all pages, or of `only` some, in the order of their keys."""
        numbers = np.concatenate([part.numbers for part in self._parts])
        row, place, times = (
            np.concatenate(pieces)
            for pieces in zip(*(part.counts for part in self._parts), strict=True)
        )
        in_title = np.concatenate([part.in_title for part in self._parts])
        lengths = np.concatenate([part.lengths for part in self._parts])
        texts = sorted(self._rows, key=key_of)
        places = {text: index for index, text in enumerate(texts)}
        in_order = np.fromiter((places[text] for text in self._rows), np.int32, len(texts))
        row = in_order[row]
        if only is not None:
            taken = np.isin(numbers, only)
            kept = taken[place]
            place = (np.cumsum(taken) - 1)[place]
            row, place, times, in_title = (a[kept] for a in (row, place, times, in_title))
            numbers, lengths = numbers[taken], lengths[taken]
        order = np.lexsort((place, row))
        counts = TermCounts(row[order], place[order], times[order])
        return PageTerms(numbers, places, counts, in_title[order], lengths)


def _some(numbers: list[int], most: int) -> AnyInts:
    """Return at most `most` of these numbers, spread evenly, in order."""
    step = -(-len(numbers) // most) or 1
    return np.array(sorted(numbers)[::step], np.int32)


def _written(head: Head) -> str:
    day = None if head.date is None else head.date.isoformat()
    texts = (head.name, head.kind, head.url, head.title, head.outlet, day, head.world)
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
