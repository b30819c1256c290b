from __future__ import annotations

import pytest

from fictionworld.tasks.grading import answer as answer_module
from fictionworld.tasks.grading.answer import AskedColumns, read_answer
from fictionworld.tasks.key import KeyColumn
from tests.tasks.grading.writing import FORMATS

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


@pytest.mark.parametrize("form", FORMATS)
def test_formats(form):
    table = read(FORMATS[form](HEADER, ROWS))
    assert table.header == HEADER and table.rows == ROWS


TABLE = "|Phone|Weight (g)|\n|---|---|\n|Orvane 3|189|\n|Vela 12|201|"


OBJECTS = [f'{{"Phone": "{name}", "Weight (g)": {weight}}}' for name, weight in ROWS]


@pytest.mark.parametrize(
    "answer",
    [
        f"\ufeff{TABLE}",
        TABLE.replace("\n", "\r\n"),
        TABLE.replace("|---|---|", "| :--- | ---: |"),
        TABLE.replace("|---|---|", "| - | - |"),
        TABLE.replace("|---|---|\n", ""),
        TABLE.replace("|---|---|", "|===|===|--|"),
        TABLE.replace("\n", "\n\n"),
        "\n".join(f"> {line}" for line in TABLE.split("\n")),
        "\n".join(f"   {line}" for line in TABLE.split("\n")),
        "\n".join(line.strip("|") for line in TABLE.split("\n")),
        f"```\n{TABLE}",
        f"~~~\n{TABLE}\n~~~",
        f"````markdown\n```\n{TABLE}\n```\n````",
        f"```markdown\n```markdown\n{TABLE}\n```\n```",
        f"Draft:\n```markdown\n{TABLE.replace('189', '1')}\n```\nFinal:\n```markdown\n{TABLE}\n```",
        f"```markdown\n{TABLE}\n```\nSources:\n\n| Site | Date |\n|---|---|\n| a.example | 2031 |",
        f'```markdown\n{TABLE}\n```\n```json\n{{"confidence": 0.9}}\n```',
        f"| Site | Date |\n|---|---|\n| a.example | 2031 |\n\n{TABLE}",
        f"I chose a | b.\n{TABLE}\nAnd c.",
        f"- ```markdown\n{TABLE}\n```",
        f"{TABLE}\n|Phone|Weight (g)|\n| | |",
        "```\nPhone;Weight (g)\nOrvane 3;189\nVela 12;201\n```",
        "Phone, Weight (g)\nOrvane 3, 189\nVela 12, 201",
        'Phone,Weight (g)\n"Orvane 3","189"\n"Vela 12","201"',
        f'```json\n{{"note": "x", "phones": [{", ".join(OBJECTS)}]}}\n```',
        '```json\n[["Phone", "Weight (g)"], ["Orvane 3", 189], ["Vela 12", 201]]\n```',
    ],
)
def test_as_agents_write(answer):
    table = read(answer)
    assert table.header == HEADER and table.rows == ROWS


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


def test_the_last_wins_whether_fenced_or_bare():
    answer = f"```markdown\n{TABLE}\n```\nOr rather\n\n{TABLE.replace('189', '190')}"
    assert read(answer).rows[0][1] == "190"


def test_json_keeps_numbers_as_written():
    values = ["1.50", "null", "[1, 2]", "true"]
    objects = [f'{{"Phone": "A", "Weight (g)": {value}}}' for value in values]
    table = read(f'[{", ".join(objects)}, {{"Phone": "B"}}]')
    assert [row[1] for row in table.rows] == ["1.50", "null", "1; 2", "yes", ""]


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "No table.",
        "```\n```",
        "[",
        "{",
        "[1, 2]",
        "a | b",
        "[[[[[" * 10_000,
        "{}",
        "[]",
        "|",
        "```",
        "---",
    ],
)
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
