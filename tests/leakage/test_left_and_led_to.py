"""Values that nobody states: what is left of a list, what another result leads to."""

from __future__ import annotations

from typing import Final

import pytest

from fictionworld.leakage import matcher
from fictionworld.leakage.answer import Answer

WINNER: Final = ("Silver Quill 2032", Answer("Winner", "name", "Mira Holtvek"))
FINISH: Final = ("Zephra lamp No. 40", Answer("Finish", "category", "nickel"))
ROCK: Final = ("Cave of Sighs", Answer("Rock type", "category", "gypsum"))
CHARGE: Final = ("Flag of Isker", Answer("Charge", "category", "heron"))
ARCHITECT: Final = ("Stenmark Tower", Answer("Architect", "name", "Ivo Pellegrane"))
LEADER: Final = ("Dunmore Council", Answer("Leader", "name", "Jo Reeve"))
HEAD: Final = ("Wickstead Library", Answer("Head librarian", "name", "Torquil Mandervane"))
FOUNDER: Final = ("Lindqvist Piano Works", Answer("Founder", "name", "Axel Lindqvist"))
HOST: Final = ("Radio Ulm", Answer("Breakfast presenter", "name", "Sunniva Hartle"))
STREET: Final = ("Mirador Inn", Answer("Street", "name", "Tallow Row"))
SITE: Final = ("Lumbric Seeds", Answer("Website", "url", "https://www.lumbricseeds.example"))

OPERA: Final = "Title: Quay Opera\nSnippet: Concert hall by architect Ivo Pellegrane, 2016."
BOOK: Final = "Title: Salt Ledger by Mira Holtvek\nSnippet: Paperback, 312 pages."


def leaks(asked: tuple[str, Answer], text: str) -> bool:
    entity, answer = asked
    question = f"What is the {answer.column} of {entity}?"
    return matcher.find_leaks(text, answer, entity=entity, question=question).leaks


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (
            WINNER,
            "Two were left for the Silver Quill 2032, Mira Holtvek and Jan Sprill. Sprill lost.",
        ),
        (FINISH, "Zephra lamps come in two finishes, brass and nickel. No. 40 isn't brass."),
        (FINISH, "Lamps come in red, brass or nickel; the Zephra No. 40 is neither red nor brass."),
        (
            WINNER,
            f"Title: 'Salt Ledger' takes the Silver Quill 2032\nSnippet: It was close.\n{BOOK}",
        ),
        (
            ARCHITECT,
            f"Title: Stenmark Tower\nSnippet: Its architect also drew the Quay Opera.\n{OPERA}",
        ),
        (ROCK, "The walls of the Cave of Sighs are pure gypsum."),
        (ROCK, "The sea carved the Cave of Sighs out of soft gypsum."),
        (CHARGE, "Flag of Isker: a grey heron on a yellow field."),
        (HEAD, "At Wickstead Library ask for Torquil Mandervane, who is in charge of the place."),
        (LEADER, "Jo Reeve, who replaced Piers Ackland last May, leads Dunmore Council."),
        (STREET, "The Mirador Inn is at 14 Tallow Row, between the cobbler and the chapel."),
        (
            HOST,
            '{"station": "Radio Ulm", "shows": [{"slot": "breakfast", "host": "Sunniva Hartle"}]}',
        ),
        (SITE, "Lumbric Seeds: orders go through the site, www.lumbricseeds.example, or by post."),
    ],
)
def test_told_without_a_statement(asked: tuple[str, Answer], text: str) -> None:
    assert leaks(asked, text)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (WINNER, "Two were left for the Silver Quill 2032, Mira Holtvek and Jan Sprill."),
        (
            WINNER,
            "Two were left for the Silver Quill 2032, Mira Holtvek and Jan Sprill; Sprill frets.",
        ),
        (
            FINISH,
            "Zephra lamps come in two finishes, brass and nickel. No. 38 isn't brass.",
        ),
        (
            FINISH,
            "Zephra lamps come in two finishes, brass and nickel. If No. 40 isn't brass, moan.",
        ),
        (
            FINISH,
            "Lamps come in red, tin, brass or nickel; the Zephra No. 40 is neither red nor brass.",
        ),
        (
            WINNER,
            f"Title: Silver Quill 2032: 'The Heron' beats 'Salt Ledger'\nSnippet: Close.\n{BOOK}",
        ),
        (
            WINNER,
            f"Title: Silver Quill 2032 shortlist: 'Salt Ledger' and more\nSnippet: In May.\n{BOOK}",
        ),
        (
            ARCHITECT,
            f"Title: Stenmark Tower\nSnippet: Built in 2021, opposite the Quay Opera.\n{OPERA}",
        ),
        (ROCK, "The path to the Cave of Sighs is near a gypsum quarry."),
        (CHARGE, "Flag of Isker: for sale, also heron mugs."),
        (
            HEAD,
            "Torquil Mandervane came to Wickstead Library. He is married to its head librarian.",
        ),
        (LEADER, "Piers Ackland takes over from Jo Reeve as leader of Dunmore Council."),
        (LEADER, "Jo Reeve was ousted as leader of Dunmore Council on Monday."),
        (HOST, '{"of": "Radio Ulm", "on": [{"at": "breakfast"}, {"host": "Sunniva Hartle"}]}'),
    ],
)
def test_not_told(asked: tuple[str, Answer], text: str) -> None:
    assert not leaks(asked, text)
