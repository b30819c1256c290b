"""The client against a server that misbehaves in every way we know of."""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from fictionworld.chat import client as client_module
from fictionworld.chat.client import (
    BlockingChatClient,
    ChatClient,
    ChatContextError,
    ChatError,
    ChatQuotaError,
    ChatRefusedError,
    ChatRequestError,
    ChatUnreachableError,
    _asked_s,
    _pause_s,
)
from fictionworld.chat.endpoint import Endpoint, without_credentials
from fictionworld.chat.reply import ChatReply
from fictionworld.errors import UsageError
from tests.chat.hostile import BEHAVIOURS, KEY, LATE, calling, completion, hostile_server, sends
from tests.data.files import data_of

LIMITS = {"deadline_s": 0.8, "most_bytes": 1_000_000, "tries": 2, "pause_s": 0.001}
UNHURRIED = {**LIMITS, "deadline_s": 20}
"""For servers that answer or break off: a second try is due on the slowest machine too."""
PATIENCE_S = 60
"""Far more than any deadline here: what goes on for ever fails."""
BODY = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}


def ask(endpoint, body=BODY, times=1, **options):
    """What the client gives, or the error that it raises, asked so many times at once."""

    async def run():
        client = ChatClient(endpoint)
        try:
            asked = (client.complete(body, **options) for _ in range(times))
            async with asyncio.timeout(PATIENCE_S):
                return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await client.aclose()

    found = asyncio.run(run())
    return found[0] if times == 1 else found


LASTING_FAULTS = {
    "redirects nowhere", "refuses, and echoes", "a bad request", "no content", "a full context",
    "no quota",
}  # fmt: skip
"""Behaviours after which a second try would bring nothing else."""


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_every_behaviour_ends_in_a_reply_or_a_reason(name):
    """What may pass is tried again."""
    said = BEHAVIOURS[name][1]
    with hostile_server(lambda n: name) as server:
        found = ask(Endpoint(server.url, KEY, **(LIMITS if said == LATE else UNHURRIED)))
    if said is None:
        assert isinstance(found, ChatReply)
    else:
        assert isinstance(found, ChatError), found
        assert re.search(said, str(found)), found
        assert len(str(found)) < 1000 and str(found).isprintable()
    assert KEY not in repr(found)
    assert len(server.requests) == (1 if said is None or name in LASTING_FAULTS else 2)


@pytest.mark.parametrize("name", ["busy", "closes", "stalls", "a list"])
def test_a_second_try_may_bring_the_reply(name):
    with hostile_server(lambda n: name if n == 0 else "good") as server:
        assert isinstance(ask(Endpoint(server.url, KEY, **LIMITS)), ChatReply)


def test_what_is_read_of_a_reply():
    usage = {
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "prompt_tokens_details": {"cached_tokens": 7},
    }
    answer = calling("web_search", {"query": "clubs"}) | {"usage": usage}
    answer["choices"][0]["finish_reason"] = "length"
    with hostile_server(lambda n: sends(answer)) as server:
        found = ask(Endpoint(server.url))
    assert server.requests[0].startswith(b"POST /v1/chat/completions ")
    assert (found.text, found.cut) == ("", True)
    assert (found.prompt_tokens, found.cached_tokens, found.output_tokens) == (10, 7, 5)
    (call,) = found.tool_calls
    assert (call.id, call.name) == ("c1", "web_search")
    assert json.loads(call.arguments) == {"query": "clubs"}


SERVERS = data_of("replies/server_errors.yaml")
LASTING = {
    "context_full": ChatContextError, "quota_spent": ChatQuotaError, "other": ChatRequestError,
}  # fmt: skip


def errors_of(servers, tries=2):
    """The errors after what servers say, one after another, and how often they were asked."""

    async def run(url):
        client = ChatClient(Endpoint(url, deadline_s=PATIENCE_S, tries=tries, pause_s=0.001))
        found = []
        for _ in servers:
            try:
                await client.complete(BODY)
            except ChatError as error:
                found.append(error)
        await client.aclose()
        return found

    def body(said):
        return said.encode() if said.startswith("{") else {"error": {"message": said}}

    answers = iter([sends(body(said), f"{status} X") for status, said in servers])
    with hostile_server(lambda n: next(answers)) as server:
        return asyncio.run(run(server.url)), len(server.requests)


@pytest.mark.parametrize("kind", LASTING)
def test_what_servers_say_of_a_full_context_and_a_spent_quota_is_known_at_once(kind):
    errors, requests = errors_of(SERVERS[kind].values())
    kinds = dict(zip(SERVERS[kind], map(type, errors), strict=True))
    assert kinds == dict.fromkeys(SERVERS[kind], LASTING[kind])
    assert requests == len(kinds), "none is tried again"


