"""Answers as people and models write them: `tests/data/answers`, texts with what they mean."""

from __future__ import annotations

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
    if column.kind in {"integer", "decimal", "money", "percent"}:
        return int(text) if column.kind == "integer" else Decimal(text)
    return text


def verdict(column, value, text, header=None):
    """The verdict on one cell, in a table of one row with the header given."""
    key = Key("t", (NAME, column), (("AS Borgo", value),))
    table = markdown_table(["Name", header or column.header], [["AS Borgo", str(text)]])
    (_, cell) = grade(key, table).cells
    return cell


CELLS = [
    pytest.param(column_of(case["column"]), case["value"], text, right, id=f"{text}")
    for case in cases("cells.yaml")
    for right in (True, False)
    for text in case["right" if right else "wrong"]
]


@pytest.mark.parametrize(("column", "value", "text", "right"), CELLS)
def test_cells(column, value, text, right):
    cell = verdict(column, value_of(column, value), text)
    assert cell.right is right, cell.reason
    assert (cell.reason == "right") is right
