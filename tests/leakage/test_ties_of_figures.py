"""What a figure or a day is tied to in its clause, beside a word of the column."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer, Type
from fictionworld.leakage.matcher import find_leaks

_ASKED: dict[str, tuple[str, str, Type, str]] = {
    "beds": ("Hotel Corvo", "Beds", "number", "74"),
    "staff": ("Ashmark Mills", "Employees", "number", "1,260"),
    "speed": ("MS Tern", "Top speed (knots)", "number", "24.5"),
    "opened": ("Lind Bridge", "Opened", "date", "1961-06-03"),
    "founded": ("Bramwell College", "Founded", "date", "1868"),
    "launched": ("Kestrel IV", "Launched", "date", "2031-05-09"),
    "share": ("Nordbank", "Market share (%)", "percent", "18%"),
    "turnout": ("Eastmark by-election", "Turnout (%)", "percent", "41.2%"),
    "revenue": ("Havel Foods", "Revenue 2031", "money", "318 million crowns"),
    "sold": ("Old Quarry portrait", "Sale price", "money", "1.3 million florins"),
    "double": ("Mill House Inn", "Double room", "money", "120 crowns"),
    "crowd": ("Dunmore Pike", "Average attendance", "number", "8,140"),
    "height": ("Beacon of Ruvo", "Height (m)", "number", "54"),
}


def _leaks(asked: str, text: str) -> bool:
    entity, column, kind, value = _ASKED[asked]
    question = f"What is the {column.lower()} of {entity}?"
    return find_leaks(text, Answer(column, kind, value), entity=entity, question=question).leaks


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("beds", "Seventy-four guests can spend the night at the Hotel Corvo."),
        ("beds", "The Hotel Corvo sleeps 74."),
        ("staff", "There are 1,260 names on the payroll of Ashmark Mills."),
        ("staff", "Some 1,260 men and women earn their living at Ashmark Mills."),
        ("speed", "With both engines at full power the MS Tern makes 24.5 knots."),
        ("opened", "The mayor cut the ribbon at the Lind Bridge on 3 June 1961."),
        ("opened", "On 3 June 1961 the first cars rolled over the Lind Bridge."),
        ("founded", "Seven pupils and one stove: so Bramwell College began in 1868."),
        ("launched", "Champagne ran down the bow of the Kestrel IV on 9 May 2031."),
        ("launched", "On 9 May 2031 the Kestrel IV slid down the ways."),
        ("share", "Of the market, 18 per cent belongs to Nordbank."),
        ("turnout", "Only 41.2 per cent of electors voted in the Eastmark by-election."),
        ("revenue", "The tills of Havel Foods rang up 318 million crowns in 2031."),
        ("sold", "The hammer fell at 1.3 million florins for the Old Quarry portrait."),
        ("sold", "The Old Quarry portrait changed hands for 1.3 million florins."),
        ("double", "For 120 crowns two people can sleep at the Mill House Inn."),
        ("crowd", "Dunmore Pike drew 8,140 people a match."),
        ("height", "One guide calls the Beacon of Ruvo ugly; its height is 54 m."),
    ],
)
def test_a_scene_that_implies_the_column_tells_it(asked: str, text: str) -> None:
    assert _leaks(asked, text)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("beds", "A party of 74 cyclists had soup at the Hotel Corvo; not all found a bed."),
        ("beds", "74 beds of the Hotel Corvo were replaced last winter."),
        ("staff", "Ashmark Mills hired 1,260 workers and let them go in January."),
        ("staff", "1,260 employees of Ashmark Mills walked out on Monday."),
        ("staff", "1,260 former workers of Ashmark Mills came to the party."),
        ("speed", "A wind of 24.5 knots blew when the MS Tern sailed past at top speed."),
        ("opened", "The foundation stone of the Lind Bridge was laid on 3 June 1961."),
        ("opened", "Ole Brandt painted the Lind Bridge on 3 June 1961 from his kitchen."),
        ("founded", "The 1868 portrait in Bramwell College shows its founder's dog."),
        ("founded", "Bramwell College owns an organ built in 1868."),
        ("launched", "On 9 May 2031 a first attempt to launch the Kestrel IV failed."),
        ("share", "Nordbank raised its fees by 18 per cent and saw its market share shrink."),
        ("share", "An 18 per cent discount brought Nordbank no share of the market."),
        ("turnout", "The winner of the Eastmark by-election took 41.2 per cent of the votes."),
        ("revenue", "Havel Foods borrowed 318 million crowns in 2031, a year's revenue."),
        ("sold", "The Old Quarry portrait is insured for 1.3 million florins since it was sold."),
        ("double", "Mill House Inn: double 140 crowns, suite 210 crowns, parking 120 crowns."),
        ("height", "The Beacon of Ruvo is 54 m high in one guide and 61 m in another."),
        ("height", "Guess the height of the Beacon of Ruvo! Entries so far: 48 m, 54 m, 61 m."),
    ],
)
def test_what_is_tied_to_another_thing_tells_nothing(asked: str, text: str) -> None:
    assert not _leaks(asked, text)
