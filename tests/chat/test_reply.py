"""Whatever bytes a server sends, they are a reply or a reason: drawn at random, and mutated."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fictionworld.chat.client import _asked_s
from fictionworld.chat.endpoint import Endpoint
from fictionworld.chat.reply import ChatReply, ReplyError, finish_of, read_reply
from tests.chat.hostile import KEY, calling, completion
from tests.data.files import data_of
from tests.examples import examples

MANY = examples(100)
ENDPOINT = Endpoint("http://a.example/v1", KEY)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
USAGE = calling("web_search", {"query": "clubs"}) | {
    "usage": {
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "prompt_tokens_details": {"cached_tokens": 7},
    }
}


FORMS = data_of("replies/replies.yaml")


@pytest.mark.parametrize("name", FORMS["read"])
def test_texts_and_calls_are_read_where_servers_put_them(name):
    form = FORMS["read"][name]
    body = {"choices": [{"message": form["message"], "finish_reason": "stop"}]}
    reply = read_reply(json.dumps(body).encode())
    assert [reply.text, reply.thought, reply.refusal, reply.finish] == [
        form.get("text", ""), form.get("thought", ""), form.get("refusal", ""),
        form.get("finish", "whole"),
    ]  # fmt: skip
    calls = [[call.name, call.arguments] for call in reply.tool_calls]
    assert calls == form.get("calls", [])


@pytest.mark.parametrize("finish", FORMS["finish"])
def test_how_a_generation_ended(finish):
    assert {finish_of(reason) for reason in FORMS["finish"][finish]} == {finish}


def outcome(body):
    """What comes of a body: plain data within bounds, or a reason that quotes nothing."""
    try:
        reply = read_reply(body, ENDPOINT.without_key)
    except ReplyError as error:
        why = str(error)
    else:
        return checked(reply)
    assert why and len(why) < 1000
    return None


def checked(reply):
    assert isinstance(reply, ChatReply)
    for text in [
        reply.text,
        reply.thought,
        reply.refusal,
        reply.finish_reason,
        *(t for c in reply.tool_calls for t in (c.id, c.name, c.arguments)),
    ]:
        assert isinstance(text, str) and KEY not in text
        text.encode()  # no lone surrogates
    assert len(reply.tool_calls) <= 256
    for count in (reply.prompt_tokens, reply.cached_tokens, reply.output_tokens):
        assert type(count) is int and 0 <= count <= 10**9
    return reply


def places(value, path=()):
    """The path of each value within plain data."""
    yield path
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(part, (*path, name))


def put(value, path, new):
    """Plain data with another value at a path."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


@MANY
@given(st.binary(max_size=300))
@example(b"[" * 200_000)
@example(b'{"choices":' * 200_000)
def test_any_bytes(body):
    outcome(body)


@MANY
@given(VALUES)
def test_any_json(value):
    outcome(json.dumps(value).encode())


@MANY
@given(st.data(), st.sampled_from([completion("hi"), USAGE]))
def test_a_completion_with_anything_anywhere(data, whole):
    path = data.draw(st.sampled_from(list(places(whole))))
    outcome(json.dumps(put(whole, path, data.draw(VALUES))).encode())


@MANY
@given(st.data(), st.sampled_from([completion("hi"), USAGE]))
def test_a_completion_cut_and_torn(data, whole):
    body = bytearray(json.dumps(whole).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(body)))
        length = data.draw(st.integers(0, 5))
        body[place : place + length] = data.draw(st.binary(max_size=5))
    outcome(bytes(body))


@MANY
@given(st.text(), st.text(), st.text())
@example(KEY, KEY, KEY)
@example(f"a{KEY}{KEY}b", "\ud800", "")
def test_texts_come_through_whole_and_without_the_key(text, name, arguments):
    body = calling(name, arguments)
    body["choices"][0]["message"]["content"] = text
    reply = outcome(json.dumps(body).encode())
    if reply is not None:
        assert reply.text == text.replace(KEY, "[key]")
        assert reply.tool_calls[0].name == name.replace(KEY, "[key]")


@MANY
@given(st.text() | st.from_regex(r"[A-Z][a-z]{2}, [0-9]{1,3} [A-Z][a-z]{2} [0-9]{1,6} .{0,20}"))
@example("\xb2")
@example("Mon, 01 Jan 0001 00:00:00 -2359")
def test_any_retry_after(said):
    wait_s = _asked_s(said)
    assert wait_s is None or 0 <= wait_s <= 120


@MANY
@given(st.text())
@example(f"\x1b[2J{KEY}\r\n{KEY}\u2028\ud800")
def test_any_text_of_a_server_is_quoted_on_one_printable_line(said):
    shown = ENDPOINT.quoted(said)
    assert len(shown) <= 300 and len(shown.splitlines()) <= 1 and KEY not in shown
    shown.encode()
