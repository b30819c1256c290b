"""Days in unusual dress: every digit apart, `2 0 3 1 - 0 9 - 0 4`; the first or last day, or the
eve, of a part of a year: `the first day of the last month of 2030`.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities.items import MONTHS
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
_NTHS: Final = {
    word: n
    for n, words in enumerate(
        (
            "first 1st opening,second 2nd,third 3rd,fourth 4th,fifth 5th,sixth 6th,seventh 7th,"
            "eighth 8th,ninth 9th,tenth 10th,eleventh 11th,twelfth 12th"
        ).split(","),
        start=1,
    )
    for word in words.split()
}
_MONTH_NAMES: Final = "|".join(sorted((m for m in MONTHS if len(m) > 2), key=len, reverse=True))
_NTH: Final = "|".join(sorted(_NTHS, key=len, reverse=True))
_EDGE: Final = re.compile(
    rf"\b(?P<edge>(?:the )?(?:very )?(?:first|opening|1st|last|final|closing|second|2nd"
    r"|third|3rd|penultimate|last but one|second[- ]to[- ]last)"
    r"(?: day)?|day before the (?:first|last) day|eve|last day but one) (?:day )?of (?:the )?"
    rf"(?:(?P<nth>{_NTH}|last|final|penultimate) (?P<part>month|quarter|half)"
    r"(?: of| in)?(?: the year)?"
    rf"|(?P<month>{_MONTH_NAMES})|(?P<year>year))?,? ?(?P<in>(?:19|20|21)\d\d)(?!\d)",
    re.IGNORECASE,
)


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
    edges = [m for m in _EDGE.finditer(text) if _edge(m) in wanted]
    return [Hit(*m.span(), "digits apart", alone=True) for m in apart] + [
        Hit(*m.span(), "edge of a part of a year", alone=True) for m in edges
    ]


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


def _edge(match: re.Match[str]) -> date | None:
    """The day that a phrase names."""
    year = int(match["in"])
    first, months = 1, 12
    if match["part"]:
        months = {"month": 1, "quarter": 3, "half": 6}[match["part"].lower()]
        parts = 12 // months
        said = match["nth"].lower()
        n = {"last": parts, "final": parts, "penultimate": parts - 1}.get(said) or _NTHS[said]
        if n > parts:
            return None
        first = (n - 1) * months + 1
    elif match["month"]:
        first, months = MONTHS[match["month"].lower()], 1
    begin = date(year, first, 1)
    after = date(year + (first + months - 1) // 12, (first + months - 1) % 12 + 1, 1)
    end = after - timedelta(days=1)
    edge = match["edge"].lower().removeprefix("the ").removeprefix("very ")
    if edge == "eve":
        return begin - timedelta(days=1)
    if "but one" in edge or "to last" in edge or "to-last" in edge or edge == "penultimate":
        return end - timedelta(days=1)
    if edge.startswith("day before the last"):
        return end - timedelta(days=1)
    if edge.startswith("day before"):
        return begin - timedelta(days=1)
    word = edge.split()[0]
    if word in {"last", "final", "closing"}:
        return end
    return begin + timedelta(days=_NTHS[word] - 1) if word in _NTHS else None


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
