"""Days that have a name of their own: feasts on a fixed day, and those that move with Easter."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.quantities.items import MONTH_MARK, NUMBER_MARK
from fictionworld.leakage.quantities.spans import YEARLESS, day_span
from fictionworld.leakage.quantities.word_set import word_set

if TYPE_CHECKING:
    from fictionworld.leakage.quantities.finder import DayFinder

__all__ = ["find_feasts"]

_S: Final = r"(?: ['\u2019]? ?s)?"
_SAINT: Final = r"(?:st|saint|sankt|san|st \.)"
_FIXED: Final = {
    rf"new year{_S} day|neujahr(?:stag)?|nouvel an|capodanno": (1, 1),
    rf"new year{_S} eve|silvester|sylvester|saint - sylvestre|nochevieja|hogmanay": (12, 31),
    r"christmas eve|heiligabend|heiliger abend|nochebuena|julafton": (12, 24),
    r"(?:christmas|xmas)(?: day)?|erster weihnachtstag|navidad|natale": (12, 25),
    rf"boxing day|{_SAINT} stephen{_S} day|zweiter weihnachtstag": (12, 26),
    r"twelfth night": (1, 5),
    r"epiphany|three kings(?: ['\u2019])? day|dreikönigstag": (1, 6),
    r"candlemas(?: day)?|groundhog day": (2, 2),
    rf"{_SAINT} brigid{_S} day": (2, 1),
    rf"(?:{_SAINT} )?valentine{_S}(?: day)?|valentinstag|saint - valentin": (2, 14),
    r"leap day|leap year day": (2, 29),
    rf"{_SAINT} david{_S} day": (3, 1),
    r"women(?: ['\u2019])? ?s? day": (3, 8),
    r"pi day": (3, 14),
    rf"{_SAINT} patrick{_S} day": (3, 17),
    r"lady day": (3, 25),
    r"\x02 fools?(?: ['\u2019]? ?s| ['\u2019])?(?: day)?|all fools(?: ['\u2019])? day": (4, 1),
    r"earth day": (4, 22),
    rf"{_SAINT} george{_S} day": (4, 23),
    r"walpurgis night|walpurgisnacht": (4, 30),
    r"\x02 day|tag der arbeit": (5, 1),
    r"star wars day": (5, 4),
    r"midsummer(?: ['\u2019]? ?s)? day": (6, 24),
    r"independence day": (7, 4),
    r"bastille day": (7, 14),
    r"assumption day|ferragosto|mariä himmelfahrt": (8, 15),
    r"michaelmas(?: day)?": (9, 29),
    r"halloween|hallowe ['\u2019]? ?en|reformationstag|reformation day": (10, 31),
    r"all saints(?: ['\u2019])? day|allerheiligen|toussaint|all hallows": (11, 1),
    r"all souls(?: ['\u2019])? day|allerseelen": (11, 2),
    r"guy fawkes (?:day|night)|bonfire night": (11, 5),
    r"veterans day|armistice day|martinmas|remembrance day": (11, 11),
    rf"{_SAINT} andrew{_S} day": (11, 30),
    rf"{_SAINT} nicholas{_S} day|nikolaustag|nikolaus": (12, 6),
    rf"{_SAINT} lucy{_S} day|luciadagen": (12, 13),
}
_IDES: Final = ((r"ides of", 15, 13), (r"nones of", 7, 5), (r"k?[ck]alends of", 1, 1))
_MOVING: Final = {
    r"shrove tuesday|pancake day|mardi gras": -47,
    r"ash wednesday|aschermittwoch": -46,
    r"palm sunday|palmsonntag": -7,
    r"maundy thursday|gründonnerstag": -3,
    r"good friday|karfreitag|vendredi saint|viernes santo": -2,
    r"holy saturday|easter eve|easter saturday|karsamstag": -1,
    r"easter(?! monday| eve| saturday| week)(?: sunday| day)?|ostersonntag|pâques|pasqua|pascua": 0,
    r"easter monday|ostermontag|lundi de pâques|pasquetta": 1,
    r"ascension day|ascension thursday|christi himmelfahrt": 39,
    r"pentecost(?: sunday)?|whit sunday|whitsun|pfingstsonntag|pentecôte": 49,
    r"whit monday|pentecost monday|pfingstmontag": 50,
    r"trinity sunday": 56,
    r"corpus christi|fronleichnam": 60,
}
_YEAR_BEHIND: Final = rf"(?= )(?:(?: ,| of| in| de)?(?: the year)? (?P<y>{NUMBER_MARK}))?(?: |$)"


def _made(texts: str) -> re.Pattern[str]:
    return re.compile(rf"(?<= )(?:{texts}){_YEAR_BEHIND}")


_EVERYWHERE: Final = frozenset(["day", "night", "year", "saint", "san"])


def _cues(texts: str) -> frozenset[str]:
    """Words of which one stands in a line with such a feast; a month, where no word is its own."""
    words = re.findall(r"[a-z\u00e0-\u00ff]{2,}", re.sub(r"\(\?[:=!]|\\u....|\bst\b", " ", texts))
    own = {word for word in words if word not in _EVERYWHERE}
    own |= {word.removesuffix("s") for word in own}
    return frozenset(own) | ({MONTH_MARK} if texts.startswith(r"\x02 day") else set())


_FIXED_DAYS: Final = tuple((_made(text), _cues(text), day) for text, day in _FIXED.items())
_MOVING_DAYS: Final = tuple((_made(text), _cues(text), days) for text, days in _MOVING.items())
_ROMAN_DAYS: Final = tuple(
    (re.compile(rf"(?<= )(?:{text}) (?P<m>\x02){_YEAR_BEHIND}"), late, early)
    for text, late, early in _IDES
)
_ROMAN_WORDS: Final = word_set("ides nones kalends calends")


def easter(year: int) -> date:
    """Easter Sunday, by the rule of the Gregorian calendar."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (
        19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15
    ) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * week) // 451
    month, day = divmod(moon + week - 7 * late + 114, 31)
    return date(year, month, day + 1)


