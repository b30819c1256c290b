"""Which of the facts that a model was told a text states rightly, and which in another's place.

A value in a text is read by the words around it: of a table the heading of its column and the rest
of its row, of prose what stands between the values beside it. Where these words speak of another
fact that was told, and less of one that has this value, the value stands in the wrong place.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from fictionworld.leakage.column_words import word_stems
from fictionworld.simulator.states.call_state import ToldFact
from fictionworld.text.phrase_finder import PhraseFinder, PhraseMatch

_RULE: Final = re.compile(r"^\|[\s|:-]+\|?$")
_LINK: Final = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
_SENTENCE_END: Final = re.compile(r"(?<=[.?!])\s+(?=\S)")
_CLAUSE_END: Final = re.compile(r"[,;:.?!|]\s|\band\b")
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_SHORTEST: Final = 2
_NEAR: Final = 60
"""Characters before and behind a value whose words speak of it."""


class FactReading(NamedTuple):
    """What a text states of the facts that were told, by their place in the list."""

    right: frozenset[int]
    """Stated as they are."""
    wrong: Counter[str]
    """Values that stand where another fact belongs, with how often."""
    stated: frozenset[int]
    """Whose values stand anywhere in the text, whatever is said of them."""

    @property
    def right_share(self) -> float | None:
        """Return the share of statements that are right; None where none could be judged."""
        judged = len(self.right) + self.wrong.total()
        return len(self.right) / judged if judged else None

    def beyond(self, reference: FactReading) -> FactReading:
        """Return the reading without the values that are misread in a text known to be right."""
        return self._replace(wrong=self.wrong - reference.wrong)


class _Value(NamedTuple):
    """A told value in a text."""

    text: str
    candidates: Sequence[int]
    """The facts that have it."""
    facts: Sequence[int]
    """Those of them that are of a subject named there; all where none is named."""
    labels: set[str]
    near: set[str]
    """The beginnings of the words around it."""
    is_subject: bool
    """Whether it is also the name of a row that facts are told of."""


class _Segment(NamedTuple):
    """A piece of text that says one thing: a cell with its heading, or a sentence."""

    text: str
    heading: str
    """Of a table's cell: the heading of its column; otherwise empty."""
    row: str
    """What tells whom it is about: the row of the table, or the line."""
    is_first: bool = True
    """Whether it may begin with the name of whom it is about."""


