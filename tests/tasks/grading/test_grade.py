# ruff: noqa: RUF001  (dashes and digits of other scripts are what is tested)

from __future__ import annotations

import json
from datetime import date, timedelta
from decimal import Decimal

import pytest

from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.key import Key, KeyColumn
from tests.tasks.grading.writing import COLUMNS, FORMATS, KEY, PHONE, markdown, texts

HEADER, ROWS = texts(KEY)
CELLS = len(HEADER) * len(ROWS)
ALL_ONE = dict.fromkeys(
    ("f1_by_item", "precision_by_item", "recall_by_item", "f1_by_row", "precision_by_row",
     "recall_by_row", "score", "f1_value", "f1_grounded"), 1.0,
)  # fmt: skip


def figures(answer, key=KEY):
    whole = grade(key, answer).as_dict()
    return {name: whole[name] for name in ALL_ONE}


def changed(changes, rows=ROWS):
    """The rows with other texts at (row, column)."""
    return [[changes.get((r, c), cell) for c, cell in enumerate(row)] for r, row in enumerate(rows)]


def reason(text, column, row=0):
    verdicts = grade(KEY, markdown(HEADER, changed({(row, column): text}))).cells
    return verdicts[row * len(HEADER) + column].reason


@pytest.mark.parametrize("form", FORMATS)
def test_the_gold_is_right_in_every_format(form):
    found = grade(KEY, FORMATS[form](HEADER, ROWS))
    assert figures(FORMATS[form](HEADER, ROWS)) == ALL_ONE
    assert found.problem is None and all(cell.right for cell in found.cells)


def test_other_forms():
    rows = [
        ["**Orvane 3**", "4 March 2031", "5,600 mAh", "€14.3m", "−3.4%", "Berg, Jonas", "Yes"],
        ["[Orvane 4](https://a.example)", "March 4, 2031", "5.8k", "1,204", "0.125",
         "Kant, Anna[1]", "no"],
        ["tessel pro", "30.11.2031", "4 950", "N/A", "0.4 %", "Ida Love", "FALSE"],
        ["Vela\u00a012", "Mon, 21 Jan 2030", "six thousand one hundred", "88,800,000 EUR", "—",
         "JONAS BERG", "✓"],
    ]  # fmt: skip
    rows[1][1] = "06/05/2032"
    assert figures(markdown(HEADER, rows)) == ALL_ONE
    header = ["notes", *[h.split(" (")[0].upper() for h in HEADER[::-1]]]
    header[header.index("LAUNCH DATE")] = "Release date"
    assert figures(markdown(header, [["x", *row[::-1]] for row in rows[::-1]])) == ALL_ONE


def test_a_wrong_cell_costs_its_share():
    found = figures(markdown(HEADER, changed({(0, 2): "5601"})))
    assert found["f1_by_item"] == pytest.approx(1 - 1 / CELLS)
    assert found["f1_by_row"] == pytest.approx(3 / 4)
    assert found["f1_value"] == pytest.approx(1 - 1 / (CELLS - 4))
    # its row's key cell counts by five sixths
    assert found["f1_grounded"] == pytest.approx(1 - (1 + 1 / 6) / CELLS)


def test_a_rounded_figure_is_wrong():
    column = HEADER.index(next(h for h in HEADER if h.startswith("Battery")))
    assert KEY.rows[0][column] == 5600
    for text in ("about 6,000 mAh", "6,000", "nearly 6,000 mAh"):
        assert figures(markdown(HEADER, changed({(0, column): text})))["f1_by_item"] < 1


def test_a_wrong_key_costs_its_row():
    found = figures(markdown(HEADER, changed({(0, 0): "Orvane 5"})))
    assert found["f1_by_item"] == pytest.approx(3 / 4)


@pytest.mark.parametrize(
    ("text", "column", "why"),
    [
        ("5601", 2, "another number"), ("5600 / 5800", 2, "several values in one cell"),
        ("", 2, "blank"),
        ("NA", 2, "given as missing"), ("5600 g", 2, "another unit"),
        ("5 March 2031", 1, "another date"),
        ("March 2031", 1, "no single day"),
        ("Jonas Berg; Anna Kant", 5, "several values in one cell"),
        ("Jonas Berg (Anna Kant)", 5, "several values in one cell"),
        ("Anna Kant", 5, "another name"),
        ("no", 6, "another value"), ("perhaps", 6, "no value of this kind"),
        ("Berg, Jonas", 5, "right"),
        ("over 5600", 2, "not one plain number"), ("x" * 1_001, 5, "too long"),
    ],
)  # fmt: skip
def test_reasons(text, column, why):
    assert reason(text, column) == why