def find_feasts(finder: DayFinder) -> None:
    """Add the feasts of a line; those on a fixed day also where no year stands by them."""
    words, skeleton = finder.line.words, finder.line.skeleton
    for pattern, cues, (month, day) in _FIXED_DAYS:
        if not cues.isdisjoint(words):
            for match in pattern.finditer(skeleton):
                _add(finder, match, month, day)
    if not _ROMAN_WORDS.isdisjoint(words):
        for pattern, late, early in _ROMAN_DAYS:
            for match in pattern.finditer(skeleton):
                month = finder.month_of(finder.line.items[finder.line.at(match.start("m"))])
                _add(finder, match, month, late if month in {3, 5, 7, 10} else early)
    for pattern, cues, days in _MOVING_DAYS:
        if not cues.isdisjoint(words):
            for match in pattern.finditer(skeleton):
                year = _year_by(finder, match)
                if year is not None:
                    one = easter(year) + timedelta(days=days)
                    finder.add(*_place(finder, match), [(one, one)], "moving feast")


def _add(finder: DayFinder, match: re.Match[str], month: int, day: int) -> None:
    year = _year_by(finder, match)
    finder.add(
        *_place(finder, match),
        day_span(year or YEARLESS, month, day),
        "feast" if year else "feast, no year",
        yearless=year is None,
    )


def _place(finder: DayFinder, match: re.Match[str]) -> tuple[int, int]:
    line = finder.line
    return line.items[line.at(match.start())].start, line.items[line.at(match.end() - 2)].end


def _year_by(finder: DayFinder, match: re.Match[str]) -> int | None:
    """The year behind a feast or right before it: `Christmas Day 2029`, `2029's Christmas Day`."""
    items, at = finder.line.items, finder.line.at
    if match["y"]:
        return finder.year_of(items[at(match.start("y"))])
    before = at(match.start()) - 1
    year = finder.year_of(items[before]) if before >= 0 else None
    if year is None and before >= 2 and items[before].text == "s":
        year = finder.year_of(items[before - 2])
    return year
