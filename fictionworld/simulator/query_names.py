"""Names of a world, looked up by the terms of a query: as they are, in a list's words, misspelt.

Names of rows, words of them, and labels of columns are known here, never a value that a policy may
close: what a misspelt word is taken for tells nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA

from fictionworld.simulator.terms import name_terms
from fictionworld.web.searched import SearchedNames

LIST_WORDS: Final = frozenset(
    {"browse", "catalogue", "complete", "directory", "entire", "full", "index", "list", "whole"}
    | {"z"}  # of A to Z
)
"""What a query for a list says beside the name of its rows; `all`, `from`, `to` are no terms."""
_LONGEST_RUN: Final = 4
"""Terms of a query that are read as one name, at most."""
_SHORTEST: Final = 4
"""Shorter words are not corrected."""
_CHARACTERS_A_SLIP: Final = 4
"""One slip is allowed for so many characters."""
_MOST_UNKNOWN: Final = 8
"""Of a query with more unknown words none is corrected: it is a list of values, or no query."""
_REMEMBERED: Final = 4096

_Terms: TypeAlias = tuple[str, ...]
Spellings: TypeAlias = tuple[list[str], list[_Terms]]
"""Spellings of one length, and the terms of each."""
_NONE: Final[Spellings] = ([], [])


class QueryNames:
    """The names of one world. Threads share it."""

    def __init__(self, searched: SearchedNames) -> None:
        self._searched = searched
        self._corrections: dict[str, tuple[int, _Terms] | None] = {}

    def entry(self, terms: Sequence[str]) -> int | None:
        """Return the page that answers a query for one name or one list; None where it is neither.

        The query has the terms of the name and no others but words such as `list` or `directory`.
        """
        asked = frozenset(terms)
        entry = self._entries.get(asked)
        return self._entries.get(asked - LIST_WORDS) if entry is None else entry

    @cached_property
    def _entries(self) -> Mapping[frozenset[str], int]:
        return entries_of(self._searched)

    def corrected(self, terms: _Terms, known: Container[str]) -> _Terms:
        """Return the terms of a query with names in place of misspelt ones.

        A run of terms is taken for the name that is nearest to it, if one name is nearest, whether
        its words are joined or apart.

        Args:
            terms: The terms of the query.
            known: The terms that some page has: a run of these alone is not corrected.
        """
        unknown = [
            place
            for place, term in enumerate(terms)
            if term not in known and term not in LIST_WORDS and not term.isdigit()
        ]
        if not 0 < len(unknown) <= _MOST_UNKNOWN:
            return terms
        runs = []
        for start, end in _runs_with(unknown, len(terms)):
            text = "".join(terms[start:end])
            correction = self._nearest(text)
            if correction is not None:
                slips, name = correction
                runs.append((slips / len(text), start - end, start, end, name))
        corrected: dict[int, _Terms] = {place: (term,) for place, term in enumerate(terms)}
        for _, _, start, end, name in sorted(runs):
            if all(index in corrected for index in range(start, end)):
                for index in range(start, end):
                    del corrected[index]
                corrected[-1 - start] = name  # taken: no other run may have it
        ordered = sorted(corrected.items(), key=lambda pair: max(pair[0], -1 - pair[0]))
        return tuple(dict.fromkeys(term for _, run_terms in ordered for term in run_terms))

    def _nearest(self, text: str) -> tuple[int, _Terms] | None:
        """Return how far the nearest name is from a text without blanks, and the name's terms.

        None where no name is near, or several equally so.
        """
        if text not in self._corrections:
            if len(self._corrections) >= _REMEMBERED:
                self._corrections.clear()
            self._corrections[text] = self._found(text)
        return self._corrections[text]

    def _found(self, text: str) -> tuple[int, _Terms] | None:
        most = len(text) // _CHARACTERS_A_SLIP
        if len(text) < _SHORTEST:
            return None
        near = [
            (int(slips), terms[place])
            for length in range(len(text) - most, len(text) + most + 1)
            for spellings, terms in (self._spellings.get(length, _NONE),)
            for _, slips, place in process.extract(
                text, spellings, scorer=OSA.distance, score_cutoff=most, limit=None
            )
        ]
        fewest = min((slips for slips, _ in near), default=0)
        best = {name for slips, name in near if slips == fewest}
        return (fewest, best.pop()) if len(best) == 1 else None

    @cached_property
    def _spellings(self) -> Mapping[int, Spellings]:
        return self._by_length()

    def _by_length(self) -> Mapping[int, Spellings]:
        """Return names and their words without blanks, each with its terms, by length."""
        by_length: dict[int, Spellings] = {}
        for spelling, run in spellings_of(self._searched.names).items():
            spellings, terms = by_length.setdefault(len(spelling), ([], []))
            spellings.append(spelling)
            terms.append(run)
        return by_length


def entries_of(searched: SearchedNames) -> dict[frozenset[str], int]:
    """Return the page that answers each set of terms which is a name or a list."""
    pages: dict[frozenset[str], int] = {}
    for name, number in searched.entries.items():
        pages.setdefault(frozenset(name_terms(name)), number)
    for terms, number in tuple(pages.items()):
        pages.setdefault(terms - LIST_WORDS, number)
    return pages


def spellings_of(names: Iterable[str]) -> dict[str, _Terms]:
    """Return names and their words without blanks, each with its terms."""
    spellings: dict[str, _Terms] = {}
    for name in sorted(names):
        all_of_name = name_terms(name)
        for run in (all_of_name, *((term,) for term in all_of_name)):
            spelling = "".join(run)
            if len(spelling) >= _SHORTEST and not spelling.isdigit():
                spellings.setdefault(spelling, run)
    return spellings


def _runs_with(places: Iterable[int], count: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of neighbouring terms that hold one of these places: start, and end."""
    runs = {
        (start, start + size): None
        for place in places
        for size in range(1, _LONGEST_RUN + 1)
        for start in range(max(0, place - size + 1), min(place, count - size) + 1)
    }
    yield from runs
