"""What stands beside a number in a cell: known to leave it what it is, or the cell is refused.

Known are the column's unit, words of scale, words of the column's own label, signs in words
(`down 2.7%`), and marks of rounding where the column's figures are rounded. Any other word may make
another number of it: `twice 274`, `274 per match`, `page 274`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from fictionworld.tasks.key import KeyColumn
from fictionworld.text.markup import plain_text
from fictionworld.text.measures import (
    ONE,
    UnitsOfMeasure,
    WrittenUnit,
    is_currency,
    unit_at,
    unit_tokens,
)
from fictionworld.text.units import SCALES

OTHER_UNIT: Final = "another unit"
NOT_ONE_NUMBER: Final = "not one plain number"

CHANGING: Final = frozenset(
    {
        "over", "under", "above", "below", "more", "less", "than", "least", "most", "up", "nearly",
        "almost", "between", "from", "to", "not", "no", "minimum", "maximum", "min", "max", "or",
        "and", "plus", "until", "before", "after", "versus", "vs", "except", "without", "half",
    }
)  # fmt: skip
"""Words that make another statement of a number than `it is so much`."""
HEDGES: Final = frozenset(
    {"about", "approx", "approximately", "around", "c", "ca", "circa", "roughly", "~", "\u2248",
     "\u223c"}
)  # fmt: skip
"""Words and marks that say that a number is rounded; the value must be exact all the same."""
_HARMLESS: Final = frozenset(
    {"the", "of", "is", "was", "exactly", "precisely", "total"}
    | set("=:.,*_()[]{}")
    | set("\u2022\u00b7\u2026\u2713\u2714\u2705\ufe0f")
)
_FALLING_MARKS: Final = frozenset(
    "\u25bc \u25bd \u25be \u2193 \u2b07 \u2b0a \u2198 \U0001f4c9 \U0001f53b \U0001f53d".split()  # noqa: SIM905
)
_RISING_MARKS: Final = frozenset(
    "\u25b2 \u25b3 \u25b4 \u2191 \u2b06 \u2197 \U0001f4c8 \U0001f53a \U0001f53c +".split()  # noqa: SIM905
)
_FALLING: Final = frozenset(
    {
        "minus", "negative", "down", "fall", "fell", "drop", "dropped", "decline", "declined",
        "decrease", "decreased", "loss", "lower", "reduction", "shrank",
    }
)  # fmt: skip
_RISING: Final = frozenset(
    {"plus", "positive", "up", "rise", "rose", "increase", "increased", "gain", "gained", "grew",
     "higher"}
)  # fmt: skip
_DASHES: Final = frozenset("-\u2013\u2014")
"""Harmless behind a number, `1299,-`; before one they are its sign."""
_BEFORE_ONLY: Final = frozenset({"plus", "minus", "positive", "negative", "+"})
_EACH: Final = frozenset({"a", "an", "each", "every"})
_ARTICLES: Final = frozenset({"a", "an"})
_SLASH: Final = frozenset("/")
_QUOTES: Final = frozenset("\"'`")
_GOES_ON: Final = frozenset({"of", "in", "on", "at", "by", "for", "to", "|"})
"""What may follow the end of `per bottle` in a label; `per tonne` is no end of `per tonne mile`."""
_CHANGE_LABEL: Final = re.compile(
    r"\b(?:growth|change|deviation|difference|increase|decrease|rise|fall|gain|loss|balance|margin"
    r"|gap|lead|swing|trend|variation)\b"
)
_ORDINAL_LABEL: Final = re.compile(
    r"\b(?:rank|place|position|standing|(?:number|no|extension|round|edition)\b(?! of))\b"
)
_ORDINAL_WORDS: Final = frozenset({"#", "no", "nr", "number", "rank", "place"})
_ADVERBS: Final = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    "annual": "year", "annually": "year",
}  # fmt: skip
_PEOPLE: Final = frozenset(
    "people persons inhabitants residents inh pop population hab".split()  # noqa: SIM905
)
_UNIT_IN_LABEL: Final = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")


@dataclass(frozen=True, eq=False)
class Label:
    """What a column's header and its synonyms say of its figures, the unit left out."""

    words: frozenset[str]
    phrases: str
    """All of them, one after another, in small letters, each between blanks."""
    below: UnitsOfMeasure
    """What the figures are divided by: `Passengers per Day`, `Daily Hire`."""
    change: bool
    """Whether the figures may be changes, so that `down` or an arrow is a sign."""
    ordinal: bool
    """Whether the figures number things and do not count them: `Rank`, `Shirt Number`."""

    @classmethod
    def of(cls, column: KeyColumn) -> Label:
        texts = [
            " ".join(_words(unit_tokens(_UNIT_IN_LABEL.sub(" ", plain_text(text)))))
            for text in (column.header, *column.synonyms)
        ]
        words = {word for text in texts for word in text.split()}
        divisors: set[UnitsOfMeasure] = {
            unit_at(["per", unit], 0)[0]
            for unit in (_ADVERBS.get(word, "") for word in words)
            if unit
        }
        for text in texts:
            tokens = [*text.replace(" a ", " per ").split(), "|"]
            for index, word in enumerate(tokens):
                units, end = unit_at(tokens, index) if word == "per" else (ONE, index)
                if end > index and tokens[end] in _GOES_ON:
                    divisors.add(units)
        singular = {word.removesuffix("s") for word in words if len(word) > 3}
        return cls(
            frozenset(words | singular) - SCALES.keys(),
            f" {' | '.join(texts)} | ",
            frozenset[object]().union(*divisors),  # type: ignore[arg-type]
            column.kind == "percent" or _CHANGE_LABEL.search(column.header.casefold()) is not None,
            _ORDINAL_LABEL.search(column.header.casefold()) is not None,
        )


