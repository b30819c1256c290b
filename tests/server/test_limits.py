"""Limits: of bodies, queues, rates, open episodes, idle time. Whatever is raised is answered."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import suppress

import httpx
import pytest

from fictionworld.server.app import _every
from fictionworld.server.episode_store import EpisodeStore, FullError
from fictionworld.server.episodes import NoEpisodeError, ServedEpisodes
from fictionworld.server.gate import Gate
from fictionworld.server.metrics import Metrics
from fictionworld.server.rates import RateError, Rates
from tests.server.serving import client, settings

GIVEN = {"task": 1, "policy": "tease", "controls": "none", "seed": 0, "reward": "f1_grounded"}
"""What an episode is asked for with."""


def gated(app, given):
    transport = httpx.ASGITransport(Gate(app, given, Metrics()))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


def opened(given):
    return EpisodeStore(given.state_folder, given.store)


async def echo(scope, receive, send):
    message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    body = f"{scope['path']}|{scope.get('fictionworld.key')}|".encode() + message["body"]
    await send({"type": "http.response.body", "body": body})


def test_the_prefix_is_taken_off_once(tmp_path):
    async def ask():
        async with gated(echo, settings(tmp_path)) as http:
            paths = ("/e/k1/search", "/e/k1", "/e//x", "/e/k1/e/k2/x", "/search", "/e/k1//x")
            return [(await http.get(path)).text for path in paths]

    assert asyncio.run(ask()) == [
        "/search|k1|", "/|k1|", "/x||", "/e/k2/x|k1|", "/search|None|", "//x|k1|",
    ]  # fmt: skip


@pytest.mark.parametrize("size", [0, 1, 1999, 2000, 2001, 50_000])
def test_bodies_are_bounded_whether_their_length_is_told_or_not(tmp_path, size):
    async def pieces():
        for begin in range(0, size, 700):
            yield b"x" * min(700, size - begin)

    async def ask():
        async with gated(echo, settings(tmp_path, most_body_bytes=2000)) as http:
            return [
                await http.post("/", content=b"x" * size),
                await http.post("/", content=pieces()),
            ]

    for reply in asyncio.run(ask()):
        if size > 2000:
            assert reply.status_code == 413 and "2,000 bytes" in reply.json()["detail"]
        else:
            assert reply.text == "/|None|" + "x" * size


def test_what_is_too_much_is_refused_before_any_work(tmp_path):
    begun, go_on = [], asyncio.Event()

    async def slow(scope, receive, send):
        begun.append(scope["path"])
        await go_on.wait()
        await echo(scope, receive, send)

    async def ask():
        async with gated(slow, settings(tmp_path, most_pending=3)) as http:
            waiting = [asyncio.create_task(http.get("/a")) for _ in range(3)]
            while len(begun) < 3:
                await asyncio.sleep(0)
            refused = await http.get("/b")
            go_on.set()
            served = [(await one).status_code for one in waiting]
            return refused, served, (await http.get("/health")).status_code, await http.get("/c")

    refused, served, health, after = asyncio.run(ask())
    assert refused.status_code == 503 and refused.headers["retry-after"] == "3"
    assert "/b" not in begun and served == [200] * 3
    assert health == after.status_code == 200


def test_requests_wait_in_order(tmp_path, monkeypatch):
    monkeypatch.setattr("fictionworld.server.gate._AT_WORK", 2)
    begun, go_on = [], asyncio.Semaphore(0)

    async def slow(scope, receive, send):
        begun.append(scope["path"])
        await go_on.acquire()
        await echo(scope, receive, send)

    async def ask():
        async with gated(slow, settings(tmp_path)) as http:
            tasks = []
            for n in range(5):
                tasks.append(asyncio.create_task(http.get(f"/{n}")))
                await asyncio.sleep(0.01)
            waiting = list(begun)
            tasks.pop(3).cancel()  # its client has gone: nobody waits behind it
            for _ in range(5):
                go_on.release()
            served = [(await task).status_code for task in tasks]
            return waiting, served, (await http.get("/after")).status_code

    waiting, served, after = asyncio.run(ask())
    assert waiting == ["/0", "/1"] and begun == ["/0", "/1", "/2", "/4", "/after"]
    assert served == [200] * 4 and after == 200


def test_a_server_that_stops_answers_what_it_accepted(tmp_path):
    go_on = asyncio.Event()

    async def slow(scope, receive, send):
        await go_on.wait()
        await echo(scope, receive, send)

    async def ask():
        gate = Gate(slow, settings(tmp_path), Metrics())
        transport = httpx.ASGITransport(gate)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            accepted = asyncio.create_task(http.get("/a"))
            await asyncio.sleep(0.01)
            assert not await asyncio.wait_for(gate.drain(0.1), 5)  # no longer than it may
            stopping = asyncio.create_task(gate.drain(60))
            refused = await http.get("/b")
            assert (await http.get("/ready")).status_code == 503
            assert not stopping.done()
            go_on.set()
            await asyncio.wait_for(stopping, 5)
            return await accepted, refused

    accepted, refused = asyncio.run(ask())
    assert [accepted.status_code, refused.status_code] == [200, 503]
    assert accepted.headers["connection"] == refused.headers["connection"] == "close"


def test_whatever_is_raised_is_answered_and_not_told(tmp_path, caplog):
    async def broken(scope, receive, send):
        raise RuntimeError("the secret of /home/x")

    async def ask():
        async with gated(broken, settings(tmp_path)) as http:
            return await http.get("/x?api_key=fw-secret")

    reply = asyncio.run(ask())
    assert reply.status_code == 503 and "RuntimeError" in reply.text
    assert "/home/x" not in reply.text
    assert "a request of none failed" in caplog.text and "fw-secret" not in caplog.text


def test_what_is_broken_off_is_answered_too(tmp_path):
    async def hung(scope, receive, send):
        raise asyncio.CancelledError

    replies = []

    async def send(message):
        replies.append(message)

    async def ask():
        scope = {
            "type": "http",
            "path": "/x",
            "query_string": b"",
            "headers": [(b"host", b"[::1]:80")],
        }
        await Gate(hung, settings(tmp_path), Metrics())(scope, None, send)

    asyncio.run(ask())
    assert replies[0]["status"] == 503


def test_an_episode_may_not_call_too_often(monkeypatch):
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    rates = Rates(10)
    for _ in range(20):
        rates.spend("a")
    with pytest.raises(RateError):
        rates.spend("a")
    rates.spend("b")
    now += 0.5
    for _ in range(5):
        rates.spend("a")
    with pytest.raises(RateError):
        rates.spend("a")


def test_keys_that_are_used_no_longer_take_no_memory(monkeypatch):
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    rates = Rates(50)
    for number in range(1000):
        now += 0.1
        rates.spend(str(number))
    assert len(rates._left) <= 22


def test_who_calls_too_often_for_long_may_call_as_often_as_others(monkeypatch):
    now, accepted = 100.0, 0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    rates = Rates(50)
    for _ in range(3000):
        now += 1 / 60
        with suppress(RateError):
            rates.spend("a")
            accepted += 1
    assert 2500 <= accepted <= 2500 + 100


def test_a_body_that_comes_slowly_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setattr("fictionworld.server.gate._BODY_S", 0.05)

    async def pieces():
        yield b"{"
        await asyncio.sleep(60)

    async def ask():
        async with gated(echo, settings(tmp_path)) as http:
            return await http.post("/", content=pieces()), await http.post("/", content=b"{}")

    slow, after = asyncio.run(ask())
    assert slow.status_code == 408 and "longer than" in slow.json()["detail"]
    assert after.status_code == 200


@pytest.mark.parametrize(
    ("path", "body"), [("/v1/episodes", {"task": 1}), ("/v1/worlds/1/keys", {})]
)
def test_a_rate_is_told_to_the_agent(tmp_path, path, body):
    http = client(settings(tmp_path, calls_per_s=0.001))
    key = {"X-API-KEY": http.post(path, json=body).json()["key"]}
    reply = http.post("/search", json={"q": "x"}, headers=key)
    assert reply.status_code == 429 and reply.headers["retry-after"] == "1"


def test_open_episodes_are_bounded(tmp_path, store_url):
    http = client(settings(tmp_path, most_episodes=2, store=store_url))
    replies = [http.post("/v1/episodes", json={"task": 1}) for _ in range(3)]
    http.delete(f"/v1/episodes/{replies[0].json()['episode_id']}")
    after = http.post("/v1/episodes", json={"task": 1})
    assert [one.status_code for one in replies] == [201, 201, 503]
    assert replies[-1].headers["retry-after"] == "1" and after.status_code == 201


def test_idle_episodes_expire_and_old_records_go(dataset, tmp_path, monkeypatch, store_url):
    given = settings(tmp_path, idle_s=100, keep_s=1000, store=store_url)
    store = opened(given)
    episodes = ServedEpisodes(dataset, store, given)

    async def play():
        (idle, _), (used, _) = [await episodes.create(GIVEN, None) for _ in range(2)]
        clock = time.time
        monkeypatch.setattr(time, "time", lambda: clock() + 90)
        await episodes.play(used.id, lambda episode: episode.asearch("list"))
        monkeypatch.setattr(time, "time", lambda: clock() + 110)
        await episodes.expire()
        assert [(await episodes.find(one.id)).state for one in (idle, used)] == ["expired", "open"]
        with pytest.raises(Exception, match="it is expired"):
            await episodes.play(idle.id, lambda episode: episode.asearch("list"))
        monkeypatch.setattr(time, "time", lambda: clock() + 1200)
        await episodes.expire()
        with pytest.raises(NoEpisodeError):
            await episodes.find(idle.id)

    asyncio.run(play())
    store.close()


def test_two_workers_and_one_call_number(dataset, tmp_path, store_url):
    """A copy that another worker has overtaken stores nothing, and catches up."""
    given = settings(tmp_path, store=store_url)
    stores = [opened(given) for _ in range(2)]
    workers = [ServedEpisodes(dataset, store, given) for store in stores]

    async def play():
        one, _ = await workers[0].create(GIVEN, None)
        tried = []

        async def overtaken(episode):
            tried.append(episode.calls_made)
            if len(tried) == 1:
                await workers[1].play(one.id, lambda other: other.acall("dict_memory", note))
            return await episode.acall("dict_memory", {"operation": "retrieve_all"})

        note = {"operation": "add", "dict": {"k": "noted by the other"}}
        text = await workers[0].play(one.id, overtaken)
        assert tried == [0, 1] and "noted by the other" in text
        assert (await workers[1].find(one.id)).calls == 2

    asyncio.run(play())
    for store in stores:
        store.close()


def test_a_full_store_says_so(dataset, tmp_path, store_url):
    store = opened(settings(tmp_path, store=store_url))
    store.create(dataset.episode(1), "{}", "f1_grounded", None, 1)
    with pytest.raises(FullError, match="1 episodes are open"):
        store.create(dataset.episode(1), "{}", "f1_grounded", None, 1)
    store.close()


def test_a_call_that_could_not_be_stored_was_not_made(dataset, tmp_path, store_url):
    given = settings(tmp_path, store=store_url)
    store = opened(given)
    episodes = ServedEpisodes(dataset, store, given)

    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    async def play():
        one, _ = await episodes.create(GIVEN, None)

        async def noted(text):
            note = {"operation": "add", "dict": {text: text}}
            await episodes.play(one.id, lambda episode: episode.acall("dict_memory", note))

        await noted("first")
        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(store, "note_at_once", full)
            with pytest.raises(sqlite3.OperationalError):
                await noted("lost")
        await noted("second")
        every = {"operation": "retrieve_all"}
        text = await episodes.play(one.id, lambda episode: episode.acall("dict_memory", every))
        return text, (await episodes.trace(one.id, texts=False)).calls

    text, calls = asyncio.run(play())
    assert "first" in text and "second" in text and "lost" not in text and len(calls) == 3
    store.close()


@pytest.mark.parametrize("code", ["SQLITE_BUSY", "SQLITE_BUSY_RECOVERY", "SQLITE_BUSY_SNAPSHOT"])
def test_where_another_process_writes_the_files_thread_waits(dataset, tmp_path, monkeypatch, code):
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = getattr(sqlite3, code)

    def busy(*_):
        raise error

    monkeypatch.setattr("fictionworld.server.episode_store._noted", busy)
    store = opened(settings(tmp_path))
    assert store.note_at_once("x", 0, None) is None
    store.close()


def test_work_that_fails_is_done_again(caplog):
    tried = []

    async def work():
        tried.append(1)
        raise sqlite3.OperationalError("database or disk is full")

    async def play():
        with suppress(TimeoutError):
            await asyncio.wait_for(_every(0.001, work), 0.2)

    asyncio.run(play())
    assert len(tried) > 1 and "it is tried again" in caplog.text
