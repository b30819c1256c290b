"""Dates read from cells, as the public scorer reads them: by dateparser, made repeatable.

dateparser fills what a text leaves out from today: `12 March` is of this year, `2031` alone of this
month. Today is held fixed here, so that a reward does not change overnight; a text that names
month and year means the same on every day. The version is pinned, since another reads other
texts: 1.5.0 knows quarters (`Q3 2031`), which 1.2.2 does not.

dateparser tries two hundred locales on a text that it cannot read, up to half a second of them, so
what a call may spend is limited; see `DateReader`.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from threading import Lock

from fictionworld.extras import require_extra
from fictionworld.text.dates import MONTHS

_TODAY = datetime(2026, 1, 1)  # noqa: DTZ001  compared with dates that have no zone either
"""January, so that a year alone is its first of January, as a month alone is its first day."""

_MONTHS = {
    form: month
    for month, name in enumerate(map(str.lower, MONTHS), start=1)
    for form in (name, name[:3])
}
_MONTH = f"(?P<month>{'|'.join(_MONTHS)})"
_FULL = [
    re.compile(form, re.ASCII | re.IGNORECASE)
    for form in (
        r"(?P<year>[1-9]\d{3})-(?P<number>\d\d)-(?P<day>\d\d)",
        rf"(?P<day>\d\d?) {_MONTH} (?P<year>[1-9]\d{{3}})",
        rf"{_MONTH} (?P<day>\d\d?), (?P<year>[1-9]\d{{3}})",
        rf"{_MONTH} (?P<year>[1-9]\d{{3}})",
    )
]
"""The plain forms, which dateparser reads the same way at a hundred times the price."""

_LONGEST = 100
"""No date is longer; a long text can keep dateparser busy for minutes."""
_LONG_NUMBER = re.compile(r"\d{21}")
"""Nor has one a number longer than a time to the microsecond, digits run together."""
_NO_LETTERS = re.compile(r"[ -@\[-`{-~]*")
_LONG_WORD = re.compile(r"[^\W\d_]{4}")
_WORD = re.compile(r"\w+")

_BUDGET = 4000
"""About as many milliseconds."""


class DateReader:
    """Reads dates, a limited number of hard ones.

    Texts in a plain form cost nothing, another date costs 1, a text that proves to be none costs
    what its locales take, roughly: 5 a word, 60 a word where all are short and so are words of
    many languages. After 4,000 only plain forms are read, the rest counts as no date: that is
    several thousand dates, or some hundred notes in place of a date. The price depends on the text
    alone, so equal tables give equal figures.
    """

    def __init__(self) -> None:
        self._left = _BUDGET
        self._known: dict[str, datetime | None] = {}

    def read(self, text: str) -> datetime | None:
        """Return the date that a text gives, the first of the month if it has no day; else None."""
        date = _plain(text)
        if date is not None:
            return date
        if text not in self._known:
            if self._left <= 0 or len(text) > _LONGEST or _LONG_NUMBER.search(text):
                return None
            date = _parse(text)
            self._left -= 1 if date is not None else _price(text)
            self._known[text] = date
        return self._known[text]

    def normalise(self, text: str) -> str:
        """Return the date of a text as `2031-03-12`; the text itself where it gives none."""
        date = self.read(text)
        return text if date is None else date.strftime("%Y-%m-%d")


def _plain(text: str) -> datetime | None:
    for form in _FULL:
        match = form.fullmatch(text)
        if match is not None:
            part = match.groupdict()
            month = int(part["number"]) if "number" in part else _MONTHS[part["month"].lower()]
            try:
                return datetime(int(part["year"]), month, int(part.get("day") or 1))  # noqa: DTZ001
            except ValueError:  # 31 February; dateparser may have a reading of its own
                return None
    return None


def _price(text: str) -> int:
    if _NO_LETTERS.fullmatch(text):
        return 2
    return (5 if _LONG_WORD.search(text) else 60) * max(1, len(_WORD.findall(text)))


_LOCK = Lock()
"""dateparser keeps the order of day and month in a record that all calls share."""


@lru_cache(maxsize=20_000)
def _parse(text: str) -> datetime | None:
    require_extra("widesearch", "scoring as WideSearch does")
    import dateparser  # type: ignore[import-untyped]  # noqa: PLC0415 - of an extra

    # Without letters a text means the same in all locales but for the order of day, month and
    # year. These three have the three orders, and come first among their like.
    languages = ["en", "ru", "ja"] if _NO_LETTERS.fullmatch(text) else None
    try:
        with _LOCK:
            date: datetime | None = dateparser.parse(
                text,
                languages=languages,
                settings={"PREFER_DAY_OF_MONTH": "first", "RELATIVE_BASE": _TODAY},
            )
    except (ValueError, OverflowError, TypeError, AttributeError, LookupError):
        return None  # a text that breaks the parser is no date
    return date