def test_reasons_of_missing_values():
    assert reason("14.3", 3, row=2) == "the key has no value here"
    assert reason("", 3, row=2) == "blank"
    assert reason("not available", 3, row=2) == "right"


def test_verdicts_of_rows():
    cells = grade(KEY, markdown(HEADER, [*ROWS[1:], ["Other", *ROWS[0][1:]]])).cells
    assert cells[-2] == (None, "Phone", "", "Orvane 3", False, "row missing")
    assert cells[-1] == (4, "Phone", "Other", "", False, "no such row in the answer key")
    assert cells[0][:5] == (1, "Phone", "Orvane 4", "Orvane 4", True)


def test_a_missing_column():
    found = grade(KEY, markdown(HEADER[:-1], [row[:-1] for row in ROWS]))
    assert found.problem == "the table has no column 'Foldable'"
    assert found.figures.f1_by_item == pytest.approx(1 - 4 / CELLS)
    assert found.cells[6].reason == "column missing"


def test_a_missing_key_column():
    found = grade(KEY, markdown(HEADER[1:], [row[1:] for row in ROWS]))
    assert found.problem == "the table has no column 'Phone'"
    assert {found.as_dict()[name] for name in ALL_ONE} == {0}


def test_a_grade_is_json():
    read = json.loads(json.dumps(grade(KEY, markdown(HEADER, ROWS)).as_dict()))
    assert read["f1_by_item"] == 1 and read["cells"][0]["header"] == "Phone"


# Guessing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    ["", "I don't know.", markdown(HEADER, []), markdown(HEADER, [], fenced=False),
     "Which? Give the columns:\nPhone, Launch date, Battery capacity (mAh)\n\nas a table.",
     markdown(HEADER, [[""] * 7] * 4), "|" * 1000, "```markdown\n\n```"],
)  # fmt: skip
def test_nothing_said_earns_nothing(answer):
    assert set(figures(answer).values()) == {0}


@pytest.mark.parametrize("fill", ["", " ", "?", "NA", "8", "<br>", "**", "&nbsp;"])
def test_names_alone_are_not_grounded(fill):
    found = figures(markdown(HEADER, [[row[0], *[fill] * 6] for row in ROWS]))
    assert found["f1_grounded"] == 0
    assert found["f1_by_item"] > 0


def test_names_and_one_column_earn_that_column_and_its_share_of_the_names():
    found = figures(markdown(HEADER, [[row[0], row[1], *[""] * 5] for row in ROWS]))
    assert found["f1_by_item"] == pytest.approx(2 / 7)
    # one value of those that the key's row has
    shares = [1 / sum(value is not None for value in row[1:]) for row in KEY.rows]
    assert found["f1_grounded"] == pytest.approx(sum(1 + share for share in shares) / CELLS)
    assert figures(markdown(HEADER, ROWS))["f1_grounded"] == 1


def test_missing_values_ground_a_row_that_has_nothing_else():
    key = Key("t", (PHONE, COLUMNS[2]), (("A1", None), ("B2", 5600)))
    header = ["Phone", "Battery capacity (mAh)"]
    assert figures(markdown(header, [["A1", "NA"], ["B2", "NA"]]), key)[
        "f1_grounded"
    ] == pytest.approx(1 / 2)
    assert figures(markdown(header, [["A1", ""], ["B2", ""]]), key)["f1_grounded"] == 0


def test_two_values_for_one_key():
    rows = [*ROWS, [*ROWS[0][:2], "5700", *ROWS[0][3:]]]
    found = grade(KEY, markdown(HEADER, rows))
    assert found.rows_given == 5 and found.cells[2].reason.startswith("several rows")
    assert found.figures.precision_by_item == pytest.approx(27 / 35)
    assert found.figures.recall_by_item == pytest.approx(27 / 28)


@pytest.mark.parametrize(
    "name", ["Orvane 3", "orvane 3", "**Orvane 3**", "3 Orvane", "The Orvane 3", "Orvane-3"]
)
def test_a_key_in_another_form_is_the_same_key(name):
    rows = [*ROWS, [name, *changed({(0, 2): "5700"})[0][1:]]]
    assert grade(KEY, markdown(HEADER, rows)).cells[2].reason.startswith("several rows")


def test_repeated_rows_count_once():
    again = changed({(0, 2): "5,600", (0, 1): "4 March 2031"})
    assert figures(markdown(HEADER, [*ROWS, *ROWS, *again])) == ALL_ONE


def test_repeated_columns_buy_nothing():
    header = [*HEADER, "Battery capacity", "Battery capacity (mAh)"]
    rows = [[*changed({(r, 2): "1"})[r], row[2], row[2]] for r, row in enumerate(ROWS)]
    assert figures(markdown(header, rows))["f1_by_item"] == pytest.approx(1 - 4 / CELLS)


