"""Answers as people and models write them: `tests/data/answers`, texts with what they mean."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
import yaml

from fictionworld.tasks.grading.grade import describe_answer, grade
from fictionworld.tasks.key import Key, KeyColumn, markdown_table

DATA = Path(__file__).parents[2] / "data" / "answers"
NAME = KeyColumn("Name", "key", "name", 0)


def cases(name):
    return yaml.safe_load((DATA / name).read_text("utf-8"))


def column_of(spec):
    return KeyColumn(
        spec["header"], "value", spec["kind"], spec.get("decimals", 0), spec.get("unit"),
        tuple(spec.get("synonyms", ())),
    )  # fmt: skip


def value_of(column, text):
    match column.kind:
        case "integer" | "year":
            return int(text)
        case "decimal" | "money" | "percent":
            return Decimal(text)
        case "date":
            return date.fromisoformat(str(text))
    return text


def verdict(column, value, text, header=None):
    """The verdict on one cell, in a table of one row with the header given."""
    key = Key("t", (NAME, column), (("AS Borgo", value),))
    table = markdown_table(["Name", header or column.header], [["AS Borgo", str(text)]])
    (_, cell) = grade(key, table).cells
    return cell


def misjudged(column, value, case, header=None):
    """The texts of a case that are not judged as it says, each with the reason given."""
    verdicts = [
        (text, name == "right", verdict(column, value, text, header))
        for name in ("right", "wrong")
        for text in case.get(name, ())
    ]
    return [
        (text, cell.reason)
        for text, right, cell in verdicts
        if not cell.right is right is (cell.reason == "right")
    ]


CELLS = [
    pytest.param(column_of(case["column"]), case, id=f"{case['column']['header']} {case['value']}")
    for case in cases("cells.yaml")
]


@pytest.mark.parametrize(("column", "case"), CELLS)
def test_cells(column, case):
    assert misjudged(column, value_of(column, case["value"]), case) == []


@pytest.mark.parametrize(
    "kind", ["integer", "date", "name", "text", "boolean", "year", "percent", "money", "url"]
)
def test_a_missing_value(kind):
    case = {
        "right": ["NA", "N/A", "n/a", "none", "null", "-", "\u2013", "\u2014", "not available",
                  "unknown", "(n/a)", "**NA**"],
        "wrong": ["", " ", "0", "5600", "?", "Jonas"],
    }  # fmt: skip
    assert misjudged(KeyColumn("Thing", "value", kind, 0), None, case) == []


HEADERS = [
    pytest.param(column_of(case["column"]), case["value"], headed, id=headed["header"])
    for case in cases("headers.yaml")
    for headed in case["headers"]
]


@pytest.mark.parametrize(("column", "value", "headed"), HEADERS)
def test_headers(column, value, headed):
    value = value_of(column, value)
    if headed.get("refused"):
        cell = verdict(column, value, value, headed["header"])
        assert cell.reason == f"column in another unit: '{headed['header']}'"
    else:
        assert misjudged(column, value, headed, headed["header"]) == []


def test_a_refused_column_is_named():
    column = column_of({"header": "Price (EUR)", "kind": "money", "unit": "EUR"})
    key = Key("t", (NAME, column), (("AS Borgo", 5),))
    found = grade(key, markdown_table(["Name", "Price (USD)"], [["AS Borgo", "5"]]))
    assert found.problem == (
        "the table has no column 'Price (EUR)'; 'Price (USD)' is in another unit"
    )


WEIGHT = KeyColumn("Weight (g)", "value", "integer", 0, "g")
PHONES = Key(
    "t",
    (KeyColumn("Phone", "key", "name", 0), WEIGHT),
    (("Orvane 3", 189), ("Vela 12", 201)),
)
ROWS = [["Orvane 3", "189"], ["Vela 12", "201"]]


def bare(rows):
    return markdown_table(["Phone", "Weight (g)"], rows).removeprefix("```markdown\n").removesuffix(
        "\n```\n"
    )  # fmt: skip


@pytest.mark.parametrize("case", cases("tables.yaml"), ids=lambda case: case["name"])
def test_tables(case):
    draft = [["Orvane 3", "1"], ["Vela 12", "2"]]
    text = case["text"].format(table=bare(ROWS), draft=bare(draft))
    taken = describe_answer(PHONES, text).taken
    assert (None if taken is None else taken.table.rows) == case.get("rows", ROWS)
    assert grade(PHONES, text).figures.score == (0 if taken is None else 1)


def test_enumerated_names():
    header = ["Phone", "Weight (g)"]
    for one, two in (("1. ", "2. "), ("1) ", "2) "), ("#1 ", "#2 "), ("(1) ", "(2) ")):
        rows = [[f"{one}Orvane 3", "189"], [f"{two}Vela 12", "201"]]
        assert grade(PHONES, markdown_table(header, rows)).figures.score == 1
    for one, two in (("1. ", ""), ("2. ", "1. "), ("1. ", "1. ")):
        rows = [[f"{one}Orvane 3", "189"], [f"{two}Vela 12", "201"]]
        assert grade(PHONES, markdown_table(header, rows)).figures.score == 0


def test_a_name_that_begins_with_a_number_is_no_number():
    key = Key("t", PHONES.columns, (("1. FC Borgo", 189), ("2. Vela", 201)))
    rows = [["1. FC Borgo", "189"], ["2. Vela", "201"]]
    assert grade(key, markdown_table(["Phone", "Weight (g)"], rows)).figures.score == 1


@pytest.mark.parametrize(
    ("text", "right"),
    [("Orvane 3: 189", True), ("Orvane 3 189 g", True), ("189 g (Orvane 3)", True),
     ("Vela 12: 189", False), ("Orvane 3,189", False), ("Orvane 3: twice 189", False)],
)  # fmt: skip
def test_the_row_s_name_beside_a_number(text, right):
    rows = [["Orvane 3", text], ["Vela 12", "201"]]
    assert grade(PHONES, markdown_table(["Phone", "Weight (g)"], rows)).cells[1].right is right


def test_what_is_left_out_is_told():
    text = f"<think>hm</think>\n{bare([['Tessel', '1']])}\n\nNow:\n\n| Phone |\n|---|\n| x |\n"
    text += f"\nFinal:\n\n{bare(ROWS)}\n\n| Site |\n|---|\n| a |\n"
    read = describe_answer(PHONES, text)
    assert (read.taken.line, read.taken.form, read.taken.parts) == (14, "Markdown", 1)
    assert read.left_out == (
        "thoughts: 17 characters",
        "the Markdown table on line 2, 1 row: a later table has all columns too",
        "the Markdown table on line 8, 1 row: has no column 'Weight (g)'",
        "the Markdown table on line 19, 1 row: has no column 'Phone', 'Weight (g)'",
    )
