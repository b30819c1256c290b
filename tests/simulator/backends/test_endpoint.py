"""The endpoint against a real server that is kind, busy, broken, slow, endless, or not there."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace

import pytest

from fictionworld.chat.endpoint import Endpoint
from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import BackendError, Prompt
from fictionworld.simulator.backends.endpoint import EndpointBackend
from fictionworld.simulator.backends.middleware import CircuitBreaker
from fictionworld.simulator.backends.options import Sampling
from fictionworld.simulator.backends.registry import backend_named
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
    assert body["top_k"] == Sampling().top_k > 0
    form = body["response_format"]
    assert form["type"] == "json_schema" and form["json_schema"]["schema"] == SCHEMA
    assert body["chat_template_kwargs"] == {"enable_thinking": True, "thinking": True}
    assert body["thinking_token_budget"] == 100
    assert "secret" not in repr(backend)


def test_wording_does_not_think_unless_asked():
    with server(lambda body, n: (200, says("hi"))) as (url, (bodies)):
        ask(endpoint(url))
    assert bodies[0]["chat_template_kwargs"] == {"enable_thinking": False, "thinking": False}
    assert bodies[0]["max_tokens"] == 50 and "thinking_token_budget" not in bodies[0]


def test_a_plain_server_is_sent_nothing_unusual():
    with server(lambda body, n: (200, says("hi"))) as (url, bodies):
        ask(endpoint(url, sampling=Sampling(top_k=0, seed=None, thinking=None)))
    assert set(bodies[0]) == {
        "model", "messages", "temperature", "top_p", "max_tokens", "response_format",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("named", "setting"),
    [("top_k", "top_k=0"), ("seed", "seed=none"), ("chat_template_kwargs", "thinking=none")],
)
def test_what_a_server_does_not_take_is_reported_with_the_way_on(named, setting):
    with server(lambda body, n: (400, {"error": f"Unknown parameter: {named}"})) as (url, _):
        (found,) = ask(endpoint(url))
    assert found.error.endswith(f"is asked without it by --set {setting}")


def test_a_models_name_is_no_parameter():
    said = "The model 'ByteDance/seed-oss' has no room for 900 tokens"
    with server(lambda body, n: (400, {"error": said})) as (url, _):
        (found,) = ask(endpoint(url))
    assert "seed-oss" in found.error and "--set" not in found.error


@pytest.mark.parametrize("setting", ["tensor_parallel=4", "quantization=fp8", "max-model-len=9000"])
def test_settings_of_an_engine_are_refused(setting):
    server = Endpoint("http://a.example")
    name = setting.partition("=")[0].replace("-", "_")
    with pytest.raises(UsageError, match=f"--set {name}: it is for --backend vllm"):
        backend_named("endpoint", "tiny", endpoint=server, settings=["top_k=0", setting])


def test_order_is_kept_and_the_limit_of_requests_in_flight():
    flying, most = [0], [0]

    def script(body, n):
        flying[0] += 1
        most[0] = max(most[0], flying[0])
        time.sleep(0.02)
        flying[0] -= 1
        return 200, says(body["messages"][1]["content"])

    with server(script) as (url, _):
        found = ask(endpoint(url, QUICK | {"at_once": 4}), *(prompt(str(n)) for n in range(30)))
    assert [one.text for one in found] == [str(n) for n in range(30)]
    assert 1 < most[0] <= 4


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_tries_again_where_that_may_help(status):
    script = lambda body, n: (status, {}) if n < 2 else (200, says("at last"))  # noqa: E731
    with server(script) as (url, bodies):
        assert ask(endpoint(url))[0].text == "at last"
    assert len(bodies) == 3


def test_what_cannot_be_mended_is_not_tried_again():
    with server(lambda body, n: (400, {"error": "response_format"})) as (url, bodies):
        (found,) = ask(endpoint(url))
    assert "HTTP 400" in found.error and "response_format" in found.error
    assert len(bodies) == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_refusal_ends_it(status):
    with (
        server(lambda body, n: (status, {"error": "no"})) as (url, _),
        pytest.raises(BackendError, match=f"HTTP {status}"),
    ):
        ask(endpoint(url))


def test_a_text_that_is_null_is_empty():
    with server(lambda body, n: (200, says(None))) as (url, _):
        (found,) = ask(endpoint(url))
    assert found.text == "" and found.error is None


@pytest.mark.parametrize(("status", "answered"), [(400, 0), (500, 3)])
def test_a_server_that_no_longer_answers_ends_it(status, answered):
    prompts = [prompt(str(n)) for n in range(40)]

    def script(body, n):
        return (200, says("hi")) if n < answered else (status, {"error": "what is top_k?"})

    with (
        server(script) as (url, _),
        pytest.raises(BackendError, match="32 requests in a row without an answer; the last") as no,
    ):
        ask(CircuitBreaker(endpoint(url, QUICK | {"tries": 1, "at_once": 1})), *prompts)
    assert "--set top_k=0" in str(no.value)


def test_where_nobody_is_it_ends_at_once():
    backend = endpoint("http://127.0.0.1:9/v1", QUICK | {"pause_s": 60.0})
    with pytest.raises(BackendError, match=r"in 1 try.*see that the server runs"):
        ask(backend, *(prompt(str(n)) for n in range(40)))


def test_a_model_needs_a_name():
    with pytest.raises(UsageError, match="--model"):
        EndpointBackend("", Endpoint("http://a.example"))


def test_seeds_follow_from_the_prompt():
    def seeds(seed, *prompts):
        with server(lambda body, n: (200, says("hi"))) as (url, bodies):
            ask(endpoint(url, sampling=Sampling(seed=seed)), *prompts)
        return {body["messages"][1]["content"]: body["seed"] for body in bodies}

    first = seeds(0, prompt("a"), prompt("b"))
    assert first == seeds(0, prompt("b"), prompt("a"))
    assert len({*first.values(), *seeds(1, prompt("a"), prompt("b")).values()}) == 4
    assert all(0 <= seed < 2**31 for seed in first.values())


def test_digests_tell_prompts_apart():
    one = prompt()
    assert one.digest == prompt().digest != prompt("other").digest
    assert replace(one, most_tokens=51).digest != one.digest
    json.dumps(one.digest)
