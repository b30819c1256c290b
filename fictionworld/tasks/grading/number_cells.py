"""Cells of number columns: integers, decimals, money, percentages.

A value is compared as a whole number of its last digit: 12.5 in a column of one decimal is 125.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Final

from fictionworld.tasks.grading.reading import (
    NOTHING,
    SEVERAL,
    CellReading,
    outside_brackets,
)
from fictionworld.text.numbers import EXACT, Number, find_number_words, find_numbers
from fictionworld.text.units import SCALES, Unit, known_unit, parse_unit, unit_words

if TYPE_CHECKING:
    from fictionworld.tasks.key import KeyColumn

_NOT_PLAIN: Final = frozenset(
    {
        "over", "under", "above", "below", "more", "less", "than", "least", "most", "up", "nearly",
        "almost", "between", "from", "to", "not", "no", "minimum", "maximum", "min", "max", "or",
        "and", "plus", "until", "before", "after", "versus", "vs", "except", "without", "half",
    }
)  # fmt: skip
"""Words that make another statement of a number than `it is so much`."""
_HEDGES: Final = frozenset({"about", "approx", "approximately", "around", "c", "ca", "circa"})
"""Words that leave a number what it is; the value must be exact all the same."""

_SIGNS_NOT_PLAIN: Final = re.compile(r"[<>\u2264\u2265\u00b1|;]|\+\s*$|(?<![a-z])\d")
_OUT_OF: Final = re.compile(r"\bout of (\d+)\b", re.IGNORECASE)
_ALL_IN_BRACKETS: Final = re.compile(r"\(([^()]*\d[^()]*)\)([^()\d]*)")
_NUMBER_SIGN: Final = re.compile(r"^no\.\s?(?=\d)", re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")
_OTHER_UNIT: Final = CellReading((), "another unit")
_NOT_ONE_NUMBER: Final = CellReading((), "not one plain number")


@dataclass(frozen=True, eq=False)
class NumberCells:
    """The cells of one number column."""

    decimals: int
    percent: bool
    money: bool
    unit: Unit
    out_of: str | None
    """`10` in a column whose unit is `out of 10`."""
    header_words: frozenset[str]
    written_scale: int | None = None
    """The scale that the answer's header gives; 0 where it names the unit without one."""

    @classmethod
    def of(cls, column: KeyColumn, written_scale: int | None = None) -> NumberCells:
        out_of = _OUT_OF.search(column.unit or "")
        unit = parse_unit(column.unit)
        texts = (column.header, *column.synonyms)
        percent = column.kind == "percent" or column.unit in {"%", "percent"}
        words = frozenset(word for text in texts for word in unit_words(text))
        return cls(
            column.decimals,
            percent,
            column.kind == "money",
            unit,
            out_of[1] if out_of else None,
            # a unit or scale in the header is judged by the unit, not waved through as a word
            frozenset(w for w in words if not known_unit(w) and w not in SCALES),
            None if percent or written_scale == unit.scale else written_scale,
        )

    def form(self, value: int | Decimal) -> int:
        """The form of a value of the key."""
        return self._rounded(Decimal(value))

    def read(self, plain: str) -> CellReading:
        """What a plain text may mean.

        Exact at the column's decimals: more digits are right if they round half away from zero to
        the value, fewer if zeros alone are left out. Scale words count; where the column is in
        thousands or millions, a text without one is in these, or absolute if it fits exactly or
        names the unit. A fraction stands for a percentage if it fits exactly. A bracketed remark
        does no harm unless it holds another value; a conversion into another unit does none.
        """
        if self.out_of is not None:
            plain = re.sub(rf"\s?(?:/|out of|of)\s?{self.out_of}(?:\.0+)?(?!\d)", "", plain)
        plain = _NUMBER_SIGN.sub("", plain)
        negative = _ALL_IN_BRACKETS.fullmatch(plain)
        if negative:  # as in accounts
            plain = negative[1] + negative[2]
        outside, remarks = outside_brackets(plain)
        reading = self._one(outside, negative=negative is not None)
        if remarks and reading.forms:
            return self._with_remarks(reading, remarks)
        return reading

    def _one(self, text: str, *, negative: bool) -> CellReading:
        numbers = find_numbers(text, 2)
        if not numbers:
            numbers = find_number_words(text)
        if len(numbers) != 1:
            return SEVERAL if numbers else NOTHING
        forms: list[int] = []
        problem = NOTHING
        for number in self._likely(numbers[0]):
            beside, scale = self._beside(text[: number.start], text[number.end :], number)
            if isinstance(beside, CellReading):
                problem = beside
            elif number.percent and not self.percent:
                problem = _OTHER_UNIT
            else:
                value = -abs(number.value) if negative else number.value
                scaled = number._replace(
                    value=value.scaleb(scale, EXACT), scale=number.scale or scale
                )
                forms += self._forms(scaled, named=beside)
        return CellReading(tuple(dict.fromkeys(forms))) if forms else problem

    def _likely(self, readings: tuple[Number, ...]) -> tuple[Number, ...]:
        """Without 1.298 for `1,298` where no decimals are asked for: it is 1298 there."""
        if self.decimals == 0 and not self.percent and len({one.digits for one in readings}) > 1:
            return tuple(one for one in readings if one.digits == 0 or one.scale)
        return readings

    def _beside(self, before: str, after: str, number: Number) -> tuple[CellReading | bool, int]:
        """Whether what stands beside a number names the column's unit, or why it may not stand
        there; and the power of ten of a scale word that stands apart (`EUR million`).
        """
        if not before and not after:
            return False, 0
        if _SIGNS_NOT_PLAIN.search(f"{before} {after}"):
            return _NOT_ONE_NUMBER, 0
        named, unknown, scale = False, False, 0
        for word in unit_words(f"{before} | {after}"):
            if word in self.unit.words or word in self.unit.known:
                named = True
            elif word in SCALES:
                # one letter apart from its number is a scale in `14.3 EUR m` alone
                if number.scale or scale or (len(word) == 1 and not self.money):
                    return _NOT_ONE_NUMBER, 0
                scale = SCALES[word]
            elif self.money and self._any_currency(word):
                named = True
            elif known_unit(word):
                return _OTHER_UNIT, 0
            elif word in _NOT_PLAIN and word not in self.unit.words:
                return _NOT_ONE_NUMBER, 0
            elif word not in self.header_words and word not in _HEDGES:
                unknown = True
        if unknown and self._has_unit and not named:
            return _OTHER_UNIT, 0
        return named, scale

    @cached_property
    def _has_unit(self) -> bool:
        return self.out_of is None and bool(self.unit.words or self.money or self.percent)

    def _any_currency(self, word: str) -> bool:
        """Whether a currency may stand here: where the column does not say which one it wants."""
        return not self.unit.currency and parse_unit(word).currency

    def _forms(self, number: Number, *, named: bool) -> list[int]:
        value = number.value
        if self.percent:
            return self._percent_forms(number)
        if number.fraction:
            return [self._rounded(value)] if self._fits(value) else []
        ours = self.unit.scale
        if number.scale:
            return [self._rounded(value.scaleb(-ours, EXACT))]
        if self.written_scale:
            return [self._rounded(value.scaleb(self.written_scale - ours, EXACT))]
        forms = [self._rounded(value)]
        absolute = value.scaleb(-ours, EXACT)
        named = named or self.written_scale == 0
        if ours and (self._fits(absolute) or (named and abs(absolute) >= 1)):
            forms.append(self._rounded(absolute))
        return forms

    def _percent_forms(self, number: Number) -> list[int]:
        value, whole = number.value, number.value.scaleb(2, EXACT)
        if number.fraction:
            return [self._rounded(whole)] if self._fits(whole) else []
        forms = [self._rounded(value)]
        if not number.percent and number.digits and self._fits(whole):
            forms.append(self._rounded(whole))
        return forms

    def _fits(self, value: Decimal) -> bool:
        shifted = value.scaleb(self.decimals, EXACT)
        return shifted == shifted.to_integral_value()

    def _rounded(self, value: Decimal) -> int:
        # `decimal` calls half away from zero half up
        return int(value.scaleb(self.decimals, EXACT).to_integral_value(ROUND_HALF_UP))

    def _with_remarks(self, reading: CellReading, remarks: list[str]) -> CellReading:
        """`reading`, unless a bracketed remark gives another value in the column's own unit."""
        for remark in remarks:
            if _DIGIT.search(remark) is None:
                continue
            inner = self._one(remark, negative=False)
            if inner.forms:
                if set(inner.forms).isdisjoint(reading.forms):
                    return SEVERAL
            elif not self._conversion(remark):
                return SEVERAL
        return reading

    def _conversion(self, remark: str) -> bool:
        """Whether a remark gives the value in another unit, and nothing else."""
        units = [word for word in unit_words(remark) if known_unit(word)]
        return bool(units) and self._has_unit and self.unit.known.isdisjoint(units)
