"""The context of a place in a text: its sentence, its record, the clause before it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final, NamedTuple

from fictionworld.leakage.views.view import remembered

_SENTENCE: Final = re.compile(
    r"[.!?\u2026](?:[\"')\]]{0,2})(?=\s+[\"'(\[]?[A-Z0-9#\[])|\n|\.{3}(?!\w)"
)
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|No|Nr|St|est|v|vs|approx|ca|fl|cr|kr|arch|cond|[Dd]ir|ed|prod|comp"
    r"|Capt|Rev|Gen|Col|Univ|Mt|Mar|Jan|Feb|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|[A-Z])|\d)\.$"
)
_RECORD: Final = re.compile(r"(?m)^(?:\[\d{1,3}\]\s|(?=Title: )|Result \d+\b)|\n\n(?=\[\d)")


_FAR: Final = 1_000
"""Characters before and behind a place that say anything of it, at most."""


class Near(NamedTuple):
    """A place's surroundings, as places of the text."""

    record: int
    sentence: int
    end: int
    record_end: int


class Surroundings:
    """The sentences and records of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._sentences = [0]
        for match in _SENTENCE.finditer(text):
            is_point = match[0][0] == "." and match[0] != "..."
            low = max(0, match.end() - 6)
            if is_point and _ABBREVIATION.search(text[low : match.end()]):
                continue
            self._sentences.append(match.end())
        self._records = [0]
        for match in _RECORD.finditer(text):
            head = text[max(0, match.start() - 120) : match.start()].rpartition("\n\n")[2].lstrip()
            if text.startswith("Title: ", match.end()) and head.startswith(("[", "Url:", "URL:")):
                continue  # the number and the address stand above the title
            if match.start() > self._records[-1]:
                self._records.append(match.start())

    def near(self, start: int, end: int) -> Near:
        """The sentence and the record in which `text[start:end]` stands, as far as they matter."""
        low = bisect_right(self._records, start) - 1
        record = self._records[low]
        record_end = self._records[low + 1] if low + 1 < len(self._records) else len(self.text)
        at = bisect_right(self._sentences, start) - 1
        sentence = max(record, self._sentences[at])
        at = bisect_right(self._sentences, max(end - 1, start))
        close = self._sentences[at] if at < len(self._sentences) else len(self.text)
        return Near(
            max(record, start - _FAR),
            max(sentence, start - _FAR // 2),
            min(close, record_end, end + _FAR // 2),
            min(record_end, end + _FAR),
        )

    def before(self, place: int, least: int) -> list[tuple[int, int]]:
        """The sentences that end at or before a place, the nearest first, down to `least`."""
        at = bisect_right(self._sentences, place) - 1
        found: list[tuple[int, int]] = []
        while at >= 0 and self._sentences[at] >= least and len(found) < _MOST:
            end = self._sentences[at + 1] if at + 1 < len(self._sentences) else len(self.text)
            found.append(
                (self._sentences[at], min(end, place) if self._sentences[at] < place else end)
            )
            at -= 1
        return [(start, end) for start, end in found if start < place]


_MOST: Final = 12
"""Sentences before a place that are looked at."""


surroundings_of: Final = remembered(Surroundings)
"""The sentences and records of a text."""
