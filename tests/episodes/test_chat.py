"""`openai:MODEL` against a scripted server: a real one, on a port of this machine."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from fictionworld.episodes.agents.chat import ChatAgent
from fictionworld.episodes.agents.endpoint import Endpoint
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.rollout import Conditions, play, play_all
from fictionworld.errors import UsageError
from fictionworld.tasks.answer_text import answer_markdown


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
    return ChatAgent("tiny", Endpoint(url, "secret", pause_s=0.001), **options)


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


def test_a_server_that_is_not_there():
    endpoint = Endpoint("http://127.0.0.1:9", tries=2, pause_s=0.001)
    with pytest.raises(InfrastructureError, match="no answer after 2 tries"):
        endpoint.complete({})
    with pytest.raises(UsageError, match="http://localhost:8000/v1"):
        Endpoint("file:///etc/passwd")
    assert "secret" not in repr(Endpoint("http://a.example", "secret"))


def test_many_at_once_stay_in_order(dataset):
    tasks = dataset.tasks()[:8]
    with server([says("no idea")]) as (url, _):
        played = list(play_all(dataset, agent(url), tasks, Conditions(), at_once=4))
    assert [one.task.task_id for one in played] == [task.task_id for task in tasks]
    assert all(one.error is None for one in played)
