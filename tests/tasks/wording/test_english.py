"""Grammar in small."""

import pytest

from fictionworld.tasks.wording.english import comparative, titled
from fictionworld.text.english import is_plural, joined, lowered, plural, with_article


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("phone", "a phone"), ("offer", "an offer"), ("unit share", "a unit share"),
        ("hour", "an hour"), ("8-core chip", "an 8-core chip"), ("11 MP camera", "an 11 MP camera"),
        ("18,000 points", "an 18,000 points"), ("1,100 points", "a 1,100 points"),
        ("MP figure", "an MP figure"), ("CPU", "a CPU"), ("European brand", "a European brand"),
        ("unnamed brand", "an unnamed brand"), ("one-off", "a one-off"),
        ("utility library", "a utility library"), ("urban unit", "an urban unit"),
    ],
)  # fmt: skip
def test_articles(phrase, said):
    assert with_article(phrase) == said


def test_plurals():
    nouns = [
        "phone",
        "match",
        "country",
        "box",
        "child",
        "yearly sales figure",
        "day",
        "court of appeal",
    ]
    assert [plural(noun) for noun in nouns] == [
        "phones", "matches", "countries", "boxes", "children", "yearly sales figures", "days",
        "courts of appeal",
    ]  # fmt: skip


def test_comparatives():
    assert comparative("with the largest battery") == "with the larger battery"
    assert comparative("with the most goals") == "with more goals"
    assert comparative("heaviest") == "heavier"
    assert comparative("launched most recently") == "launched more recently"
    assert comparative("founded earliest") == "founded earlier"
    assert comparative("with the worst goal difference") == "with the worse goal difference"


def test_labels():
    assert titled("Growth on the year before") == "Growth on the Year Before"
    assert titled("CPU cores") == "CPU Cores"
    assert lowered("Launch price") == "launch price"
    assert lowered("CPU cores") == "CPU cores"
    assert joined(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize(
    ("noun", "is_so"),
    [
        ("customer deposits", True), ("loans to customers", True), ("days of leave left", True),
        ("nursing hours worked", True), ("contracted hours a week", True), ("hours spent", True),
        ("mass lost", False), ("winnings", True), ("fall rate", False), ("weight landed", False),
        ("number of days", False), ("mean distance between failures", False), ("mass", False),
        ("status", False), ("mean analysis", False),
    ],
)  # fmt: skip
def test_what_takes_are(noun, is_so):
    assert is_plural(noun) == is_so
