"""Grades and short numbers as words put them: `triple-B-plus` for BBB+, `sixteen` for a rating."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities import scan

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_grades", "is_grade"]

_GRADE: Final = re.compile(
    r"(?P<letters>([A-Za-z])\2{0,3}|[A-Za-z]{1,3})(?P<sign>[+\u2212-]{1,2}|#)"
)
_RUNS: Final = re.compile(r"([A-Za-z])\1{1,2}")
_NUMBER: Final = re.compile(r"(\d{1,3})\+?")
_TIMES: Final = {2: "double", 3: "triple"}
_SIGNS: Final = {"+": "plus", "-": "minus", "\u2212": "minus", "#": "sharp", "++": "plus[ -]plus"}


def is_grade(value: str) -> bool:
    """Whether a value is letters with a sign, which tells it from the same letters without."""
    return _GRADE.fullmatch(value.strip()) is not None


@lru_cache(256)
def _pattern(value: str) -> re.Pattern[str] | None:
    match = _GRADE.fullmatch(value)
    letters, sign = (match["letters"], match["sign"]) if match else (value, "")
    run = _RUNS.fullmatch(letters)
    if match is None and run is None:
        return None
    said = [re.escape(letters)]
    if run is not None:
        said.append(rf"{_TIMES[len(letters)]}[ -]?{letters[0]}")
    if not sign:
        text = rf"(?:{'|'.join(said[1:])})(?![ -](?:plus|minus)|[\w+])"
    else:
        text = rf"(?:{'|'.join(said)})(?:\s?{re.escape(sign)}(?!\w)|[ -]?{_SIGNS[sign]}\b)"
    return re.compile(rf"(?<![\w]){text}", re.IGNORECASE if run else 0)


def find_grades(text: str, answer: Answer) -> list[Hit]:
    """The places that tell a grade in signs or words, or a small number in words."""
    found = []
    for value in (answer.value.strip(), *answer.aliases):
        pattern = _pattern(value)
        if pattern is not None:
            found += [Hit(*m.span(), "grade", alone=False) for m in pattern.finditer(text)]
        number = _NUMBER.fullmatch(value)
        if number is not None:
            found += [
                Hit(one.start, one.end, one.form, alone=False)
                for one in scan(text).quantities
                if one.form != "digits"
                and one.values == (Decimal(number[1]),)
                and one.unit in {"", "year"}
                and not one.ordinal
            ]
    return found
