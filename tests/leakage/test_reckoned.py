"""Values that two figures make in the way that the words about them say."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer, Type
from fictionworld.leakage.matcher import find_leaks


def _leaks(text: str, column: str, kind: Type, value: str) -> bool:
    question = f"What is the {column.lower()} of Vela Hall?"
    return find_leaks(
        text, Answer(column, kind, value), entity="Vela Hall", question=question
    ).leaks


@pytest.mark.parametrize(
    ("text", "column", "kind", "value"),
    [
        (
            "Vela Hall for three months: 133 now, the same again twice.",
            "Price (EUR)",
            "money",
            "399",
        ),
        ("Vela Hall charges 90 euros a night for seven nights.", "Price (EUR)", "money", "630"),
        ("The Vela Hall prize was split four ways, 3,000 each.", "Prize (EUR)", "money", "12000"),
        ("Vela Hall: 43 storeys above the square, 4 below.", "Storeys", "number", "47"),
        (
            "Vela Hall beats the old hall by a single seat: that had 7,340.",
            "Seats",
            "number",
            "7341",
        ),
        ("Vela Hall has 52 lamps, but six are broken for good.", "Lamps", "number", "46"),
        ("Of all 400 members of Vela Hall, 312 voted yes.", "Yes votes (%)", "percent", "78"),
        ("Half of the lamps of Vela Hall are oil lamps: 82.", "Lamps", "number", "164"),
    ],
)
def test_two_figures_tell_a_value(text: str, column: str, kind: Type, value: str) -> None:
    assert _leaks(text, column, kind, value)


@pytest.mark.parametrize(
    ("text", "column", "kind", "value"),
    [
        ("Vela Hall has 52 lamps. The walk from the station is 6 km.", "Lamps", "number", "46"),
        ("Vela Hall was built in 1988 and has 43 storeys.", "Storeys", "number", "2031"),
        ("Vela Hall asks 90 euros. Seven guides work there.", "Price (EUR)", "money", "630"),
        ("Three brothers fell out over 200,000 bricks.", "Price (EUR)", "money", "600000"),
    ],
)
def test_figures_that_nothing_puts_together_tell_none(
    text: str, column: str, kind: Type, value: str
) -> None:
    assert not _leaks(text, column, kind, value)


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Vela Hall drew just under 18,500 visitors.", True),
        ("Vela Hall drew some 18.5 thousand visitors.", True),
        ("Vela Hall drew between 18,400 and 18,500 visitors.", True),
        ("Vela Hall drew fewer than 18,500 visitors.", False),
        ("Vela Hall drew just under 20,000 visitors.", False),
        ("Vela Hall drew between 18,000 and 19,000 visitors.", False),
    ],
)
def test_a_rounding_within_one_per_cent_tells(text: str, leaks: bool) -> None:
    assert _leaks(text, "Visitors", "number", "18462") is leaks


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Vela Hall har tvåhundrafyrtiofem lampor", "245"),
        ("Vela Hall har trehundreogførti lamper", "340"),
        ("Vela Hall ma trzysta dwadzieścia lamp", "320"),
        ("Vela Hall: сто тридцать шесть ламп", "136"),
    ],
)
def test_numbers_are_read_in_languages_of_the_north_and_the_east(text: str, value: str) -> None:
    assert _leaks(text, "Lamps", "number", value)