def test_dates_of_two_readings():
    key = Key(
        "t",
        (KeyColumn("Day", "key", "date", 0), COLUMNS[2]),
        ((date(2040, 4, 6), 5), (date(2040, 6, 4), 7)),
    )
    header = ["Day", "Battery capacity (mAh)"]
    assert figures(markdown(header, [["06/04/2040", "5"], ["2040-06-04", "7"]]), key) == ALL_ONE
    spread = [["06/04/2040", "5"], ["06/04/2040", "7"], ["04/06/2040", "5"], ["04/06/2040", "7"]]
    assert figures(markdown(header, spread), key)["f1_value"] == 0


# Other keys ----------------------------------------------------------------------------------


def test_an_empty_key():
    empty = Key("t", COLUMNS, ())
    one = ALL_ONE | {"f1_value": None}
    zero = dict.fromkeys(ALL_ONE, 0.0) | {"f1_value": None}
    assert figures(markdown(HEADER, []), empty) == one
    assert figures(markdown(HEADER, [[""] * 7]), empty) == one
    assert figures("```csv\n" + ",".join(HEADER) + "\n```", empty) == one
    assert figures(markdown(HEADER, ROWS[:1]), empty) == zero
    assert figures(markdown(HEADER, [["NA"] * 7]), empty) == zero
    assert figures(markdown(HEADER[:-1], []), empty) == zero
    assert figures("No such phones.", empty) == zero
    assert figures(f"Columns:\n{', '.join(HEADER)}\n\nThere is none.", empty) == zero


def test_a_key_of_key_columns_only():
    key = Key("t", (PHONE, KeyColumn("Year", "key", "year", 0)), (("A1", 2030), ("A1", 2031)))
    found = figures(markdown(["Phone", "Year"], [["A1", "2030"]]), key)
    assert found["f1_value"] is None
    assert found["f1_grounded"] == found["f1_by_item"] == pytest.approx(2 / 3)


def test_places_count_as_keys():
    key = Key(
        "t",
        (KeyColumn("Rank", "place", "integer", 0), PHONE, COLUMNS[2]),
        ((1, "A1", 5), (2, "B2", 6)),
    )
    header = ["Rank", "Phone", "Battery capacity (mAh)"]
    found = figures(markdown(header, [["1", "A1", "9"], ["2nd", "B2", ""]]), key)
    assert found["f1_grounded"] == found["f1_value"] == 0
    assert found["f1_by_item"] == pytest.approx(4 / 6)
    found = figures(markdown(header, [["2", "A1", "5"], ["1", "B2", "9"]]), key)
    assert found["f1_value"] == pytest.approx(1 / 2)
    assert found["f1_grounded"] == pytest.approx(2 / 6)


def test_a_key_without_key_columns():
    key = Key("t", (KeyColumn("Phones", "value", "integer", 0), COLUMNS[2]), ((12, 5600),))
    header = ["Phones", "Battery capacity (mAh)"]
    assert figures(markdown(header, [["12", "5,600 mAh"]]), key) == ALL_ONE
    found = figures(markdown(header, [["12", "5600"], ["13", "5600"]]), key)
    assert found["precision_by_item"] == 1 / 4 and found["f1_value"] == pytest.approx(1 / 3)
    assert figures(markdown(["x"], [["12"]]), key)["f1_by_item"] == 0


def test_names_that_fold_alike_match_as_written():
    key = Key("t", (PHONE, COLUMNS[2]), (("A-1", 5), ("A1", 6)))
    header = ["Phone", "Battery capacity (mAh)"]
    assert figures(markdown(header, [["A1", "6"], ["A-1", "5"]]), key) == ALL_ONE


# Hostile answers -----------------------------------------------------------------------------

