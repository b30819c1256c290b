"""Names, categories and addresses put otherwise, and what only looks like them."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.matcher import find_leaks


def _leaks(text: str, answer: Answer, entity: str) -> bool:
    question = f"What is the {answer.column.lower()} of {entity}?"
    return find_leaks(text, answer, entity=entity, question=question).leaks


@pytest.mark.parametrize(
    ("name", "said", "leaks"),
    [
        ("Jörg Äxelund", "joerg aexelund", True),
        ("Jörg Äxelund", "AEXELUND, Joerg", True),
        ("Jörg Äxelund", "Jörg Axberg", False),
        ("Ada van Holt", "A. van Holt", True),
        ("Ada van Holt", "Holt, Ada van", True),
        ("Ada van Holt", 'Ada "Dot" van Holt', True),
        ("Ada van Holt", "Ida van Holt", False),
        ("Oren Talvik", "Oren Jakob Talvik", True),
        ("Oren Talvik", "talvik.o@vela.example", True),
        ("Oren Talvik", "Orren Talvik", True),
        ("Oren Talvik", "P. Talvik", False),
        ("René Aškal", "Renée Askalon", False),
        ("The Stellan Group", "STELLAN GROUP", True),
        ("The Stellan Group", "Stella Group", False),
        ("Thornquay University", "University of Thornquay", True),
        ("Thornquay University", "University of Thornbury", False),
        ("Vale Harriers", "harriers of the vale", False),
        ("Marrow & Pike Ltd", "Marrow and Pike", True),
        ("Marrow & Pike Ltd", "Marrow & Sons", False),
    ],
)
def test_names(name: str, said: str, leaks: bool) -> None:
    assert (
        _leaks(f"Vela Hall, architect: {said}", Answer("Architect", "name", name), "Vela Hall")
        is leaks
    )


@pytest.mark.parametrize(
    ("column", "value", "text", "leaks"),
    [
        ("Flower colour", "red", "Ulric : fleurs rouges, très doubles, peu parfumées", True),
        ("Flower colour", "red", "Ulric : fleurs jaunes, très doubles", False),
        ("Flower colour", "red", "The Ulric may suffer from root rot.", False),
        ("Dosage form", "suppository", "Ulric, Zäpfchen, 10 Stück.", True),
        ("Metal", "silver", "Ulric. Metal by assay: Ag 0.925, bal. Cu.", True),
        ("Closing day", "Tuesday", "Ulric on suljettu tiistaisin.", True),
        ("Closing day", "Tuesday", "Ulric: ouvert le mercredi", False),
        ("Closed on", "Monday", "Ulric: open Tue-Sun 10-18", True),
        ("Closed on", "Monday", "Ulric: open Wed-Sun 10-18", False),
        ("Season", "autumn", "Ulric kukkii syksyllä", True),
        ("Credit rating", "BBB+", "Ulric keeps its triple-B-plus rating", True),
        ("Credit rating", "BBB+", "Ulric: rating BBB-", False),
        ("Age rating", "16", "The age rating of Ulric is sixteen.", True),
    ],
)
def test_categories(column: str, value: str, text: str, leaks: bool) -> None:
    assert _leaks(text, Answer(column, "category", value), "Ulric") is leaks


_URL = "https://get.kestrel.example/en/4.2.pdf"


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("hxxps[:]//get[.]kestrel[.]example/en/4[.]2[.]pdf", True),
        ("get dot kestrel dot example slash en slash 4.2.pdf", True),
        ("https://go.example/?to=https%3A%2F%2Fget.kestrel.example%2Fen%2F4.2.pdf&x=1", True),
        ("on the host get.kestrel.example, under the path /en/4.2.pdf", True),
        ("https://get.kestrel.example/en/4.2.pdf?from=mail", True),
        ("https://get.kestrel.example/de/4.2.pdf", False),
        ("https://get.kestrel.example/", False),
        ("https://get.kestrel.example/en/4.2.pdf.asc", False),
    ],
)
def test_addresses(text: str, leaks: bool) -> None:
    answer = Answer("Download URL", "url", _URL)
    assert _leaks(f"Download of Kestrel: {text}", answer, "Kestrel") is leaks
