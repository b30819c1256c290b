"""From prompt to judged drafts, against a scripted server: good passes, bad does not.

Whatever a server sends, nothing hangs, the counts are right, and no leak passes.
"""

from __future__ import annotations

import asyncio
import json
from typing import NamedTuple

import pytest

from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.drafts.wording import OutcomeCounts, read_reply, word
from tests.simulator.drafts import samples
from tests.simulator.drafts.script import (
    QUICK,
    asked,
    echo,
    endpoint,
    honest,
    says,
    server,
    texts,
)

WORLD = 1


def worded(requests, backend, world_id=WORLD):
    """The wordings of requests, all asked for at once."""
    checks = samples.checks(world_id)

    async def run():
        try:
            return await asyncio.gather(*(word(r, backend, checks) for r in requests))
        finally:
            await backend.aclose()

    return asyncio.run(run())


def tally(wordings):
    found = OutcomeCounts()
    for wording in wordings:
        found.add_wording(wording)
    return found


def some(most=12, world_id=WORLD):
    every = samples.page_requests(world_id)
    return every[:: max(1, len(every) // most)][:most]


def against(script, requests=None, limits=QUICK):
    requests = some() if requests is None else requests
    with server(script) as (url, bodies):
        wordings = worded(requests, endpoint(url, limits))
    for request, wording in zip(requests, wordings, strict=True):
        assert [d.key for d in wording.drafts] == [p.key for p in request.passages]
    return wordings, tally(wordings), bodies


@pytest.mark.parametrize("write", [echo, honest])
def test_true_texts_are_accepted_as_written(write):
    requests = some(30)
    wordings, counts, _ = against(texts(write), requests)
    assert counts.accepted >= 0.95 * counts.drafts
    assert counts.requests >= len(wordings)
    for request, wording in zip(requests, wordings, strict=True):
        told = json.loads(request.prompt.messages[1][1])
        for draft, passage in zip(wording.drafts, request.passages, strict=True):
            if draft.outcome == "accepted":
                text = write(told["passages"][draft.key], told)
                assert draft.text == passage.lengthened(text)


def test_the_template_backend_words_as_the_template_does():
    counts = tally(worded(some(20), TemplateBackend()))
    assert counts.accepted >= 0.98 * counts.drafts > 20


def test_tokens_are_counted():
    requests = some(5)
    script = lambda body, n: (200, says("{}", prompt_tokens_details={"cached_tokens": 4}))  # noqa: E731
    _, counts, bodies = against(script, requests)
    assert counts.requests == len(bodies) == 2 * len(requests)
    assert counts.prompt_tokens == 10 * len(bodies) and counts.output_tokens == 5 * len(bodies)
    assert counts.cached_tokens == 4 * len(bodies)


# What goes back ----------------------------------------------------------------------------------


def test_a_failure_goes_back_once_with_its_reason():
    def script(body, n):
        told = asked(body)
        again = len(body["messages"]) > 2
        wrong = "It has 731 awards."
        found = {k: p["plain"] if again else wrong for k, p in told["passages"].items()}
        return 200, says(json.dumps(found))

    requests = some(6)
    wordings, counts, bodies = against(script, requests)
    assert counts.corrected >= 0.95 * counts.drafts and counts.accepted == 0
    assert len(bodies) == 2 * len(requests)
    seconds = [body for body in bodies if len(body["messages"]) == 4]
    assert len(seconds) == len(requests)
    for body in seconds:
        assert body["messages"][2]["role"] == "assistant"
        problems = json.loads(body["messages"][3]["content"])["problems"]
        keys = body["response_format"]["json_schema"]["schema"]["required"]
        assert sorted(problems) == sorted(keys) and all(problems.values())
    assert {d.reason for w in wordings for d in w.drafts} <= {
        "slots",
        "length",
        "closed world",
        "prose",
    }


def test_only_what_failed_goes_back():
    def script(body, n):
        told = asked(body)
        found = {k: p["plain"] for k, p in told["passages"].items()}
        if len(body["messages"]) == 2:
            found["p1"] = "It is by far the largest of them all, 731 of them."
        return 200, says(json.dumps(found))

    requests = [r for r in some(20) if len(r.passages) > 2][:5]
    _, counts, bodies = against(script, requests)
    assert counts.corrected == len(requests)
    for body in bodies:
        if len(body["messages"]) == 4:
            assert body["response_format"]["json_schema"]["schema"]["required"] == ["p1"]


class Faking:
    """A guard that finds the fact of every word `flagship` that it reads."""

    def look_at(self, text, page):
        return [Found("a fact")] if "flagship" in text else []


class Found(NamedTuple):
    fact: str


def test_the_guard_reads_what_a_model_wrote_and_tells_it_nothing(monkeypatch):
    """What has the right form and tells a protected cell by chance is not kept, nor quoted."""
    checks = samples.checks(WORLD)
    monkeypatch.setitem(checks.__dict__, "_guard", Faking())
    for request in some(20):
        for passage in request.passages:
            text = f"{passage.plain} It is for flagship users."
            if checks.shown(text, passage, request) is None:
                fault = checks.written(text, passage, request)
                assert fault.reason == "guard" and "flagship" not in fault.why
                assert checks.written(passage.plain, passage, request) is None
                return
    raise AssertionError("no passage to try it on")


def test_the_guard_knows_the_world():
    """What form would refuse too: here the guard is asked alone."""
    web, checks = samples.world(WORLD), samples.checks(WORLD)
    told = tried = 0
    for request in some(200):
        planned = web.plan.page(request.head.number)
        for fact in web.plan.statements(request.head.number):
            wording = web.context.wordings[fact.table, fact.column]
            value = wording.cells[fact.row]
            own = (fact.table, fact.row) == (planned.table, planned.row)
            is_figure = wording.askable and wording.kind == "integer" and value is not None
            if own and is_figure and value > 100:
                name = web.context.name(fact.table, fact.row)
                text = f"The {wording.label} of {name} is {value:,}."
                told += bool(checks._leaked(text, request))
                tried += 1
    assert tried > 20 and told >= 0.9 * tried


# Bad servers -------------------------------------------------------------------------------------

BAD = {
    "no JSON": "I'd be glad to help! Here are the passages.",
    "cut": '{"p1": "The club',
    "a list": '["a", "b"]',
    "numbers": '{"p1": 3}',
    "fenced": '```json\n{"p1": "Fine."}\n```',
    "nothing": "",
    "null": None,
    "only thinking": "<think>The battery is 5,000 mAh. Let me see",
    "nested": '{"p1": {"text": "Fine."}}',
    "twice": '{"p1": "a"}{"p1": "b"}',
    "odd keys": '{"p1": "Fine.", "answer": "5,000 mAh"}',
}


def test_a_reply_that_was_cut_off_keeps_its_whole_pairs():
    cut = '{"p1": "Fine.", "p2": "And so on, with no'
    assert read_reply(cut, ["p1", "p2"], cut=True).texts == {"p1": "Fine."}
    assert read_reply(cut, ["p1", "p2"]).texts == {}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_replies_that_are_none(text):
    requests = some(4)
    _, counts, bodies = against(lambda body, n: (200, says(text)), requests)
    assert counts.replaced == counts.drafts and counts.accepted == counts.corrected == 0
    assert set(counts.replaced_by) == {"format"}
    assert len(bodies) == 2 * len(requests)


def test_thinking_is_stripped_and_never_accepted():
    def script(body, n):
        told = asked(body)
        found = json.dumps({k: p["plain"] for k, p in told["passages"].items()})
        return 200, says(f"<think>The answer is {n}; secret reasons.</think>\n\n{found}")

    wordings, counts, _ = against(script)
    assert counts.accepted >= 0.95 * counts.drafts
    shown = " ".join(d.text for w in wordings for d in w.drafts)
    assert "<think" not in shown and "secret reasons" not in shown


@pytest.mark.parametrize(
    ("write", "reasons"),
    [
        (lambda p, t: "", {"slots", "length", "prose"}),
        (lambda p, t: p["plain"] * 30, {"length", "slots"}),
        (lambda p, t: f"{p['plain']}\nAnd more.", {"format"}),
        (lambda p, t: f"**{p['plain']}**", {"format"}),
        (lambda p, t: f"{p['plain']} See https://a.example/x.", {"format"}),
        (lambda p, t: f"<b>{p['plain']}</b>", {"format"}),
        (lambda p, t: f"{p['plain']}\u202e", {"format"}),
        (lambda p, t: f"{p['plain']} It has 7,311 awards.", {"closed world", "length"}),
        (lambda p, t: "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
         {"slots", "length", "closed world", "prose"}),
    ],
)  # fmt: skip
def test_bad_texts_are_replaced(write, reasons):
    _, counts, _ = against(texts(write), some(8))
    assert counts.replaced >= 0.97 * counts.drafts
    assert set(counts.replaced_by) <= reasons


def test_half_the_batch_fails():
    lock = {}

    def script(body, n):
        told = asked(body)
        half = lock.setdefault(body["messages"][1]["content"], len(lock) % 2)
        if half:
            return 503, {}
        return 200, says(json.dumps({k: p["plain"] for k, p in told["passages"].items()}))

    wordings, counts, _ = against(script, some(10))
    lost = [w for w in wordings if {d.reason for d in w.drafts} == {"backend"}]
    assert len(lost) == 5
    assert counts.replaced_by["backend"] == sum(len(w.drafts) for w in lost)
    assert counts.drafts == sum(len(w.drafts) for w in wordings)


@pytest.mark.parametrize(
    "script",
    [lambda b, n: (500, {}), lambda b, n: (429, {}, {"Retry-After": "0.01"}),
     lambda b, n: (200, b"x" * 5_000_000), lambda b, n: (200, says("late"), 20)],
    ids=["500", "429", "flood", "hang"],
)  # fmt: skip
def test_nothing_hangs(script):
    """A text that came late, after the deadline, would be one of the server's."""
    requests = some(6)
    _, counts, _ = against(script, requests, QUICK | {"deadline_s": 1.0})
    assert counts.replaced == counts.drafts
    assert set(counts.replaced_by) == {"backend"}
