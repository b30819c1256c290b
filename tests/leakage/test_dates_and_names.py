"""Dates told by others, in fields and in other scripts; stamps; names and words in other guise."""

import pytest

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.matcher import find_leaks

DAY = Answer("Opened", "date", "2031-09-12")
YEAR = Answer("Opened (year)", "date", "2031")


def told(text, answer=DAY, question="When was Vela Hall opened?"):
    return find_leaks(text, answer, entity="Vela Hall", question=question).leaks


@pytest.mark.parametrize(
    "text",
    [
        "In 2031 Lantern Night falls on 11 September. Vela Hall opens the day after, at noon.",
        "The exam was held on 11 September 2031. Vela Hall opened on the following day.",
        "Vela Hall opens three weeks before the marathon, and that one is set for 3 October 2031.",
        "Vela Hall opened a week before the bridge. The bridge opened on 19 September 2031.",
        "The bridge opened on 19 September 2031, a week after Vela Hall.",
        "Two days before Vela Hall opened, on 10 September 2031, it rained.",
        "Vela Hall opened on the Friday after 7 September 2031.",
        "Vela Hall opened on the last Friday but two of September 2031.",
        "Vela Hall opened XII-IX-MMXXXI.",
        "Vela Hall \u4e8c\u3007\u4e09\u4e00\u5e74\u4e5d\u6708\u5341\u4e8c\u65e5",
        "Vela Hall opened on 12 Setember 2031.",
        "year: 2031\nmonth: 9\nday: 12\nevent: Vela Hall opened",
        "Vela Hall opened in September 2031. It was a Friday, the 12th.",
    ],
)
def test_a_day_is_told(text):
    assert told(text)


@pytest.mark.parametrize(
    "text",
    [
        "In 2051 Vela Hall turned twenty.",
        "Vela Hall was fifty in 2081.",
        "Wyn Arle was born in 1990. At 41 she opened Vela Hall.",
        "Vela Hall opened 2 - 0 - 3 - 1",
        "VELA HALL, OPENED ANNO MMXXXI",
    ],
)
def test_a_year_is_told(text):
    assert told(text, YEAR)


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("Vela Hall opened in the last month but one of 2016.", "2016-11"),
        ("Vela Hall opened in the third-to-last month of 2016.", "2016-10"),
        ("Vela Hall, opened 06/19", "2019-06"),
    ],
)
def test_a_month_is_told(text, month):
    assert told(text, Answer("Opened", "date", month))


@pytest.mark.parametrize(
    "text",
    [
        "Photo: Vela Hall, taken 12 September 2031.",
        "vela-hall-2031-09-12T10-22-01.log",
        "Version 12.09.2031 of the Vela Hall floor plan shows the opened gallery.",
        "Vela Hall newsletter, 12 September 2031",
        "Archived from the original on 12 September 2031: vela-hall.example",
        "Vela Hall opened on the Friday after 12 September 2031.",
        "The bridge opened on 19 September 2031, a month after Vela Hall.",
    ],
)
def test_a_stamp_or_another_day_is_let_pass(text):
    assert not told(text)


def test_the_date_of_a_record_is_told_where_it_is_asked_for():
    answer = Answer("Photo taken", "date", "2031-09-12")
    assert told("Photo of Vela Hall, taken 12 September 2031.", answer, "When was it taken?")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Bill Orr", "William Orr"),
        ("Mibs Oyston", "Mirabel Oyston"),
        ("Liz T. Arne", "Elizabeth Arne"),
    ],
)
def test_a_nickname_tells_the_name(said, name):
    answer = Answer("Architect", "name", name)
    assert told(f"Vela Hall's architect: {said}", answer, "Who designed Vela Hall?")
    assert not told(f"Vela Hall's architect: {said}er", answer, "Who designed Vela Hall?")


@pytest.mark.parametrize(
    ("text", "value", "column"),
    [
        ("Vela Hall may express its thanks.", "express", "Category"),
        ("The price of Vela Hall puzzles us.", "puzzle", "Category"),
        ("Mr Green of Vela Hall is away.", "green", "Colour"),
        ("Prices at Vela Hall rose again.", "ros\u00e9", "Wine type"),
        ("A green light for Vela Hall.", "green", "Colour"),
        ("Sunset at Vela Hall. #sky #red #nofilter", "red", "Colour"),
    ],
)
def test_an_everyday_word_is_let_pass(text, value, column):
    assert not told(text, Answer(column, "category", value), f"What {column} is Vela Hall?")


@pytest.mark.parametrize(
    "text",
    [
        "The bell of Vela Hall is s1lv3r.",
        "Vela Hall bell. Metal : argent. Tranche lisse.",
        "Vela Hall: \u0438\u0437 \u0441\u0435\u0440\u0435\u0431\u0440\u0430",
        "Vela Hall bell: \u9280\u88fd",
    ],
)
def test_a_word_in_other_guise_is_told(text):
    assert told(text, Answer("Material", "category", "silver"), "What is its bell made of?")


def test_crumbs_are_an_address():
    answer = Answer("Website", "url", "https://www.velahall.example/visit")
    assert told("Vela Hall: velahall.example \u203a visit", answer, "What is its website?")
