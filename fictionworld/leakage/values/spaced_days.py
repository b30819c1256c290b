"""Days with every digit apart: `2 0 3 1 - 0 9 - 0 4`."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities.target import DayTarget, targets_of

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_spaced_days"]

_GAP: Final = r"\s?[-/._\u2013]\s?"
_APART: Final = re.compile(
    rf"(?<![\d.])(?P<a>\d \d \d \d){_GAP}(?P<b>\d \d){_GAP}(?P<c>\d \d)(?!\d)"
    rf"|(?<![\d.])(?P<d>\d \d){_GAP}(?P<e>\d \d){_GAP}(?P<f>\d \d \d \d)(?!\d)"
    r"|(?<!\d)(?P<g>\d(?:\s\d){7})(?!\s?\d)"
)
_YEAR_APART: Final = re.compile(
    r"(?<![\w.,-])(?P<a>[12])(?P<gap>\s?[-\u2013\u2014/|*\u00b7\u2022]\s|\s{2,3})(?P<b>\d)(?P=gap)(?P<c>\d)(?P=gap)"
    r"(?P<d>\d)(?![\w,-]|\s?[-|/]\s?\d)"
)
_MONTH: Final = 31


def find_spaced_days(text: str, answer: Answer) -> list[Hit]:
    """The places of `text` that tell the day of `answer` in one of these ways."""
    wanted = {
        one.first
        for one in targets_of(answer)
        if isinstance(one, DayTarget) and one.first == one.last
    }
    years = [
        Hit(*match.span(), "digits apart", alone=False)
        for one in targets_of(answer)
        if isinstance(one, DayTarget) and (one.last - one.first).days > _MONTH
        for match in _YEAR_APART.finditer(text)
        if "".join(match.group("a", "b", "c", "d")) == str(one.first.year)
    ]
    if not wanted:
        return years
    apart = [m for m in _APART.finditer(text) if wanted.intersection(_written_apart(m))]
    return [Hit(*m.span(), "digits apart", alone=True) for m in apart]


def _written_apart(match: re.Match[str]) -> list[date]:
    parts = {name: re.sub(r"\s", "", said) for name, said in match.groupdict().items() if said}
    if "a" in parts:
        tries = [(parts["a"], parts["b"], parts["c"])]
    elif "d" in parts:
        tries = [(parts["f"], parts["e"], parts["d"]), (parts["f"], parts["d"], parts["e"])]
    else:
        run = parts["g"]
        tries = [(run[:4], run[4:6], run[6:]), (run[4:], run[2:4], run[:2])]
    return [day for y, m, d in tries if (day := _day(int(y), int(m), int(d))) is not None]


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
