"""Whether a place is open on a day of the week, by its hours: `Sat 10-16, Sun closed`.

Hours are told stretch by stretch, each with the days that it is of. Days without a word of their
own go with the stretch behind them, or else with the one before: `closed Mondays, Sundays`.
"""

from __future__ import annotations

import re
from typing import Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities.weekdays import WEEKDAYS
from fictionworld.leakage.values.open_days import LISTED, days_of

__all__ = ["day_asked", "find_open_on"]

_COLUMN: Final = re.compile(
    r"\b(?P<shut>closed|shut|rest)?.{0,24}?\b(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b",
    re.IGNORECASE,
)
_OF_HOURS: Final = re.compile(
    r"\b(?:open|closed|shut|trading|service|rest|hours|runs?\b|sails?\b|operat)", re.IGNORECASE
)
_STRETCH: Final = re.compile(r"[^,;.|\n()]+|[.:](?=\d)")
_TOGETHER: Final = re.compile(
    r"\b(?:(?P<all>daily|every day|seven days|7 days|all week|24/7)|(?P<week>weekdays)"
    r"|(?P<end>weekends?))\b",
    re.IGNORECASE,
)
_SHUT: Final = re.compile(
    r"\b(?:closed|closes all|shut|locked|rest day|day off|not open|no (?:service|trading|entry)"
    r"|there (?:is|are) no"
    r"|never open|except(?:ing)?|but not|bar|geschlossen|ferm\u00e9|cerrado|ruhetag)\b",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(
    r"\b(?:open(?:s|ed)?(?! (?:an?|the|his|her|its|their)\b)|opening|runs?|sails?|operates?)\b"
    r"|\b(?:you|we|visitors) can\b|\d\s?(?:am|pm|h|:\d\d)"
    r"|\d\s?(?:[-\u2013]|to)\s?\d"
    r"|\b(?:until|till|from) (?:\d|noon|midnight|dusk|dawn)",
    re.IGNORECASE,
)
_UNSURE: Final = re.compile(
    r"\b(?:if|whether|may|might|would|could|plans?|sometimes|some|most|first|last|every other"
    r"|alternate|by arrangement|used to|until \d{4})\b",
    re.IGNORECASE,
)
_MOST: Final = 2_000
_WEEK: Final = 7
_NEARLY: Final = 5
"""Days of which hours have to be told before silence on another tells that it is closed."""


def day_asked(column: str) -> tuple[int, bool] | None:
    """The weekday of a column on opening hours, and whether it asks for closing; else None."""
    match = _COLUMN.search(column)
    if match is None or not _OF_HOURS.search(column):
        return None
    return WEEKDAYS[match["day"].lower()], match["shut"] is not None


def find_open_on(text: str, column: str, *, wanted: bool) -> list[Hit]:
    """The stretches that say what is `wanted` of the day of `column`."""
    asked = day_asked(column)
    if asked is None:
        return []
    day, closing = asked
    told = _told(text[:_MOST])
    opened = wanted is not closing
    found = [
        Hit(start, end, "statement", alone=False)
        for start, end, days, is_open in told
        if day in days and is_open is opened
    ]
    days_open = {d for _, _, days, is_open in told if is_open for d in days}
    silent = all(day not in days for _, _, days, _ in told)
    if not opened and silent and len(days_open) >= _NEARLY and re.search(r"\d", text):
        start, end = told[0][0], told[-1][1]
        # `for weekend hours ring the desk` leaves it open
        if len(days_open) == _WEEK - 1 or re.search(r"\bonly\b", text[start : end + 24]):
            found.append(Hit(start, end, "statement", alone=False))
    return found


def _told(text: str) -> list[tuple[int, int, frozenset[int], bool]]:
    """Of which days each stretch is that names some, and whether it opens on them."""
    stretches: list[tuple[int, int, frozenset[int], bool | None]] = []
    for match in _STRETCH.finditer(text):
        said = match[0]
        days = _days(said)
        is_open = False if _SHUT.search(said) else True if _OPEN.search(said) else None
        if _UNSURE.search(said) or text[match.end() : match.end() + 1] == "?":
            continue
        if days:
            stretches.append((match.start(), match.end(), days, is_open))
    found = []
    for at, (start, end, days, own) in enumerate(stretches):
        is_open = own
        if is_open is None and at + 1 < len(stretches):
            is_open = stretches[at + 1][3]
        if is_open is None and at:
            is_open = stretches[at - 1][3]
        if is_open is not None:
            found.append((start, end, days, is_open))
    return found


def _days(said: str) -> frozenset[int]:
    days = {day for match in LISTED.finditer(said) for day in days_of(match)}
    together = _TOGETHER.search(said)
    # `open daily except Sundays` speaks of Sundays
    if together is not None and not days:
        days.update(range(_WEEK) if together["all"] else range(5) if together["week"] else (5, 6))
    return frozenset(days)
