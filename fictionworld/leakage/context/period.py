"""Of which year a value is said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.asked import YEAR

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near
    from fictionworld.leakage.readings.tables import Cell

__all__ = ["year_of"]


def year_of(text: str, hit: Hit, near: Near, asked: Asked, cell: Cell | None) -> bool | None:
    """Whether the value is said of the year asked about, of another (False), or of none."""
    if not asked.years:
        return None
    if cell is not None:
        if cell.column_start is not None:
            heads = YEAR.findall(text[cell.column_start : cell.column_end])
            if heads:
                return bool(asked.years.intersection(heads))
        row = [
            m[0]
            for m in YEAR.finditer(text, cell.row_start, cell.row_end)
            if not hit.start <= m.start() < hit.end
        ]
        if row:
            return bool(asked.years.intersection(row))
    found = [
        m
        for m in YEAR.finditer(text, near.sentence, near.end)
        if not hit.start <= m.start() < hit.end and not _in_brackets(text, m, hit)
    ]
    if not found:
        return None
    behind = re.match(r"[^,;]{0,12}\(\D{0,6}((?:1[5-9]|20|21)\d\d)\)", text[hit.end : hit.end + 28])
    if behind:
        return behind[1] in asked.years
    if not asked.years.intersection(m[0] for m in found):
        return False
    if "arithmetic" in hit.form or "sum" in hit.form:
        return True
    right_behind = _RIGHT_BEHIND.match(text, hit.end, near.end)
    if right_behind:
        return right_behind[1] in asked.years
    left = [m for m in found if m.end() <= hit.start]
    right = [m for m in found if m.start() >= hit.end]

    def cost(m: re.Match[str]) -> float:
        between = text[m.end() : hit.start] if m.end() <= hit.start else text[hit.end : m.start()]
        far = len(between.split()) + 5 * len(
            re.findall(r"[;]|, (?!\d)|\bbut\b|\bwhile\b|\bfor\b", between)
        )
        return far + (0 if m.end() <= hit.start else 1)

    best = min(left + right, key=cost)
    # a year that belongs to another statement: `from the 625,000 of 2029`
    return best[0] in asked.years or cost(best) > 6


_RIGHT_BEHIND: Final = re.compile(
    r"(?:\s[a-z%]+){0,2}?\s(?:in|for|during)\s((?:1[5-9]|20|21)\d\d)(?![\d,.]\d|\d)"
)
"""`and 44.7 million in 2030`: a year right behind a figure is its own."""
_OWN_FIGURE: Final = re.compile(
    r"[^()]{0,12}?(?:[:,=]|\b(?:was|were|at))\s[^()]{0,12}\d[^()]{0,30}\)|\s?[:=]"
)
_FIGURE_FIRST: Final = re.compile(r"\([^()]{0,24}\d[^()]{0,16}\b(?:in|for)\s$")


def _in_brackets(text: str, year: re.Match[str], hit: Hit) -> bool:
    """`0.84 GWh (2032: 0.79 GWh)`: a year in brackets with a figure of its own."""
    opening = text.rfind("(", max(0, year.start() - 40), year.start())
    if opening < 0 or ")" in text[opening : year.start()]:
        return False
    closing = text.find(")", year.end(), year.end() + 60)
    if closing < 0 or opening <= hit.start < closing:
        return False
    return (
        _OWN_FIGURE.match(text, year.end(), closing + 1) is not None
        or _FIGURE_FIRST.search(text, opening, year.start()) is not None
    )
