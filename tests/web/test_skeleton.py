"""What lies outside a page's values, and what a search goes by, follows from no closed value."""

from __future__ import annotations

import pytest

from fictionworld.web.page import refilled
from fictionworld.web.permit import Permit
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
        different += page.body != other.body
    assert different > 0.5 * len(web.heads), "the twins have other values"


@pytest.mark.parametrize("policy", ["tease", "strict"])
def test_twins_are_searched_by_the_same_text(twins, policy):
    (web, _), (twin, _) = twins
    permit = Permit.of(policy, web.world)
    for head in web.heads:
        assert web.searchable(head.number, permit) == twin.searchable(head.number, permit)


def test_what_is_open_is_searched(twins):
    (web, reader), _ = twins
    permits = {name: Permit.of(name, web.world) for name in ("open", "tease", "mixed:0.5")}
    found = dict.fromkeys(permits, 0)
    for head in web.heads:
        page = web.page(head.number)
        assert web.searchable(head.number, permits["open"]) == page.body
        for name, permit in permits.items():
            text = refilled(
                page,
                lambda mark, said, permit=permit, name=page.head.name: (
                    said
                    if permit.searches(name, reader.columns[mark.fact.table, mark.fact.column])
                    else " "
                ),
            )
            assert web.searchable(head.number, permit) == text
            found[name] += len(text)
    assert found["tease"] < found["mixed:0.5"] < found["open"]


def test_written_and_read_pages_are_searched_alike(twins):
    """A page that somebody has read, and one that was only written."""
    (web, _), _ = twins
    for policy in ("open", "tease", "mixed:0.3"):
        permit = Permit.of(policy, web.world)
        fresh = type(web)(web._pack, web.world, web._frames, web._present)
        for head in web.heads[::7]:
            before = fresh.searchable(head.number, permit)
            fresh.page(head.number)
            assert fresh.searchable(head.number, permit) == before
