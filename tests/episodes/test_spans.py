from __future__ import annotations

import pytest

from fictionworld.episodes.agents.queries import distinct
from fictionworld.episodes.agents.wanted import span_in
from fictionworld.text.names import fold


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Goals by player, Adela to Bruno - Statistics X", "Adela to Bruno"),
        ("Players, Adela to Bruno: goals", "Adela to Bruno"),
        ("Stores by shop, Snolm & Co to Tronderin's \u2013 Figures", "Snolm & Co to Tronderin's"),
        ("Transfers: fee, summer, Aislinn to ...", "Aislinn to ..."),
        ("Getting to know Real Fomales", None),
        ("Glossary: from height to weight", None),
        ("Goals by player, Zoe to Adela", None),
    ],
)
def test_titles_say_spans(title, said):
    span = span_in("Players, Álvaro to Bruno: goals")
    assert [span.holds(fold(name)) for name in ("Alvaro Ruiz", "Bruno Paz", "Abel", "Carla")] == [
        True, True, False, False,
    ]  # fmt: skip
    cut = span_in("Players, Carla to ...")
    assert cut.holds("zoe") and not cut.holds("bruno")


def test_queries_that_ask_the_same():
    asked = ["Attendance matches", "attendance match", "matches attendance", "crowd matches"]
    assert list(distinct(asked)) == ["Attendance matches", "crowd matches"]
