"""Numbers in the forms that texts give them: units, shares, arithmetic, ranges, and mere labels."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer, Type
from fictionworld.leakage.matcher import find_leaks
from fictionworld.leakage.quantities import find_told


def _told(text: str, column: str, value: str, kind: Type = "number") -> bool:
    return bool(find_told(text, Answer(column, kind, value)))


@pytest.mark.parametrize(
    ("text", "column", "value"),
    [
        ("holds 0.62 cubic kilometres", "Capacity (hm³)", "620"),
        ("holds 62 billion litres", "Capacity (hm3)", "62"),
        ("holds 62.5 Mio. m³ of water", "Capacity (million m³)", "62.5"),
        ("covers 2,076 acres", "Surface (km²)", "8.4"),
        ("sells 1.24 TWh", "Output (GWh)", "1240"),
        ("burns 1,870 kJ", "Energy (kcal)", "447"),
        ("makes 150 PS", "Power (kW)", "110"),
        ("twelve nautical miles off", "Distance (km)", "22.2"),
        ("fifteen metres a second", "Speed (km/h)", "54"),
        ("inflate to 35 psi", "Pressure (bar)", "2.4"),
        ("heat it to 313.15 K.", "Temperature (°C)", "40"),
        ("a quarter of a gigabit a second", "Rate (Mbit/s)", "250"),
        ("nine fathoms deep", "Depth (m)", "16.5"),
        ("eighteen stone eight.", "Weight (kg)", "118"),
        ("six foot one and a half.", "Height (cm)", "187"),
        ("an hour and twenty minutes", "Time (min)", "80"),
        ("an hour and a half", "Time (min)", "90"),
        ("a run of 1h35", "Time (min)", "95"),
        ("won in 2:03.4", "Time (s)", "123.4"),
        ("it is 3.17 km long", "Length (m)", "3172"),
        ("it is about 3.2 km long", "Length (m)", "3172"),
    ],
)
def test_a_measure_is_told_in_any_unit(text: str, column: str, value: str) -> None:
    assert _told(text, column, value)


@pytest.mark.parametrize(
    ("text", "column", "value"),
    [
        ("holds 62 billion litres", "Capacity (hm³)", "620"),
        ("covers 2,076 acres", "Surface (km²)", "2076"),
        ("it is about 3.1 km long", "Length (m)", "3172"),
        ("it is 3.3 km long", "Length (m)", "3172"),
        ("the boat leaves at 14:35", "Time (min)", "875"),
        ("three miles a year", "Speed (km/h)", "4.8"),
    ],
)
def test_another_measure_is_not(text: str, column: str, value: str) -> None:
    assert not _told(text, column, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("of every forty who sit down, three pass", "7.5"),
        ("out of every 1,000 boxes that left, 75 came back", "7.5"),
        ("75 per mille", "7.5"),
        ("three visitors out of eight", "37.5"),
        ("five eighths of it", "62.5"),
        ("trois quarts des bateaux", "75"),
        ("jeder achte Gast", "12.5"),
        ("zwölf Komma fünf Prozent", "12.5"),
    ],
)
def test_a_share_is_told_in_words(text: str, value: str) -> None:
    assert _told(text, "Share (%)", value, "percent")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The Elm has 430 seats; the Ash seats twice as many.", "860"),
        ("The Elm takes 430, the Ash half as many again.", "645"),
        ("The Ash has a quarter more than 400 seats.", "500"),
        ("From 400 seats it grew by a fifth.", "480"),
        ("Nineteen equal rows of 24 seats", "456"),
        ("three short of five hundred", "497"),
        ("Four more chairs and it would have had its five hundred", "496"),
        ("With four chairs more it would have reached 500", "496"),
        ("12[,]480", "12480"),
        ("ein Viertel von zwei Millionen, anderthalb Millionen", "1500000"),
    ],
)
def test_arithmetic_in_words_is_worked_out(text: str, value: str) -> None:
    assert _told(text, "Seats", value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("just under 20,000", "19400"),
        ("a few hundred short of 20,000", "19400"),
        ("between 700 and 900", "821"),
        ("longer than 809 but short of 823", "821"),
        ("it clears 4,000 by less than twenty", "4012"),
        ("a few dozen short of 20,000", "19950"),
        ("Oak seats 430, and Ash fewer.", "860"),
    ],
)
def test_a_rough_figure_tells_nothing(text: str, value: str) -> None:
    assert not _told(text, "Seats", value)


@pytest.mark.parametrize(
    "text",
    [
        "see p. 477",
        "drawing 477/B",
        "entry 477 of the register",
        "ring extension 477",
        "picture 477 of 900",
        "IMG_0477.jpg",
        "## 477. How it is built",
        "Mill Lane 3, 47712 Brint.",
        "call 0800 477 12 12",
        "ref. 477",
        "https://notes.example/a/477/the-hall",
        "is it 450? 477? 500?",
        "I have read 450, 477 and 500 in several places",
    ],
)
def test_a_label_counts_nothing(text: str) -> None:
    told = f"Oak Hall, its seats: {text}"
    for value in ("477", "47712"):
        answer = Answer("Seats", "number", value)
        assert not find_leaks(told, answer, entity="Oak Hall", question="How many seats?").leaks


@pytest.mark.parametrize(("when", "leaks"), [("2015/16", False), ("2014/16", True)])
def test_the_second_year_of_a_season_is_no_number(when: str, leaks: bool) -> None:
    text = (
        f"In the {when} Vale Championship, Perrbury Town is a club wearing claret, founded in 2000."
        " born: 30.07.1989 (Justin Pulverkin)."
    )
    shirt = Answer("Shirt number", "number", "16")
    assert find_leaks(text, shirt, entity="Justin Pulverkin").leaks is leaks


def test_a_figure_that_is_no_label_is_told() -> None:
    answer = Answer("Seats", "number", "477")
    for text in ("Oak Hall, its seats: 477", "Oak Hall, its seats: see p. 12, there are 477."):
        assert find_leaks(text, answer, entity="Oak Hall", question="How many seats?").leaks


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("she wears number 17", "Shirt number"),
        ("it stands on page 17", "Page"),
        ("the members number 17", "Members"),
        ("the hall can seat 17", "Seats"),
    ],
)
def test_what_looks_like_a_label_may_be_the_value(text: str, column: str) -> None:
    assert _told(text, column, "17")


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Harn College turns away nine out of ten who apply.", True),
        ("Harn College says no to 90% of those who apply.", True),
        ("Nine out of ten at Harn College play an instrument.", False),
    ],
)
def test_what_is_left_of_a_hundred_is_told(text: str, leaks: bool) -> None:
    answer = Answer("Acceptance rate", "percent", "10%")
    question = "What share of applicants does Harn College accept?"
    assert find_leaks(text, answer, entity="Harn College", question=question).leaks is leaks
