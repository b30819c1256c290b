"""`openai:MODEL` against a scripted server: a real one, on a port of this machine."""

from __future__ import annotations

import json
import re
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from fictionworld.chat.client import BlockingChatClient
from fictionworld.chat.endpoint import Endpoint
from fictionworld.episodes.agents.chat import ChatAgent
from fictionworld.episodes.rollout import Conditions, play, play_all
from fictionworld.tasks.key import answer_markdown
from tests.chat.hostile import BEHAVIOURS, KEY, calling, completion, hostile_server, seeded, sends


def says(text):
    return 200, {"choices": [{"message": {"role": "assistant", "content": text}}]}


def calls(*made):
    tools = [
        {"id": f"c{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, (name, arguments) in enumerate(made)
    ]
    return 200, {
        "choices": [{"message": {"role": "assistant", "content": None, "tool_calls": tools}}]
    }


@contextmanager
def server(script):
    """A server whose n-th request gets `script[n]`, the last for ever; and what it was sent."""
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, answer = script[min(len(requests), len(script) - 1)]
            requests.append((self.path, self.headers, body))
            text = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=httpd.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{httpd.server_port}/v1", requests
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


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
    path, headers, body = requests[0]
    assert path == "/v1/chat/completions" and headers["Authorization"] == "Bearer secret"
    assert body["model"] == "tiny" and len(body["tools"]) == 3
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    roles = [message["role"] for message in requests[2][2]["messages"]]
    assert roles == ["system", "user", "assistant", "tool", "tool", "assistant", "tool"]
    assert requests[1][2]["messages"][3]["tool_call_id"] == "c0"


def test_the_last_turn_is_for_the_answer(dataset, task):
    script = [calls(("web_search", '{"query": "clubs"}'))] * 2 + [says("no idea")]
    with server(script) as (url, requests):
        played = play(dataset, agent(url, turns=3), task, Conditions())
    assert played.trace.answer == "no idea"
    assert "tools" not in requests[-1][2]
    assert len(requests) == 3


def test_tries_again_where_that_may_help(dataset, task):
    script = [(429, {"error": "busy"}), (503, {}), (200, {"choices": []}), says("x")]
    with server(script) as (url, requests):
        played = play(dataset, agent(url), task, Conditions())
    assert played.trace.answer == "x" and len(requests) == 4


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


# A server that misbehaves -------------------------------------------------------------------------


def hasty(url, deadline_s=1.0, **options):
    endpoint = Endpoint(url, KEY, deadline_s=deadline_s, tries=1, most_bytes=1_000_000)
    return ChatAgent("tiny", BlockingChatClient(endpoint), **options)


def test_whatever_one_reply_is_the_other_episodes_go_on(dataset):
    """Every behaviour once, in this order, among good ones: each episode has its outcome."""
    wanted = [name for name, (_, said) in BEHAVIOURS.items() if said is not None]
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


def test_what_is_wrong_with_a_call_is_the_tools_to_say(dataset, task):
    odd = [
        ("web_search", "{broken"), ("web_search", "[" * 9_000), ("no_tool", "{}"), ("", ""),
        ("web_search", None), ("web_search", {"query": "clubs"}), ("web_search", '"clubs"'),
    ]  # fmt: skip
    answers = iter([*(sends(calling(*one)) for one in odd), "good"])
    with hostile_server(lambda n: next(answers)) as server:
        played = play(dataset, hasty(server.url, 5.0), task, Conditions())
    assert played.error is None and played.trace.answer == "no idea"
    kinds = [call.kind for call in played.trace.calls]
    assert kinds == ["error"] * 5 + ["results", "error"]


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
