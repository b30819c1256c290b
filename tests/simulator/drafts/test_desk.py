"""From prompt to judged drafts, against a scripted server: good passes, bad does not.

Whatever a server sends, nothing hangs, the counts are right, and no leak passes.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace

import pytest

from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.drafts.desk import Tally, judged, word
from fictionworld.simulator.drafts.watch import watch_of
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
    web, book = samples.world(world_id)
    watch = watch_of(web, book)

    async def run():
        try:
            return await asyncio.gather(*(word(r, backend, book, watch) for r in requests))
        finally:
            await backend.aclose()

    return asyncio.run(run())


def tally(wordings):
    found = Tally()
    for wording in wordings:
        found.add_wording(wording)
    return found


def some(most=12, field="page", world_id=WORLD):
    of_field = samples.page_requests if field == "page" else samples.snippet_requests
    every = of_field(world_id)
    return every[:: max(1, len(every) // most)][:most]


def against(script, requests=None, patience=QUICK):
    requests = some() if requests is None else requests
    with server(script) as (url, bodies):
        wordings = worded(requests, endpoint(url, patience))
    for wording in wordings:
        assert [d.key for d in wording.drafts] == [p.key for p in wording.request.passages]
    return wordings, tally(wordings), bodies


@pytest.mark.parametrize("field", ["page", "snippets"])
@pytest.mark.parametrize("write", [echo, honest])
def test_true_texts_are_released_as_written(write, field):
    wordings, counts, _ = against(texts(write), some(30, field))
    assert counts.released >= 0.95 * counts.drafts
    assert counts.requests >= len(wordings)
    for wording in wordings:
        told = json.loads(wording.request.prompt.messages[1][1])
        for draft in wording.drafts:
            if draft.outcome == "released":
                assert draft.text == write(told["passages"][draft.key], told)


def test_the_template_backend_words_as_the_template_does():
    counts = tally(worded(some(20), TemplateBackend()))
    assert counts.released >= 0.98 * counts.drafts > 20


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
    assert counts.mended >= 0.95 * counts.drafts and counts.released == 0
    assert len(bodies) == 2 * len(requests)
    seconds = [body for body in bodies if len(body["messages"]) == 4]
    assert len(seconds) == len(requests)
    for body in seconds:
        assert body["messages"][2]["role"] == "assistant"
        problems = json.loads(body["messages"][3]["content"])["problems"]
        keys = body["response_format"]["json_schema"]["schema"]["required"]
        assert sorted(problems) == sorted(keys) and all(problems.values())
    assert {d.reason for w in wordings for d in w.drafts} <= {"unfaithful", "length", "permit"}


def test_only_what_failed_goes_back():
    def script(body, n):
        told = asked(body)
        found = {k: p["plain"] for k, p in told["passages"].items()}
        if len(body["messages"]) == 2:
            found["p1"] = "It is by far the largest of them all, 731 of them."
        return 200, says(json.dumps(found))

    requests = [r for r in some(20) if len(r.passages) > 2][:5]
    _, counts, bodies = against(script, requests)
    assert counts.mended == len(requests)
    for body in bodies:
        if len(body["messages"]) == 4:
            assert body["response_format"]["json_schema"]["schema"]["required"] == ["p1"]


def test_what_a_model_is_told_of_a_leak_tells_nothing():
    """The reason that goes back holds no protected value, and is the same for every leak."""
    web, book = samples.world(WORLD)
    watch = watch_of(web, book)
    told = set()
    for request in some(200, "snippets"):
        for value, text in leaks_for(request, book):
            checked = judged(request, {"s1": text}, book, watch)["s1"]
            assert checked.fault is not None, text
            if checked.fault.reason == "permit":
                told.add(checked.fault.why)
                assert str(value) not in checked.fault.why
    assert len(told) == 1


def leaks_for(request, book):
    """Protected values of the row that a page is about, told in its snippet."""
    web, _ = samples.world(WORLD)
    planned = web.plan.page(request.head.number)
    if planned.row is None or planned.table is None:
        return
    subject = book.name(planned.table, planned.row)
    for fact in web.plan.statements(request.head.number)[:6]:
        column = book.called[fact.table, fact.column]
        value = book.value(fact)
        if column.column.role == "askable" and value is not None and fact.row == planned.row:
            yield value, f"On this page: the {column.label} of {subject} is {value}, as it says."


def test_no_leak_passes_in_any_disguise():
    """Snippets that tell a protected value, written out, spelled, hidden in markup and thinking."""
    disguises = [
        "{subject}: {label} {value}, and more on the page itself.",
        "The {label} of {subject} is {words}, as the page says.",
        "{subject} has a {label} of **{value}**, they say on the page.",
        "{subject} - {label}: {spaced} - read more on the page itself.",
        "{subject}: {label} {zero} and more on the page that follows.",
    ]
    web, book = samples.world(WORLD)
    watch = watch_of(web, book)
    tried = 0
    for request in some(300, "snippets"):
        planned = web.plan.page(request.head.number)
        for fact in web.plan.statements(request.head.number)[:8]:
            column = book.called[fact.table, fact.column]
            value = book.value(fact)
            if column.column.role != "askable" or not isinstance(value, int) or value < 13:
                continue
            if isinstance(value, bool) or planned.row != fact.row or planned.table != fact.table:
                continue
            for shape in disguises:
                text = shape.format(
                    subject=book.name(fact.table, fact.row), label=column.label, value=value,
                    words=spelled(value), spaced=" ".join(str(value)),
                    zero="\u200b".join(str(value)),
                )  # fmt: skip
                assert judged(request, {"s1": text}, book, watch)["s1"].fault is not None, text
                tried += 1
    assert tried > 100


ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def spelled(value):
    """A number in words, up to thousands."""
    if value < 20:
        return ONES[value]
    if value < 100:
        rest = f"-{ONES[value % 10]}" if value % 10 else ""
        return TENS[value // 10 - 2] + rest
    if value < 1000:
        rest = f" and {spelled(value % 100)}" if value % 100 else ""
        return f"{ONES[value // 100]} hundred{rest}"
    rest = f" {spelled(value % 1000)}" if value % 1000 else ""
    return f"{spelled(value // 1000)} thousand{rest}"


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


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_replies_that_are_none(text):
    requests = some(4)
    _, counts, bodies = against(lambda body, n: (200, says(text)), requests)
    assert counts.replaced == counts.drafts and counts.released == counts.mended == 0
    assert set(counts.replaced_by) == {"format"}
    assert len(bodies) == 2 * len(requests)


def test_thinking_is_stripped_and_never_released():
    def script(body, n):
        told = asked(body)
        found = json.dumps({k: p["plain"] for k, p in told["passages"].items()})
        return 200, says(f"<think>The answer is {n}; secret reasons.</think>\n\n{found}")

    wordings, counts, _ = against(script)
    assert counts.released >= 0.95 * counts.drafts
    shown = " ".join(d.text for w in wordings for d in w.drafts)
    assert "<think" not in shown and "secret reasons" not in shown


@pytest.mark.parametrize(
    ("write", "reasons"),
    [
        (lambda p, t: "", {"format", "length"}),
        (lambda p, t: p["plain"] * 30, {"length"}),
        (lambda p, t: f"{p['plain']}\nAnd more.", {"format"}),
        (lambda p, t: f"**{p['plain']}**", {"format"}),
        (lambda p, t: f"{p['plain']} See https://a.example/x.", {"format"}),
        (lambda p, t: f"<b>{p['plain']}</b>", {"format"}),
        (lambda p, t: f"{p['plain']}\u202e", {"format"}),
        (lambda p, t: f"{p['plain']} It has 7,311 awards.", {"unfaithful", "permit", "length"}),
        (lambda p, t: "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
         {"unfaithful", "length"}),
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
        half = lock.setdefault(told["page"]["title"], len(lock) % 2)
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
    begun = time.perf_counter()
    requests = some(6)
    patience = replace(QUICK, deadline_s=1.0, try_s=0.4)
    _, counts, _ = against(script, requests, patience)
    assert time.perf_counter() - begun < 12
    assert counts.replaced == counts.drafts
    assert set(counts.replaced_by) == {"backend"}
