"""Results under controls: how many, in which order, with what among them."""

from __future__ import annotations

import re
from statistics import fmean, median
from time import process_time

import pytest

from fictionworld.simulator.controls import PRESETS, Controls
from fictionworld.simulator.engine import Engine
from tests.simulator.perturbed.conftest import asked, queries_for
from tests.simulator.perturbed.test_faults import close


def searched(catalogue, **controls):
    """The replies to many queries, one a call, under controls, and without."""
    engine, plain = Engine(catalogue, controls=Controls(**controls)), Engine(catalogue)
    queries = queries_for(catalogue.web)
    return engine, [
        (asked(engine, "web_search", query=q), asked(plain, "web_search", query=q)) for q in queries
    ]


def test_so_many_results(catalogue):
    _, replies = searched(catalogue, results=6)
    for reply, plain in replies:
        assert len(reply.pages) == min(6, len(plain.pages))
        assert ("results" in reply.fired) == (len(reply.pages) == 6)
    assert any(len(plain.pages) == 10 for _, plain in replies)


def test_noise_comes_beside_what_fits(catalogue):
    _, replies = searched(catalogue, noise=0.3)
    kept = fmean(
        len(set(reply.pages) & set(plain.pages)) / len(plain.pages)
        for reply, plain in replies
        if plain.pages
    )
    assert 0.2 < kept < 0.85
    assert all(reply.fired == ("noise",) for reply, plain in replies if reply.pages)


def test_spam_as_often_as_it_is_set(catalogue):
    engine, replies = searched(catalogue, spam=0.25)
    spam = set(engine.catalogue.spam)
    shown = [(n in spam) for reply, _ in replies for n in reply.pages]
    assert close(sum(shown), 0.25, len(shown))
    assert all(("spam" in r.fired) == bool(spam & set(r.pages)) for r, _ in replies)
    for reply, plain in replies:
        assert len(reply.pages) == len(plain.pages)
        assert len(set(reply.pages)) == len(reply.pages)


def test_spam_states_nothing_and_takes_up_the_query(catalogue):
    engine, _ = searched(catalogue, spam=0.5)
    web = engine.catalogue.web
    for number in engine.catalogue.spam:
        assert web.page(number).marks == ()
    advertised = web.page(engine.catalogue.spam[0]).head.title
    reply = asked(engine, "web_search", query=advertised)
    assert engine.catalogue.spam[0] in reply.pages


def test_an_order_with_noise_holds_the_same_pages(catalogue):
    _, replies = searched(catalogue, ranking_noise=0.6)
    moved = 0
    for reply, plain in replies:
        assert sorted(reply.pages) == sorted(plain.pages)
        assert ("ranking_noise" in reply.fired) == (reply.pages != plain.pages)
        moved += reply.pages != plain.pages
    assert moved > 0.8 * len(replies)
    _, slight = searched(catalogue, ranking_noise=0.05)
    assert sum(reply.pages != plain.pages for reply, plain in slight) < moved


def test_nothing_found_as_often_as_it_is_set_and_not_for_good(catalogue):
    engine, replies = searched(catalogue, no_results=0.4)
    emptied = [reply for reply, plain in replies if plain.pages and not reply.pages]
    assert close(len(emptied), 0.4, len([1 for _, plain in replies if plain.pages]))
    for reply in emptied:
        assert reply.fired == ("no_results",)
        assert reply.text == "No results found. Try fewer words, or others."
    for query, (_, plain) in zip(queries_for(catalogue.web), replies, strict=True):
        assert asked(engine, "web_search", attempt=3, query=query) == plain


def test_a_batch_fails_in_part(catalogue):
    engine, plain = Engine(catalogue, controls=Controls(partial=0.3)), Engine(catalogue)
    queries = queries_for(catalogue.web)
    failed = total = 0
    for start in range(0, len(queries) - 5, 5):
        batch = queries[start : start + 5]
        reply = asked(engine, "web_search", queries=batch)
        places = [
            int(p)
            for p in re.findall(r"^Error: query (\d) failed: .* again\.$", reply.text, re.MULTILINE)
        ]
        assert reply.fired == (("partial",) if places else ())
        assert reply.kind == "results"
        left = [query for place, query in enumerate(batch, 1) if place not in places]
        alone = [asked(plain, "web_search", query=query).pages for query in left]
        assert reply.pages == tuple(number for pages in alone for number in pages)
        failed, total = failed + len(places), total + 5
        assert asked(engine, "web_search", attempt=3, queries=batch) == asked(
            plain, "web_search", queries=batch
        )
        assert asked(engine, "web_search", query=batch[0]) == asked(
            plain, "web_search", query=batch[0]
        )
    assert close(failed, 0.3, total)


def test_withheld_dates_are_withheld_everywhere(catalogue):
    engine, replies = searched(catalogue, withheld_dates=0.5)
    undated = engine.catalogue.web.undated
    assert undated
    for reply, plain in replies:
        assert reply.pages == plain.pages
        said = re.findall(r"^Date: (.+)$", reply.text, re.MULTILINE)
        before = re.findall(r"^Date: (.+)$", plain.text, re.MULTILINE)
        for number, now, then in zip(reply.pages, said, before, strict=True):
            assert now == ("N/A" if number in undated else then)
        assert (reply.fired == ("withheld_dates",)) == bool(undated & set(reply.pages))


@pytest.mark.parametrize("policy", ["open", "tease", "strict", "mixed:0.5"])
def test_snippets_of_extra_pages_are_text_of_theirs(hostile, policy):
    engine, web = hostile.under(policy), hostile.catalogue.web
    said = 0
    for extra in web.extras[::5]:
        page = web.page(extra.head.number)
        snippet = web.windows(extra.head.number, engine.permit).cut(("figures", "copy"))
        assert snippet
        if policy in {"tease", "strict"}:
            wrong = {page.body[m.start : m.end] for m in page.marks if m.says is not None}
            said += any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", snippet) for text in wrong)
        words = _words(page.body)
        passages = re.split(r"\.\.\.| · |(?<=[.?!”:]) ", snippet)  # a heading may lie between
        assert [passage for passage in passages if _words(passage) not in words] == []
    assert said <= 2  # short figures stand in other places too


def _words(text):
    """The words of a text, without the addresses of its links."""
    return " ".join(re.findall(r"\w+", re.sub(r"\]\([^()\s]*\)", "]", text)))


@pytest.mark.slow
def test_hostile_searches_take_at_most_twice_as_long(catalogue, hostile):
    queries = queries_for(catalogue.web)
    plain = Engine(catalogue)
    times = {}
    for _ in range(5):
        for name, engine in (("none", plain), ("hostile", hostile)):
            for query in queries:
                begun = process_time()
                asked(engine, "web_search", attempt=9, query=query)
                times.setdefault(name, []).append(process_time() - begun)
    assert median(times["hostile"]) <= 2 * median(times["none"])


def test_presets_name_controls_that_exist():
    assert {name for name, _ in PRESETS["hostile"].failures} <= set(vars(PRESETS["hostile"]))
