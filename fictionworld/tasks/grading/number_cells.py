"""Cells of number columns: integers, decimals, money, percentages.

A value is compared as a whole number of its last digit: 12.5 in a column of one decimal is 125.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from fictionworld.tasks.grading.beside import (
    CHANGING,
    HEDGES,
    NOT_ONE_NUMBER,
    OTHER_UNIT,
    Beside,
    Label,
    NumberColumn,
    read_beside,
)
from fictionworld.tasks.grading.reading import (
    NOTHING,
    SEVERAL,
    CellReading,
    outside_brackets,
)
from fictionworld.tasks.key import KeyColumn
from fictionworld.text.markup import plain_text
from fictionworld.text.measures import (
    UnitOfMeasure,
    WrittenUnit,
    converted,
    parse_written_unit,
    unit_at,
    unit_tokens,
)
from fictionworld.text.numbers import EXACT, Number, find_number_words, find_numbers
from fictionworld.text.units import SCALES

_NOT_IN_REMARKS: Final = (CHANGING - {"from", "and", "to", "no", "after", "before", "or"}) | {
    "twice", "double", "doubled", "triple", "times", "per", "each", "minus", "negative", "down",
    "decrease", "loss", "squared", "tens", "maybe", "perhaps", "possibly", "probably", "guess",
    "guessed", "wrong", "incorrect", "unconfirmed", "uncertain", "unsure",
}  # fmt: skip
"""Words that change the number before them, even in brackets."""
_ESTIMATED: Final = frozenset({"est", "estimate", "estimated"})
_WORD: Final = re.compile(r"[^\W\d_]+")
_OUT_OF: Final = re.compile(r"\bout of (\d+)\b", re.IGNORECASE)
_ALL_IN_BRACKETS: Final = re.compile(r"\(([^()]*\d[^()]*)\)([^()\d]*)")
_IN_CAPITALS: Final = re.compile(r"\bK?M[23]\b")
_QUOTED: Final = re.compile(r"([\"'`])([^\"'`]*)\1")
_STRAY_SIGNS: Final = re.compile(r"[<>\u2264\u2265\u00b1|;?!]|(?<![a-z])\d", re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")
_NO_UNIT: Final = WrittenUnit(0, frozenset())
_AS_IT_IS: Final = (Fraction(1), Fraction(0))


@dataclass(frozen=True, eq=False)
class NumberCells:
    """The cells of one number column."""

    decimals: int
    percent: bool
    column: NumberColumn
    out_of: str | None
    """`10` in a column whose unit is `out of 10`."""
    factor: tuple[Fraction, Fraction]
    """What makes a figure in the unit of the answer's header one in the column's."""

    @classmethod
    def of(cls, column: KeyColumn, written: WrittenUnit | None = None) -> NumberCells:
        """Return the cells of a column; `written` is the unit that the answer's header gives."""
        unit = unit_of(column)
        percent = column.kind == "percent" or column.unit in {"%", "percent"}
        if written == unit:
            written = None
        factor = written.factor(unit) if written else None
        out_of = _OUT_OF.search(column.unit or "")
        rounded = bool(column.decimals or percent or unit.measures or unit.scale)
        own_unit = _own_unit(column)
        return cls(
            column.decimals,
            percent,
            NumberColumn(
                unit, written, Label.of(column), column.kind == "money", own_unit.words, rounded
            ),
            out_of[1] if out_of else None,
            factor or _AS_IT_IS,
        )

    def form(self, value: int | Decimal) -> int:
        """Return the form of a value of the key."""
        return self._rounded(Decimal(value))

    def read(self, plain: str) -> CellReading:
        """Return the forms that a plain text may mean.

        Exact at the column's decimals: more digits are right if they round half away from zero to
        the value, fewer if zeros alone are left out. Scale words count; where the column is in
        thousands or millions, a text without one is in these, or absolute if it fits exactly or
        names the unit. A fraction stands for a percentage if it fits exactly. A bracketed remark
        does no harm unless it holds another value, or words that change the number; a conversion
        into another unit does none.
        """
        if self.out_of is not None:
            plain = re.sub(rf"\s?(?:/|out of|of)\s?{self.out_of}(?:\.0+)?(?!\d)", "", plain)
        if "M2" in plain or "M3" in plain:
            plain = _IN_CAPITALS.sub(lambda unit: unit[0].casefold(), plain)
        plain = _QUOTED.sub(r"\2", plain)
        negative = _ALL_IN_BRACKETS.fullmatch(plain)
        if negative:  # as in accounts
            plain = negative[1] + negative[2]
        outside, remarks = outside_brackets(plain)
        units = [remark for remark in remarks if _is_unit(remark)]
        outside = " ".join((outside, *units))
        remarks = [remark for remark in remarks if remark not in units]
        if any(_changes(remark, rounded=self.column.rounded) for remark in remarks):
            return CellReading((), NOT_ONE_NUMBER)
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
            before, after = text[: number.start], text[number.end :]
            beside = _beside(self, before, after, scaled=bool(number.scale))
            if beside.problem:
                problem = CellReading((), beside.problem)
            elif number.percent and not self.percent:
                problem = CellReading((), OTHER_UNIT)
            elif number.ordinal and not self.column.label.ordinal:
                problem = CellReading((), NOT_ONE_NUMBER)
            else:
                value = -abs(number.value) if negative else number.value
                signed = _signed(value, beside, plus=text[number.start] == "+")
                if signed is None:
                    problem = CellReading((), NOT_ONE_NUMBER)
                    continue
                scaled = number._replace(
                    value=signed.scaleb(beside.scale, EXACT), scale=number.scale or beside.scale
                )
                forms += self._forms(scaled, beside)
        return CellReading(tuple(dict.fromkeys(forms))) if forms else problem

    def _likely(self, readings: tuple[Number, ...]) -> tuple[Number, ...]:
        """Return the readings without 1.298 for `1,298` in a column without decimals: it is 1298.

        Before a word of scale only the likelier reading counts: `1,298 million` is not 1.298
        million.
        """
        readings = tuple(
            reading
            for reading in readings
            if not reading.scale or reading.digits == readings[0].digits
        )
        is_whole = self.decimals == 0 and not self.percent and self.column.written is None
        if is_whole and len({reading.digits for reading in readings}) > 1:
            return tuple(reading for reading in readings if reading.digits == 0 or reading.scale)
        return readings

    def _forms(self, number: Number, beside: Beside) -> list[int]:
        value, written = number.value, self.column.written
        if written and not (beside.named and not beside.as_written and not self._same_measure):
            # the answer's header gives the unit; a word of scale in the cell replaces the header's
            power = -written.scale if number.scale else 0
            return [self._rounded(_decimal(converted(value.scaleb(power, EXACT), self.factor)))]
        if self.percent:
            return self._percent_forms(number)
        if number.fraction:
            return [self._rounded(value)] if self._fits(value) else []
        scale = self.column.unit.scale
        if number.scale:
            return [self._rounded(value.scaleb(-scale, EXACT))]
        forms = [self._rounded(value)]
        absolute = value.scaleb(-scale, EXACT)
        if scale and (self._fits(absolute) or (beside.named and abs(absolute) >= 1)):
            forms.append(self._rounded(absolute))
        return forms

    @property
    def _same_measure(self) -> bool:
        """Return whether the answer's header differs from the column's unit in scale alone."""
        written = self.column.written
        return written is not None and (
            not written.measures or bool(written.measures & self.column.unit.measures)
        )

    def _percent_forms(self, number: Number) -> list[int]:
        value, hundredfold = number.value, number.value.scaleb(2, EXACT)
        if number.fraction:
            return [self._rounded(hundredfold)] if self._fits(hundredfold) else []
        forms = [self._rounded(value)]
        if not number.percent and number.digits and self._fits(hundredfold):
            forms.append(self._rounded(hundredfold))
        return forms

    def _fits(self, value: Decimal) -> bool:
        shifted = value.scaleb(self.decimals, EXACT)
        return shifted == shifted.to_integral_value()

    def _rounded(self, value: Decimal) -> int:
        # `decimal` calls half away from zero half up
        return int(value.scaleb(self.decimals, EXACT).to_integral_value(ROUND_HALF_UP))

    def _with_remarks(self, reading: CellReading, remarks: list[str]) -> CellReading:
        """Return `reading`, or `SEVERAL` if a remark gives another value in the column's unit."""
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
        """Return whether a remark gives the value in another unit, and nothing else."""
        tokens = unit_tokens(remark)
        units = [
            measure
            for index in range(len(tokens))
            for measure in unit_at(tokens, index)[0]
            if measure.kind
        ]
        column = self.column.unit.measures
        return bool(units) and bool(column or self.column.money) and column.isdisjoint(units)