@pytest.mark.parametrize("name", SERVERS["passes"])
def test_what_sounds_alike_and_passes_is_tried_again(name):
    [error], requests = errors_of([SERVERS["passes"][name]], tries=1)
    assert type(error) is ChatError and requests == 1 and "gave no answer in 1 try" in str(error)


def test_a_wording_behind_a_long_preamble_is_read():
    said = f"litellm.BadRequestError: {'x' * 900} prompt is too long: 9 tokens > 8 maximum"
    [error], _ = errors_of([(400, said)])
    assert isinstance(error, ChatContextError)


def test_the_deadline_holds_over_all_tries_and_says_what_happened():
    with hostile_server(lambda n: "stalls") as server:
        found = ask(Endpoint(server.url, deadline_s=0.6, tries=5, pause_s=0.001))
    assert len(server.requests) == 2
    assert "no answer within 0.6 s; 1 try before that: no whole answer within 0.3 s" in str(found)
    with hostile_server(lambda n: "stalls in the body") as server:
        found = ask(Endpoint(server.url), within_s=0.3)
    assert "no answer within 0.3 s" in str(found)


def test_the_limit_in_bytes_is_the_endpoints():
    answer = completion("x" * 5_000)
    with hostile_server(lambda n: sends(answer)) as server:
        assert ask(Endpoint(server.url, most_bytes=6_000)).text == "x" * 5_000
        found = ask(Endpoint(server.url, most_bytes=4_000, tries=1))
    assert "the reply is longer than 4,000 bytes" in str(found)


# Redirects and keys ------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["301 M", "302 F", "303 S", "307 T", "308 P"])
def test_no_redirect_is_followed_and_no_other_host_gets_the_key(status):
    with hostile_server(lambda n: "good") as other:
        to = f"Location: {other.url}/chat/completions"
        with hostile_server(lambda n: sends({}, status, to)) as server:
            found = ask(Endpoint(server.url, KEY))
    assert isinstance(found, ChatRefusedError)
    assert other.url in str(found) and "give the final address with --base-url" in str(found)
    assert other.requests == [] and len(server.requests) == 1
    assert f"Bearer {KEY}".encode() in server.requests[0]


def test_a_server_that_repeats_the_key_does_not_get_it_into_our_texts(caplog):
    caplog.set_level(logging.DEBUG)
    made = calling(KEY, json.dumps({"query": KEY}), id=f"id {KEY}")
    made["choices"][0]["message"]["content"] = f"your key is {KEY}!"
    with hostile_server(lambda n: sends(made)) as server:
        found = ask(Endpoint(server.url, KEY))
    assert found.text == "your key is [key]!"
    assert KEY not in repr(found)
    moved = f"Location: http://other.example/?key={KEY}"
    for answer in [sends({}, "302 F", moved), sends(KEY.encode() * 90, "401 N"), sends({KEY: KEY})]:
        with hostile_server(lambda n, answer=answer: answer) as server:
            error = ask(Endpoint(server.url, KEY, tries=1))
        assert isinstance(error, ChatError) and KEY not in str(error)
    assert caplog.records and KEY not in caplog.text


def test_a_short_key_is_a_word_that_models_may_say():
    with hostile_server(lambda n: sends(completion("the glass is EMPTY"))) as server:
        assert ask(Endpoint(server.url, "EMPTY")).text == "the glass is EMPTY"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (f"{KEY}\n", f"character {len(KEY) + 1} of {len(KEY) + 1} is a line end"),
        (f"\r{KEY}", "character 1 of 26 is a line end"),
        (f"{KEY}\nX-Evil: 1", "a line end"),
        (f"{KEY} ", "a space"),
        (f"{KEY}\xa0", "no printable ASCII"),
        ("\u0441\u0435\u043a\u0440\u0435\u0442", "no printable ASCII"),
        (f"{KEY}\0", "no printable ASCII"),
        (f"\ud800{KEY}", "no printable ASCII"),
    ],
)
def test_a_key_is_checked_before_its_first_use_and_never_repeated(key, said):
    with pytest.raises(UsageError, match=re.escape(said)) as caught:
        Endpoint("http://127.0.0.1:9/v1", key)
    assert KEY not in str(caught.value) and key.strip() not in str(caught.value)
    assert caught.value.__cause__ is None


