"""Whether a draft says of each slot what it is: of its column and its row, and as a fact.

It reads the words around a slot, as the guard reads those around a value. A word of the column
stands near it, or the words that the plain text has right beside it; and no two slots would fit
better in each other's places. No value takes part, so any two values of a slot are read alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from fictionworld.leakage.column_words import word_stems
from fictionworld.simulator.drafts import words
from fictionworld.simulator.drafts.passage import SLOT, DraftPassage, DraftSlot
from fictionworld.web.writing.context import ColumnWording, WritingContext

SENTENCE_END: Final = re.compile(r"(?<=[.?!;])[\"\u201d]?\s+")
_STATEMENT_END: Final = re.compile(r"(?<=[.!;])[\"\u201d]?\s+")
"""A question goes with its answer."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*|[,;:?(\u2013\u2014]")
_BESIDE: Final = re.compile(
    r"\bthe (\w+) (?:after|before|beside|behind|near|above|below|following|preceding)\b"
)
_CAPITAL: Final = re.compile(r"\b[A-Z\u00c0-\u00de]\w*")
_BREAKS: Final = frozenset(",;:?(\u2013\u2014")
_BREAK_COSTS: Final = 2
_LINK: Final = 1
"""Words between two slots that are spoken of in one."""
_WHEN: Final = frozenset({"on", "in", "since"})
_DAY: Final = re.compile(r"\b\d{4}$|^\d{4}\b")
"""Of a filler that is a day or a year."""
_FRAME: Final = 0.4
"""What a word that phrases have right before a slot counts; one of its column counts 1."""
_GENERIC: Final = word_stems(words.GENERIC)
_PRONOUNS: Final = frozenset(
    "it he she they that which who we i you this and but also then have has had".split()  # noqa: SIM905
)

Column = tuple[str, str]
"""Table and column."""


class ColumnWords(NamedTuple):
    """The words of one column, by their beginnings."""

    stems: frozenset[str]
    """That speak of it."""
    frames: frozenset[str]
    """That stand right before its values, small ones too."""
    tails: frozenset[tuple[str, ...]] = frozenset()
    """The two words that phrases have right before its values."""


