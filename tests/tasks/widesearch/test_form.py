"""Our keys in the form of WideSearch: the right answer scores 1, another value 0."""

from __future__ import annotations

import csv
from datetime import date
from decimal import Decimal
from io import StringIO

import pytest

from fictionworld.tasks.key import Key, KeyColumn, answer_markdown
from fictionworld.tasks.widesearch import parse_evaluation, score_widesearch
from fictionworld.tasks.widesearch.form import widesearch_form

D = Decimal
COLUMNS = (
    KeyColumn("Model", "key", "name", 0),
    KeyColumn("Year", "key", "year", 0),
    KeyColumn("Place", "place", "integer", 0),
    KeyColumn("Units (thousand)", "value", "integer", 0, "thousand"),
    KeyColumn("Market Share (%)", "value", "percent", 2, "%"),
    KeyColumn("Price (EUR)", "value", "money", 2, "EUR"),
    KeyColumn("Launched (YYYY-MM-DD)", "value", "date", 0),
    KeyColumn("Maker", "value", "name", 0),
    KeyColumn("Foldable", "value", "boolean", 0),
)
KEY = Key(
    "0-1",
    COLUMNS,
    (
        ("Belleno Max 5", 2033, 1, 12_345, D("0.26"), D("1490.60"), date(2033, 3, 5), "Åsa", True),
        ("Cidona, the 5", 2032, 2, None, D("20.00"), D("99.00"), None, "B & C", False),
    ),
)


def figures(answer, key=KEY):
    form = widesearch_form(key)
    return score_widesearch(parse_evaluation(form.evaluation), form.gold_csv, answer)


def changed(row, header, said):
    """The right answer with one cell as an agent may write it."""
    lines = answer_markdown(KEY).split("\n")
    cells = lines[3 + row].strip("| ").split(" | ")
    cells[KEY.required.index(header)] = said
    lines[3 + row] = f"| {' | '.join(cells)} |"
    return "\n".join(lines)


def test_the_gold_is_the_key_in_words():
    rows = list(csv.reader(StringIO(widesearch_form(KEY).gold_csv)))
    assert rows[0] == list(KEY.required)
    assert rows[1][3:7] == ["12345", "0.26", "1490.60", "2033-03-05"]
    assert rows[2] == [
        "Cidona, the 5", "2032", "2", "NA", "20.00", "99.00", "NA", "B & C", "no",
    ]  # fmt: skip


def test_the_rules():
    evaluation = widesearch_form(KEY).evaluation
    assert evaluation["unique_columns"] == ["model", "year"]
    assert evaluation["required"][3:5] == ["units(thousand)", "marketshare(%)"]
    # with a metric there the public scorer would ask a model
    assert not parse_evaluation(evaluation).keys_go_to_a_model
    assert evaluation["eval_pipeline"]["year"] == {"preprocess": ["extract_number"], "metric": []}
    assert evaluation["eval_pipeline"]["price(eur)"]["criterion"] == 0


def test_the_right_answer_scores_1():
    got = figures(answer_markdown(KEY))
    assert (got.score, got.f1_by_item, got.f1_by_row) == (1, 1, 1)


@pytest.mark.parametrize(
    ("row", "header", "said"),
    [
        (0, "Units (thousand)", "12,345"),
        (0, "Units (thousand)", "**12345**"),
        (0, "Price (EUR)", "1,490.6"),
        (0, "Price (EUR)", "EUR 1490.60"),
        (0, "Market Share (%)", "0.260"),
        (0, "Launched (YYYY-MM-DD)", "5 March 2033"),
        (0, "Maker", "**åsa**"),
        (0, "Model", "Belleno  max 5"),
        (1, "Market Share (%)", "20"),
        (1, "Units (thousand)", "n/a"),
        (1, "Launched (YYYY-MM-DD)", "NA"),
    ],
)
def test_other_words_for_the_same(row, header, said):
    assert figures(changed(row, header, said)).score == 1


@pytest.mark.parametrize(
    ("row", "header", "said"),
    [
        (0, "Units (thousand)", "12346"),
        (0, "Units (thousand)", "NA"),
        (0, "Price (EUR)", "1490.61"),
        (0, "Market Share (%)", "0.27"),
        (0, "Launched (YYYY-MM-DD)", "2033-05-03"),
        (0, "Maker", "Asa"),
        (0, "Foldable", "no"),
        (0, "Place", "2"),
        (1, "Market Share (%)", "20.01"),
        (1, "Units (thousand)", "0"),
        (1, "Launched (YYYY-MM-DD)", "2033-03-05"),
        # that benchmark takes the sign for a hundredth; the header says `(%)`
        (1, "Market Share (%)", "20%"),
    ],
)
def test_another_value_is_wrong(row, header, said):
    got = figures(changed(row, header, said))
    assert got.score == 0
    assert got.f1_by_item == pytest.approx(1 - 1 / 18)


def test_a_key_of_key_columns_only():
    key = Key("0-2", (KeyColumn("Number of Ships", "key", "integer", 0),), ((7,),))
    assert figures(answer_markdown(key), key).score == 1
    assert figures("| Number of Ships |\n|---|\n| 8 |", key).f1_by_item == 0


def test_a_key_without_key_columns_is_told_apart_by_all():
    key = Key("0-2", (KeyColumn("Ships", "value", "integer", 0),), ((7,),))
    assert widesearch_form(key).evaluation["unique_columns"] == ["ships"]
    assert figures(answer_markdown(key), key).score == 1


def test_an_empty_key_is_beyond_that_form():
    key = Key("0-3", COLUMNS, ())
    assert widesearch_form(key).gold_csv == ",".join(key.required) + "\n"
    assert figures(answer_markdown(key), key).f1_by_item == 0