def test_what_is_known_of_an_endpoint_shows_no_key():
    endpoint = Endpoint("http://127.0.0.1:9/v1", KEY)
    assert KEY not in repr(endpoint) and KEY not in repr(ChatClient(endpoint))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("file:///etc/passwd", "http://localhost:8000/v1"),
        ("localhost:8000", "http://localhost:8000/v1"),
        ("http://", "http://localhost:8000/v1"),
        ("", "http://localhost:8000/v1"),
        ("http://a.example:99999/v1", "http://localhost:8000/v1"),
        ("http://a\n.example/v1", "http://localhost:8000/v1"),
        ("http://[::/v1", "http://localhost:8000/v1"),
        ("http://user:hunter2@a.example/v1", "a user or a password"),
        ("http://hunter2@a.example/v1", "a user or a password"),
        ("http://a.example/v1?api_key=hunter2", "with [?] or # in it"),
        ("http://a.example/v1#hunter2", "with [?] or # in it"),
    ],
)
def test_addresses_that_cannot_be_used(url, said):
    with pytest.raises(UsageError, match=said) as caught:
        Endpoint(url)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "limits",
    [{"deadline_s": 0}, {"deadline_s": -1}, {"deadline_s": float("nan")}, {"most_bytes": 0},
     {"deadline_s": float("inf")}, {"tries": 0}, {"at_once": 0}],
)  # fmt: skip
def test_limits_that_are_none(limits):
    with pytest.raises(UsageError):
        Endpoint("http://a.example/v1", **limits)


def test_an_address_is_shown_without_credentials():
    assert without_credentials("http://u:p@a.example/v1") == "http://...@a.example/v1"
    assert without_credentials("http://u:p@w@a.example/v1") == "http://...@a.example/v1"
    assert without_credentials("endpoint:m@http://a/v1") == "endpoint:m@http://a/v1"
    assert without_credentials("gpt:m@http://u:p@a/v1") == "gpt:m@http://...@a/v1"


# Pauses ------------------------------------------------------------------------------------------


def test_pauses_grow_and_are_spread():
    assert _pause_s(1.0, 1, 7.0) == 7.0
    for number, least in ((1, 0.5), (3, 2.0), (30, 30.0)):
        assert least <= _pause_s(1.0, number, None) <= 3 * least


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("7", 7), ("0.5", 0.5), ("100000", 120), ("0", 0), ("", None), ("soon", None), ("-5", None),
     ("\xb2", None), ("1e999", None), ("nan", None), ("inf", None), ("9" * 40, None),
     ("Fri, 31 Dec 2999 23:59:59 GMT", 120), ("Fri, 31 Dec 1999 23:59:59 GMT", 0),
     ("Mon, 01 Jan 0001 00:00:00 GMT", 0), ("Fri, 31 Dec 9999 23:59:59 -9999", None),
     ("Fri, 99 Dec 2999 99:99:99 GMT", None), ("Fri, 31 Dec 2999 23:59:59", 120)],
)  # fmt: skip
def test_what_retry_after_says(said, seconds):
    assert _asked_s(said) == seconds


def test_waits_as_long_as_the_server_asks(monkeypatch):
    pauses = []
    monkeypatch.setattr(
        client_module, "_pause_s", lambda *given: pauses.append(_pause_s(*given)) or 0.0
    )
    slow = sends({}, "429 Slow", "Retry-After: 30")
    with hostile_server(lambda n: slow if n == 0 else "good") as server:
        assert isinstance(ask(Endpoint(server.url)), ChatReply)
    assert pauses == [30.0]


# From threads ------------------------------------------------------------------------------------


def test_threads_share_a_client():
    with hostile_server(lambda n: "good") as server:
        client = BlockingChatClient(Endpoint(server.url, KEY))
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(client.complete, [BODY] * 8))
        assert all(one.text == "no idea" for one in found)
        again = pickle.loads(pickle.dumps(client))
        assert again.endpoint == client.endpoint and again.complete(BODY).text == "no idea"
        del client, again


def test_nobody_is_there():
    """One try is enough where nobody was there before."""
    endpoint = Endpoint("http://127.0.0.1:9/v1", tries=5, pause_s=60)
    with pytest.raises(ChatUnreachableError, match="gave no answer in 1 try; the last: not reach"):
        BlockingChatClient(endpoint).complete(BODY)
    with pytest.raises(ChatUnreachableError, match="not reached"):
        BlockingChatClient(replace(endpoint, base_url=f"http://{'a' * 70}.example")).complete(BODY)


def test_a_server_that_has_gone_may_come_back():
    with hostile_server(lambda n: "good") as server:
        endpoint = Endpoint(server.url, KEY, tries=3, pause_s=0.001)
        client = BlockingChatClient(endpoint)
        client.complete(BODY)
        port = int(server.url.rpartition(":")[2].removesuffix("/v1"))
    with pytest.raises(ChatUnreachableError, match="in 3 tries"):
        client.complete(BODY)
    with pytest.raises(ChatUnreachableError, match="in 1 try"):
        client.complete(BODY)
    with hostile_server(lambda n: "good", port) as server:
        assert client.complete(BODY).text == "no idea"
