"""The endpoint against a real server that is kind, busy, broken, slow, endless, or not there."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace

import pytest

from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import BackendError, Prompt
from fictionworld.simulator.backends.endpoint import EndpointBackend, Patience, _pause
from fictionworld.simulator.backends.options import Sampling
from tests.simulator.drafts.script import QUICK, endpoint, says, server

SCHEMA = {"type": "object", "properties": {"p1": {"type": "string"}}, "required": ["p1"]}


def prompt(text="hello"):
    return Prompt((("system", "rules"), ("user", text)), SCHEMA, 50)


def ask(backend, *prompts):
    async def run():
        try:
            return await backend.complete(prompts or [prompt()])
        finally:
            await backend.aclose()

    return asyncio.run(run())


def test_what_is_sent_and_what_comes_back():
    usage = {"prompt_tokens_details": {"cached_tokens": 7}}
    with server(lambda body, n: (200, says("hi", **usage))) as (url, bodies):
        backend = endpoint(url, sampling=Sampling(thinking=True, thinking_tokens=100))
        (found,) = ask(backend)
    assert (found.text, found.error, found.cut) == ("hi", None, False)
    assert (found.prompt_tokens, found.cached_tokens, found.output_tokens) == (10, 7, 5)
    (body,) = bodies
    assert body["model"] == "tiny" and body["max_tokens"] == 150
    assert body["messages"][0] == {"role": "system", "content": "rules"}
    form = body["response_format"]
    assert form["type"] == "json_schema" and form["json_schema"]["schema"] == SCHEMA
    assert body["chat_template_kwargs"] == {"enable_thinking": True}
    assert "secret" not in repr(backend)


def test_a_plain_server_is_sent_nothing_unusual():
    with server(lambda body, n: (200, says("hi"))) as (url, bodies):
        ask(endpoint(url))
    assert set(bodies[0]) == {
        "model", "messages", "temperature", "top_p", "max_tokens", "response_format",
    }  # fmt: skip


def test_order_is_kept_and_the_limit_of_requests_in_flight():
    flying, most = [0], [0]

    def script(body, n):
        flying[0] += 1
        most[0] = max(most[0], flying[0])
        time.sleep(0.02)
        flying[0] -= 1
        return 200, says(body["messages"][1]["content"])

    with server(script) as (url, _):
        found = ask(endpoint(url, replace(QUICK, at_once=4)), *(prompt(str(n)) for n in range(30)))
    assert [one.text for one in found] == [str(n) for n in range(30)]
    assert 1 < most[0] <= 4


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_tries_again_where_that_may_help(status):
    script = lambda body, n: (status, {}) if n < 2 else (200, says("at last"))  # noqa: E731
    with server(script) as (url, bodies):
        assert ask(endpoint(url))[0].text == "at last"
    assert len(bodies) == 3


def test_waits_as_long_as_the_server_asks():
    script = lambda b, n: (429, {}, {"Retry-After": "0.3"}) if n == 0 else (200, says("x"))  # noqa: E731
    with server(script) as (url, _):
        begun = time.perf_counter()
        assert ask(endpoint(url))[0].text == "x"
    assert time.perf_counter() - begun >= 0.3


def test_pauses_grow_and_are_spread():
    assert _pause(1.0, 1, "7") == 7.0
    assert _pause(1.0, 1, "100000") == 120.0
    assert 60 <= _pause(1.0, 1, "Fri, 31 Dec 2999 23:59:59 GMT") <= 120
    for number, least in ((1, 0.5), (3, 2.0), (30, 30.0)):
        assert least <= _pause(1.0, number, "soon") <= 3 * least


def test_what_cannot_be_mended_is_not_tried_again():
    with server(lambda body, n: (400, {"error": "response_format"})) as (url, bodies):
        (found,) = ask(endpoint(url))
    assert found.error.startswith("HTTP 400") and "response_format" in found.error
    assert len(bodies) == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refusal_ends_it(status):
    with (
        server(lambda body, n: (status, {"error": "no"})) as (url, _),
        pytest.raises(BackendError, match=f"HTTP {status}"),
    ):
        ask(endpoint(url))


@pytest.mark.parametrize(
    "answer",
    [b"", b"<html>", b"[]", b"{}", b'{"choices": []}', b'{"choices": [{}]}', b'{"choices": 3}',
     b'{"choices": [{"message": null}]}', b"\xff\xfe", b'{"choices":' + b"[" * 100_000],
)  # fmt: skip
def test_answers_that_are_none(answer):
    with server(lambda body, n: (200, answer)) as (url, bodies):
        (found,) = ask(endpoint(url))
    assert found.error.startswith("no completion in the answer")
    assert len(bodies) == QUICK.tries


def test_a_text_that_is_null_is_empty():
    with server(lambda body, n: (200, says(None))) as (url, _):
        (found,) = ask(endpoint(url))
    assert found.text == "" and found.error is None


def test_a_flood_is_cut_off():
    with server(lambda body, n: (200, b'{"choices": "' + b"x" * 6_000_000)) as (url, _):
        begun = time.perf_counter()
        (found,) = ask(endpoint(url))
    assert found.error is not None
    assert time.perf_counter() - begun < 3.5


def test_a_server_that_hangs():
    with server(lambda body, n: (200, says("late"), 30)) as (url, _):
        begun = time.perf_counter()
        found = ask(endpoint(url, replace(QUICK, deadline_s=0.6, try_s=0.25)), *map(prompt, "abcd"))
    assert time.perf_counter() - begun < 3
    assert all(one.error for one in found)


def test_half_the_batch_fails():
    def script(body, n):
        bad = int(body["messages"][1]["content"]) % 2
        return (500, {}) if bad else (200, says("fine"))

    with server(script) as (url, _):
        found = ask(endpoint(url), *(prompt(str(n)) for n in range(20)))
    assert [one.error is None for one in found] == [n % 2 == 0 for n in range(20)]


def test_nobody_is_there():
    backend = EndpointBackend(
        "m", "http://127.0.0.1:9/v1", patience=Patience(tries=2, pause_s=0.001, lost=4)
    )
    with pytest.raises(BackendError, match="answers nothing"):
        ask(backend, *(prompt(str(n)) for n in range(8)))


@pytest.mark.parametrize(("model", "url"), [("m", "file:///etc/passwd"), ("", "http://a.example")])
def test_wrong_use(model, url):
    with pytest.raises(UsageError):
        EndpointBackend(model, url)


def test_digests_tell_prompts_apart():
    one = prompt()
    assert one.digest == prompt().digest != prompt("other").digest
    assert replace(one, most_tokens=51).digest != one.digest
    json.dumps(one.digest)
