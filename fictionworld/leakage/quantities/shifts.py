"""A day that lies so many days, weeks or years from another one."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.quantity import Day
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.finder import DayFinder

__all__ = ["MOST", "ROUGHLY", "UNITS", "shift"]

_FORM: Final = "from another date"
MOST: Final = 800
"""Days or so that a date may be away from another that it is told by."""
ROUGHLY: Final = word_set("about around roughly some almost nearly perhaps")
"""Words before a stretch of time that say that it tells no day."""
UNITS: Final = {
    "day": ("day", 1), "week": ("day", 7), "fortnight": ("day", 14), "month": ("month", 1),
    "quarter": ("month", 3), "year": ("month", 12), "decade": ("month", 120),
    "centur": ("month", 1200), "century": ("month", 1200),
}  # fmt: skip


def shift(
    finder: DayFinder,
    day: Day,
    count: int,
    unit: str,
    place: tuple[int, int],
    *,
    half: bool = False,
) -> None:
    """Add the day that lies so much later."""
    if unit not in UNITS:
        return
    kind, size = UNITS[unit]
    form = f"{_FORM}, no year" if day.yearless else _FORM
    amount = count * size // 2 if half else count * size
    try:
        if kind == "day":
            if day.first == day.last:
                one = day.first + timedelta(days=amount)
                finder.found.append(Day(*place, one, one, form, day.yearless))
            return
        one, last = _months_on(day.first, amount), _months_on(day.last, amount)
        if day.first.day == 1 and day.last != day.first:
            last = last.replace(day=monthrange(last.year, last.month)[1])
        finder.found.append(Day(*place, one, last, form, day.yearless))
    except (ValueError, OverflowError):
        return


def _months_on(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
