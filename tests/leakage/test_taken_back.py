"""What a text takes back tells nothing, unless it is then confirmed."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.matcher import find_leaks

DEPTH = Answer("Maximum depth (m)", "number", "75")
LAKE = "Lake Torvan"


def _told(text: str) -> bool:
    return find_leaks(text, DEPTH, entity=LAKE, question="How deep is Lake Torvan?").leaks


@pytest.mark.parametrize(
    "text",
    [
        "Anglers swear that Lake Torvan is 75 metres deep. It isn't, says the board.",
        "A flyer claims that Lake Torvan is 75 metres deep. False.",
        "Lake Torvan does not reach 75 metres, as our guide claimed.",
        "It is untrue that Lake Torvan is 75 metres deep.",
        "An earlier version said that Lake Torvan is 75 metres deep. We regret the error.",
        "The guide gave Lake Torvan a depth of 75 metres. It is not 75; that is the next lake.",
        "The 75 metres on the sign at Lake Torvan is a typo.",
        "There is no evidence for the story that Lake Torvan is 75 metres deep.",
    ],
)
def test_what_is_taken_back_is_not_told(text: str) -> None:
    assert not _told(text)


@pytest.mark.parametrize(
    "text",
    [
        "The board at first denied that Lake Torvan is 75 metres deep, but has confirmed it since.",
        "It is no rumour: Lake Torvan is 75 metres deep.",
        "Nobody denies that Lake Torvan is 75 metres deep.",
        "Some guides give 57. Wrong: Lake Torvan is 75 metres deep.",
        "Lake Torvan is 75 metres deep. Reports of a monster are false, the board says.",
        "Divers did not reach the bottom of Lake Torvan, which is 75 metres deep. They were tired.",
    ],
)
def test_what_stands_is_told(text: str) -> None:
    assert _told(text)
