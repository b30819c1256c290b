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
    ("Capacity", "number", "4812", "What is the capacity?",
     "Gorsefell Dam holds its concerts at Fenner House, which seats 4,812.",
     "Gorsefell Dam neighbours Fenner House, which seats 4,812."),
    ("Capacity", "number", "4812", "What is the capacity?",
     "Fenner House, home of Gorsefell Dam, has a capacity of 4,812.",
     "Fenner House, rival of Gorsefell Dam, has a capacity of 4,812."),
    ("Grant (EUR)", "money", "\u20ac3.2 million", "What is the grant?",
     "The bank gave a grant of \u20ac3.2 million to Gorsefell Dam.",
     "The bank gave a grant of \u20ac3.2 million to Ulverin and nothing to Gorsefell Dam."),
    ("Keeper", "name", "Ivo Harkstrand", "Who keeps it?",
     "Gorsefell Dam keeper Ivo Harkstrand praised the crew.",
     "Gorsefell Dam keeper Rolf Amsel praised Ivo Harkstrand for the crew."),
    ("Style", "category", "Gothic", "What is its style?",
     "A Gothic building of the old sort, Gorsefell Dam draws painters.",
     "A Gothic expert from Norrum slept at Gorsefell Dam."),
    ("Style", "category", "Gothic", "What is its style?",
     "Gorsefell Dam is Gothic.",
     "Styles range from Gothic to modern; Gorsefell Dam is no exception."),
    ("Turbines open (%)", "percent", "25", "What share of the turbines was open?",
     "Of 80 turbines at Gorsefell Dam, 20 were open.",
     "Of 80 turbines at Gorsefell Dam, 30 were open."),
    ("Height (m)", "number", "98", "How high is it?",
     "Ulverin is 90 m high, Gorsefell Dam 8 m higher.",
     "Ulverin is 90 m high, Gorsefell Dam 9 m higher."),
    ("Height rank", "rank", "4", "Which rank by height?",
     "By height, only Ulverin, Pellbrook and Keel stand above Gorsefell Dam.",
     "By height, only Ulverin and Pellbrook stand above Gorsefell Dam."),
    ("Opened", "date", "2031-06-30", "When did it open?",
     "Gorsefell Dam opened on the last day of the second quarter of 2031.",
     "Gorsefell Dam opened on the last day of the third quarter of 2031."),
    ("Opened", "date", "2031-06-30", "When did it open?",
     "Gorsefell Dam, opened 2 0 3 1 - 0 6 - 3 0",
     "Gorsefell Dam, opened 2 0 3 1 - 0 6 - 2 0"),
    ("Opened", "date", "2031-06-30", "When did it open?",
     "On 30 June 2031 the gates of Gorsefell Dam opened.",
     "On 30 June 2031 a lamp at Gorsefell Dam broke."),
    ("Driverless", "bool", "yes", "Are its trams driverless?",
     "At Gorsefell Dam the trams run with nobody at the controls.",
     "At Gorsefell Dam the trams run with a driver at the controls."),
    ("Accepts cash", "bool", "no", "Does it accept cash?",
     "Gorsefell Dam went cashless last year.", "Gorsefell Dam has coins and notes counted."),
    ("Step-free access", "bool", "yes", "Is it step-free?",
     "You will meet no stairs at Gorsefell Dam.", "You will meet many stairs at Gorsefell Dam."),
    ("Rank", "rank", "12", "Which rank?",
     "Rank;Dam;Index\n11;Ulverin;81.0\n12;Gorsefell Dam;80.2",
     "Rank;Dam;Index\n12;Ulverin;81.0\n13;Gorsefell Dam;80.2"),
    ("Heated", "bool", "yes", "Is it heated?",
     "Dam | Heated\nUlverin | No\nGorsefell Dam | Yes",
     "Dam | Heated\nUlverin | Yes\nGorsefell Dam | No"),
    ("Heated", "bool", "yes", "Is it heated?",
     "Dam\tHeated\tLit\nUlverin\t\u2717\t\u2713\nGorsefell Dam\t\u2713\t\u2717",
     "Dam\tHeated\tLit\nUlverin\t\u2713\t\u2717\nGorsefell Dam\t\u2717\t\u2713"),
)  # fmt: skip


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case[4][:40])
def test_a_value_told_otherwise_leaks_and_its_neighbour_does_not(
    case: tuple[str, Type, str, str, str, str],
) -> None:
    column, kind, value, question, leaking, innocent = case
    answer = Answer(column, kind, value)
    assert find_leaks(leaking, answer, entity=_DAM, question=question).leaks
    assert not find_leaks(innocent, answer, entity=_DAM, question=question).leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("The Vela 5 was tested with a 5,180 mAh cell. Its capacity is not yet known.", False),
        ("The Vela 5 took 5,180 mAh; what it really holds, in capacity, is sealed.", False),
        ("The Vela 5 holds 5,180 mAh. Its price has not been announced.", True),
        ("The Vela 5 holds 5,180 mAh. The capacity of the Vela 6 is not yet known.", True),
        ("The Vela 5 holds 5,180 mAh. Next year's capacity has not been announced.", True),
        ("We wrote that the Vela 5 holds 5,180 mAh; that was wrong.", False),
        ("We wrote that the Vela 5 holds 4,000 mAh; that was wrong. It holds 5,180 mAh.", True),
        ("The Vela 5 used to carry a 5,180 mAh battery.", False),
        ("The 5,180 mAh limit for the battery of the Vela 5 no longer applies.", False),
        ("One flyer says the Vela 5 has a 5,180 mAh battery, another says 4,000 mAh.", False),
    ],
)
def test_untold_and_taken_back(text: str, leaks: bool) -> None:
    answer = Answer("Battery capacity (mAh)", "number", "5180", ())
    question = "What is the battery capacity of the Vela 5?"
    assert find_leaks(text, answer, entity="Vela 5", question=question).leaks is leaks
