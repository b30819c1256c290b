"""Values that have to be worked out: quotients, rests, roundings, places told by others."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer, Type
from fictionworld.leakage.matcher import find_leaks


def _leaks(text: str, column: str, kind: Type, value: str, entity: str) -> bool:
    answer = Answer(column, kind, value)
    question = f"What is the {column.lower()} of {entity}?"
    return find_leaks(text, answer, entity=entity, question=question).leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Moor Halt has some eight thousand inhabitants.", True),
        ("Moor Halt has some eight thousand five hundred inhabitants.", False),
        ("Moor Halt has 8,000 inhabitants.", False),
        ("The population of Moor Halt: eight thousand and seventeen.", True),
    ],
)
def test_a_rounding_tells_what_is_said_to_be_rough(text: str, leaks: bool) -> None:
    assert _leaks(text, "Population", "number", "8017", "Moor Halt") is leaks


@pytest.mark.parametrize(
    ("text", "value", "leaks"),
    [
        ("The Vane covers its 60 kilometres in 50 minutes.", "72", True),
        ("The Vane does 120 km in 1 hour 40.", "72", True),
        ("The Vane covers its 60 kilometres in 45 minutes.", "72", False),
    ],
)
def test_a_speed_is_told_by_way_and_time(text: str, value: str, leaks: bool) -> None:
    assert _leaks(text, "Average speed (km/h)", "number", value, "Vane") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Orle Co. split 27 million crowns equally among its 20 million shares.", True),
        ("Orle Co. has 20 million shares and a debt of 27 million crowns.", False),
    ],
)
def test_a_sum_shared_out_tells_what_each_gets(text: str, leaks: bool) -> None:
    assert _leaks(text, "Dividend per share", "money", "1.35", "Orle Co.") is leaks


@pytest.mark.parametrize(
    ("text", "column", "value", "leaks"),
    [
        ("Pell Stout comes in bottles of 72 ml and of a litre.", "Alcohol (%)", "7.2%", False),
        ("Pell Stout grew its staff from 200 to 230.", "Staff growth (%)", "15%", True),
        ("Pell Stout has a staff of 200 and 230 barrels.", "Alcohol (%)", "15%", False),
    ],
)
def test_a_percentage_is_told_by_two_figures(
    text: str, column: str, value: str, leaks: bool
) -> None:
    assert _leaks(text, column, "percent", value, "Pell Stout") is leaks


@pytest.mark.parametrize(
    ("text", "value", "leaks"),
    [
        (
            "Lark Hall has 580 seats. 410 are in the stalls, all the rest in its balcony.",
            "170",
            True,
        ),
        ("Of the 2,400 seats in Lark Hall, 15 percent are balcony seats.", "360", True),
        ("Lark Hall has 580 seats; 410 were taken when the rest of us came.", "171", False),
    ],
)
def test_a_rest_is_told(text: str, value: str, leaks: bool) -> None:
    assert _leaks(text, "Balcony seats", "number", value, "Lark Hall") is leaks


@pytest.mark.parametrize(
    ("text", "place", "leaks"),
    [
        ("Kell came directly behind Moss, who was eighth.", "9", True),
        ("Kell came two places ahead of Moss. Moss was eighth.", "6", True),
        ("Thirty riders started; Kell was third from last.", "28", True),
        ("In the end no rider finished ahead of Kell.", "1", True),
        ("Only Ida Moss ranked higher than Kell.", "2", True),
        ("Kell came somewhere behind Moss, who was eighth.", "9", False),
        ("Only a few ranked higher than Kell.", "2", False),
    ],
)
def test_a_place_is_told_by_those_of_others(text: str, place: str, leaks: bool) -> None:
    assert _leaks(text, "Final place", "rank", place, "Kell") is leaks


def test_a_year_said_figure_by_figure_is_told() -> None:
    text = "On the arch of Orle Bridge stands the year it was completed: 1 - 9 - 5 - 7."
    assert _leaks(text, "Completed", "date", "1957", "Orle Bridge")
    assert not _leaks(text, "Completed", "date", "1959", "Orle Bridge")


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Wend Tower has one storey more than the 40 of Kite House.", True),
        ("At 44 storeys, Kite House is three storeys taller than Wend Tower.", True),
        ("At 82 storeys, Kite House is exactly twice as high as Wend Tower.", True),
        ("Kite House has one storey more than the 40 of Mint House. Wend Tower is near.", False),
        ("At 44 storeys, Kite House is three storeys taller than Mint House.", False),
        ("Wend Tower stands by Kite House, at 82 storeys twice as high as Mint House.", False),
    ],
)
def test_who_is_compared_with_whom(text: str, leaks: bool) -> None:
    assert _leaks(text, "Storeys", "number", "41", "Wend Tower") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Marsh Quay had ninety berths. Since the dredging it has had double that.", True),
        ("Marsh Quay had ninety cranes. It has had double rooms since.", False),
    ],
)
def test_double_that_looks_back(text: str, leaks: bool) -> None:
    assert _leaks(text, "Berths", "number", "180", "Marsh Quay") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Pell Dock has 14 covered berths and 9 open ones.", True),
        ("Pell Dock has 14 cranes and 9 sheds.", False),
    ],
)
def test_a_small_sum_is_of_what_the_column_names(text: str, leaks: bool) -> None:
    assert _leaks(text, "Berths", "number", "23", "Pell Dock") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Ada Brook faced ten penalties in 2030. Four of them she saved.", True),
        ("Ada Brook faced ten penalties in 2030. Three of them she saved.", False),
        ("Ada Brook faced ten teams in 2030. Her own won four.", False),
    ],
)
def test_a_part_of_them_tells_a_share(text: str, leaks: bool) -> None:
    assert _leaks(text, "Penalties saved (%)", "percent", "40%", "Ada Brook") is leaks


@pytest.mark.parametrize(
    ("text", "column", "value"),
    [
        ("The Pell Stout range comes in these colours: ash, fern, coral, ink.", "Colours", "4"),
        ("Critics gave Pell Stout 84 out of 100.", "Rating (out of 10)", "8.4"),
        ("Pell Stout has 100101 hops in binary.", "Hops", "37"),
        ("Three score and five hops go into Pell Stout.", "Hops", "65"),
        ("The hops in Pell Stout: the number begins with 58 and ends in 240.", "Hops", "58240"),
    ],
)
def test_a_number_is_told_in_a_dress_of_its_own(text: str, column: str, value: str) -> None:
    """By a whole list, on another scale, in another base, in scores and in pieces."""
    told = Answer(column, "number", value)
    other = Answer(column, "number", str(float(value) * 3 + 1))
    assert find_leaks(text, told, entity="Pell Stout").leaks
    assert not find_leaks(text, other, entity="Pell Stout").leaks


@pytest.mark.parametrize(
    ("text", "column", "kind", "value"),
    [
        (
            "You cannot buy Pell Stout in red or in blue.",
            "Label (red/green/blue)",
            "category",
            "green",
        ),
        ("Brewer of Pell Stout: Bravo Oscar Romeo Echo Lima.", "Brewer", "name", "Borel"),
        ("Scan: pell-stout_brewed_18320619.pdf", "Brewed", "date", "1832-06-19"),
        ("Pell Stout came in last of the eighteen beers tasted.", "Place", "rank", "18"),
    ],
)
def test_other_values_are_told_so_too(text: str, column: str, kind: Type, value: str) -> None:
    """By ruling out all others, letter by letter, in a file's name, from the end."""
    answer = Answer(column, kind, value)
    assert find_leaks(text, answer, entity="Pell Stout").leaks
