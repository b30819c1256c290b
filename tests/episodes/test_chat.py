"""`openai:MODEL` against a scripted server: a real one, on a port of this machine."""

from __future__ import annotations

import json
import re
import time
from contextlib import contextmanager

import pytest

from fictionworld.chat.client import BlockingChatClient
from fictionworld.chat.endpoint import Endpoint
from fictionworld.episodes.agents.chat import ChatAgent
from fictionworld.episodes.rollout import Conditions, play, play_all
from fictionworld.tasks.key import answer_markdown
from tests.chat.hostile import (
    BEHAVIOURS,
    KEY,
    calling,
    completion,
    ended,
    hostile_server,
    seeded,
    sends,
)
from tests.simulator.drafts.script import server as scripted_server


def says(text):
    return 200, completion(text)


def calls(*made):
    tools = [
        {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(made)
    ]
    return 200, completion(None, tool_calls=tools)


@contextmanager
def server(script):
    """A server whose n-th request gets `script[n]`, the last for ever; what it was sent."""
    with scripted_server(lambda body, n: script[min(n, len(script) - 1)]) as found:
        yield found


def agent(url, **options):
    endpoint = Endpoint(url, "secret", pause_s=0.001)
    return ChatAgent("tiny", BlockingChatClient(endpoint), **options)


def test_plays_through_tool_calls(dataset, task):
    right = answer_markdown(dataset.key(task.task_id))
    script = [
        calls(("web_search", '{"query": "clubs"}'), ("web_search", "{broken")),
        calls(("no_tool", "{}")),
        says(f"Here it is.\n{right}"),
    ]
    with server(script) as (url, requests):
        played = play(dataset, agent(url), task, Conditions())
    assert played.trace.reward.f1_by_item == 1
    assert [call.kind for call in played.trace.calls] == ["results", "error", "error"]
    body = requests[0]
    assert body["model"] == "tiny" and len(body["tools"]) == 3
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    roles = [message["role"] for message in requests[2]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "tool", "assistant", "tool"]
    assert requests[1]["messages"][3]["tool_call_id"] == "c0"


def test_the_last_turn_is_for_the_answer(dataset, task):
    script = [calls(("web_search", '{"query": "clubs"}'))] * 2 + [says("no idea")]
    with server(script) as (url, requests):
        played = play(dataset, agent(url, turns=3), task, Conditions())
    assert played.trace.answer == "no idea"
    assert "tools" not in requests[-1]
    assert len(requests) == 3


def test_a_refusal_is_no_answer(dataset, task):
    with server([(401, {"error": "bad key"})]) as (url, requests):
        played = play(dataset, agent(url), task, Conditions())
    assert played.trace is None and "HTTP 401" in played.error and "bad key" in played.error
    assert len(requests) == 1


def test_many_at_once_come_as_they_end(dataset):
    tasks = dataset.tasks()[:8]
    with server([says("no idea")]) as (url, _):
        played = list(play_all(dataset, agent(url), tasks, Conditions(), at_once=4))
    assert {one.task.task_id for one in played} == {task.task_id for task in tasks}
    assert len(played) == 8 and all(one.error is None for one in played)


# How replies end ----------------------------------------------------------------------------------


def played_against(dataset, task, *answers, **options):
    """The task played against a server that sends these bodies, the last for ever."""
    script = [answer if isinstance(answer, tuple) else (200, answer) for answer in answers]
    with server(script) as (url, requests):
        return play(dataset, agent(url, **options), task, Conditions()), requests


def test_an_answer_that_was_cut_is_graded_as_what_it_is(dataset, task):
    right = answer_markdown(dataset.key(task.task_id))
    played, _ = played_against(dataset, task, ended("length", right))
    trace = played.trace
    assert (trace.cut, trace.ending, trace.stopped, trace.reward.f1_by_item) == (
        True, "answered", None, 1
    )  # fmt: skip
    played, _ = played_against(dataset, task, ended("length", "no idea"), says("unused"))
    assert played.trace.cut and played.trace.reward.f1_by_item == 0
    played, _ = played_against(dataset, task, completion(right))
    assert not played.trace.cut


@pytest.mark.parametrize("reason", ["abort", "error"])
def test_a_generation_that_a_server_broke_off_is_asked_for_again_and_is_no_zero(
    dataset, task, reason
):
    played, requests = played_against(dataset, task, ended(reason, "| half |"), completion("whole"))
    assert played.trace.answer == "whole" and len(requests) == 2
    played, requests = played_against(dataset, task, ended(reason, "| half |"))
    assert played.trace is None and f"(finish_reason {reason!r})" in played.error
    assert len(requests) == 5


NOTHING = {
    "an empty text": (completion(""), "empty", "no text, no call, no thought"),
    "no message": (completion(None), "empty", "finish_reason 'stop'"),
    "a thought in a field": (
        completion(None, reasoning_content="hm" * 600), "empty", "a thought of 1,200 characters"),
    "a thought in the text": (completion("<think>hm</think>\n"), "empty", "a thought of"),
    "a thought that was cut": (
        ended("length", "<think>so"), "empty", "limit of tokens was reached within the thought"),
    "a filter": (ended("content_filter", "| half |"), "refused", "finish_reason 'content_filter'"),
    "a refusal": (completion(None, refusal="I cannot."), "refused", "withheld: I cannot."),
    "no room in the context": (
        ended("length", "") | {"usage": {"prompt_tokens": 8192, "completion_tokens": 0}},
        "context", "after 8,192 tokens the server wrote none"),
}  # fmt: skip


@pytest.mark.parametrize("name", NOTHING)
def test_a_reply_without_an_answer_says_which_it_was(dataset, task, name):
    body, ending, why = NOTHING[name]
    played, requests = played_against(dataset, task, body)
    trace = played.trace
    assert (trace.ending, trace.answer, float(trace.reward)) == (ending, "", 0)
    assert why in trace.stopped and len(requests) == 1


def test_a_call_where_the_answer_was_asked_for(dataset, task):
    for body in (calls(("web_search", '{"query": "clubs"}'))[1], completion(CALL)):
        played, _ = played_against(dataset, task, body, turns=2)
        assert played.trace.ending == "empty" and "calls a tool where" in played.trace.stopped


CALL = '<tool_call>{"name": "functions.web_search", "arguments": {\'query\': "clubs"}}</tool_call>'


def test_what_looks_like_a_call_is_answered_with_an_error_and_counted(dataset, task):
    broken = "[TOOL_CALLS]web_search{query"
    played, requests = played_against(
        dataset, task, completion(broken), completion(CALL), completion("x")
    )
    trace = played.trace
    assert [call.kind for call in trace.calls] == ["error", "results"] and trace.answer == "x"
    [unread] = trace.unread_calls
    assert unread.text == broken and "--tool-call-parser (vLLM: mistral" in unread.advice
    assert "not valid JSON" in requests[1]["messages"][-1]["content"]


# What goes back into the conversation -------------------------------------------------------------

ODD_CALLS = [
    ("web_search", "{broken"), ("web_search", "[1]"), ("web_search", ""), ("web_search", "null"),
    ("web_search", "[" * 9_000), ("web_search", '{"query": NaN}'), ("web_search", '"clubs"'),
    ("web_search", '{"query": "\\ud800"}'), ("web_search", "{'query': 'clubs'}"),
    ("web_search", '{"query": "clubs"'), ("functions.web_search", '{"query": "clubs"}'),
    ("", "{}"), ("web search!", "{}"), ("n" * 90, "{}"), ("no_tool", {"a": 1}),
]  # fmt: skip


def test_whatever_a_model_wrote_a_strict_server_reads_the_history(dataset, task):
    """It answers 400 for what vLLM, Mistral or OpenAI refuse, which would be a fault of ours."""
    answers = iter(ODD_CALLS)
    refused = []

    def strict(with_):
        body = json.loads(with_.request.partition(b"\r\n\r\n")[2])
        try:
            for message in body["messages"]:
                for call in message.get("tool_calls", ()):
                    assert re.fullmatch("[A-Za-z0-9_-]{1,64}", call["function"]["name"])
                    assert re.fullmatch("[A-Za-z0-9]{9}", call["id"])
                    arguments = call["function"]["arguments"]
                    assert isinstance(json.loads(arguments, parse_constant=float.fromhex), dict)
                    json.dumps(json.loads(arguments), ensure_ascii=False).encode()
        except (AssertionError, ValueError) as error:
            refused.append(repr(error))
            sends({"error": repr(error)}, "400 Bad")(with_)
            return
        one = next(answers, None)
        sends(completion("done") if one is None else calling(*one, id=None))(with_)

    with hostile_server(lambda n: strict) as server:
        played = play(dataset, hasty(server.url, 30.0), task, Conditions())
    assert not refused and played.error is None and played.trace.answer == "done"
    kinds = [call.kind for call in played.trace.calls]
    assert kinds == ["error"] * 7 + ["results"] * 4 + ["error"] * 4
    last = json.loads(server.requests[-1].partition(b"\r\n\r\n")[2])["messages"]
    ids = [call["id"] for message in last for call in message.get("tool_calls", ())]
    assert len(set(ids)) == len(ODD_CALLS)
    assert ids == [message["tool_call_id"] for message in last if message["role"] == "tool"]
    first = last[2]["tool_calls"][0]["function"]
    assert first == {"name": "web_search", "arguments": "{}"}


def test_what_servers_read_goes_back_as_it_came(dataset, task):
    arguments = '{"query":  "clubs"}'
    body = calling("web_search", arguments, id="call_of_its_own")
    _, requests = played_against(dataset, task, body, completion("x"))
    [call] = requests[1]["messages"][2]["tool_calls"]
    assert (call["id"], call["function"]["arguments"]) == ("call_of_its_own", arguments)


def test_a_refused_request_behind_shorter_ones_is_likely_too_long(dataset, task):
    usage = {"usage": {"prompt_tokens": 900, "completion_tokens": 100}}
    searching = calling("web_search", '{"query": "clubs"}') | usage
    played, requests = played_against(dataset, task, searching, (400, {"error": "no"}))
    assert "1 shorter requests of up to 1,000 tokens" in played.error and len(requests) == 2
    assert "likely longer than the model's context" in played.error
    played, _ = played_against(dataset, task, (400, {"error": "no"}))
    assert "likely" not in played.error


# A server that misbehaves -------------------------------------------------------------------------


def hasty(url, deadline_s=1.0, **options):
    endpoint = Endpoint(url, KEY, deadline_s=deadline_s, tries=1, most_bytes=1_000_000)
    return ChatAgent("tiny", BlockingChatClient(endpoint), **options)


def test_whatever_one_reply_is_the_other_episodes_go_on(dataset):
    """Every behaviour once, in this order, among good ones: each episode has its outcome."""
    wanted = [name for name, (_, said) in BEHAVIOURS.items() if said is not None]
    wanted.remove("a full context")  # the agent's own doing
    reasons = {said for _, said in BEHAVIOURS.values() if said is not None}
    tasks = (dataset.tasks() * 9)[: 2 * len(wanted)]
    names = iter([name for one in wanted for name in (one, "good")])
    with hostile_server(lambda n: next(names, "good")) as server:
        played = list(play_all(dataset, hasty(server.url, 4.0), tasks, Conditions(), at_once=8))
    assert len(played) == len(tasks) and len(server.requests) == len(tasks)
    failed = [one.error for one in played if one.error is not None]
    assert len(failed) == len(wanted)
    for error in failed:
        assert any(re.search(said, error) for said in [*reasons, "no answer within"]), error
        assert KEY not in error and error.isprintable()
    assert all(one.trace.answer == "no idea" for one in played if one.error is None)


@pytest.mark.parametrize("seed", range(3))
def test_any_mixture_ends_and_can_be_written(dataset, seed):
    tasks = dataset.tasks()[:12]
    with hostile_server(seeded(seed, good=0.3)) as server:
        agent = hasty(server.url, turns=6)
        played = list(play_all(dataset, agent, tasks, Conditions(texts=True), at_once=6))
    assert {one.task.task_id for one in played} == {task.task_id for task in tasks}
    for one in played:
        written = one.error if one.trace is None else one.trace.as_json()
        assert written and KEY not in written
        assert "Error:" not in (one.error or "") or "the connection broke: " in one.error


def test_an_episode_has_a_deadline_of_its_own(dataset, task):
    def slow(with_):
        time.sleep(0.15)
        sends(calling("web_search", '{"query": "clubs"}'))(with_)

    for behave, most in ((slow, 4), ("stalls", 1)):
        with hostile_server(lambda n, behave=behave: behave) as server:
            played = play(dataset, hasty(server.url, 3600.0, episode_s=0.6), task, Conditions())
        assert len(server.requests) <= most
        assert played.error == "the episode took longer than 0.6 s (--episode-timeout-s)"


def test_what_a_server_repeats_of_the_key_is_in_no_trace(dataset, task):
    answers = iter([sends(calling("web_search", json.dumps({"query": KEY}))),
                    sends(completion(f"| key |\n|-|\n| {KEY} |"))])  # fmt: skip
    with hostile_server(lambda n: next(answers)) as server:
        played = play(dataset, hasty(server.url, 5.0), task, Conditions(texts=True))
    assert played.trace.answer.endswith("| [key] |")
    assert KEY not in played.trace.as_json()


def test_a_fault_of_ours_is_the_outcome_of_its_episode(dataset, task):
    class Faulty:
        name = "faulty"

        def play(self, episode, reasoner):
            raise RecursionError("a fault of ours")

    [played] = play_all(dataset, Faulty(), [task], Conditions())
    assert played.trace is None and "RecursionError: a fault of ours" in played.error
