"""Many phrases found in a text at once, such as the names of all rows of a world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick


class PhraseMatch(NamedTuple):
    """A phrase that stands in a text, at `text[start:end]`."""

    phrase: str
    start: int
    end: int


class PhraseFinder:
    """An automaton over phrases; a text is read once, however many there are.

    Args:
        phrases: Exact texts; repeated and empty ones are ignored.
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        self._phrases = tuple(filter(None, dict.fromkeys(phrases)))
        self._automaton = AhoCorasick(list(self._phrases)) if self._phrases else None

    def all_in(self, text: str) -> Iterator[PhraseMatch]:
        """Every occurrence in a text, within words too; they may overlap."""
        if self._automaton is not None:
            for which, start, end in self._automaton.find_matches_as_indexes(
                text, overlapping=True
            ):
                yield PhraseMatch(self._phrases[which], start, end)

    def words_in(self, text: str) -> list[PhraseMatch]:
        """The occurrences that no letter, digit or `_` adjoins, from left to right.

        Where two overlap, the first counts; of two with one start, the longer: in `Nova 12 Pro`
        there is no `Nova 12`.
        """
        whole = [
            one
            for one in self.all_in(text)
            if not (one.start and _is_of_word(text[one.start - 1]))
            and not (one.end < len(text) and _is_of_word(text[one.end]))
        ]
        found: list[PhraseMatch] = []
        for one in sorted(whole, key=lambda one: (one.start, -one.end)):
            if not found or one.start >= found[-1].end:
                found.append(one)
        return found


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
