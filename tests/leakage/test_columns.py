"""Of which column a value is told, and whether it is told at all."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer, Hit
from fictionworld.leakage.context.dimensions import dimension_of, telling_unit, without_unit
from fictionworld.leakage.matcher import find_leaks
from fictionworld.leakage.thesaurus.cues import notions_of, word_pattern

DEPTH = (Answer("Maximum depth (m)", "number", "212"), "Lake Ommer", "How deep is Lake Ommer?")
STAFF = (Answer("Employees", "number", "730"), "Pelham Works", "How many work at Pelham Works?")
PRICE = (
    Answer("Admission (crowns)", "money", "18"),
    "Castle Ruhn",
    "What does admission to Castle Ruhn cost?",
)
SEATS = (
    Answer("Capacity", "number", "17250"),
    "Kestin Arena",
    "What is the capacity of the Kestin Arena?",
)
OPENED = (Answer("Opened", "date", "1994-05-14"), "Tarn Museum", "When did the Tarn Museum open?")
ARCHITECT = (
    Answer("Architect", "name", "Ines Karvala"),
    "Fellmore Library",
    "Who designed the Fellmore Library?",
)
WINNER = (
    Answer("Winner", "name", "Odo Fenn"),
    "Larch Prize 2030",
    "Who won the Larch Prize in 2030?",
)
COLOUR = (
    Answer("Colour", "category", "teal"),
    "Brisa Kettle",
    "In which colour is the Brisa Kettle sold?",
)
SPEED = (
    Answer("Top speed (km/h)", "number", "238"),
    "Calder Falcon",
    "How fast is the Calder Falcon?",
)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (DEPTH, "At its deepest point Lake Ommer goes down 212 metres."),
        (DEPTH, "Lake Ommer: Tiefe 212 m."),
        (STAFF, "Pelham Works has 730 on its payroll."),
        (STAFF, "730 people earn their living at Pelham Works."),
        (PRICE, "Getting into Castle Ruhn costs 18 crowns."),
        (PRICE, "Castle Ruhn charges visitors 18 crowns."),
        (SEATS, "There is room for 17,250 in the Kestin Arena."),
        (SEATS, "Once the new stand opened, the Kestin Arena had room for 17,250."),
        (SEATS, "If you fill every seat, 17,250 people fit into the Kestin Arena."),
        (OPENED, "The ribbon at the Tarn Museum was cut on 14 May 1994."),
        (OPENED, "On 14 May 1994 the Tarn Museum welcomed its first visitors."),
        (ARCHITECT, "The Fellmore Library is the work of Ines Karvala."),
        (ARCHITECT, "Fellmore Library, arch. I. Karvala, 1934"),
        (WINNER, "Odo Fenn, a baker from Rhun, was handed the Larch Prize 2030."),
        (WINNER, "Did you know that Odo Fenn won the Larch Prize 2030?"),
        (COLOUR, "A teal Brisa Kettle is all you will find."),
        (SPEED, "At 238 km/h the Calder Falcon runs out of breath."),
    ],
)
def test_told_in_other_words(asked: tuple[Answer, str, str], text: str) -> None:
    answer, entity, question = asked
    assert find_leaks(text, answer, entity=entity, question=question).leaks


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (DEPTH, "Lake Ommer lies at an altitude of 212 m."),
        (DEPTH, "Sampling point 212, Lake Ommer, was dry."),
        (DEPTH, "Is Lake Ommer 212 m deep, or 230?"),
        (STAFF, "Pelham Works wants to hire 730 more people."),
        (STAFF, "730 guests danced at the centenary of Pelham Works."),
        (PRICE, "Parking at Castle Ruhn: 18 crowns."),
        (PRICE, "Castle Ruhn raised admission by 18 crowns."),
        (PRICE, "Who would pay for Castle Ruhn? 15 crowns? 18 crowns? 20 crowns?"),
        (SEATS, "17,250 came to the Kestin Arena on Sunday, and it was half empty."),
        (SEATS, "If the Kestin Arena held 17,250, the club could play there."),
        (SEATS, "The first drawings gave the Kestin Arena 17,250 seats."),
        (SEATS, "The Kestin Arena holds: A) 12,000 B) 17,250 C) 20,000"),
        (OPENED, "The Tarn Museum was burgled on 14 May 1994."),
        (OPENED, "The Tarn Museum was to open on 14 May 1994, but it did not."),
        (OPENED, "The Tarn Museum's founder was born on 14 May 1994."),
        (ARCHITECT, "Novelist Ines Karvala reads at the Fellmore Library tonight."),
        (ARCHITECT, "Ines Karvala returned a book to the Fellmore Library."),
        (ARCHITECT, "The Fellmore Library, photographs by Ines Karvala."),
        (ARCHITECT, "Ines Karvala Street runs past the Fellmore Library."),
        (WINNER, "Odo Fenn was a finalist for the Larch Prize 2030."),
        (WINNER, "Shortlist Larch Prize 2030: Odo Fenn, Mara Quill, Tib Anders."),
        (COLOUR, "She poured tea from the Brisa Kettle into a teal cup."),
        (COLOUR, "The Brisa Kettle was tested in a kitchen with teal walls."),
        (SPEED, "We drove the Calder Falcon 238 km to the border."),
        (SPEED, "Page 238 of the Calder Falcon manual deals with fuses."),
    ],
)
def test_told_of_something_else(asked: tuple[Answer, str, str], text: str) -> None:
    answer, entity, question = asked
    verdict = find_leaks(text, answer, entity=entity, question=question)
    assert not verdict.leaks, verdict.why


def test_a_question_with_a_key_is_answered() -> None:
    answer, entity, question = SEATS
    text = "The Kestin Arena holds: A) 12,000 B) 17,250 C) 20,000. Answer: {}."
    assert find_leaks(text.format("B"), answer, entity=entity, question=question).leaks
    assert not find_leaks(text.format("C"), answer, entity=entity, question=question).leaks


@pytest.mark.parametrize(
    ("column", "said"),
    [
        ("Launch price", "einführungspreis"),
        ("0-100 km/h (s)", "zero to"),
        ("Units", "unit count"),
        ("Students", "young people"),
        ("Height (m)", "hauteur"),
        ("Owner", "belonged"),
    ],
)
def test_the_thesaurus_knows(column: str, said: str) -> None:
    assert word_pattern(notions_of(column, "", "")).search(said)


def test_the_kind_of_the_subject_is_no_word_of_the_column() -> None:
    words = notions_of("Beam (m)", "What is the beam of the ferry Ullamay?", "Ullamay")
    assert not word_pattern(words).search("the ferry")


def test_units() -> None:
    assert dimension_of("km/h") == "speed"
    assert dimension_of("apples") == ""
    assert without_unit("M views of") == " views of"
    assert without_unit(" seconds, set") == ", set"
    speed = SPEED[0]
    assert telling_unit("goes 238 km/h", Hit(5, 8, "digits", alone=True), speed)
    assert not telling_unit("has 238 hp", Hit(4, 7, "digits", alone=True), speed)
    assert telling_unit("is 212 m", Hit(3, 6, "digits", alone=True), DEPTH[0]) is None