@dataclass(frozen=True)
class FactReader:
    """Reads texts for one list of facts."""

    facts: Sequence[ToldFact]

    def read(self, text: str) -> FactReading:
        """Return which of the facts a text states."""
        right: set[int] = set()
        stated: set[int] = set()
        wrong: Counter[str] = Counter()
        for segment in _segments(_LINK.sub(r"\1", text).replace("*", "")):
            values = self._values_in(segment)
            stated.update(fact for value in values for fact in value.candidates)
            for value in values:
                if not value.facts:  # of another row than the one named here
                    wrong[value.text] += bool(self._best(value.labels, value.near)[0])
                elif self._is_misplaced(value, values, is_cell=bool(segment.heading)):
                    wrong[value.text] += 1
                else:
                    labels = {self.facts[fact].label: fact for fact in value.facts}
                    score, label = self._best(labels, value.near)
                    if score:
                        right.add(labels[label])
        return FactReading(frozenset(right), +wrong, frozenset(stated))

    def _values_in(self, segment: _Segment) -> list[_Value]:
        """Return the told values in a piece of text, each with the facts that it may state."""
        matches = [
            match
            for match in self._phrases.words_in(segment.text)
            # what a row or a sentence begins with is whom it is about
            if match.phrase in self._by_value
            and not (match.phrase in self._labels_of and segment.is_first and not match.start)
        ]
        subjects = self._subjects_in(segment.text) if not segment.heading else set()
        subjects = subjects or self._subjects_in(segment.row)
        values = []
        for index, match in enumerate(matches):
            candidates = self._by_value[match.phrase]
            labels = {self.facts[fact].label for fact in candidates}
            facts: Sequence[int] = [f for f in candidates if self.facts[f].subject in subjects]
            if not facts and not any(labels & self._labels_of[subject] for subject in subjects):
                facts = candidates  # nobody named here was told a value of this column
            near = word_stems(segment.heading or _near(segment.text, matches, index))
            is_subject = match.phrase in self._labels_of
            values.append(_Value(match.phrase, candidates, facts, labels, near, is_subject))
        return values

    def _subjects_in(self, text: str) -> set[str]:
        matches = self._phrases.words_in(text)
        return {match.phrase for match in matches if match.phrase in self._labels_of}

    def _is_misplaced(self, value: _Value, values: Sequence[_Value], *, is_cell: bool) -> bool:
        """Return whether the words around a value speak of another fact.

        In a cell they are its heading. In prose they are loose: where several values stand in one
        sentence, it counts only where two of them fit better in each other's place; where one
        stands alone, where a word of another column alone is near, and none of its own.
        """
        own = self._best(value.labels, value.near)[0]
        if is_cell and value.is_subject:
            return False  # `Home: Orvane United` names a row, and is no cell that was told
        if is_cell:
            return self._best(self._words.keys() - value.labels, value.near)[0] > own
        if len(values) == 1:
            return not own and self._best(self._words, value.near)[0] >= 1
        return any(
            self._best(other.labels, value.near)[0] + self._best(value.labels, other.near)[0]
            > own + self._best(other.labels, other.near)[0]
            for other in values
            if value.labels.isdisjoint(other.labels)
        )

    def _best(self, labels: Iterable[str], stems: set[str]) -> tuple[float, str]:
        """Return the label that words speak of most, with how much they do; 0 for not at all."""
        return max(
            ((self._score(self._words[label], stems), label) for label in labels),
            default=(0.0, ""),
        )

    def _score(self, words: Collection[str], stems: set[str]) -> float:
        return sum(1 / self._labels_with[word] for word in words if word in stems)

    @cached_property
    def _by_value(self) -> dict[str, list[int]]:
        """The facts of each value, and of the number in it."""
        by_value: dict[str, list[int]] = defaultdict(list)
        for index, fact in enumerate(self.facts):
            numbers = _NUMBER.findall(fact.value)
            for value in {fact.value, numbers[0] if len(numbers) == 1 else fact.value}:
                if len(value) >= _SHORTEST or value.isdigit():
                    by_value[value].append(index)
        return dict(by_value)

    @cached_property
    def _phrases(self) -> PhraseFinder:
        """The values and the subjects: a value within a subject's name is none."""
        return PhraseFinder([*self._by_value, *self._labels_of])

    @cached_property
    def _labels_of(self) -> dict[str, set[str]]:
        """What each subject was told of."""
        labels: dict[str, set[str]] = defaultdict(set)
        for fact in self.facts:
            labels[fact.subject].add(fact.label)
        return dict(labels)

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        """The words of each label; columns of several tables may share one."""
        words: dict[str, frozenset[str]] = {}
        for fact in self.facts:
            words[fact.label] = words.get(fact.label, frozenset()).union(fact.words)
        return words

    @cached_property
    def _labels_with(self) -> Counter[str]:
        """How many labels each word speaks of."""
        return Counter(word for words in self._words.values() for word in words)


def _segments(text: str) -> Iterator[_Segment]:
    """Yield the pieces of a text that may state a fact."""
    header: list[str] = []
    lines = [line.strip() for line in text.split("\n")]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if _RULE.match(below):
                header = cells
            elif not _RULE.match(line):
                yield from _cells(cells, header)
        elif line and not line.startswith("#"):
            header = []
            yield from (_Segment(part, "", line) for part in _SENTENCE_END.split(line))


def _cells(cells: list[str], header: list[str]) -> Iterator[_Segment]:
    """Yield the cells of a table's row; in a box of two columns the first says what it is."""
    if len(cells) == 2 and not (len(header) == 2 and all(header)):
        yield _Segment(cells[1], cells[0], "", is_first=False)
        return
    row = " | ".join(cells)
    for index, (cell, heading) in enumerate(zip(cells, header, strict=False)):
        yield _Segment(cell, heading, row, is_first=not index)


def _near(text: str, matches: Sequence[PhraseMatch], index: int) -> str:
    """Return the words around a value, up to the values beside it."""
    match = matches[index]
    left = text[matches[index - 1].end if index else 0 : match.start][-_NEAR:]
    right = text[match.end : matches[index + 1].start if index + 1 < len(matches) else None]
    return f"{left} {_CLAUSE_END.split(right[:_NEAR])[0]}"
