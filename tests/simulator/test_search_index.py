from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.simulator.search_index import SearchIndex
from fictionworld.simulator.terms import query_terms, raw_words, terms_of
from fictionworld.web.searched import SearchedPage, SearchedTexts
from tests.examples import examples
from tests.simulator.stand_in import StandIn

WORDS = ["vela", "orin", "price", "phones", "the", "5,000", "Édition", "a\u2013b"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=9)
PAGES = st.lists(st.tuples(TEXTS, TEXTS), max_size=8)


def documents(pages):
    return [SearchedPage(n, " ".join(t), (" ".join(b),)) for n, (t, b) in enumerate(pages, 1)]


def index_of(pages):
    return SearchIndex.of(SearchedTexts.of(pages))


def terms(text):
    return [term for raw in raw_words(text) for term in terms_of(raw)]


def plain_bm25(pages, query):
    """The same formula in floats, page by page."""
    words = {page.number: terms(" ".join((page.title, *page.phrases))) for page in pages}
    mean = max(1, sum(map(len, words.values()))) / len(pages)
    scores = {}
    for page in pages:
        body, title = words[page.number], terms(page.title)
        for term in query:
            found = sum(term in text for text in words.values())
            often = body.count(term)
            if often:
                rarity = math.log2((len(pages) + 1) / (found + 0.5))
                norm = 0.4 * (0.8 + 0.2 * len(body) / mean)
                share = 1.4 * often / (often + norm) + 96 / 256 * (term in title)
                scores[page.number] = scores.get(page.number, 0) + rarity * share
    return scores


def scored(index, query):
    """The pages found, in order, each with its score."""
    best, scores = index.found(query, None)
    return list(zip(index.numbers[best].tolist(), scores[best].tolist(), strict=True))


@examples(150)
@given(PAGES, TEXTS)
def test_scores_are_bm25(pages, query):
    pages, query = documents(pages), query_terms(" ".join(query))
    hits = scored(index_of(pages), query)
    expected = plain_bm25(pages, query) if pages else {}
    assert {number for number, _ in hits} == set(expected)
    for number, score in hits:
        assert score / 65_536 == pytest.approx(expected[number], abs=0.02 * (1 + len(query)))


@given(PAGES, TEXTS)
def test_order_ties_and_zeros(pages, query):
    hits = scored(index_of(documents(pages)), query_terms(" ".join(query)))
    assert hits == sorted(hits, key=lambda hit: (-hit[1], hit[0]))
    assert all(score > 0 for _, score in hits)


def test_equal_pages_come_by_number_however_they_were_given():
    pages = [SearchedPage(n, "Vela", ("a phone",)) for n in (3, 1, 4, 2)]
    assert index_of(pages).pages(("vela",)) == [1, 2, 3, 4]
    assert index_of(pages).pages(("vela",), 2) == [1, 2]


def test_titles_weigh_more():
    pages = [
        SearchedPage(1, "Phones", ("vela and other",)),
        SearchedPage(2, "Vela", ("other and phones",)),
    ]
    assert index_of(pages).pages(("vela",)) == [2, 1]


@pytest.mark.parametrize("query", [(), ("unheardof",), ("the",)])
def test_no_hit(query):
    assert index_of([SearchedPage(1, "Vela", ("the phone",))]).pages(query) == []


def test_empty_web():
    assert index_of([]).pages(("vela",)) == []
    assert index_of([SearchedPage(1, "", ("",))]).pages(("vela",)) == []


def test_finds_pages_by_their_names():
    web = StandIn()
    index = index_of(SearchedPage(h.number, h.title, (web.page(h.number).body,)) for h in web.heads)
    once = [name for name in web.names if web.names.count(name) == 1]
    for name in once[:60]:
        best = index.pages(query_terms(name), 12)
        assert web.names.index(name) + 1 in best