@dataclass(frozen=True)
class WorldWords:
    """The words of the columns of a world, and of its tables."""

    by_column: Mapping[Column, ColumnWords] = field(default_factory=dict)
    nouns: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By table, the beginnings of the words for its rows."""


def world_words_of(context: WritingContext) -> WorldWords:
    """Return the words of each column of a world, and of its tables."""
    return WorldWords(
        {column: _lexicon(wording) for column, wording in context.wordings.items()},
        {
            # a model says player of a footballer too
            table.name: frozenset(
                word_stems(" ".join(sum(table.spec.spoken.nouns(table.name), ())))
            )
            for table in context.pack.world_tables
        },
    )


def _lexicon(wording: ColumnWording) -> ColumnWords:
    texts = [wording.label, *wording.column.labels, wording.noun, wording.name.replace("_", " ")]
    frames, tails = set(), set()
    for phrase in (*wording.phrases, *wording.nones):
        before = phrase.before.replace("{subject}", " ")
        texts += [before, phrase.behind.replace("{subject}", " "), phrase.counted]
        frames.update(before.split()[-1:])
        tails.add(tuple(before.split()[-2:]))
    stems = word_stems(" ".join(texts).replace("(s)", "").replace("(es)", ""))
    tails = {tail for tail in tails if len(tail) > 1}
    return ColumnWords(_with_synonyms(stems - _GENERIC), frozenset(frames), frozenset(tails))


def _with_synonyms(stems: Iterable[str]) -> frozenset[str]:
    """Return words with those that mean the same."""
    own = set(stems)
    return frozenset(own.union(*(group for group in _SYNONYMS if not group.isdisjoint(own))))


_SYNONYMS: Final = [frozenset(word_stems(group)) for group in words.SYNONYMS.split("\n") if group]


class _Place(NamedTuple):
    """A slot in a sentence, with the words around it."""

    slot: DraftSlot
    left: tuple[str, ...]
    """From the slot outwards, to the next slot."""
    right: tuple[str, ...]

    @property
    def near(self) -> dict[str, float]:
        """The beginnings of the words around it, with how near they are: 1 right beside it."""
        nearness: dict[str, float] = {}
        for side in (self.left, self.right):
            distance = 0
            for word in side:
                if word in _BREAKS:
                    distance += _BREAK_COSTS
                    continue
                for stem in _stems(word) - _GENERIC:
                    nearness[stem] = max(nearness.get(stem, 0.0), 1 / (1 + distance))
                distance += 1
        return nearness


@lru_cache(8192)
def _stems(word: str) -> frozenset[str]:
    return frozenset(word_stems(word))


class Attribution:
    """The reading of one draft.

    Args:
        text: The draft, with slots.
        passage: What it words.
        lexicons: The words of the columns of its world.
    """

    def __init__(self, text: str, passage: DraftPassage, lexicons: WorldWords) -> None:
        self._text = text
        self._passage = passage
        self._slots = {slot.name: slot for slot in passage.slots}
        names = " ".join((*passage.may, *passage.said, passage.subject, passage.plain[1:]))
        self._names = word_stems(" ".join(_CAPITAL.findall(names))) - _GENERIC
        self._lexicons = lexicons

    def fault(self) -> str | None:
        """Return what is wrong with what the draft says of its slots; None where nothing is."""
        # a passage may offer a slot that its plain text does not have: a snippet's
        plain = {slot.name: _Place(slot, (), ()) for slot in self._passage.slots}
        plain |= {place.slot.name: place for place in self._places(self._passage.plain)}
        lexicons = {name: self._lexicon(place) for name, place in plain.items()}
        known = Counter(stem for lexicon in lexicons.values() for stem in lexicon.stems)
        for sentence in _STATEMENT_END.split(self._text):
            if SLOT.search(sentence):
                fault = self._subject_fault(sentence)
                if fault is not None:
                    return fault
        drafted = [place for place in self._places(self._text) if place.slot.form == "value"]
        for place in drafted:
            if not self._is_spoken_of(place, lexicons[place.slot.name], plain):
                return (
                    f"has {place.slot.token} without a word for what it is ({place.slot.label}) "
                    "in its clause"
                )
        for one, other in combinations(drafted, 2):
            first, second = lexicons[one.slot.name], lexicons[other.slot.name]
            kept = _fit(one, first, known) + _fit(other, second, known)
            if _fit(one, second, known) + _fit(other, first, known) > kept:
                return (
                    f"has {one.slot.token} and {other.slot.token} in each other's places: "
                    f"{one.slot.label} and {other.slot.label}"
                )
        return None

    def _places(self, text: str) -> Iterator[_Place]:
        for sentence in _STATEMENT_END.split(text):
            matches = [match for match in SLOT.finditer(sentence) if match[1] in self._slots]
            for index, match in enumerate(matches):
                start = matches[index - 1].end() if index else 0
                end = matches[index + 1].start() if index + 1 < len(matches) else len(sentence)
                left = _WORD.findall(sentence[start : match.start()].casefold())
                if index and left and not _BREAKS & set(left) and len(left) <= _LINK:
                    # `appointed at □ on □`: what stands before the first speaks of both
                    before = matches[index - 2].end() if index > 1 else 0
                    earlier = sentence[before : matches[index - 1].start()].casefold()
                    left = _WORD.findall(earlier) + left
                right = _WORD.findall(sentence[match.end() : end].casefold())
                yield _Place(self._slots[match[1]], tuple(reversed(left)), tuple(right))

    def _lexicon(self, place: _Place) -> ColumnWords:
        """Return the words of a slot: of its column, and those that the plain text has for it."""
        slot = place.slot
        column = self._lexicons.by_column.get((slot.fact.table, slot.fact.column))
        stems = _with_synonyms(word_stems(slot.label) - _GENERIC)
        # behind it the plain text speaks of the next slot, but for its own sentence's end
        stems |= {stem for stem, near in place.near.items() if near >= 1 / 4}
        frames, tails = frozenset(place.left[:1]), frozenset[tuple[str, ...]]()
        if column is not None:
            stems, frames, tails = stems | column.stems, frames | column.frames, column.tails
        return ColumnWords(frozenset(stems) - self._names, frames, tails)

    def _is_spoken_of(
        self, place: _Place, lexicon: ColumnWords, plain: Mapping[str, _Place]
    ) -> bool:
        """Return whether a word of its column, or what the plain text has beside it, is near."""
        if not lexicon.stems.isdisjoint(place.near):
            return True
        if place.left[1::-1] in lexicon.tails:
            return True
        slot = place.slot
        if {*place.left, *place.right}.issuperset(_WORD.findall(slot.label.casefold())):
            return True  # `Date` and `Standing` have no word that speaks of one column alone
        own = plain[slot.name]
        if place.left[:1] and place.left[:1] == own.left[:1]:
            return slot.filler != "" or lexicon.stems.isdisjoint(own.near)
        if not slot.filler:
            return False
        if not lexicon.stems.isdisjoint(word_stems(slot.filler)):
            return True  # `three players` says what it is
        if not lexicon.frames.isdisjoint(place.left[:1]) and not any(
            place.left[0] in other.left[:1] for other in plain.values() if other.slot is not slot
        ):
            return True
        if place.left[:1] and place.left[0] in _WHEN and _DAY.search(slot.filler):
            others = (other for other in self._passage.slots if other is not slot)
            return not any(_DAY.search(other.filler) for other in others)
        beside = {*place.left[:1], *place.right[:1]}
        return any(_stems(word) & self._own_stems for word in beside) or (
            slot.filler[:1].islower() and bool(beside & {"a", "an"})
        )

    @property
    def _nouns(self) -> set[str]:
        """The beginnings of the nouns for the row that the passage is about."""
        tables = {slot.fact.table for slot in self._passage.slots}
        return set().union(*(self._lexicons.nouns.get(table, frozenset()) for table in tables))

    @property
    def _own_stems(self) -> set[str]:
        """The words for that row, its name's too."""
        return self._names | self._nouns

    def _subject_fault(self, sentence: str) -> str | None:
        """Return where a sentence speaks of another subject than the row."""
        small = SLOT.sub("\u25a1", sentence).casefold()
        labels = " ".join(slot.label for slot in self._passage.slots)
        given = word_stems(f"{SLOT.sub(' ', self._passage.plain)} {labels}")
        neighbour = _BESIDE.search(small)
        if neighbour is not None and _stems(neighbour[1]) & self._nouns:
            return f"speaks of another subject ({neighbour[0]!r})"
        other = words.OTHERS.search(small)
        if other is not None and not word_stems(other[0]) - _GENERIC <= given:
            return f"speaks of another subject ({other[0]!r})"
        own = self._own_stems
        subjects = {
            stem
            for place in self._places(self._passage.plain)
            if place.slot.form == "predicate"
            for word in place.left[:3]
            for stem in _stems(word) - _GENERIC
        }
        position = 0
        for match in SLOT.finditer(sentence):
            slot = self._slots.get(match[1])
            before, position = sentence[position : match.start()].casefold(), match.end()
            if slot is None or slot.form != "predicate":
                continue
            behind = _WORD.findall(before)[-3:]
            if not behind:
                return f"has {slot.token} without its subject right before it"
            if behind and not any(
                word in _PRONOUNS or word in _BREAKS or _stems(word) & (own | subjects)
                for word in behind
            ):
                return f"has {slot.token} behind {' '.join(behind)!r}, not behind its subject"
        return None


def _fit(place: _Place, lexicon: ColumnWords, known: Mapping[str, int]) -> float:
    """Return how well the words around a place fit a slot's."""
    fit = sum(near / known[stem] for stem, near in place.near.items() if stem in lexicon.stems)
    return fit + (_FRAME if not lexicon.frames.isdisjoint(place.left[:1]) else 0.0)