MANY = 20_000
"""Rows, and pieces of all kinds: were the work quadratic, one answer would take minutes."""
LONG = "x" * 100 * MANY
HOSTILE = {
    "many rows": lambda: markdown(
        HEADER, [[f"A {n}", *ROWS[0][1:]] for n in range(MANY)]
    ),
    "one row many times": lambda: markdown(HEADER, ROWS[:1] * MANY),
    "one key, many values": lambda: markdown(
        HEADER, [["Orvane 3", "x", str(n), "", "", "", ""] for n in range(MANY)]
    ),
    "many csv rows": lambda: "\n".join(
        ["Phone,Growth (%)"] + [f"A {n},{n}" for n in range(MANY)]
    ),
    "json rows": lambda: json.dumps([{"Phone": f"A {n}", "Foldable": n} for n in range(MANY)]),
    "a cell of two megabytes": lambda: markdown(
        HEADER, [[LONG, *ROWS[0][1:]], ["Orvane 3", LONG, *ROWS[0][2:]]]
    ),
    "megabytes of stars": lambda: markdown(
        HEADER, [["*" * 50 * MANY, "[" * 50 * MANY] + [""] * 5]
    ),
    "megabytes of csv": lambda: f"```csv\nPhone,Growth (%)\n{LONG},1\n```",
    "a line of bars": lambda: "|" * 50 * MANY,
    "lines of bars": lambda: "|\n" * 20 * MANY,
    "lines of dashes": lambda: "|--" * 10 * MANY + "\n" + "|-\n" * 5 * MANY,
    "nested fences": lambda: "```markdown\n" * 2 * MANY + markdown(HEADER, []) + "```\n" * 2 * MANY,
    "fences of tables": lambda: "```\n|Phone|\n|---|\n|x|\n```\n" * MANY,
    "nested json": lambda: "[" * 10 * MANY,
    "nested json at each line": lambda: '[{"a":\n' * 3 * MANY,
    "commas": lambda: "," * 30 * MANY + "\n" + ",,\n" * 3 * MANY,
    "headers again and again": lambda: ", ".join(HEADER) + "\n" + f"{', '.join(HEADER)}\n" * MANY,
    "surrogates": lambda: markdown(
        HEADER, [["\ud800", *["\udfff 5600 \x00"] * 6], ["Orvane 3", *["\ud800"] * 6]]
    ),
    "formulas": lambda: markdown(
        HEADER, [["Orvane 3", "=1+1", '=HYPERLINK("x")', "@SUM(1)", "+5", "-", "=TRUE()"]]
    ),
    "right to left": lambda: markdown(
        HEADER, [["\u202e3 enavrO", *["\u202e0065", "\u2067٥٦٠٠\u2069"] * 3]]
    ),
    "powers": lambda: markdown(
        HEADER, [["Orvane 3", "1e9999", "1e999999999", "9" * 900, "-1e-999999999",
                  "1" + ",000" * 200, "٩" * 300]]
    ),
    "nulls": lambda: markdown(HEADER, [["\x00Orvane 3\x00", *["\x00"] * 6]]),
    "wide": lambda: (
        "|" + "Phone|" * 3 * MANY + "\n|" + "---|" * 3 * MANY + "\n|" + "Orvane 3|" * 3 * MANY
    ),
    "a header of a megabyte": lambda: markdown(
        [*HEADER, "y" * 10 * MANY, *["( in"] * MANY], [ROWS[0]] * 2
    ),
    "brackets": lambda: markdown(
        HEADER, [["Orvane 3", "(" * 900, "1/" * 450, "[1](" * 200, "<a " * 300, "two and a " * 90,
                  "1 000 " * 150]]
    ),
    "blank lines": lambda: "\n" * 50 * MANY + "\r" * 50 * MANY,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_answers_buy_nothing(name):
    found = grade(KEY, HOSTILE[name]())
    assert len(found.cells) < 1_000 and all(len(cell.got) <= 200 for cell in found.cells)
    json.dumps(found.as_dict()).encode()
    assert found.figures.f1_grounded <= 0.4, found.figures
    assert found.figures.f1_value <= 0.4


def test_rows_beyond_the_limit_count_against_precision():
    found = grade(KEY, markdown(HEADER, [*ROWS, *[[f"A {n}", *ROWS[0][1:]] for n in range(9_000)]]))
    assert found.rows_given == 9_004 and "4,004 rows behind the first 5,000" in found.problem
    assert found.figures.precision_by_row == pytest.approx(4 / 9_004)


# Time ----------------------------------------------------------------------------------------


def large_key():
    columns = (*COLUMNS, KeyColumn("Model year", "value", "year", 0))
    rows = tuple(
        (f"Phone {n} {'abcdefgh'[n % 8]}",
        date(2030, 1, 1) + timedelta(n), 3400 + 50 * n, Decimal(n) / 10,
         Decimal(n - 60) / 10, f"Lead {n % 30}", n % 2 == 0, 2030 + n % 4)
        for n in range(120)
    )  # fmt: skip
    return Key("large", columns, rows)


@pytest.mark.parametrize("decorated", [False, True])
def test_a_large_answer(decorated):
    key = large_key()
    header, rows = texts(key)
    if decorated:
        rows = [[f"**{name}**", day, f"{int(mah):,} mAh", f"€{value}m", f"{growth}%", *rest]
                for name, day, mah, value, growth, *rest in rows]  # fmt: skip
    answer = markdown(header, rows)
    assert grade(key, answer).figures.score == 1
