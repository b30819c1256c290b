"""Tool calls as models write them into their text."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fictionworld.chat.call_arguments import json_text, read_object, read_value
from fictionworld.chat.tool_call_families import FAMILIES
from fictionworld.chat.tool_call_text import read_tool_calls, tool_responses
from fictionworld.simulator.dict_memory import Remember
from fictionworld.simulator.tool import CallError
from fictionworld.simulator.toolbox import openai_tools, read_call
from fictionworld.simulator.web_extractor import Extract
from fictionworld.simulator.web_search import Query, Search
from tests.data.files import data_of

TOOLS = openai_tools()


def calls_in(text):
    """What the tools make of the calls: a call, or the reply that says what is wrong."""
    found = []
    for call in read_tool_calls(text, TOOLS).calls:
        try:
            found.append(read_call(call.name, call.arguments))
        except CallError as error:
            found.append(str(error))
    return found


FORMS = data_of("replies/tool_calls.yaml")
READABLE = FORMS["families"] | FORMS["without_marks"]
MEANT = {
    "SEARCH": Search((Query("a b", cut=False),)),
    "YEAR": Search((Query("2031", cut=False),)),
    "READ": Extract("https://a.example/b", 2),
    "ALL": Remember("retrieve_all"),
    "NOTE": Remember("add", items=(("k", "1"),)),
}


@pytest.mark.parametrize("name", READABLE)
def test_calls_of_every_family_are_read(name):
    form = READABLE[name]
    written = read_tool_calls(form["text"], TOOLS)
    calls = [read_call(call.name, call.arguments) for call in written.calls]
    assert calls == [MEANT[call] for call in form["calls"]] and not written.unread
    assert form.get("parser", "") in written.family.advice


@pytest.mark.parametrize("name", FORMS["unreadable"])
def test_what_looks_like_a_call_is_one_that_could_not_be_read(name):
    form = FORMS["unreadable"][name]
    written = read_tool_calls(form["text"], TOOLS)
    [said] = calls_in(form["text"])
    assert isinstance(said, str) and len(written.unread) == form["unread"]
    assert form.get("parser", "") in written.family.advice
    assert all("\n" not in text and len(text) <= 103 for text in written.unread)


@pytest.mark.parametrize("name", FORMS["mentions"])
def test_a_mention_is_no_call(name):
    text = FORMS["mentions"][name]
    written = read_tool_calls(text, TOOLS)
    assert written.calls == written.unread == () and written.family is None
    assert name == "a thought" or written.text == text.strip()


@pytest.mark.parametrize("name", FORMS["without_marks"])
def test_without_tools_json_is_an_answer(name):
    assert read_tool_calls(FORMS["without_marks"][name]["text"]).calls == ()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('{"query": "a b"}', {"query": "a b"}), ("{'query': 'a b'}", {"query": "a b"}),
        ('{"query": "a b"', {"query": "a b"}), ('{"query": "a b",}', {"query": "a b"}),
        ('{query: "a b"}', {"query": "a b"}), ('{"query": "a\nb"}', {"query": "a\nb"}),
        ('"{\\"query\\": \\"a b\\"}"', {"query": "a b"}), ('{"query": "a', None), ("[1]", None),
        ("", None), ("null", None), ("search for a b", None), ('{"page": NaN}', None),
        ("[" * 9_000, None), ("{" * 9_000, None), ('{"a": "', None),
    ],
)  # fmt: skip
def test_an_object_is_read_where_its_meaning_is_plain(text, meant):
    assert read_object(text) == meant


@given(st.text())
def test_whatever_is_read_can_be_sent_as_json(text):
    for candidate in (text, f'{{"query": {text}', f"{{'query': {text}}}"):
        value = read_value(candidate)
        assert json.loads(json_text(value)) is not False
        json_text(value).encode()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<tool_call>{"name": "web_search", "arguments": {"query": "a', "not valid JSON"),
        ("<tool_call>{'name': 'web_search'}</tool_call>", "got no query"),
        ("<tool_call></tool_call>", "there is no such tool"),
        ("<tool_call>[1, 2]</tool_call>", "there is no such tool"),
        ('<tool_call>{"name": 5, "arguments": {}}</tool_call>', "there is no such tool"),
        ('<tool_call>{"name": "web_serch", "arguments": {}}</tool_call>', "did you mean"),
        ('<tool_call>{"name": "web_search", "arguments": null}</tool_call>', "got nothing"),
        ("<tool_call><function=web_extractor><parameter=page>two</parameter></function>",
         "got no url"),
        ("<tool_call>" + "[" * 100_000, "there is no such tool"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_answered_by_the_tool(text, said):
    [reply] = calls_in(text)
    assert said in reply


def test_what_is_left_of_the_text():
    text = 'Let me see.\n<tool_call>{"name": "web_search"}</tool_call>\n'
    assert read_tool_calls(text).text == "Let me see."
    assert read_tool_calls("<think>hm</think>\n\nThe answer.").text == "The answer."
    assert tool_responses(["a", "b"]) == (
        "<tool_response>\na\n</tool_response>\n<tool_response>\nb\n</tool_response>"
    )


@given(st.lists(st.sampled_from([
    "<tool_call>", "</tool_call>", "<function=web_search>", "</function>", "<parameter=query>",
    "</parameter>", '{"name": "web_search", "arguments": ', '{"query": "a"}', "}", "[", "<think>",
    "</think>", "text", "\\", '"', "\n", "[TOOL_CALLS]", "web_search(", "<|python_tag|>", "```",
    "`", "<｜tool▁call▁begin｜>", "<arg_key>", "<invoke name=", "to=functions.", "functools", "{",
]), max_size=14))  # fmt: skip
def test_any_text_is_read(pieces):
    for call in read_tool_calls("".join(pieces), TOOLS).calls:
        assert isinstance(call.name, str) and isinstance(call.arguments, str)


def test_values_survive_both_forms():
    value = {"operation": "add", "dict": {"a": ["é", {"b": None}], "</x>": "1 < 2"}}
    written = json.dumps({"name": "dict_memory", "arguments": value})
    tags = "".join(f"<parameter={k}>{v if isinstance(v, str) else json.dumps(v)}</parameter>"
                   for k, v in value.items())  # fmt: skip
    for text in (written, f"<function=dict_memory>{tags}</function>"):
        [call] = read_tool_calls(f"<tool_call>{text}</tool_call>", TOOLS).calls
        assert json.loads(call.arguments) == value


JSON_FAMILIES = [family for family in FAMILIES if not family.is_inner and not family.holds]


@given(st.sampled_from(JSON_FAMILIES), st.text(), st.sampled_from([json.dumps, repr]))
def test_what_was_written_between_marks_is_what_is_read(family, query, written):
    """As JSON or as Python; a text that holds the marks themselves is another's matter."""
    assume(not set("<[`｜\x00") & set(query) and not re.search("[\ud800-\udfff]", query))
    body = written({"name": "web_search", "arguments": {"query": query}})
    [call] = read_tool_calls(f"{family.opens}{body}{family.closes}", TOOLS).calls
    assert (call.name, json.loads(call.arguments)) == ("web_search", {"query": query})
