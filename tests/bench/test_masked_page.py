"""The words around a value: other names, numbers and values change nothing."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from fictionworld.bench.masked_page import NAME, MaskedPage, words_of
from fictionworld.text.phrase_finder import PhraseFinder
from fictionworld.web.page import Mark
from fictionworld.worlds.fact import FactId

NAMES = PhraseFinder(["Ana Lee", "Bo"])


def read(text, cells, target=None):
    """The page of a text in which `<...>` marks the values, in the order of their cells."""
    body, marks = "", []
    for number, piece in enumerate(text.replace(">", "<").split("<")):
        if number % 2:
            fact = FactId(0, "person", len(marks), "born")
            marks.append(Mark(len(body), len(body) + len(piece), fact))
        body += piece
    wording = SimpleNamespace(cells=cells, target=target)
    return MaskedPage(body, marks, SimpleNamespace(wordings={("person", "born"): wording}), NAMES)


@pytest.mark.parametrize(
    ("text", "cell", "other", "other_cell"),
    [
        ("Ana Lee was born in <1990>.", 1990, "Bo was born in <2001>.", 2001),
        ("[Ana Lee](a.com/lee) was born <in 1990>.", 1990, "Bo was born <in 2001>.", 2001),
        ("Bo won on <3 May 2029> at 7,000 m.", 0, "Bo won on <June 12, 2030> at 12 m.", 0),
        ("Bo is <of a red colour>.", "red", "Ana Lee is <of a Dark Blue colour>.", "Dark Blue"),
        (
            "| Born | Score |\n|---|---|\n| <1990> | 7 |",
            0,
            "| born | Fee |\n|--|--|\n| <20> | |",
            0,
        ),
        ("| | |\n|--|--|\n| Born | <1990> |", 0, "||  |\n|-|-|\n| Fee | 3 |\n| Born | <2001> |", 0),
    ],
)
def test_pages_that_differ_in_values_alone_read_alike(text, cell, other, other_cell):
    (context,), (other_context,) = (
        read(text, [cell]).contexts,
        read(other, [other_cell]).contexts,
    )
    assert (context.wide, context.label) == (other_context.wide, other_context.label)


def test_other_words_are_another_context():
    born, died = (
        read(f"Bo {verb} in <1990>.", [1990]).contexts[0] for verb in ("was born", "died")
    )
    assert born.wide != died.wide and born.narrow != died.narrow
    assert born.before == (NAME, *words_of("was born in"))


def test_sentences_with_values_are_counted():
    page = read("Bo came. Bo was born in <1990>. Ana Lee was born in <1991>!\n| <4> |", [0] * 3)
    assert len(page.sentences) == 2 and len(page.contexts) == 3
    assert len(set(page.sentences)) == 2  # the one ends in another sign
