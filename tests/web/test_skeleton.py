"""What lies outside a page's values follows from no protected value."""

from __future__ import annotations

import pytest

from fictionworld.web.page import refilled
from tests.web.written import written


@pytest.fixture(params=[("smartphones", 1), ("smartphones", 4), ("football", 0), ("football", 3)])
def twins(request):
    name, world_id = request.param
    return written(name, world_id), written(name, world_id, 1)


def test_twins_have_one_skeleton(twins):
    (web, reader), (twin, _) = twins

    def closed(mark, text):
        column = reader.columns[mark.fact.table, mark.fact.column]
        return "*" if column.role == "askable" else text

    different = 0
    for head in web.heads:
        page, other = web.page(head.number), twin.page(head.number)
        assert refilled(page, closed) == refilled(other, closed), head.name
        assert [mark.fact for mark in page.marks] == [mark.fact for mark in other.marks]
        for mark, twin_mark in zip(page.marks, other.marks, strict=True):
            assert mark.truth == twin_mark.truth or mark.missing or twin_mark.missing
        different += page.body != other.body
    assert different > 0.5 * len(web.heads), "the twins have other values"
