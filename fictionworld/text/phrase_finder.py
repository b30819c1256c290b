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
        """Yield every occurrence in a text, within words too; they may overlap."""
        if self._automaton is not None:
            for index, start, end in self._automaton.find_matches_as_indexes(
                text, overlapping=True
            ):
                yield PhraseMatch(self._phrases[index], start, end)

    def words_in(self, text: str) -> list[PhraseMatch]:
        """Return the occurrences that no letter, digit or `_` adjoins, from left to right.

        Where two overlap, the first counts; of two with one start, the longer: in `Nova 12 Pro`
        there is no `Nova 12`.
        """
        whole_words = [
            match
            for match in self.all_in(text)
            if not (match.start and _is_of_word(text[match.start - 1]))
            and not (match.end < len(text) and _is_of_word(text[match.end]))
        ]
        matches: list[PhraseMatch] = []
        for match in sorted(whole_words, key=lambda match: (match.start, -match.end)):
            if not matches or match.start >= matches[-1].end:
                matches.append(match)
        return matches


def _is_of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
