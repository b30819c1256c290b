"""What is asked of whom, made ready once; and how far what surrounds a place of a text reaches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.names.subject import Subject
from fictionworld.leakage.thesaurus.cues import notions_of, word_pattern

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer, Hit

__all__ = ["Asked", "Near", "SENTENCE", "YEAR", "near_of"]

_WINDOW: Final = 700


_RECORD: Final = re.compile(r"(?m)^(?:\[\d{1,3}\] |(?=Title: )|Result \d+\b)|\n\n(?=\[\d)")


SENTENCE: Final = re.compile(r"[.!?\u2026](?:[\"')\]]{0,2})(?=\s+[\"'(\[]?[A-Z0-9#\[])|\n|[.]{3}")


_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:Mr|Mrs|Dr|Prof|No|Nr|St|est|v|vs|approx|ca|fl|cr|kr|arch|Mar|Jan|Feb|Apr|Jun|Jul|Aug|Sep|Sept|Oct"
    r"|Nov|Dec|Sat|[A-Z])|\d)\.$"
)


YEAR: Final = re.compile(r"(?<![\d.,$€£/-])(?:1[5-9]|20|21)\d\d(?![\d,.]\d|\d|/\d|-\d{2}-)")


_WHO: Final = re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)


class Asked(NamedTuple):
    """What is asked of whom, made ready once."""

    answer: Answer
    subject: Subject
    has_subject: bool
    notions: tuple[str, ...]
    years: frozenset[str]
    echoed: bool
    """The question holds the value itself."""
    who: bool
    """The question asks for someone."""

    @property
    def own(self) -> re.Pattern[str] | None:
        """Any word by which a text may speak of the column; None where there is none."""
        return word_pattern(self.notions) if self.notions else None

    @classmethod
    def of(cls, answer: Answer, entity: str, question: str, *, echoed: bool) -> Asked:
        years = frozenset(YEAR.findall(f"{question} {answer.column}")) or frozenset(
            YEAR.findall(entity)
        )
        if answer.type == "date":
            years = frozenset()
        return cls(
            answer,
            Subject.of(entity, question, answer.column),
            bool(entity.strip()),
            notions_of(answer.column, question, entity),
            years,
            echoed,
            _WHO.search(question) is not None,
        )


@dataclass(frozen=True, slots=True)
class Near:
    """A hit's surroundings, as places of the text."""

    record: int
    sentence: int
    end: int
    record_end: int


def near_of(text: str, hit: Hit) -> Near:
    """How far the sentence and the result reach in which a value stands."""
    low, high = max(0, hit.start - _WINDOW), min(len(text), hit.end + _WINDOW)
    record = low
    for match in _RECORD.finditer(text, low, hit.start + 1):
        if text.startswith("Title: ", match.end()) and text[
            max(0, match.start() - 120) : match.start()
        ].rpartition("\n\n")[2].lstrip().startswith("["):
            continue
        record = match.start()
    following = _RECORD.search(text, hit.end, high)
    record_end = following.start() if following else high
    sentence = record
    # one further: what begins a sentence itself is what the end of the one before looks ahead to
    for match in SENTENCE.finditer(text, record, hit.start + 1):
        if (
            match[0][0] == "."
            and match[0] != "..."
            and _ABBREVIATION.search(text, max(record, match.end() - 6), match.end())
        ):
            continue
        sentence = match.end()
    end = record_end
    for match in SENTENCE.finditer(text, hit.end, record_end):
        if (
            match[0][0] == "."
            and match[0] != "..."
            and _ABBREVIATION.search(text, max(hit.start, match.end() - 6), match.end())
        ):
            continue
        end = match.end()
        break
    return Near(record, sentence, end, record_end)