def _words(tokens: list[str]) -> list[str]:
    return ["per" if token in _SLASH else token.casefold() for token in tokens]


@dataclass(frozen=True, eq=False)
class NumberColumn:
    """What the column of a number makes harmless beside it."""

    unit: WrittenUnit
    """The key's."""
    written: WrittenUnit | None
    """That of the answer's own header, where it is another."""
    label: Label
    money: bool
    own_words: frozenset[str]
    """The words of the key's unit where it is of this world alone: `crowns`."""
    rounded: bool
    """Whether its figures are rounded or measured, so that `about` changes nothing."""

    @property
    def any_currency(self) -> bool:
        return self.money and not self.unit.measures


class Beside(NamedTuple):
    """What the words beside a number make of it."""

    problem: str = ""
    """Why it may not stand there; empty where it may."""
    named: bool = False
    """Whether they name the column's unit."""
    as_written: bool = False
    """Whether they name the unit of the answer's header, which is another."""
    scale: int = 0
    """The power of ten of a word of scale that stands apart: `EUR million`."""
    sign: int = 0
    """-1 or 1 where words or marks give the sign; -2 for a mark, which may repeat a minus."""


_NOTHING: Final = Beside()


def read_beside(column: NumberColumn, before: str, after: str, *, scaled: bool) -> Beside:
    """Return the reading of the words beside a number; `scaled`: it has a word of scale already."""
    if not before and not after:
        return _NOTHING
    reader = _Reader(column, scaled=scaled)
    for text in (before, after):
        problem = reader.read(text, behind=text is after)
        if problem:
            return Beside(problem)
    return reader.found


