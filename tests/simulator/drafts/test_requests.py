"""Requests: permitted facts only, twins alike, shared beginnings first, versions by text."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from fictionworld.simulator.backends.backend import Prompt
from fictionworld.simulator.drafts import prompt as prompts
from fictionworld.simulator.drafts.passage import SLOT, passages_of_page
from fictionworld.simulator.drafts.request import Batch, page_request
from fictionworld.web.page import Page
from fictionworld.web.page_kind import page_kinds
from tests.examples import first_everyday
from tests.simulator.drafts import samples
from tests.web.written import drawn, web_of


@pytest.fixture(scope="module", params=first_everyday(["football", "smartphones"]))
def twins(request):
    """The webs of a world and of its twin."""
    found = []
    for values in (0, 99):
        pack, filled, _ = drawn(request.param, 4, values)
        found.append(web_of(pack, filled, 2)[0])  # worlds lack columns; this one has enough
    return found


def test_twins_have_equal_prompts_for_pages(twins):
    web, other = twins
    secret = 0
    for head in web.heads:
        one, two = page_request(web, head.number), page_request(other, head.number)
        assert (one is None) == (two is None)
        if one is not None:
            assert one.prompt.messages == two.prompt.messages
            assert one.structure == two.structure
            secret += sum(not slot.filler for p in one.passages for slot in p.slots)
    assert secret > 300


@pytest.mark.parametrize("world_id", [0, 1])
def test_what_a_model_receives_holds_only_what_is_no_secret(world_id):
    """Of an askable column the slot is told, with no filler; every other one's value is given."""
    web = samples.world(world_id)
    for request in samples.page_requests(world_id):
        for passage in request.passages:
            for slot in passage.slots:
                wording = web.context.wordings[slot.fact.table, slot.fact.column]
                assert bool(slot.filler) is not wording.askable
                assert bool(slot.reads) is wording.askable
                assert passage.plain.count(slot.token) == 1


def test_a_name_that_looks_like_a_slot_is_left_to_the_template():
    web = samples.world(1)
    head = web.heads[0]
    said = "Everything that we publish on {} is checked by the people who know best."
    for name, passages in (("the Vela", 1), ("the {{price:3}}", 0), ("the {Vela}", 0)):
        page = Page(head, said.format(name), ())
        assert len(passages_of_page(page, web.context, None)) == passages


def test_pages_state_their_plans_and_nothing_else():
    web = samples.world(0)
    for request in samples.page_requests(0):
        planned = set(web.plan.statements(request.head.number))
        assert {s.fact for p in request.passages for s in p.slots} <= planned


def test_passages_lie_apart_and_hold_the_plain_text():
    web = samples.world(1)
    for request in samples.page_requests(1):
        body, at = web.page(request.head.number).body, 0
        for passage in request.passages:
            assert at <= passage.start < passage.end
            at = passage.end
            assert "\n" not in body[passage.start : passage.end]
            for text, url in passage.links:
                assert f"[{text}]({url})" in body[passage.start : passage.end]


def test_what_most_requests_share_comes_first():
    requests = samples.page_requests(0)
    assert {r.prompt.messages[0] for r in requests} == {("system", prompts.SYSTEM)}
    texts = [r.prompt.messages[1][1] for r in requests]
    shared = texts[0][: texts[0].index('"voice"')]
    assert '"today"' in shared
    assert len({text[:80] for text in texts}) == 1
    for text in texts:
        assert list(json.loads(text)) == ["world", "voice", "passages"]


def test_the_world_is_all_there_is():
    said = prompts.SYSTEM.lower()
    assert "the whole world" in said and "from memory" in said


def test_passages_of_several_pages_are_asked_for_together_and_again_in_part():
    first, second = [r for r in samples.page_requests(0) if len(r.passages) > 3][:2]
    batch = Batch({"1": (first, first.passages[1]), "2": (second, second.passages[2])})
    whole = json.loads(batch.prompt.messages[1][1])
    plain = json.loads(second.prompt.messages[1][1])["passages"][second.passages[2].key]
    assert list(whole["passages"]) == ["1", "2"] and whole["passages"]["2"] == plain
    again = batch.again({"1": "So."}, {"2": "lacks"})
    assert again.schema["required"] == ["2"] and len(again.plain) == 1
    told = json.loads(again.messages[1][1])
    assert told.pop("passages") == {"2": plain} and told == {key: whole[key] for key in told}


def test_slots_are_called_by_their_columns():
    for request in samples.page_requests(0):
        told = json.loads(request.prompt.messages[1][1])["passages"]
        for passage in request.passages:
            plain = told[passage.key]["plain"]
            assert ":" not in "".join(SLOT.findall(plain))
            assert passage.lengthened(plain) == passage.plain


def test_a_sentence_that_states_nothing_is_a_passage_by_itself():
    """So that it has one skeleton wherever it stands."""
    for request in samples.page_requests(0):
        for passage in request.passages:
            if not passage.slots:
                assert len(re.findall(r"[.?!] (?=[A-Z])", passage.plain)) <= 1, passage.plain


def test_a_reply_has_room():
    for request in samples.page_requests(0):
        assert request.prompt.most_tokens > sum(len(p.plain) for p in request.passages) / 3
        required = request.prompt.schema["required"]
        assert required == [p.key for p in request.passages]


VERSIONS = {"7": "d99fca48826e9817"}
"""By prompt version the hash of all that a model is told; a new text wants a new version here."""


def test_another_text_is_another_version():
    example = samples.page_requests(0)[0].passages[0]
    told = [
        prompts.SYSTEM,
        prompts.again_text({"p1": "why"}),
        json.dumps(prompts.reply_schema(["p1"])),
        json.dumps({kind.name: kind.voice for kind in page_kinds}),
        " ".join(json.loads(prompts.request_text(
            {"title": "t", "today": "d"},
            "news", {"p1": example},
        ))),
    ]  # fmt: skip
    digest = hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
    assert {prompts.PROMPT_VERSION: digest} == VERSIONS


def test_equal_prompts_have_equal_digests():
    one = samples.page_requests(0)[0].prompt
    again = Prompt(one.messages, dict(one.schema), one.most_tokens)
    assert again.digest == one.digest
