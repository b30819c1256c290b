"""Days told by other days: what opens on the first was closed until the day before; `this morning`
in a report is the day of the report.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.quantities import scan
from fictionworld.leakage.quantities.target import DayTarget, targets_of

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_neighbours", "reported_today", "year_stands_there"]

_ENDS: Final = re.compile(
    r"\b(?:until|till|ends?|closed|closes|embargo\w*|sealed|locked|last day|through|expir\w+)\b",
    re.IGNORECASE,
)
_FREE_FROM: Final = re.compile(
    r"\b(?:from|opens?|opened|available|as of|starting|again on|reopens?|released?|readable"
    r"|not before|earliest|lifted|unsealed|ab|dès|desde|a partir)\b[^.;]{0,24}$",
    re.IGNORECASE,
)
_TODAY: Final = re.compile(
    r"\b(?:today|this (?:morning|afternoon|evening|noon)|tonight|heute|aujourd'hui|hoy|oggi)\b",
    re.IGNORECASE,
)
_EDITION: Final = re.compile(
    r"(?:\b(?:[Ll]ast|[Nn]ext) year['\u2019]s\s(?P<other>)"
    r"|\b(?:[Tt]he|[Ii]ts|[Oo]ur|\w['\u2019]s)\s(?P<year>(?:19|20|21)\d\d)(?=\s[A-Za-z])"
    r"|(?:^|[.!?:]\s|\n)In\s(?P<then>(?:19|20|21)\d\d))[^.;!?\n]*$"
)
"""`The 2029 Film Week began on`: of which year a day without one is told."""
_RECORD: Final = 700
"""Characters of a result in which the year of a day may stand."""
_DATE_LINE: Final = re.compile(r"(?:^|\n)[ \t]*Date:[ \t]*$")


def find_neighbours(text: str, answer: Answer, question: str) -> list[Hit]:
    """The places that name the day after the last, as that from which something is free again."""
    found = _beside_others(text, answer)
    if not _ENDS.search(f"{answer.column} {question}"):
        return found
    lasts = {
        one.last + timedelta(days=1)
        for one in targets_of(answer)
        if isinstance(one, DayTarget) and one.first == one.last
    }
    return found + [
        Hit(day.start, day.end, "day after the last", alone=False)
        for day in scan(text).days
        if day.first == day.last
        and day.first in lasts
        and not day.yearless
        and _FREE_FROM.search(text[max(0, day.start - 48) : day.start])
    ]


_BESIDE: Final = re.compile(
    r"\b(?:the|on the) (?:very )?(?:day|morning|evening|night) (?P<way>after|before|following) "
    r"(?:(?:the|its|that|their|this) )?(?P<what>[a-z-]+(?: [a-z-]+)?)"
)
_NEAR: Final = 70


def _beside_others(text: str, answer: Answer) -> list[Hit]:
    """`the morning after the fair ends. The fair ends on 9 June`: told by another's day."""
    if " after " not in text and " before " not in text and " following " not in text:
        return []
    places = list(_BESIDE.finditer(text))
    if not places:
        return []
    wanted = {
        one.first
        for one in targets_of(answer)
        if isinstance(one, DayTarget) and one.first == one.last
    }
    days = [day for day in scan(text).days if day.first == day.last and not day.yearless]
    found = []
    for match in places:
        step = timedelta(days=-1 if match["way"] == "before" else 1)
        names = [word for word in match["what"].split() if len(word) > _SHORT]
        found += [
            Hit(*match.span(), "day beside another's", alone=False)
            for day in days
            if day.first + step in wanted
            and any(name in text[max(0, day.start - _NEAR) : day.start].lower() for name in names)
        ]
    return found


_SHORT: Final = 2


def year_stands_there(text: str, hit: Hit, answer: Answer, known: str) -> bool:
    """Whether the year of a day that is told without one is known, or stands in the same result.

    Args:
        text: In which the day stands.
        hit: Where.
        answer: Whose day it is.
        known: What is known beforehand: the question, the subject, the column.
    """
    targets = [one for one in targets_of(answer) if isinstance(one, DayTarget)]
    if any(one.yearless for one in targets):
        return True
    years = {one.first.year for one in targets}
    if any(str(year) in known for year in sorted(years)):
        edition = _EDITION.search(text, max(0, hit.start - 90), hit.start)
        return edition is None or int(edition["year"] or edition["then"] or 0) in years
    return any(
        day.first.year in years and not day.yearless and abs(day.start - hit.start) <= _RECORD
        for day in scan(text).days
    )


def reported_today(text: str, hit: Hit, record: int) -> bool:
    """Whether a date is that of a result which tells of the same day."""
    line = text.rfind("\n", 0, hit.start) + 1
    return bool(
        _DATE_LINE.search(text, max(0, line - 1), hit.start) and _TODAY.search(text, record, line)
    )
