"""What ties a value to its subject, and what ties it to another name, deed or thing."""

from __future__ import annotations

from typing import Final

import pytest

from fictionworld.leakage import matcher
from fictionworld.leakage.answer import Answer

OWNER: Final = ("Grand Hotel Imber", Answer("Owner", "name", "Castor Group"))
DESIGNER: Final = ("Tarn Bridge", Answer("Designer", "name", "Olof Brask"))
DIRECTOR: Final = ("Harrow Mill Theatre", Answer("Artistic director", "name", "Lena Ostrava"))
RIVER: Final = ("Sollen", Answer("River", "name", "Arve"))
SEAT: Final = ("Sarn Herald", Answer("City", "name", "Ostmark"))
CHEESE: Final = ("Old Marrow", Answer("Cheese type", "category", "blue"))
OPENED: Final = ("Harl Stadium", Answer("Opened", "date", "1968"))
DAY: Final = ("Immer Viaduct", Answer("Opened", "date", "1899-09-14"))
PEOPLE: Final = ("Nordby Ferry", Answer("Passengers", "number", "412"))
LENGTH: Final = ("MV Sund Lark", Answer("Length (m)", "number", "84"))


def leaks(asked: tuple[str, Answer], text: str) -> bool:
    entity, answer = asked
    question = f"What is the {answer.column} of {entity}?"
    return matcher.find_leaks(text, answer, entity=entity, question=question).leaks


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (OWNER, "Castor Group snapped up the Grand Hotel Imber last winter."),
        (OWNER, "The Grand Hotel Imber is in the hands of the Castor Group."),
        (DESIGNER, "Olof Brask dreamt up the Tarn Bridge on the back of a menu."),
        (DESIGNER, "Olof Brask's Tarn Bridge turns forty this week."),
        (DESIGNER, "Tarn Bridge (Olof Brask, 1984) is closed to lorries."),
        (DIRECTOR, "Lena Ostrava took the reins at Harrow Mill Theatre in the spring."),
        (DIRECTOR, "The Harrow Mill Theatre, headed by Lena Ostrava, opens on Friday."),
        (RIVER, "Sollen sits astride the Arve."),
        (SEAT, "The Sarn Herald is printed and edited in Ostmark."),
        (CHEESE, "Old Marrow is a blue that even blue-haters like."),
        (OPENED, "Harl Stadium threw open its gates in 1968."),
        (DAY, "King Odo declared the Immer Viaduct open on 14 September 1899."),
        (PEOPLE, "There is space for 412 passengers aboard the Nordby Ferry."),
        (LENGTH, "The Sund Lark measures 84 m; her GPS and LED lights came from Teck Marine."),
    ],
)
def test_told_of_the_subject(asked: tuple[str, Answer], text: str) -> None:
    assert leaks(asked, text)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (OWNER, "The Castor Group held its annual meeting at the Grand Hotel Imber."),
        (OWNER, "The Grand Hotel Imber gets its linen from the Castor Group."),
        (DESIGNER, "Olof Brask crossed the Tarn Bridge on a unicycle."),
        (DESIGNER, "The first toll on the Tarn Bridge was paid by Olof Brask, a cattle dealer."),
        (DIRECTOR, "Lena Ostrava reviewed the new play at Harrow Mill Theatre."),
        (
            DIRECTOR,
            "Lena Ostrava broke a heel at Harrow Mill Theatre; the artistic director laughed.",
        ),
        (RIVER, "From Sollen the ferry sails to Hotel Arve on Sundays."),
        (RIVER, "The first bus from Sollen to Arve leaves at six."),
        (SEAT, "The Sarn Herald sends a van to Ostmark every night."),
        (CHEESE, "The shop that sells Old Marrow has a blue door."),
        (OPENED, "Harl Stadium, whose floodlights date from 1968, was opened by a king."),
        (OPENED, "The team that plays at Harl Stadium was founded in 1968."),
        (DAY, "A goods train left the rails on the Immer Viaduct on 14 September 1899."),
        (DAY, "Olof Brask fell from the Immer Viaduct on 14 September 1899."),
        (PEOPLE, "Who booked the Nordby Ferry also booked: Sund Express (412 passengers)."),
        (PEOPLE, "A petition of 412 passengers asks the Nordby Ferry for a later boat."),
        (LENGTH, "The Sund Lark's owner also runs the 84-metre Hollin Maid."),
    ],
)
def test_told_of_something_else(asked: tuple[str, Answer], text: str) -> None:
    assert not leaks(asked, text)
