from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.web_search import printed_date, shortened
from tests.simulator.stand_in import WORDS, StandIn

ENTRY = (
    r"\[(\d+)\] (https://\S+)\nTitle: (\S.{0,68}\S)\nSnippet: (\S.*\S)\n"
    r"Date: (N/A|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [1-9]\d?, \d{4})"
)
WEB = StandIn(words=120)
ENGINE = Engine.over(WEB)
QUERIES = [f"{WEB.names[n]} {WORDS[n]} {WORDS[3 * n]} price" for n in range(0, 300, 10)]


def search(*queries, engine=ENGINE, **options):
    return engine.call("web_search", {"queries": list(queries)}, memory=Memory(), **options)


def test_the_published_form_to_the_letter():
    reply = search(QUERIES[0])
    assert re.fullmatch(rf"{ENTRY}(?:\n\n{ENTRY}){{9}}", reply.text)
    entries = re.findall(ENTRY, reply.text)
    assert [int(entry[0]) for entry in entries] == list(range(1, 11))
    assert reply.kind == "results" and len(reply.pages) == 10
    for number, entry in zip(reply.pages, entries, strict=True):
        head = WEB.heads[number - 1]
        assert entry[1] == head.url
        assert entry[4] == printed_date(head.date)


def test_a_batch_is_its_queries_one_after_another():
    together = search(*QUERIES[:3])
    alone = [search(query) for query in QUERIES[:3]]
    assert together.text == "\n\n".join(reply.text for reply in alone)
    assert together.pages == tuple(page for reply in alone for page in reply.pages)


@pytest.mark.parametrize(
    "arguments", [{"query": "Vela price"}, {"queries": ["Vela price"]}, '{"query": "Vela  price "}']
)
def test_one_query_however_sent(arguments):
    assert ENGINE.call("web_search", arguments, memory=Memory()) == search("vela PRICE")


@pytest.mark.parametrize(
    ("day", "printed"),
    [(date(2029, 6, 18), "Jun 18, 2029"), (date(2031, 3, 9), "Mar 9, 2031"), (None, "N/A")],
)
def test_dates(day, printed):
    assert printed_date(day) == printed


@given(st.text())
def test_titles_are_cut_at_words(title):
    cut = shortened(title)
    assert len(cut) <= 70 and "\n" not in cut
    assert cut == " ".join(title.split()) or cut.endswith(" ...")


def test_results_are_mixed_as_an_engine_mixes_them():
    aside = Counter()
    for query in QUERIES:
        pages = search(query).pages
        assert len(set(pages)) == 10
        hosts = Counter(ENGINE.catalogue.heads.hosts[page] for page in pages)
        assert max(hosts.values()) <= 3
        best = ENGINE.catalogue.view(ENGINE.permit).index.pages(_terms(query), 20)
        assert set(pages[:3]) <= set(best)
        aside[sum(page not in best for page in pages)] += 1
    assert set(aside) <= {2, 3, 4} and len(aside) > 1


def _terms(query):
    from fictionworld.simulator.terms import query_terms

    return query_terms(query)


def test_the_encyclopedia_comes_first_for_a_name():
    entries = [head for head in WEB.heads if head.kind == "encyclopedia"]
    for head in entries[:20]:
        name = head.title.removesuffix(f" - {head.outlet}")
        first = WEB.heads[search(name.upper()).pages[0] - 1]
        assert first.kind == "encyclopedia" and first.title == head.title


def test_what_nothing_answers_finds_nothing():
    reply = search("xqzwkk jjkkww")
    assert reply.pages == () and reply.kind == "results"
    assert reply.text == "No results found. Try fewer words, or others."


def test_no_results_in_a_batch_say_for_which_query():
    text = search(QUERIES[0], "xqzwkk jjkkww").text
    assert text.endswith("\n\nNo results found for query 2. Try fewer words, or others.")


@pytest.mark.parametrize("query", ["the", "?", "\u200b", "of what?"])
def test_no_words_to_look_for(query):
    reply = search(query)
    assert reply.kind == "results" and reply.pages == ()


def test_the_policy_reaches_the_snippet():
    web = StandIn(pages=40, words=60)
    Engine.over(web, "open").call("web_search", {"query": "price"}, memory=Memory())
    by_open = web.snippets.copy()
    tease = Engine.over(web, "tease").call("web_search", {"query": "price"}, memory=Memory())
    said = [(n, words) for n, permit, words in web.snippets[len(by_open) :]]
    assert said == [(n, words) for n, _, words in by_open]
    assert all(words == ("price",) for _, words in said)
    assert [permit.policy.name for _, permit, _ in web.snippets] == ["open"] * 10 + ["tease"] * 10
    assert "€" not in tease.text


def test_prices_move_no_title_snippet_date_or_url():
    twin = Engine.over(StandIn(words=120, prices=1))
    for query in QUERIES[:10]:
        ours, theirs = search(query), search(query, engine=twin)
        entries = dict(zip(ours.pages, ours.text.split("\n\n"), strict=True))
        for page, entry in zip(theirs.pages, theirs.text.split("\n\n"), strict=True):
            if page in entries:
                assert entry.partition("] ")[2] == entries[page].partition("] ")[2]


def test_groups_differ_in_what_is_off_target_only():
    pages = [search(QUERIES[0], engine=ENGINE.under(seed=seed)).pages for seed in range(8)]
    assert len(set(pages)) > 1
    assert len({page[:3] for page in pages}) == 1
    assert search(QUERIES[0], engine=ENGINE.under(seed=5)).pages == pages[5]


def test_the_first_words_count_and_a_note_says_so():
    words = [f"{word}" for word in WORDS[:64]]
    short, long = search(" ".join(words)), search(" ".join(words + WORDS[100:500]))
    note = "\n\n(Only the first 64 words of this query were looked for.)"
    assert long.text == short.text + note and long.pages == short.pages


@pytest.mark.parametrize("budget", [600, 1_500, 3_000, 9_000])
def test_a_budget_cuts_whole_results(budget):
    reply = search(*QUERIES[:3], budget_chars=budget)
    assert len(reply.text) <= budget
    if reply.kind == "results":
        whole = search(*QUERIES[:3])
        assert len(re.findall(ENTRY, reply.text)) == len(reply.pages)
        if len(reply.pages) < len(whole.pages):
            assert re.search(r"\n\n\(Cut to fit: the first \d results of each query are shown\.\)$",
                             reply.text)  # fmt: skip


def test_parts_of_one_table_leave_room_for_others():
    """Of pages that differ in their part alone, two are shown; they lead to the others."""
    web = StandIn(pages=60, words=60)
    tables = [
        replace(
            head, name=f"statistics/phone/price/{place}", kind="statistics", title="Price by phone"
        )
        for place, head in enumerate(web.heads[20:32], 1)
    ]
    web.heads = (*web.heads[:20], *tables, *web.heads[32:])
    shown = search("price by phone", engine=Engine.over(web)).pages
    assert set(shown[:2]) <= {head.number for head in tables}
    assert sum(21 <= page <= 32 for page in shown) == 2


def test_an_essay_never_stands_among_what_fits():
    """Pages on a subject in general say the words of a query as often as any, and answer none."""
    web = StandIn(pages=60, words=60)
    essays = {head.number for head in web.heads if head.kind == "background"}
    web.heads = tuple(
        replace(head, title="The price of a phone") if head.number in essays else head
        for head in web.heads
    )
    engine = Engine.over(web)
    best = engine.catalogue.view(engine.permit).index.pages(_terms("price phone"), 3)
    assert set(best) <= essays
    shown = search("price phone", engine=engine).pages
    assert not essays & set(shown[:3])