class _Reader:
    """Goes through the words beside a number, each by the first rule that knows it."""

    def __init__(self, column: NumberColumn, *, scaled: bool) -> None:
        self._column = column
        self._scaled = scaled
        self._tokens: list[str] = []
        self._words: list[str] = []
        self._behind = False
        self.found = _NOTHING

    def read(self, text: str, *, behind: bool) -> str:
        """Read one side of the number; return why it may not stand there, or an empty string."""
        self._tokens = unit_tokens(text)
        self._words = _words(self._tokens)
        self._behind = behind
        rules: tuple[Callable[[int], int | str], ...] = (
            self._label_phrase, self._scale, self._sign, self._unit, self._word,
        )  # fmt: skip
        index = 0
        while index < len(self._words):
            for rule in rules:
                end = rule(index)
                if isinstance(end, str):
                    return end
                if end > index:
                    index = end
                    break
        return ""

    def _label_phrase(self, at: int) -> int:
        """Return the end of the label's words (two or more, `per bottle`) from `at`; else `at`."""
        phrases = self._column.label.phrases
        divided = self._words[at] == "per"
        for end in range(len(self._words), at + 1, -1):
            _, phrase, following = phrases.partition(f" {' '.join(self._words[at:end])} ")
            if phrase and (not divided or following.partition(" ")[0] in _GOES_ON):
                return end
        return at

    def _scale(self, at: int) -> int | str:
        word = self._words[at]
        # one letter apart from its number is a scale in `14.3 EUR m` alone
        if word not in SCALES or (len(word) == 1 and word.isascii() and not self._column.money):
            return at
        if self._scaled:
            return NOT_ONE_NUMBER
        self._scaled = True
        self.found = self.found._replace(scale=SCALES[word])
        return at + 1

    def _sign(self, at: int) -> int | str:
        word = self._words[at]
        if word in self._column.label.words:
            return at
        mark = word in _FALLING_MARKS or word in _RISING_MARKS
        falling = word in _FALLING_MARKS or word in _FALLING
        if not falling and not (word in _RISING_MARKS or word in _RISING):
            return at
        if self.found.sign or (word in _BEFORE_ONLY and self._behind):
            return NOT_ONE_NUMBER
        if not self._column.label.change and word not in _BEFORE_ONLY:
            return NOT_ONE_NUMBER
        self.found = self.found._replace(sign=(-2 if mark else -1) if falling else 1)
        at += 1
        return at + (not self._behind and self._words[at : at + 1] in (["by"], ["of"]))

    def _unit(self, at: int) -> int | str:
        column, word = self._column, self._words[at]
        if word in column.own_words:
            self.found = self.found._replace(named=True)
            return at + 1
        if not self._behind and (word in _QUOTES or word in {"c", "in"}):
            return at + 1 if word != "c" else at  # circa
        if word in _EACH and self._behind:
            divided, end = unit_at(["per", *self._tokens[at + 1 : at + 4]], 0)
            if divided & (column.label.below | column.unit.measures):
                return at + end
        whole = unit_at(self._tokens, at)
        first = unit_at(self._tokens, at, divided=False)
        for units, end in (whole, first):
            if not units:
                continue
            if units & column.unit.measures or (column.any_currency and is_currency(units)):
                self.found = self.found._replace(named=True)
                return end
            if column.written and units & column.written.measures:
                self.found = self.found._replace(as_written=True)
                return end
            bare = not column.money and column.unit.measures <= ONE
            if units & column.label.below or (units == ONE and bare):
                return end
        if not whole[0] or (not column.unit.measures and word in column.label.words):
            return at
        return OTHER_UNIT

    def _word(self, at: int) -> int | str:
        column, word = self._column, self._words[at]
        label = column.label
        if label.ordinal and word in _ORDINAL_WORDS:
            return at + 1
        if word in CHANGING:
            return NOT_ONE_NUMBER
        if word in HEDGES:
            return at + 1 if column.rounded else NOT_ONE_NUMBER
        if (
            word in label.words
            or word in _HARMLESS
            or word in (_DASHES if self._behind else _ARTICLES)
        ):
            return at + 1
        if word in _PEOPLE and any(
            measure.kind[:1] and measure.kind[0][1] < 0 for measure in column.unit.measures
        ):
            return at + 1
        if (unit := _ADVERBS.get(word)) and unit_at(["per", unit], 0)[0] & label.below:
            return at + 1
        if not word.isalnum():
            return NOT_ONE_NUMBER
        rest = " ".join(self._tokens[at : at + (3 if word == "per" else 1)])
        return f"not known what '{rest[:40]}' makes of the number"
