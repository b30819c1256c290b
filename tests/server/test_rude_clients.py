"""Clients that go away, stall, repeat or garble: what they held is free again."""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest

from fictionworld.bench.process import resident_bytes
from fictionworld.server.gate import Gate
from fictionworld.server.metrics import Metrics
from tests.server.serving import TRAINER, bearer, comes_true, descriptors, listening_to, settings

HEAD = (
    f"POST /w/1/search HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TRAINER}\r\n"
    "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n"
)
BODY = '{"q": "list"}'.ljust(100)


def connected(url):
    place = urlsplit(url)
    return socket.create_connection((place.hostname, place.port), timeout=30)


def serves(url):
    reply = httpx.post(f"{url}/w/1/search", json={"q": "list"}, headers=bearer(TRAINER), timeout=60)
    assert reply.status_code == 200 and reply.json()["organic"], reply.text


@pytest.mark.parametrize(
    "sent", ["", "POST", HEAD[:60], HEAD, HEAD + BODY[:10], HEAD + BODY], ids=len
)
@pytest.mark.parametrize("reset", [False, True])
def test_who_goes_away_holds_nothing(listening, sent, reset):
    app, url = listening
    for _ in range(30):
        client = connected(url)
        client.sendall(sent.encode())
        if reset:  # the system sends RST, as for a client that was killed
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
    serves(url)
    assert comes_true(lambda: app.pending == 0)


def test_who_stalls_holds_up_nobody(listening):
    app, url = listening
    stalled = [connected(url) for _ in range(40)]
    for client in stalled:
        client.sendall((HEAD + BODY[:10]).encode())
    serves(url)
    stalled[0].sendall(BODY[10:].encode())  # it goes on, and is served
    assert stalled[0].recv(100).startswith(b"HTTP/1.1 200")
    for client in stalled:
        client.close()
    assert comes_true(lambda: app.pending == 0)


@pytest.mark.slow
def test_512_at_once_that_are_killed_leave_nothing(listening):
    """Within some 100 ms; what they held, and the memory for it, is there for others."""
    app, url = listening
    reset = struct.pack("ii", 1, 0)
    before = []
    for _ in range(3):
        clients = [connected(url) for _ in range(512)]
        for client in clients:
            client.sendall((HEAD + BODY).encode())
        for client in clients:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
            client.close()
        assert comes_true(lambda: app.pending == 0)
        before = before or [descriptors(), resident_bytes()]
        serves(url)
    assert comes_true(lambda: descriptors() <= before[0])
    assert resident_bytes() < before[1] + 30e6


def test_who_does_not_read_is_sent_away(tmp_path, monkeypatch):
    monkeypatch.setattr("fictionworld.server.process._UNREAD_S", 0.5)
    size = 30_000_000

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * size})

    with listening_to(Gate(app, settings(tmp_path), Metrics())) as url:
        before = descriptors()
        with connected(url) as client:
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert comes_true(lambda: descriptors() == before + 2)
            assert comes_true(lambda: descriptors() == before + 1)
            got = 0
            with suppress(ConnectionError):
                while piece := client.recv(1_000_000):
                    got += len(piece)
        assert got < size


@pytest.mark.parametrize(
    "sent",
    [
        b"\x00\x01\x02\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /\xff\xfe%ff%00%0d%0a HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /e/%00/search HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /w/1/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)  # fmt: skip
def test_garbled_requests_are_refused(url, sent):
    with connected(url) as client:
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        reply = b""
        while piece := client.recv(65_536):
            reply += piece
    assert not reply or reply.startswith(b"HTTP/1.1 4"), reply[:200]
    assert b"root:" not in reply and b"Traceback" not in reply
    serves(url)


BOMBS = [
    "x" * 20_000, "(" * 20_000, "\x00", "a\r\nX-Injected: 1", "' OR 1=1; DROP TABLE episode; --",
    "{{7*7}}${7*7}<script>alert(1)</script>", "../../keys-00000.duckdb", "%s%n%x" * 100,
    "\u202e\ufeff\u0000", "😀" * 5_000,
]  # fmt: skip


@pytest.mark.parametrize("text", BOMBS, ids=range(len(BOMBS)))
def test_texts_are_texts(url, dataset, text):
    """A query, an address, a note, an answer, an idempotency key: nothing in them is obeyed."""
    with httpx.Client(base_url=url, headers=bearer(TRAINER), timeout=60) as http:
        made = http.post("/v1/episodes", json={"task": 1}).json()
        at = f"/v1/episodes/{made['episode_id']}"
        found = http.post(f"{at}/search", json={"query": text})
        read = http.post(f"{at}/read", json={"url": text})
        noted = http.post(
            f"{at}/call",
            json={"tool": "dict_memory", "arguments": {"operation": "add", "dict": {"k": text}}},
        )
        named = http.post(f"{at}/call", json={"tool": text, "arguments": text})
        page = http.post("/try", data={"world": text, "search": text, "key": text})
        assert [one.status_code for one in (found, read, noted, named, page)] == [200] * 5
        assert "<script>" not in page.text.partition("<form")[2]
        assert not any("injected" in name.lower() for one in (found, page) for name in one.headers)
        own = dataset.episode(1)
        assert found.json()["text"] == own.search(text).text
        assert not read.json()["found"]
        own.read(text)
        own.call("dict_memory", {"operation": "add", "dict": {"k": text}})
        assert named.json()["text"] == own.call(text, text)


def test_half_of_a_surrogate_pair(url):
    with httpx.Client(base_url=url, headers=bearer(TRAINER), timeout=60) as http:
        made = http.post("/v1/episodes", json={"task": 1}).json()
        at = f"/v1/episodes/{made['episode_id']}"
        for path, body in (
            ("search", r'{"query": "\ud800"}'), ("answer", r'{"answer": "\ud800"}'),
            ("call", r'{"tool": "\ud800", "arguments": {"query": "\ud800"}}'),
            ("call", r'{"tool": "web_search", "arguments": {"query": "\ud800"}}'),
            ("call", r'{"tool": "dict_memory", "arguments": {"operation": "\udfff"}}'),
        ):  # fmt: skip
            reply = http.post(f"{at}/{path}", content=body)
            assert reply.status_code in {200, 409, 422}, reply.text
        assert http.get(at).json()["state"] == "open"


def test_texts_are_kept_to_the_byte(url):
    answer = "| a\0 | \\0 \\u0041 😀 \U0010ffff |\r\n"
    with httpx.Client(base_url=url, headers=bearer(TRAINER), timeout=60) as http:
        made = http.post("/v1/episodes", json={"task": "0-1"}).json()
        at = f"/v1/episodes/{made['episode_id']}"
        http.post(f"{at}/call", json={"tool": answer, "arguments": {answer: answer}})
        first, again = (http.post(f"{at}/answer", json={"answer": answer}) for _ in range(2))
        assert first.status_code == again.status_code == 200 and first.text == again.text
        trace = http.get(f"{at}/trace").json()
        assert trace["answer"] == answer and trace["calls"][0]["tool"] == answer
        assert http.get("/v1/episodes/a%00b").status_code == 404
        assert http.get("/v1/episodes", params={"after": "~\0"}).json() == []


def test_deep_json(url):
    for body in ("[" * 100_000, '{"a":' * 100_000, '{"task": ' + "9" * 5000 + "}"):
        reply = httpx.post(f"{url}/v1/episodes", content=body, headers=bearer(TRAINER), timeout=60)
        assert reply.status_code in {400, 422}
    serves(url)
