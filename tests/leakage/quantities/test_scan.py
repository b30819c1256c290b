"""One reading for many answers: places, forms, what settles an answer alone, and its time."""

from __future__ import annotations

from time import process_time

import pytest

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.quantities import Scan, find_told, scan

BATTERY = Answer("Battery (mAh)", "number", "5000")
DAY = Answer("Launch date", "date", "2029-03-14")
TEXT = (
    "The Vela 7, out on 14 March 2029, packs 5,000 mAh and costs $899. A battery of 5 Ah is rare."
)


def told(text, answer):
    return [(text[hit.start : hit.end], hit.form) for hit in find_told(text, answer)]


def test_hits_are_places_of_the_text_in_order():
    assert told(TEXT, BATTERY) == [("5,000 mAh", "digits"), ("5 Ah", "other unit")]
    assert told(TEXT, DAY) == [("14 March 2029", "named month")]
    assert told(TEXT, Answer("Price (USD)", "money", "899")) == [("$899", "digits")]


@pytest.mark.parametrize(
    ("value", "text", "form"),
    [
        ("5000", "5k", "scaled"), ("5000", "five thousand", "number words"),
        ("5000", "4,999.8", "rounded"), ("5000", "0x1388", "hexadecimal"),
        ("5000", "MMMMM", "Roman numerals"), ("5000", "twice 2,500", "arithmetic"),
        ("5000", "cinq mille", "words of another language"), ("5000", "5 0 0 0", "digit by digit"),
        ("5000", "between 4,999 and 5,001", "range"), ("5000", "5e3", "scientific"),
    ],
)  # fmt: skip
def test_the_form_names_the_disguise(value, text, form):
    assert {hit.form for hit in find_told(text, Answer("Units", "number", value))} == {form}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (BATTERY, "5,000"), (BATTERY, "five thousand"), (BATTERY, "5 Ah"), (DAY, "14 March 2029"),
        (Answer("Units", "number", "1298"), "1298"), (Answer("Seats", "number", "48312"), "48 312"),
        (Answer("Share (%)", "percent", "12.5"), "12.5%"),
        (Answer("Clock (GHz)", "number", "3.21"), "3.21"),
        (Answer("Revenue (million EUR)", "money", "14.3"), "€14.3m"),
    ],
)  # fmt: skip
def test_a_rare_value_settles_the_answer_alone(answer, text):
    assert [hit.alone for hit in find_told(text, answer)] == [True]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Answer("Goals", "number", "12"), "12"), (Answer("Goals", "number", "12"), "a dozen"),
        (Answer("Seats", "number", "100"), "100"), (Answer("Seats", "number", "1000"), "1,000"),
        (Answer("Rank", "rank", "3"), "third"), (Answer("Founded", "number", "1987"), "1987"),
        (Answer("Launched", "date", "2029"), "2029"),
        (Answer("Launched", "date", "Q1 2029"), "Q1 2029"),
        (DAY, "14 March"), (BATTERY, "Vela 5000X"), (BATTERY, "the new Vela 5000"),
        (Answer("Share", "percent", "50%"), "half of buyers"),
        (Answer("Units", "number", "2029"), "2029"),
        (Answer("Score", "number", "8.7"), "8.7"), (BATTERY, "version 5000"),
    ],
)  # fmt: skip
def test_a_common_value_does_not(answer, text):
    hits = find_told(text, answer)
    assert hits
    assert not any(hit.alone for hit in hits)


def test_a_scan_serves_any_number_of_answers():
    one = scan(TEXT)
    assert one is scan(TEXT)
    answers = [Answer("Battery (mAh)", "number", str(n)) for n in range(4_000, 6_000)]
    assert [a.value for a in answers if one.find(a)] == ["5000"]


def test_a_scan_shows_what_was_read():
    quantities = scan("It weighs 193 g, third overall, at 12.5%.").quantities
    first = quantities[0]
    assert (first.values[0], first.unit, first.ordinal) == (193, "g", False)
    assert any(one.ordinal and one.values[0] == 3 for one in quantities)
    assert any(one.unit == "%" and one.decimals == 1 for one in quantities)


@pytest.mark.parametrize("kind", ["name", "category", "bool", "url"])
def test_other_types_are_none_of_ours(kind):
    assert find_told("5000", Answer("Battery", kind, "5000")) == []


@pytest.mark.parametrize("value", ["", "unknown", "n/a", "mAh", "(", "9" * 80])
@pytest.mark.parametrize("kind", ["number", "money", "percent", "rank", "date"])
def test_a_value_that_cannot_be_read_is_told_by_nothing(kind, value):
    assert find_told(TEXT, Answer("Battery", kind, value)) == []


def test_an_alias_is_the_answer_too():
    answer = Answer("Battery", "number", "5000", aliases=("4,998 mAh",))
    assert find_told("4998 mAh", answer)


def test_places_are_right_in_long_texts():
    filler = "In June the town of Harrow sold 1,200 tickets, one for each seat. " * 400
    text = filler + "It packs five thousand mAh, or twice 2,500 mAh." + filler
    assert told(text, BATTERY) == [
        ("five thousand mAh", "number words"), ("twice 2,500 mAh", "arithmetic"),
    ]  # fmt: skip
    for cut in range(len(filler) - 12_100, len(filler) - 11_900, 29):
        assert len(find_told(text[cut:], BATTERY)) == 2


def seconds(work):
    start = process_time()
    work()
    return process_time() - start


PIECES = (
    "It sold 1,298 units on 14 March 2029, one more than 12.5% of 10,000 in Q1. ",
    "5 ", "5,000,", "one and ", "- 1 ", "( 1 ) ", "M", "march 5 ", "1 x ", "between 1 and ",
    "the day before ", "0", "fünfund", "1/", "2029-", " ", "'1",
)  # fmt: skip


def time_of(piece, size):
    """The least of three: a processor that others share has bad moments."""
    text = piece * (size // len(piece))
    return min(
        seconds(lambda: Scan(text).find(BATTERY)) + seconds(lambda: Scan(text).find(DAY))
        for _ in range(3)
    )


@pytest.mark.parametrize("piece", PIECES)
def test_time_is_linear(piece):
    assert time_of(piece, 28_000) < 4 * 3 * time_of(piece, 7_000) + 0.05


def test_a_text_without_numbers_costs_little():
    text = (
        "Shown at the spring fair, it drew praise from reviewers for its build and the way in "
        "which it handles calls; it lists battery, weight and price, with notes on each region. "
    ) * 2
    numbers = "It sold 1,298 units on 14 March 2029, 12.5% of 10,400. " * 6
    plain = min(seconds(lambda: [Scan(text).find(BATTERY) for _ in range(50)]) for _ in range(3))
    busy = min(seconds(lambda: [Scan(numbers).find(BATTERY) for _ in range(50)]) for _ in range(3))
    assert plain < busy / 5


def test_a_second_answer_costs_little():
    text = "It sold 1,298 units on 14 March 2029, 12.5% of 10,400. " * 6
    one = Scan(text)
    answers = [Answer("Battery (mAh)", "number", str(n)) for n in range(20_000, 20_200)]
    for answer in answers:
        one.find(answer)
    first = min(seconds(lambda: Scan(text).find(BATTERY)) for _ in range(5))
    later = min(seconds(lambda: [one.find(a) for a in answers]) / 200 for _ in range(3))
    assert later < first / 20
