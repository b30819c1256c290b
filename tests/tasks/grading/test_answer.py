from __future__ import annotations

import pytest

from fictionworld.tasks.grading import answer as answer_module
from fictionworld.tasks.grading.answer import AskedColumns, read_answer
from fictionworld.tasks.key import KeyColumn

HEADER = ("Phone", "Weight (g)")
ROWS = [["Orvane 3", "189"], ["Vela 12", "201"]]


ASKED = AskedColumns(
    (
        KeyColumn("Phone", "key", "name", 0),
        KeyColumn("Weight (g)", "value", "integer", 0, "g"),
    )
)


def read(answer):
    taken = read_answer(answer, ASKED).taken
    return None if taken is None else taken.table


TABLE = "|Phone|Weight (g)|\n|---|---|\n|Orvane 3|189|\n|Vela 12|201|"


def test_ragged_rows():
    table = read("|Phone|Weight (g)|\n|---|---|\n|Orvane 3|\n|Vela 12|201|heavy|")
    assert table.rows == [["Orvane 3", ""], ["Vela 12", "201"]]


def test_escaped_bars():
    table = read("|Phone|Weight (g)|\n|---|---|\n|A \\| B|1\\|2|")
    assert table.rows == [["A | B", "1|2"]]


def test_a_row_of_dashes_is_a_row():
    assert read("|Phone|Weight (g)|\n|---|---|\n| - | - |").rows == [["-", "-"]]


def test_the_last_of_several():
    answer = f"```markdown\n{TABLE}\n```\n```markdown\n{TABLE.replace('189', '190')}\n```"
    assert read(answer).rows[0] == ["Orvane 3", "190"]
    assert read(f"{TABLE}\n\nOr rather\n\n{TABLE.replace('189', '190')}").rows[0][1] == "190"


def test_json_keeps_numbers_as_written():
    values = ["1.50", "null", "[1, 2]", "true"]
    objects = [f'{{"Phone": "A", "Weight (g)": {value}}}' for value in values]
    table = read(f'[{", ".join(objects)}, {{"Phone": "B"}}]')
    assert [row[1] for row in table.rows] == ["1.50", "null", "1; 2", "yes", ""]


@pytest.mark.parametrize(
    "answer",
    ["", "No table.", "```\n```", "[", "{", "[1, 2]", "a | b", "[[[[[" * 10_000, "{}", "[]", "|",
     "```", "---"],
)  # fmt: skip
def test_no_table(answer):
    table = read(answer)
    assert table is None or (table.header != HEADER and not table.rows)


def test_the_first_table_found_where_none_fits():
    assert read("| A | B |\n|---|---|\n| 1 | 2 |").header == ("A", "B")


def test_header_said_in_a_sentence_is_no_table():
    assert read("Give me: \nPhone, Weight (g)\n\nas a table.") is None


# Length --------------------------------------------------------------------------------------


def test_of_an_answer_beyond_the_limit_the_end_is_read_and_long_stretches_are_cut(monkeypatch):
    monkeypatch.setattr(answer_module, "MOST_CHARACTERS", 10_000)
    table = "| Phone | Weight (g) |\n|---|---|\n| " + "a" * 3_000 + " | 5 |\n"
    found = read("x" * 9_000 + "\n" + table)
    assert found is not None and [len(cell) for cell in found.rows[0]] == [1_999, 1]
    assert read(table + "x\n" * 5_000) is None
