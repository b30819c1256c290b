"""Two servers and one database of PostgreSQL: any of them goes on with any episode."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest

from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import StorageError, UsageError
from fictionworld.server.episode_store import EpisodeStore
from tests.server.postgres import PASSWORD, USER
from tests.server.serving import TRAINER, bearer, comes_true, command, ready
from tests.small import small_dataset

pytestmark = pytest.mark.postgres
TOKEN = {"FICTIONWORLD_TRAINER_TOKEN": TRAINER}


@pytest.fixture
def database(postgres):
    return postgres.new_database()


@contextmanager
def servers(folder, database, *flags, env=None):
    """The processes and URLs of two servers, each with a state folder of its own."""
    with ExitStack() as stack:
        both = []
        for name in ("a", "b"):
            (state := folder / name).mkdir()
            served = command(state, "--store", database, *flags, env=env)
            both.append(stack.enter_context(served))
        for _, url in both:
            ready(url)
        yield both


def posted(url, path, body, **headers):
    """The reply on a connection of its own; None where the server died."""
    try:
        return httpx.post(f"{url}{path}", json=body, headers=headers, timeout=60)
    except httpx.TransportError:
        return None


def made(url, task, **body):
    reply = posted(url, "/v1/episodes", {"task": task.task_id, **body})
    assert reply.status_code == 201, reply.text
    return f"/v1/episodes/{reply.json()['episode_id']}"


def queries_of(trace):
    return [json.loads(call["arguments"])["query"] for call in trace["calls"]]


def test_an_episode_goes_on_at_the_other_server(dataset, task, tmp_path, database):
    with servers(tmp_path, database, env=TOKEN) as ((_, a), (_, b)):
        trainer = bearer(TRAINER)
        body = {"task": task.task_id, "seed": 3}
        created = posted(a, "/v1/episodes", body, **trainer, **{"Idempotency-Key": "k"}).json()
        again = posted(b, "/v1/episodes", body, **trainer, **{"Idempotency-Key": "k"}).json()
        assert created == again  # the key too: one secret signs for both
        at, agent = f"/v1/episodes/{created['episode_id']}", bearer(created["key"])
        own, texts = dataset.episode(task.task_id, seed=3), []
        for n, url in enumerate([a, b, b, a, b]):
            call = {"tool": "dict_memory", "arguments": {"operation": "add", "dict": {n: str(n)}}}
            texts.append(posted(url, f"{at}/call", call, **agent).json()["text"])
        everything = {"tool": "dict_memory", "arguments": {"operation": "retrieve_all"}}
        texts.append(posted(a, f"{at}/call", everything, **agent).json()["text"])
        for n in range(5):
            arguments = {"operation": "add", "dict": {str(n): str(n)}}
            assert texts[n] == own.call("dict_memory", arguments)
        assert texts[-1] == own.call("dict_memory", everything["arguments"])
        answered = posted(b, f"{at}/answer", {"answer": "| a |\n|---|\n| b |"}, **trainer)
        assert answered.status_code == 200
        states = [httpx.get(f"{url}{at}", headers=trainer).json() for url in (a, b)]
        assert states[0] == states[1] == answered.json() and states[0]["state"] == "answered"
        traces = [httpx.get(f"{url}{at}/trace", headers=trainer).json() for url in (a, b)]
        assert traces[0] == traces[1] and len(traces[0]["calls"]) == 6
        over = posted(a, f"{at}/call", everything, **agent)
        assert over.status_code == 409 and "it is answered" in over.json()["detail"]
        assert httpx.delete(f"{a}{at}", headers=trainer).json()["state"] == "answered"


def test_limits_and_idempotency_hold_for_both_servers_together(task, tmp_path, database):
    with servers(tmp_path, database, "--most-episodes", 7) as ((_, a), (_, b)):
        body = {"task": task.task_id}
        with ThreadPoolExecutor(16) as pool:
            same = [{"Idempotency-Key": "one"}] * 8
            found = list(pool.map(lambda n: posted((a, b)[n % 2], "/v1/episodes", body, **same[n]),
                                  range(8)))  # fmt: skip
            others = list(
                pool.map(lambda n: posted((a, b)[n % 2], "/v1/episodes", body), range(16))
            )
        assert len({reply.json()["episode_id"] for reply in found}) == 1
        assert Counter(reply.status_code for reply in others) == {201: 6, 503: 10}
        assert httpx.get(f"{a}/ready").json() == httpx.get(f"{b}/ready").json()
        assert httpx.get(f"{a}/ready").json() == {"status": "full"}
        assert httpx.get(f"{a}/v1/episodes").json() == httpx.get(f"{b}/v1/episodes").json()


def test_a_storm_on_both_servers_loses_and_doubles_no_call(dataset, task, tmp_path, database):
    with servers(tmp_path, database, "--workers", 2) as both:
        urls = [url for _, url in both]
        episodes = [made(urls[n % 2], task, seed=n) for n in range(8)]
        asked = [(n, f"list {k}") for n in range(8) for k in range(8)]
        random.Random(5).shuffle(asked)

        def search(n, query):
            url = urls[random.Random(f"{n} {query}").randrange(2)]
            while (reply := posted(url, f"{episodes[n]}/search", {"query": query})) is not None:
                if reply.status_code == 200:
                    return reply.json()["text"]
                assert reply.status_code == 503 and reply.headers["retry-after"]
                time.sleep(0.2)  # too many were faster, eight times
            raise AssertionError("a server died")

        with ThreadPoolExecutor(16) as pool:
            texts = dict(zip(asked, pool.map(lambda one: search(*one), asked), strict=True))
        for n, at in enumerate(episodes):
            trace = httpx.get(f"{urls[n % 2]}{at}/trace", timeout=60).json()
            assert sorted(queries_of(trace)) == sorted(f"list {k}" for k in range(8))
        own = dataset.episode(task.task_id, seed=1)
        for k in range(8):
            assert texts[1, f"list {k}"] == own.search(f"list {k}").text


@contextmanager
def playing(urls, episodes):
    """Agents that play on whatever happens; of each what was answered, and what came otherwise."""
    stop, answered = threading.Event(), [[] for _ in episodes]
    others = Counter()

    def play(n):
        luck, k = random.Random(n), 0
        while not stop.is_set():
            reply = posted(luck.choice(urls), f"{episodes[n]}/search", {"query": f"list {k}"})
            if reply is not None and reply.status_code == 200:
                answered[n].append(f"list {k}")
                k += 1
            else:
                others[reply and (reply.status_code, reply.headers.get("retry-after"))] += 1
                time.sleep(0.05)

    threads = [threading.Thread(target=play, args=(n,)) for n in range(len(episodes))]
    for thread in threads:
        thread.start()
    try:
        yield answered, others
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def go_on(answered):
    """Whether each agent has had three replies since now."""
    wanted = [len(queries) + 3 for queries in answered]
    return lambda: all(len(queries) >= n for queries, n in zip(answered, wanted, strict=True))


def assert_nothing_lost(url, episodes, answered):
    """Each answered call is in its trace, in order; one that was not answered may be there too."""
    for at, queries in zip(episodes, answered, strict=True):
        trace = httpx.get(f"{url}{at}/trace", timeout=60).json()
        assert list(dict.fromkeys(queries_of(trace)))[: len(queries)] == queries


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_database_that_restarts_loses_nothing(task, tmp_path, database, postgres, mode):
    with servers(tmp_path, database) as both:
        urls = [url for _, url in both]
        episodes = [made(urls[n % 2], task, seed=n) for n in range(6)]
        with playing(urls, episodes) as (answered, others):
            assert comes_true(lambda: all(len(queries) >= 3 for queries in answered))
            postgres.stop(mode)
            try:
                assert comes_true(lambda: others.total() >= 12)
                down = [httpx.get(f"{url}{path}", timeout=60)
                        for url in urls for path in ("/ready", episodes[0])]  # fmt: skip
                assert [reply.status_code for reply in down] == [503] * 4
                assert all(reply.headers["retry-after"] == "1" for reply in down)
                assert httpx.get(f"{urls[0]}/health").status_code == 200
            finally:
                postgres.start()
            assert comes_true(go_on(answered))
        assert set(others) == {(503, "1")}
        assert_nothing_lost(urls[1], episodes, answered)
        for url in urls:
            ready(url)
    said = "".join((tmp_path / name / "said.txt").read_text() for name in "ab")
    assert "the database of episodes: " in said and "Traceback" not in said
    assert PASSWORD not in said


def test_a_killed_server_loses_no_answered_call(task, tmp_path, database):
    with servers(tmp_path, database) as both:
        urls = [url for _, url in both]
        episodes = [made(urls[n % 2], task, seed=n) for n in range(6)]
        with playing(urls, episodes) as (answered, others):
            assert comes_true(lambda: all(len(queries) >= 3 for queries in answered))
            os.kill(both[0][0].pid, signal.SIGKILL)
            assert comes_true(go_on(answered))
        assert set(others) <= {None}
        assert_nothing_lost(urls[1], episodes, answered)


def test_a_database_that_makes_wait_holds_up_no_event_loop(task, tmp_path, database):
    """A table is locked: what needs it waits, and gets 503 in time; all else is answered."""
    import psycopg

    with command(tmp_path, "--store", database) as (_, url):
        ready(url)
        at = made(url, task)
        replies = []
        call = threading.Thread(
            target=lambda: replies.append(posted(url, f"{at}/search", {"query": "list"}))
        )
        with psycopg.connect(database) as connection:
            connection.execute("LOCK TABLE episode IN ACCESS EXCLUSIVE MODE")
            call.start()
            for _ in range(20):  # far more than threads of the store
                threading.Thread(target=posted, args=(url, f"{at}/search", {"query": "x"})).start()
            for _ in range(10):
                assert httpx.get(f"{url}/health", timeout=60).status_code == 200
                played = posted(url, "/w/1/search", {"q": "list"})  # needs no episode
                assert played.status_code == 200 and not replies
            call.join()
        assert replies[0].status_code == 503 and replies[0].headers["retry-after"] == "1"
        assert posted(url, f"{at}/search", {"query": "after"}).status_code == 200


def test_a_server_that_hangs_keeps_nobody_from_creating(dataset, tmp_path, database):
    """The database throws out who says nothing within a transaction."""
    hung, other = (EpisodeStore(tmp_path, database) for _ in range(2))
    created = []

    def creates():
        with suppress(InfrastructureError):
            created.append(other.create(dataset.episode(1), "{}", "f1_grounded", None, 9))
        return created

    def hangs():
        with hung._db.transaction(alone=True) as transaction:
            assert not creates()
            assert comes_true(creates)
            transaction.execute("DELETE FROM episode")

    with pytest.raises(InfrastructureError):
        hangs()
    assert hung.find(created[0].id).state == "open"
    for store in (hung, other):
        store.close()


def started(database):
    """The exit code and the words of a server that does not start."""
    words = [sys.executable, "-m", "fictionworld.cli.main", "serve", str(small_dataset())]
    process = subprocess.run(
        [*words, "--port", "0", "--store", database], check=False, capture_output=True, text=True,
        timeout=120,
    )  # fmt: skip
    return process.returncode, process.stdout + process.stderr


def test_a_password_is_never_shown(tmp_path, database, postgres):
    code, said = started(database.replace(f"{USER}@", f"{USER}:{PASSWORD}@"))
    assert code == 2 and "PGPASSWORD" in said and PASSWORD not in said
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PGPASSWORD", "a-wrong-one")
        with pytest.raises(StorageError, match="password authentication failed") as raised:
            EpisodeStore(tmp_path, database)
        assert "a-wrong-one" not in str(raised.value)
    file = tmp_path / "pgpass"
    file.write_text(f"127.0.0.1:{postgres.port}:*:{USER}:{PASSWORD}\n")
    file.chmod(0o600)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PGPASSWORD")
        env = {"PGPASSFILE": str(file)}
        with command(tmp_path, "--store", database, "--workers", 2, env=env) as (process, url):
            ready(url)
            seen = subprocess.check_output(["ps", "axww"], text=True)
            assert str(process.pid) in seen and PASSWORD not in seen


@pytest.mark.parametrize(
    "url",
    ["mysql://u@h/d", "postgresql://u:hidden@h/d", "postgres://h/d?password=hidden",
     "postgresql://h/d?sslpassword=hidden", "postgresql://u:hidden@h:x y/d", "hidden"],
)  # fmt: skip
def test_a_url_that_is_none_is_not_repeated(tmp_path, url):
    with pytest.raises(UsageError, match="--store: got") as raised:
        EpisodeStore(tmp_path, url)
    assert "hidden" not in str(raised.value)


def test_a_database_that_is_not_there(tmp_path, postgres, database):
    with pytest.raises(StorageError, match=r"--store: .*does not exist; see that"):
        EpisodeStore(tmp_path, f"{database}_not")
    with pytest.raises(StorageError, match=r"--store: .*refused; see that"):
        EpisodeStore(tmp_path, "postgresql://u@127.0.0.1:1/d")
