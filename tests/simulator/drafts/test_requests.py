"""Requests: permitted facts only, twins alike, shared beginnings first, versions by text."""

from __future__ import annotations

import hashlib
import json

import pytest

from fictionworld.simulator.backends.backend import Prompt
from fictionworld.simulator.drafts import prompt as prompts
from fictionworld.simulator.drafts.book import Book
from fictionworld.simulator.drafts.request import page_request, snippet_request
from fictionworld.web.permit import Permit
from tests.simulator.drafts import samples
from tests.web.written import drawn, web_of


@pytest.fixture(scope="module", params=["football", "smartphones"])
def twins(request):
    """A world and its twin, each with its web and its book."""
    found = []
    for values in (0, 99):
        pack, filled, _ = drawn(request.param, 4, values)
        web, world, frames, present = web_of(pack, filled, 1)
        found.append((web, Book(pack, world, frames, present)))
    return found


@pytest.mark.parametrize("policy", ["tease", "strict"])
def test_twins_have_equal_prompts_for_snippets(twins, policy):
    (web, book), (other, other_book) = twins
    asked = 0
    for head in web.heads:
        one = snippet_request(web, book, head.number, Permit.of(policy, web.world))
        two = snippet_request(other, other_book, head.number, Permit.of(policy, other.world))
        assert (one is None) == (two is None)
        if one is not None:
            assert one.prompt.messages == two.prompt.messages
            assert one.prompt.digest == two.prompt.digest
            asked += 1
    assert asked > 0.9 * len(web.heads)


def test_twins_have_the_same_passages_on_pages(twins):
    """Where passages begin and end, and what each states, follows from the plan alone."""
    (web, book), (other, other_book) = twins
    different = 0
    for head in web.heads:
        one = page_request(web, book, head.number)
        two = page_request(other, other_book, head.number)
        assert (one is None) == (two is None)
        if one is not None:
            assert [[s.fact for s in p.statements] for p in one.passages] == [
                [s.fact for s in p.statements] for p in two.passages
            ]
            different += one.prompt.digest != two.prompt.digest
    assert different > 20


@pytest.mark.parametrize("policy", ["tease", "strict", "mixed:0.4", "open"])
def test_snippets_state_permitted_facts_only(policy):
    web, book = samples.world(1)
    permit = Permit.of(policy, web.world)
    stated = 0
    for request in samples.snippet_requests(1, policy):
        for passage in request.passages:
            for statement in passage.statements:
                column = book.called[statement.fact.table, statement.fact.column].column
                assert permit.allows(request.head.name, column, statement.fact)
                stated += 1
    assert stated > (100 if policy != "strict" else -1)


def test_pages_state_their_plans_and_nothing_else():
    web, _ = samples.world(0)
    for request in samples.page_requests(0):
        planned = set(web.plan.statements(request.head.number))
        assert {s.fact for p in request.passages for s in p.statements} <= planned


def test_passages_lie_apart_and_hold_the_plain_text():
    web, _ = samples.world(1)
    for request in samples.page_requests(1):
        body, at = web.page(request.head.number).body, 0
        for passage in request.passages:
            assert at <= passage.start < passage.end
            at = passage.end
            assert "\n" not in body[passage.start : passage.end]
            for text, url in passage.links:
                assert f"[{text}]({url})" in body[passage.start : passage.end]


def test_what_most_requests_share_comes_first():
    requests = [*samples.page_requests(0), *samples.snippet_requests(0)]
    assert {r.prompt.messages[0] for r in requests} == {("system", prompts.SYSTEM)}
    texts = [r.prompt.messages[1][1] for r in requests]
    shared = texts[0][: texts[0].index('"site"')]
    assert '"today"' in shared
    assert len({text[:80] for text in texts}) == 1
    for text in texts:
        assert list(json.loads(text)) == ["world", "task", "site", "page", "passages"]


def test_the_world_is_all_there_is():
    said = prompts.SYSTEM.lower()
    assert "the whole world" in said and "from memory" in said


def test_a_reply_has_room():
    for request in samples.page_requests(0):
        assert request.prompt.most_tokens > sum(len(p.plain) for p in request.passages) / 3
        required = request.prompt.schema["required"]
        assert required == [p.key for p in request.passages]


VERSIONS = {"1": "ea40664dfba39709"}
"""By prompt version the hash of all that a model is told; a new text wants a new version here."""


def test_another_text_is_another_version():
    example = samples.page_requests(0)[0].passages[0]
    told = [
        prompts.SYSTEM,
        prompts.again_text({"p1": "why"}),
        json.dumps(prompts.reply_schema(["p1"])),
        json.dumps(prompts._VOICES),
        " ".join(json.loads(prompts.request_text(
            {"title": "t", "today": "d"},
            {"outlet": "o", "kind": "news", "title": "t", "date": ""}, "page", [example],
        ))),
    ]  # fmt: skip
    digest = hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
    assert {prompts.PROMPT_VERSION: digest} == VERSIONS


def test_equal_prompts_have_equal_digests():
    one = samples.page_requests(0)[0].prompt
    again = Prompt(one.messages, dict(one.schema), one.most_tokens)
    assert again.digest == one.digest
