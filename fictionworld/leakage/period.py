"""Of which year a value is said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fictionworld.leakage.asked import YEAR

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.asked import Asked, Near
    from fictionworld.leakage.tables import Cell

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
        if not hit.start <= m.start() < hit.end
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
