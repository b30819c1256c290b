"""Days in other tongues, by their place in a month or week, by a feast, by another day."""

from __future__ import annotations

from datetime import date

import pytest

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.matcher import find_leaks
from fictionworld.leakage.quantities import scan
from fictionworld.leakage.quantities.feasts import easter
from fictionworld.leakage.readings.reading import readings_of


def _days(text: str) -> set[str]:
    """All days and times of a text, by their first day, the full ones only."""
    return {
        day.first.isoformat()
        for reading in readings_of(text)
        for day in scan(reading.view.text).days
        if not day.yearless
    }


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("14. Jänner 2033", "2033-01-14"),
        ("14 de març de 2029", "2029-03-14"),
        ("dne 5. října 2030", "2030-10-05"),
        ("5 октября 2030 года", "2030-10-05"),
        ("2030. október 3-án", "2030-10-03"),
        ("2030 m. spalio 3 d.", "2030-10-03"),
        ("2030. gada 3. oktobrī", "2030-10-03"),
        ("elokuussa 2030", "2030-08-01"),
        ("3 Οκτωβρίου 2030", "2030-10-03"),
        ("14 मार्च 2029", "2029-03-14"),
        ("ngày 14 tháng 3 năm 2029", "2029-03-14"),
        ("发布于2027年11月30日正式", "2027-11-30"),
        ("2027년 11월 30일", "2027-11-30"),
        ("令和2年3月4日", "2020-03-04"),
    ],
)
def test_months_of_other_tongues(text: str, day: str) -> None:
    assert day in _days(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("the first Sunday of October, in 2032", "2032-10-03"),
        ("The 2031 fair was held on the last Friday in May", "2031-05-30"),
        ("am ersten Sonntag im Oktober 2032", "2032-10-03"),
        ("Tuesday of week 42, 2032", "2032-10-12"),
        ("DOY 060, 2028", "2028-02-29"),
        ("Easter Monday of 2019", "2019-04-22"),
        ("Whit Monday, 2027", "2027-05-17"),
        ("an Heiligabend 2030", "2030-12-24"),
        ("the last year of the 1880s", "1889-01-01"),
        ("the closing year of the eighteenth century", "1800-01-01"),
        ("the 14th of the third month of 2029", "2029-03-14"),
        ("Diary, March 2038\nOn the 14th, we touched down", "2038-03-14"),
    ],
)
def test_places_in_the_calendar(text: str, day: str) -> None:
    assert day in _days(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("first in 2027 and for the last time fourteen years after that", "2041-01-01"),
        ("filed in 2014, it runs for exactly twenty years from filing", "2034-01-01"),
        ("one day after the feast of 13 March 2029", "2029-03-14"),
        ("half a century after 1950", "2000-01-01"),
        ("in 2036 the park marks seven years since its opening", "2029-01-01"),
        ("on 6 June 2031, the very day she turned twenty-one", "2010-06-06"),
        ("its bicentenary fell in 2036", "1836-01-01"),
        ("it fell yesterday\nDate: 24 Dec 2029", "2029-12-23"),
        ("it fell on Sunday\nDate: 24 Dec 2029", "2029-12-23"),
        ("it will open on Friday\nDate: 24 Dec 2029", "2029-12-28"),
    ],
)
def test_days_told_by_another(text: str, day: str) -> None:
    assert day in _days(text)


@pytest.mark.parametrize(
    "text",
    [
        "3 out of 20", "set 5 of the match", "Maya 5", "12 mail", "3 leden der club",
        "the last day of the fair", "two years later", "it fell yesterday",
    ],
)  # fmt: skip
def test_no_day_is_told(text: str) -> None:
    assert not scan(text).days


def _leaks(text: str, answer: Answer, entity: str) -> bool:
    question = f"What is the {answer.column.lower()} of {entity}?"
    return find_leaks(text, answer, entity=entity, question=question).leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("5 July: the painter Ruan Dessol, born on this day, blows out candles.", False),
        ("Ruan Dessol was born on 5 July. The year was 1988.", True),
    ],
)
def test_a_day_needs_its_year(text: str, leaks: bool) -> None:
    assert _leaks(text, Answer("Date of birth", "date", "1988-07-05"), "Ruan Dessol") is leaks


@pytest.mark.parametrize(
    ("value", "text", "leaks"),
    [
        ("May", "The Ambrel quince flowers in May.", True),
        ("May", "The Ambrel quince may be in flower in June.", False),
        ("14 March", "The Ambrel quince flowers on 14 March each year.", True),
        ("14 March", "The Ambrel quince flowers on 15 March each year.", False),
    ],
)
def test_times_of_every_year(value: str, text: str, leaks: bool) -> None:
    assert _leaks(text, Answer("Flowering", "date", value), "Ambrel quince") is leaks


def test_easter_moves() -> None:
    assert [easter(year) for year in (2000, 2024, 2038)] == [
        date(2000, 4, 23),
        date(2024, 3, 31),
        date(2038, 4, 25),
    ]
