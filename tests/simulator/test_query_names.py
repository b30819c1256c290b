"""Names as people type them: of lists, misspelt, with words joined."""

from __future__ import annotations

import pytest

import fictionworld as fw
from fictionworld.episodes.world_handle import written_world
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.query_names import QueryNames
from fictionworld.simulator.terms import query_terms
from fictionworld.web.searched import SearchedNames
from tests.examples import first_everyday
from tests.small import small_dataset

NAMES = QueryNames(
    SearchedNames(
        {"Hekoi Lite 7": 4, "phones": 9, "phone": 9, "Price index": 12},
        frozenset({"Hekoi Lite 7", "Hekoi Lite 8", "Vestragrad", "Vestragrod", "Battery life"}),
    )
)
KNOWN = {"hekoi", "lite", "7", "8", "phone", "vestragrad", "vestragrod", "battery", "life"}


def corrected(query):
    return " ".join(NAMES.corrected(query_terms(query), KNOWN))


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("Hekoi Lite7", "hekoi lite 7"),
        ("HekoiLite7", "hekoi lite 7"),
        ("hekio lite 7 battery", "hekoi lite 7 battery"),
        ("Hekoi Lite 7", "hekoi lite 7"),
        ("batery life", "battery life"),
        ("the batterylife of phones", "battery life phone"),
        ("Vestragrd", "vestragrd"),  # two names are as near
        ("Vestragraad", "vestragrad"),
        ("nothing alike", "nothing alike"),
        ("4999 hekoi", "4999 hekoi"),  # a number is no misspelt name
        ("zzz", "zzz"),
    ],
)
def test_misspelt_and_joined_names(query, terms):
    assert corrected(query) == terms


def test_a_long_list_of_unknown_words_is_left_as_it_is():
    words = [f"hekoj{letter}" for letter in "abcdefghi"]
    assert corrected(" ".join(words)) == " ".join(words)


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("hekoi lite 7", 4),
        ("list of all phones", 9),
        ("Phone directory", 9),
        ("phones from A to Z", 9),
        ("the complete list of phones", 9),
        ("price index", 12),
        ("hekoi lite", None),
        ("list", None),
        ("phones price", None),
    ],
)
def test_queries_for_one_page(query, page):
    assert NAMES.entry(query_terms(query)) == page


@pytest.fixture(scope="module", params=first_everyday((0, 1), 2))
def handle(request):
    return written_world(fw.open(small_dataset()), request.param)


def found(handle, query):
    return handle.engine.call("web_search", {"query": query}, memory=Memory()).pages


@pytest.mark.parametrize(
    "query", ["list of all {}", "all {}", "{} directory", "{} list", "{} from A to Z", "title"]
)
def test_lists_are_found_as_people_ask(handle, query):
    context, plan = handle.web.context, handle.web.plan
    for table in handle.pack.world_tables:
        first = plan.directory(table.name)[0]
        many = context.nouns[table.name].many
        text = handle.web.heads[first - 1].title if query == "title" else query.format(many)
        pages = found(handle, text)
        assert first in pages[:5]
        of_series = [page for page in pages if page in plan.directory(table.name)]
        assert len(of_series) <= (3 if plan.page(first).is_partial_list else 2)


def test_a_page_is_found_by_a_name_with_a_slip(handle):
    context = handle.web.context
    entries = [
        page
        for page in handle.web.plan.pages
        if page.kind == "encyclopedia" and page.listed is None and context.is_named(page.table)
    ][::9]
    found_pages = 0
    for page in entries:
        name = context.name(*page.subject)
        middle = len(name) // 2
        asked = name[:middle] + name[middle + 1 :]
        found_pages += page.number in found(handle, asked)[:5]
        assert page.number in found(handle, name.replace(" ", ""))[:5]
    assert found_pages >= 0.9 * len(entries)


def test_words_that_no_page_has_find_nothing(handle):
    assert found(handle, "xqzwkv jjkkqq") == ()
    assert found(handle, "48151 623421") == ()
