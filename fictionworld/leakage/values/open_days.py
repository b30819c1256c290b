"""The day of the week that opening hours leave out: `Tue-Sun 10-18` tells that Monday is free."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities.weekdays import WEEKDAYS

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["LISTED", "days_of", "find_day_left"]

_DAY: Final = (
    "mon(?:days?|\\.)?|tue(?:s|sdays?|\\.)?|wed(?:nesdays?|s|\\.)?|thu(?:rs?|rsdays?|\\.)?"
    "|fri(?:days?|\\.)?|sat(?:urdays?|\\.)?|sun(?:days?|\\.)?"
)
LISTED: Final = re.compile(
    rf"(?<![a-z])(?P<one>{_DAY})(?:\s?(?:-|\u2013|to|through|until|till)\s?(?P<last>{_DAY}))?(?![a-z])",
    re.IGNORECASE,
)
_FREE: Final = re.compile(
    r"clos|shut|rest|day off|free day|no service|not open|weekly holiday", re.IGNORECASE
)
_OPEN: Final = re.compile(r"\bopen|hours|\d\s?(?:am|pm|h|:\d\d)|\d\s?[-\u2013]\s?\d", re.IGNORECASE)
_GAP: Final = 60
"""Characters between two days of one list, at most."""
_ALL: Final = 7


def find_day_left(text: str, answer: Answer) -> list[Hit]:
    """The lists of six weekdays that leave out the day of `answer`, which is free or closed."""
    wanted = WEEKDAYS.get(answer.value.strip().lower().removesuffix("s"))
    if wanted is None or not _FREE.search(answer.column):
        return []
    found: list[Hit] = []
    start = end = 0
    days: set[int] = set()
    for match in [*LISTED.finditer(text), None]:
        if match is None or match.start() - end > _GAP:
            told = text[max(0, start - 30) : end + 30]
            if len(days) == _ALL - 1 and wanted not in days and _OPEN.search(told):
                found.append(Hit(start, end, "the day that is left", alone=True))
            days = set()
            if match is None:
                break
            start = match.start()
        days.update(days_of(match))
        end = match.end()
    return found


def days_of(match: re.Match[str]) -> list[int]:
    """The weekdays, Monday being 0, that a match of `LISTED` names: `Tue-Thu` three of them."""
    one = WEEKDAYS[match["one"].lower().rstrip(".").removesuffix("s")]
    last = WEEKDAYS[match["last"].lower().rstrip(".").removesuffix("s")] if match["last"] else one
    return [(one + n) % _ALL for n in range((last - one) % _ALL + 1)]