def _is_unit(remark: str) -> bool:
    """Return whether a bracketed remark is a unit alone: `7.3 (km²)`, `14.3 (million)`."""
    return parse_written_unit(remark) is not None and not find_numbers(remark, 1)


def _changes(remark: str, *, rounded: bool) -> bool:
    """Return whether a bracketed remark changes the number: `274 (per match)`, `274 (?)`."""
    if _DIGIT.search(remark):
        return False
    words = set(_WORD.findall(remark.casefold()))
    changing = _NOT_IN_REMARKS | SCALES.keys() | (set() if rounded else HEDGES | _ESTIMATED)
    return "?" in remark or not words.isdisjoint(changing)


@lru_cache(1 << 14)
def _beside(cells: NumberCells, before: str, after: str, *, scaled: bool) -> Beside:
    """Return the reading of the words beside a number; cached, as cells of a column are alike."""
    if _STRAY_SIGNS.search(f"{before} {after}"):
        return Beside(NOT_ONE_NUMBER)
    return read_beside(cells.column, before, after, scaled=scaled)


def _signed(value: Decimal, beside: Beside, *, plus: bool) -> Decimal | None:
    """Return a value with the sign that words give it; None where they contradict its own sign."""
    if not beside.sign:
        return value
    if beside.sign > 0:
        return None if value < 0 else value
    if plus or (value < 0 and beside.sign == -1):
        return None  # `minus -2.7`
    return -abs(value)


def _decimal(value: Fraction) -> Decimal:
    return EXACT.divide(Decimal(value.numerator), Decimal(value.denominator))


@lru_cache(1 << 10)
def unit_of(column: KeyColumn) -> WrittenUnit:
    """Return the unit of a column of the key."""
    text = column.unit or ("%" if column.kind == "percent" else "")
    if not text:
        return _NO_UNIT
    parsed = parse_written_unit(plain_text(text))
    own_unit = _own_unit(column)
    return parsed or WrittenUnit(
        own_unit.scale, frozenset({UnitOfMeasure(((text, 1),), Fraction(1))})
    )


class _OwnUnit(NamedTuple):
    """A unit that no table has, as worlds invent them: `million crowns`."""

    scale: int
    words: frozenset[str]


def _own_unit(column: KeyColumn) -> _OwnUnit:
    plain = plain_text(column.unit or "")
    if not plain or parse_written_unit(plain) is not None:
        return _OwnUnit(0, frozenset())
    words = [token.casefold() for token in unit_tokens(plain)]
    names = {word for word in words if word not in SCALES}
    names |= {f"{word}s" for word in names} | {word.removesuffix("s") for word in names}
    return _OwnUnit(sum(SCALES.get(word, 0) for word in words), frozenset(names))
