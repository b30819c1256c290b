"""The names of several worlds, looked up in a mapped file by the terms of a query.

A name that one world has leads to its page; one that several have, `phones` or `directory of
players`, does so only together with what the world is called: `phones Australasia`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from fictionworld.simulator.joined.texts import Texts, key_of, place_of
from fictionworld.simulator.query_names import (
    LIST_WORDS,
    QueryNames,
    Spellings,
    entries_of,
    spellings_of,
)
from fictionworld.simulator.terms import query_terms
from fictionworld.streams import AnyInts
from fictionworld.web.searched import SearchedNames

_APART: Final = "\t"


class JoinedEntries:
    """Collects the pages that names lead to, world by world."""

    def __init__(self) -> None:
        self._pages: dict[int, int] = {}
        self._spellings: dict[str, tuple[str, ...]] = {}

    def add(self, searched: SearchedNames, label: str, offset: int) -> None:
        """Add the names of a world, whose page of number n is number `offset` + n here."""
        own = frozenset(query_terms(label))
        labelled: dict[int, int] = {}
        for terms, number in entries_of(searched).items():
            plain = _key_of(terms)
            self._pages[plain] = 0 if plain in self._pages else offset + number
            labelled.setdefault(_key_of(terms | own), offset + number)
        for key, number in labelled.items():
            self._pages.setdefault(key, number)
        for spelling, run in spellings_of(searched.names).items():
            self._spellings.setdefault(spelling, run)

    def pages(self) -> tuple[AnyInts, AnyInts]:
        """Return the keys of names in order, and the page that each leads to."""
        pairs = sorted((key, number) for key, number in self._pages.items() if number)
        return (
            np.array([key for key, _ in pairs], np.int64),
            np.array([number for _, number in pairs], np.int32),
        )

    def spellings(self) -> list[str]:
        """Return the spellings of names with their terms, the shortest first."""
        ordered = sorted(self._spellings.items(), key=lambda pair: (len(pair[0]), pair[0]))
        return [f"{spelling}{_APART}{' '.join(terms)}" for spelling, terms in ordered]


class JoinedNames(QueryNames):
    """The names of several worlds. Threads share it.

    Args:
        keys: The keys of names in order.
        numbers: The page that each leads to.
        spellings: What `JoinedEntries.spellings` returned.
    """

    def __init__(self, keys: AnyInts, numbers: AnyInts, spellings: Texts) -> None:
        super().__init__(SearchedNames({}, frozenset()))
        self._keys = keys
        self._numbers = numbers
        self._stored = spellings

    def entry(self, terms: Sequence[str]) -> int | None:
        """Return the page that answers a query for one name or one list; None where it is neither.

        A name that several worlds have is one together with what its world is called.
        """
        asked = frozenset(terms)
        entry = self._page(asked)
        return self._page(asked - LIST_WORDS) if entry is None else entry

    def _page(self, terms: Iterable[str]) -> int | None:
        place = place_of(self._keys, _key_of(terms))
        return None if place is None else int(self._numbers[place])

    def _by_length(self) -> Mapping[int, Spellings]:
        by_length: dict[int, Spellings] = {}
        for line in self._stored:
            spelling, _, terms = line.partition(_APART)
            spellings, runs = by_length.setdefault(len(spelling), ([], []))
            spellings.append(spelling)
            runs.append(tuple(terms.split(" ")))
        return by_length


def _key_of(terms: Iterable[str]) -> int:
    """Return the key of a set of terms."""
    return key_of(" ".join(sorted(terms)))
