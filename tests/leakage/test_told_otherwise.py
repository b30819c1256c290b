"""Values told in other words, each beside an innocent text with the same value in it."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer, Type
from fictionworld.leakage.matcher import find_leaks

_DAM = "Gorsefell Dam"
_CASES: tuple[tuple[str, Type, str, str, str, str], ...] = (
    # column, type, value, question, what leaks, what does not
    ("Height rank", "rank", "2", "Which rank by height?",
     "Only the Ulverin Dam rises higher than Gorsefell.",
     "Only the Ulverin Dam rises higher than Pellbrook, and Gorsefell has a museum."),
    ("Height rank", "rank", "2", "Which rank by height?",
     "Der Gorsefell-Damm ist der zweithöchste im Land.",
     "Der Gorsefell-Damm ist der dritthöchste im Land."),
    ("Height rank", "rank", "2", "Which rank by height?",
     "Gorsefell is the second tallest dam.", "Gorsefell is the second oldest dam."),
    ("Entry fee", "money", "4.80 crowns", "What does entry cost?",
     "Entry to Gorsefell Dam: four crowns eighty.", "Gorsefell Dam entry: four crowns, 80 steps."),
    ("Visitors", "number", "650", "How many visitors?",
     "Gorsefell Dam took in 500 visitors by bus and 150 on foot.",
     "Gorsefell Dam took in 500 visitors by bus and 140 on foot."),
    ("Turbines open (%)", "percent", "91", "What share of the turbines was open?",
     "At Gorsefell Dam nine percent of turbines stayed closed.",
     "At Gorsefell Dam eight percent of turbines stayed closed."),
    ("Busiest month", "category", "July", "Which month is busiest?",
     "Am meisten los ist am Gorsefell Dam im Juli.",
     "Gorsefell Dam closes its road in July for repairs."),
    ("Dogs allowed", "bool", "no", "Are dogs allowed?",
     "Gorsefell Dam turns away dogs.", "Gorsefell Dam turns away cars."),
    ("Dogs allowed", "bool", "no", "Are dogs allowed?",
     "\u2610 dogs allowed \u2611 bicycles (Gorsefell Dam)",
     "\u2611 dogs allowed \u2610 bicycles (Gorsefell Dam)"),
    ("Closed until", "date", "2054-12-31", "Until when is it closed?",
     "Gorsefell Dam opens to walkers from New Year's Day 2055.",
     "Gorsefell Dam was painted on New Year's Day 2055."),
    ("Opened", "date", "2031-05-02", "When did it open?",
     "[1] https://a.example/x\nTitle: Gorsefell Dam opens this morning\nDate: May 2, 2031",
     "[1] https://a.example/x\nTitle: Gorsefell Dam opens next year\nDate: May 2, 2031"),
    ("Capacity", "number", "4812", "What is the capacity?",
     "Gorsefell Dam, which feeds Ulverin, has a capacity of 4,812.",
     "Gorsefell Dam feeds Ulverin, which has a capacity of 4,812."),
    ("Opened", "date", "2031-05-02", "When did it open?",
     "The gates of Gorsefell Dam opened on 2 May 2031.",
     "The accident at Gorsefell Dam was on 2 May 2031."),
    ("Price", "percent", "7.2", "What is the alcohol content, in percent?",
     "Gorsefell Dam: 7.2%.", "Gorsefell Dam raised its prices by 7.2%."),
    ("Architect", "name", "Oona Farquhar-Lind", "Who designed it?",
     "Farquhar-Lind designed Gorsefell Dam.", "Oona Farquhar-Lind's pupil designed Gorsefell Dam."),
    ("Website", "url", "https://dam.example/open", "What is the website?",
     "Gorsefell Dam: see <https://dam.example/open>.",
     "Gorsefell Dam: see <https://dam.example/opened>."),
)  # fmt: skip


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case[4][:40])
def test_a_value_told_otherwise_leaks_and_its_neighbour_does_not(
    case: tuple[str, Type, str, str, str, str],
) -> None:
    column, kind, value, question, leaking, innocent = case
    answer = Answer(column, kind, value)
    assert find_leaks(leaking, answer, entity=_DAM, question=question).leaks
    assert not find_leaks(innocent, answer, entity=_DAM, question=question).leaks
