"""Forms that no page has: what a stranger stops believing at. The list is data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.small import two_every_day
from tests.web.reader import LINK
from tests.web.written import written

FORMS = yaml.safe_load((Path(__file__).parents[1] / "data/forbidden_forms.yaml").read_text("utf-8"))
LEAST_ROWS = 3
"""Of a part of a table that is cut in parts."""


@pytest.fixture(scope="module", params=two_every_day())
def web(request):
    return written(request.param, 1, worlds=2)[0]


def forms_in(text, where):
    return [why for pattern, why in FORMS[where].items() if re.search(pattern, text)]


def test_no_page_has_a_forbidden_form(web):
    found = []
    for head in web.heads:
        title = web.headed.titles[head.number - 1]
        text = LINK.sub(r"\1", web.page(head.number).body)
        found += [(head.name, title, why) for why in forms_in(title, "in_titles")]
        found += [(head.name, why) for why in forms_in(text, "in_texts")]
    assert not found


def test_no_page_says_the_name_of_a_column(web):
    names = {name for column in web.plan.codes.columns for name in (column.table, column.name)}
    said = re.compile(rf"\b(?:{'|'.join(name for name in names if '_' in name)})\b")
    for head in web.heads:
        text = LINK.sub(r"\1", web.page(head.number).body)
        assert not said.search(text), (head.name, said.search(text))


def test_parts_of_tables_are_worth_a_page(web):
    """No part of two rows, and no table of a handful of rows that have pages of their own."""
    for page in web.plan.pages:
        rows = web.plan.groups(page.number).get(page.listed or "", {})
        if page.listed is not None and page.kind != "directory" and (page.parts or 1) > 1:
            assert len(rows) >= LEAST_ROWS, (page.name, len(rows))


def test_no_pair_counts_nothing(web):
    """`Reviews: 0`: behind a label stands `none`. A column of a table may have zeros."""
    columns = {(column.table, column.name): column for column in web.plan.codes.columns}
    for head in web.heads:
        page = web.page(head.number)
        for mark in page.marks:
            column = columns[mark.fact.table, mark.fact.column]
            derived = column.spec.derive
            if column.role != "context" or derived is None or derived.kind != "count":
                continue
            before = page.body[max(0, mark.start - 2) : mark.start]
            is_zero = page.body[mark.start : mark.end] == "0"
            assert not (is_zero and before == ": "), (head.name, mark.fact)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Browse yearly sales figures - page 1 of 4", "in_titles"),
        ("One member were absent.", "in_texts"),
        ("Age on that day: 27", "in_texts"),
        ("- Transfers: 0", "in_texts"),
    ],
)
def test_forbidden_forms_are_found(text, where):
    assert forms_in(text, where)
