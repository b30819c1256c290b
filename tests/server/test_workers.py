"""Several worker processes are one server: killed, restarted, called from all sides."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from urllib.parse import urlsplit

import httpx
import pytest

from tests.server.serving import ADMIN, TRAINER, bearer, comes_true, command, ready, workers_of

CALLS = [
    ("web_search", {"query": "list of all"}),
    ("dict_memory", {"operation": "add", "dict": {"a": "1"}}),
    ("web_search", {"query": "news"}),
    ("dict_memory", {"operation": "update", "dict": {"a": "2"}}),
    ("dict_memory", {"operation": "retrieve_all"}),
    ("web_search", '{"query": '),
]


def pending(url):
    """Requests that the server has accepted and not answered."""
    page = httpx.get(f"{url}/metrics", timeout=60).text
    return sum(map(float, re.findall(r"^fictionworld_pending_requests (\S+)", page, re.MULTILINE)))


def post(http, path, body, tries=1, headers=None):
    """A call on a connection of its own, so that any worker may answer; again where one died."""
    for left in reversed(range(tries)):
        try:
            with httpx.Client(base_url=http, timeout=60, verify=False) as fresh:
                reply = fresh.post(path, json=body, headers=headers)
        except httpx.TransportError:
            if not left:
                raise
            time.sleep(0.2)
        else:
            assert reply.status_code < 300, reply.text
            return reply.json()
    raise AssertionError("unreachable")


@pytest.fixture(scope="module")
def served(tmp_path_factory, module_store_url):
    """A server of two workers with tokens: its process and its URL."""
    env = {"FICTIONWORLD_TRAINER_TOKEN": TRAINER, "FICTIONWORLD_ADMIN_TOKEN": ADMIN}
    flags = ("--workers", 2, "--most-body-bytes", 2000, "--store", module_store_url)
    with command(tmp_path_factory.mktemp("state"), *flags, env=env) as (process, url):
        ready(url)
        yield process, url


def test_any_worker_goes_on_with_any_episode(dataset, task, served):
    process, url = served
    headers = bearer(TRAINER)
    bodies = [{"task": task.task_id, "seed": n} for n in range(3)]
    made = [post(url, "/v1/episodes", body, headers=headers) for body in bodies]
    order = [n for n in range(3) for _ in CALLS]
    random.Random(3).shuffle(order)
    texts = {n: [] for n in range(3)}
    for n in order:
        tool, arguments = CALLS[len(texts[n])]
        at = f"/v1/episodes/{made[n]['episode_id']}/call"
        call = {"tool": tool, "arguments": arguments}
        texts[n].append(post(url, at, call, headers=headers)["text"])
    assert len(workers_of(process.pid)) == 2
    for n, heard in texts.items():
        own = dataset.episode(task.task_id, seed=n)
        assert heard == [own.call(tool, arguments) for tool, arguments in CALLS]


@pytest.mark.slow
def test_200_sessions_in_any_order_hear_the_same(dataset, tmp_path, store_url):
    """Interleaved as a seed says, of one worker and of two: each hears what it would alone."""
    tasks, luck = dataset.tasks(), random.Random(11)
    asked = [(n, *call) for n in range(200) for call in luck.sample(CALLS, 3)]
    heard = []
    for workers in (1, 2):
        luck.shuffle(order := list(range(200)))
        turns = [[one for one in asked if one[0] == n] for n in order]
        state = tmp_path / str(workers)
        state.mkdir()
        with command(state, "--workers", workers, "--store", store_url) as (_, url):
            ready(url)
            at = [
                post(url, "/v1/episodes", {"task": tasks[n % len(tasks)].task_id, "seed": n})
                for n in range(200)
            ]
            texts = {n: [] for n in range(200)}
            while turns:
                mine = luck.choice(turns)
                n, tool, arguments = mine.pop(0)
                call = {"tool": tool, "arguments": arguments}
                path = f"/v1/episodes/{at[n]['episode_id']}/call"
                texts[n].append(post(url, path, call)["text"])
                turns = [one for one in turns if one]
            heard.append(texts)
    assert heard[0] == heard[1]
    for n in range(0, 200, 10):
        own = dataset.episode(tasks[n % len(tasks)].task_id, seed=n)
        assert heard[0][n] == [own.call(*call) for k, *call in asked if k == n]


@pytest.mark.slow
def test_parallel_calls_of_one_episode_are_each_noted_once(dataset, task, tmp_path, store_url):
    queries = [f"list {n}" for n in range(24)]
    with command(tmp_path, "--workers", 2, "--store", store_url) as (_, url):
        ready(url)
        at = f"/v1/episodes/{post(url, '/v1/episodes', {'task': task.task_id})['episode_id']}"
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda q: post(url, f"{at}/search", {"query": q}), queries))
        trace = httpx.get(f"{url}{at}/trace", timeout=60).json()
    own = dataset.episode(task.task_id)
    assert [one["text"] for one in found] == [own.search(query).text for query in queries]
    asked = sorted(one["arguments"] for one in trace["calls"])
    assert asked == sorted(call.arguments for call in own.calls)


@pytest.mark.slow
def test_a_killed_worker_loses_no_answered_call(dataset, task, tmp_path, store_url):
    answered, flags = 0, ("--workers", 2, "--store", store_url)
    with command(tmp_path, *flags) as (process, url):
        ready(url)
        at = f"/v1/episodes/{post(url, '/v1/episodes', {'task': task.task_id})['episode_id']}"
        for n in range(30):
            if n in {10, 20}:
                killed = random.Random(n).choice(workers_of(process.pid))
                os.kill(killed, signal.SIGKILL)
            post(url, f"{at}/search", {"query": f"list {n}"}, tries=50)
            answered += 1
        gauge = tmp_path / "metrics" / f"gauge_livesum_{killed}.db"
        assert comes_true(lambda: not gauge.exists())  # what was pending there is not
        trace = httpx.get(f"{url}{at}/trace", timeout=60).json()
        asked = [one["arguments"] for one in trace["calls"]]
        assert len(asked) >= answered
        for n in range(30):
            assert f'{{"query": "list {n}"}}' in asked
    # all of them killed: what was answered is there when the server is started again
    with command(tmp_path, *flags) as (process, url):
        ready(url)
        for pid in [process.pid, *workers_of(process.pid)]:
            os.kill(pid, signal.SIGKILL)
        process.wait(20)
    with command(tmp_path, "--store", store_url) as (_, url):
        ready(url)
        again = httpx.get(f"{url}{at}/trace", timeout=60).json()
        assert [one["sha256"] for one in again["calls"]] == [
            one["sha256"] for one in trace["calls"]
        ]
        own = dataset.episode(task.task_id)
        assert post(url, f"{at}/search", {"query": "news"})["text"] == own.search("news").text


@pytest.mark.slow
def test_a_worker_that_dies_before_it_answers_its_parent_is_replaced(tmp_path):
    with command(tmp_path, "--workers", 2) as (process, url):
        ready(url)
        known = set(workers_of(process.pid))
        os.kill(min(known), signal.SIGKILL)
        for _ in range(2):
            until = time.monotonic() + 20
            while not (new := set(workers_of(process.pid)) - known):
                assert time.monotonic() < until, "no worker came in place of the killed one"
                time.sleep(0.02)
            os.kill(max(new), signal.SIGSTOP)
            time.sleep(1)  # by now its parent has asked whether it lives
            os.kill(max(new), signal.SIGKILL)
            known |= new
        # `command` asks its parent to stop while the next one starts


QUERIES = 256
"""Of one request, the most allowed: six of them are still at work when the last has come."""


@pytest.mark.slow  # `tests/server/test_stopping.py` stops one worker each day
@pytest.mark.parametrize("workers", [1, 2])
def test_sigterm_answers_what_was_accepted_and_refuses_the_rest(tmp_path, workers, store_url):
    with command(tmp_path, "--workers", workers, "--store", store_url) as (process, url):
        ready(url)
        replies = []
        with httpx.Client(base_url=url, timeout=120) as http:

            def search(world):
                body = {"queries": [f"list {n}" for n in range(QUERIES)], "topk": 3}
                replies.append(http.post(f"/w/{world}/retrieve", json=body))

            for world in range(6):  # cold ones may take longer than a server that stops has
                http.post(f"/w/{world}/search", json={"q": "list"})
            threads = [threading.Thread(target=search, args=(world,)) for world in range(6)]
            for thread in threads:
                thread.start()
            while pending(url) < 6:
                assert not replies, "answered before all six were there"
                time.sleep(0.01)
            for pid in [process.pid, *workers_of(process.pid)]:  # as a terminal's group gets it
                os.kill(pid, signal.SIGTERM)
            refused = httpx.post(f"{url}/w/1/search", json={"q": "list"}, timeout=60)
            while refused.status_code == 200:  # it came before the signal was handled
                refused = httpx.post(f"{url}/w/1/search", json={"q": "list"}, timeout=60)
            assert pending(url) > 0, "all was answered before the server was asked to stop"
            for thread in threads:
                thread.join()
        assert process.wait(60) in {0, -signal.SIGTERM}
        assert [reply.status_code for reply in replies] == [200] * 6
        assert all(len(reply.json()["result"]) == QUERIES for reply in replies)
        assert refused.status_code == 503 and refused.headers["connection"] == "close"
        assert refused.headers["retry-after"] == "1"
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{url}/health")


@pytest.mark.slow
def test_a_pool_may_keep_connections(tmp_path):
    """Idle for longer than uvicorn waits, and than pools of clients keep one."""
    with command(tmp_path) as (_, url):
        ready(url)
        kept = HTTPConnection(urlsplit(url).netloc, timeout=60)
        kept.connect()
        kept.auto_open = 0  # a connection that was closed is an error
        for idle_s in (0, 6, 31):
            time.sleep(idle_s)
            kept.request("GET", "/health")
            reply = kept.getresponse()
            assert reply.status == 200 and reply.read()
        kept.close()


def test_one_connection_serves_on_after_each_error(task, served):
    process, url = served
    soft, hard = resource.prlimit(process.pid, resource.RLIMIT_NOFILE)
    assert soft == hard
    connections = []
    limits = httpx.Limits(max_connections=1)
    with httpx.Client(base_url=url, limits=limits, timeout=60) as http:
        http.headers.update(bearer(TRAINER))
        made = http.post("/v1/episodes", json={"task": task.task_id}).json()
        at = f"/v1/episodes/{made['episode_id']}"
        http.post(f"{at}/answer", json={"answer": None})
        for method, path, body, status in (
            ("POST", f"{at}/call", b'{"tool": "web_search"}', 409),
            ("POST", f"{at}/call", b"{", 422),
            ("POST", f"{at}/call", b"x" * 1_000_000, 413),
            ("POST", "/nowhere", b"{}", 404),
            ("PUT", at, b"{}", 405),
            ("GET", "/metrics", b"", 403),
        ):
            reply = http.request(method, path, content=body)
            assert reply.status_code == status, reply.text
            following = http.get("/v1/worlds/1")
            assert following.status_code == 200
            connections.append(following.extensions["network_stream"].get_extra_info("socket"))
    assert len({id(one) for one in connections}) == 1
    metrics = httpx.get(f"{url}/metrics", headers=bearer(ADMIN)).text  # of both workers
    route = 'route="/v1/worlds/{world_id}",status="200"'
    assert f"fictionworld_requests_total{{{route}}} 6.0" in metrics
