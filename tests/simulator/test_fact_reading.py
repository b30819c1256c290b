"""Which facts a text states: in tables, boxes, lists and sentences, rightly and exchanged."""

from __future__ import annotations

import pytest

from fictionworld.simulator.states.call_state import ToldFact
from fictionworld.simulator.states.fact_reading import FactReader
from fictionworld.worldmodel.invention import invented
from fictionworld.worldmodel.written_results import written_results

FACTS = (
    ToldFact("Vela 5", "Price", "$306", ("price", "costs", "asked")),
    ToldFact("Vela 5", "Stock", "169", ("stock", "units")),
    ToldFact("Orin 2", "Price", "$412", ("price", "costs", "asked")),
    ToldFact("Orin 2", "Stock", "88", ("stock", "units")),
)
RIGHT = {
    "table": "| Phone | Price | Stock |\n| --- | --- | --- |\n| Vela 5 | $306 | 169 |\n"
    "| Orin 2 | $412 | 88 |",
    "sentences": "Vela 5 costs $306. Of Vela 5 stock stands at 169. Orin 2 costs $412, and its "
    "stock is 88 units.",
    "lines": "- Vela 5 - Price: $306; Stock: 169\n- Orin 2 - Price: $412; Stock: 88",
}


@pytest.mark.parametrize("form", RIGHT)
def test_values_in_their_place_are_right(form):
    reading = FactReader(FACTS).read(RIGHT[form])
    assert reading.right == {0, 1, 2, 3} and not reading.wrong and reading.right_share == 1


@pytest.mark.parametrize("form", RIGHT)
@pytest.mark.parametrize("pair", [("$306", "169"), ("$306", "$412")], ids=["column", "row"])
def test_exchanged_values_are_wrong(form, pair):
    first, second = pair
    text = RIGHT[form].replace(first, "@").replace(second, first).replace("@", second)
    reading = FactReader(FACTS).read(text)
    assert reading.wrong.total() >= 1 and len(reading.right) <= 2
    assert reading.beyond(reading).wrong.total() == 0


def test_a_box_and_a_number_without_its_unit_are_read():
    facts = FACTS[:2]
    reading = FactReader(facts).read("|  |  |\n| --- | --- |\n| Price | 306 |\n| Stock | 169 |")
    assert reading.right == {0, 1}
    assert FactReader(facts).read("Nothing is known of it.").right_share is None


def test_figures_and_names_that_nobody_gave_are_invented():
    given = ("Vela 5 costs $1,306 in Korvan.",)
    assert invented("In Korvan it costs 1306.", given) == ()
    assert invented("It costs 1307, says Tolva Brenk.", given) == ("1307", "Tolva Brenk")
    assert invented("See [it](https://a.example/77).", given) == ()


@pytest.mark.parametrize(
    "text",
    [
        "[1] https://a.example/x\nTitle: A page\nSnippet: It is short.\nDate: N/A",
        "- https://a.example/x\n  A page\n  It is short.\n  (N/A)\n- and no more",
        "1. **url**: https://a.example/x\n**Title**: A page\nSnippet: It is short.\nDate: N/A",
    ],
)
def test_results_are_read_in_any_form(text):
    [result] = written_results(text)
    assert result.url == "https://a.example/x" and "A page" in result.text
    assert result.snippet.startswith("It is short.")
