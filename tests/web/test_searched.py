"""What pages are found by: their plans, and no value that the policy closes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fictionworld.web.permit import Permit
from fictionworld.web.searched import SearchedPages
from tests.web.written import written

POLICIES = ("open", "tease", "strict", "mixed:0.5")


@pytest.fixture(params=[("smartphones", 1), ("football", 3)])
def twins(request):
    name, world_id = request.param
    return written(name, world_id)[0], written(name, world_id, 1)[0]


class Unread(list):
    """Cells of a column that nobody may read."""

    def __getitem__(self, row):
        raise AssertionError("a closed cell was read")


@pytest.mark.parametrize("policy", POLICIES)
def test_no_closed_cell_is_read(twins, policy):
    """The whole of non-interference in ranking: what is not read changes nothing."""
    web, permit = twins[0], Permit.of(policy, twins[0].world)
    pages = SearchedPages(web.context, web.plan, web.headed)
    wordings = dict(web.context.wordings)
    for head in web.heads[::5]:
        expected = pages.texts([head.number], permit).pages
        closed = {
            key: replace(wording, cells=Unread())
            for key, wording in wordings.items()
            if not permit.searches(head.name, wording.column)
        }
        assert bool(closed) == (policy != "open")
        web.context.__dict__["wordings"] = wordings | closed
        try:
            assert pages.texts([head.number], permit).pages == expected
        finally:
            web.context.__dict__["wordings"] = wordings


@pytest.mark.parametrize("policy", ["tease", "strict"])
def test_twins_are_found_alike(twins, policy):
    web, twin = twins
    permit = Permit.of(policy, web.world)
    numbers = [head.number for head in web.heads]
    found = web.searched(numbers, permit).pages
    assert found == twin.searched(numbers, permit).pages
    assert [page.number for page in found] == numbers
    for place in (0, len(numbers) // 2, len(numbers) - 1):  # one page alone is found as among all
        [alone] = web.searched(numbers[place : place + 1], permit).pages
        assert (alone.title, sorted(alone.phrases)) == (
            found[place].title,
            sorted(found[place].phrases),
        )
    assert web.searched_names == twin.searched_names


def test_no_page_is_written_to_be_found(twins):
    web = twins[0]
    fresh = type(web)(web.context, lambda: web.plan)
    for policy in POLICIES:
        assert fresh.searched([7], Permit.of(policy, web.world)).pages[0].phrases
    assert not fresh._pages


def test_open_values_are_words_of_their_pages(twins):
    web = twins[0]
    permits = {name: Permit.of(name, web.world) for name in ("open", "tease", "mixed:0.5")}
    sizes = dict.fromkeys(permits, 0)
    numbers = [head.number for head in web.heads]
    found = {name: web.searched(numbers, permit).pages for name, permit in permits.items()}
    for place, head in enumerate(web.heads):
        words = {name: " ".join(pages[place].phrases) for name, pages in found.items()}
        for name, text in words.items():
            sizes[name] += len(text)
        for fact in web.plan.statements(head.number)[:5]:
            value = web.context.wordings[fact.table, fact.column].cells[fact.row]
            if (
                isinstance(value, int)
                and web.context.wordings[fact.table, fact.column].target is None
            ):
                assert str(value) in words["open"].split() or isinstance(value, bool)
    assert sizes["tease"] < sizes["mixed:0.5"] < sizes["open"]


def test_every_name_leads_to_a_page_about_it(twins):
    web = twins[0]
    entries = web.searched_names.entries
    for page in web.plan.pages:
        if page.kind == "encyclopedia" and page.listed is None:
            assert web.plan.page(entries[web.context.name(*page.subject)]).kind == "encyclopedia"
    for table in web.context.pack.world_tables:
        if not web.context.cells(table.name, "id"):  # an optional table that this world lacks
            assert not web.plan.directory(table.name)
            continue
        first = web.plan.directory(table.name)[0]
        many = web.context.nouns[table.name].many
        assert entries.get(many) == (None if web.plan.page(first).is_partial_list else first)
    labels = {wording.label for wording in web.context.wordings.values()}
    assert web.searched_names.names >= labels
