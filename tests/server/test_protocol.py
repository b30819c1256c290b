"""Connections are bounded: requests that are no HTTP or do not end, and those of an overload."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest

from fictionworld.server.gate import Gate
from fictionworld.server.metrics import Metrics
from tests.server.serving import listening_to, settings

SEARCH = b"POST /w/1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 13\r\n\r\n"
SEARCH += b'{"q": "list"}'
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


def replies(connection, n):
    """So many replies of a connection: status and content of each."""
    read, found = connection.makefile("rb"), []
    for _ in range(n):
        status, length = int(read.readline().split()[1]), 0
        while line := read.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name == b"content-length" else length
        found.append((status, read.read(length)))
    return found


@pytest.fixture
def full(tmp_path, monkeypatch):
    """A server that is full: its address, the paths it works on, its metrics."""
    monkeypatch.setattr("fictionworld.server.protocol.RETRY_AFTER_S", 0.01)
    begun, go_on = [], threading.Event()

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        begun.append(scope["path"])
        while scope["path"] == "/held" and not go_on.is_set():
            await asyncio.sleep(0.01)
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    metrics = Metrics()
    with listening_to(Gate(app, settings(tmp_path, most_pending=1), metrics)) as url:
        held = threading.Thread(target=httpx.get, args=(f"{url}/held",))
        held.start()
        while not begun:
            threading.Event().wait(0.01)
        yield (urlsplit(url).hostname, urlsplit(url).port), begun, metrics
        go_on.set()
        held.join()


def test_what_is_too_much_is_refused_before_the_application(full):
    address, begun, metrics = full
    with socket.create_connection(address, timeout=30) as connection:
        for sent in (SEARCH, SEARCH[:30], SEARCH[30:-3], SEARCH[-3:], HEALTH):  # bodies in pieces
            connection.sendall(sent)
        answered = replies(connection, 3)
        connection.sendall(SEARCH * 300 + HEALTH)  # nobody waits for one reply before the next
        answered += replies(connection, 301)
    assert [status for status, _ in answered] == [503, 503, 200] + [503] * 300 + [200]
    assert "1 requests are pending" in json.loads(answered[0][1])["detail"]
    assert begun == ["/held", "/health", "/health"]
    assert b'fictionworld_requests_total{route="none",status="503"} 302.0' in metrics.page(0)


def test_a_refusal_says_when_to_come_back(full):
    (host, port), _, _ = full
    reply = httpx.post(f"http://{host}:{port}/search", json={"q": "x"})
    assert reply.status_code == 503 and reply.headers["retry-after"] == "3"
    assert reply.headers["content-type"] == "application/json"


def test_a_refused_connection_rests_until_it_was_told_to_come_back(full, monkeypatch):
    """No request on it is looked at before; other connections are served at once."""
    monkeypatch.setattr("fictionworld.server.protocol.RETRY_AFTER_S", 1.0)
    address, begun, _ = full
    with (
        socket.create_connection(address, timeout=30) as refused,
        socket.create_connection(address, timeout=30) as other,
    ):
        refused.sendall(SEARCH)
        assert [status for status, _ in replies(refused, 1)] == [503]
        since = time.monotonic()
        refused.sendall(HEALTH)
        other.sendall(HEALTH)
        assert [status for status, _ in replies(other, 1)] == [200]
        assert begun == ["/held", "/health"]
        assert [status for status, _ in replies(refused, 1)] == [200]
        assert time.monotonic() - since > 0.9


FRAMED = [  # requests whose ends are told in several ways
    SEARCH.replace(b"Host:", b"Connection: keep-alive\r\nHost:"),
    SEARCH.replace(b"Content-Length: 13", b"connection: Keep-Alive\r\ncontent-LENGTH:13"),
    b"POST /s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    b"GET /s?q=/health HTTP/1.1\r\nHost: x\r\n\r\n",
]


@pytest.mark.parametrize("sent", FRAMED)
def test_a_refused_request_ends_where_its_head_says(full, sent):
    address, begun, _ = full
    with socket.create_connection(address, timeout=30) as connection:
        for _ in range(3):
            connection.sendall(sent)
            assert [status for status, _ in replies(connection, 1)] == [503]
            connection.sendall(HEALTH)
            assert [status for status, _ in replies(connection, 1)] == [200]
    assert begun == ["/held", *["/health"] * 3]


@pytest.mark.parametrize(
    ("head", "statuses"),
    [(b"Connection: close", [503]), (b"Expect: 100-continue", [503]), (b"X: y", [503, 200])],
)
def test_what_asks_for_more_than_a_reply_is_refused_by_the_application(full, head, statuses):
    address, _, _ = full
    with socket.create_connection(address, timeout=30) as connection:
        connection.sendall(SEARCH.replace(b"Host:", head + b"\r\nHost:"))
        assert [status for status, _ in replies(connection, 1)] == statuses[:1]
        if len(statuses) > 1:
            connection.sendall(HEALTH)
            assert [status for status, _ in replies(connection, 1)] == statuses[1:]
        elif b"close" in head:
            assert connection.recv(1) == b""


@pytest.mark.parametrize("sent", [b"\x00\x01\r\n\r\n", b"GET /\xff HTTP/1.1\r\nbad header\r\n\r\n"])
def test_what_is_no_http_is_told_as_all_errors_are(listening, sent):
    place = urlsplit(listening[1])
    with socket.create_connection((place.hostname, place.port), timeout=30) as connection:
        connection.sendall(sent)
        [(status, content)] = replies(connection, 1)
        assert status == 400 and list(json.loads(content)) == ["detail"]
        assert connection.recv(1) == b""  # closed


SLOW = [  # requests that do not end, after what else comes over the connection
    b"", b"GET /health HT", HEALTH + b"G", SEARCH[:-3], HEALTH + SEARCH[:-3],
    SEARCH.replace(b"Length: 13", b"Length: 99999999"), b"\r\n",
]  # fmt: skip


@pytest.mark.parametrize("sent", SLOW, ids=range(len(SLOW)))
def test_a_request_that_does_not_end_is_waited_for_in_vain(listening, monkeypatch, sent):
    monkeypatch.setattr("fictionworld.server.protocol._REQUEST_S", 0.3)
    monkeypatch.setattr("fictionworld.server.gate._BODY_S", 0.1)
    place = urlsplit(listening[1])
    with socket.create_connection((place.hostname, place.port), timeout=20) as connection:
        connection.sendall(sent)
        with suppress(ConnectionError):
            while connection.recv(65_536):  # what was answered, then the end
                pass


def test_a_full_server_waits_no_longer_for_requests(full, monkeypatch):
    monkeypatch.setattr("fictionworld.server.protocol._REQUEST_S", 0.3)
    address, _, _ = full
    with socket.create_connection(address, timeout=20) as kept:
        for _ in range(3):  # a connection between requests is waited for by another measure
            kept.sendall(SEARCH)
            assert [status for status, _ in replies(kept, 1)] == [503]
            threading.Event().wait(0.4)
        kept.sendall(SEARCH[:-3])  # refused by its head, and its body does not come
        assert [status for status, _ in replies(kept, 1)] == [503]
        assert kept.recv(1) == b""
