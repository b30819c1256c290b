"""Tokens and keys: who may what. What is refused gives nothing away."""

from __future__ import annotations

import socket

import pytest

from fictionworld.errors import UsageError
from fictionworld.server.access import AccessError, Keys, WorldPlay
from fictionworld.server.settings import is_loopback
from tests.server.serving import ADMIN, TRAINER, bearer, client, new_episode, settings, tokens

TRAINERS = ["worlds", "worlds/1", "tasks", "tasks/1-1", "sample"]


def test_an_agents_key_reaches_its_own_episode_alone(dataset, task, tmp_path):
    http = client(tokens(tmp_path))
    mine, other = (new_episode(http, task.task_id, TRAINER) for _ in range(2))
    key = bearer(mine["key"])
    at, there = (f"/v1/episodes/{one['episode_id']}" for one in (mine, other))
    answer = {"answer": "| a |"}
    allowed = [
        http.post(f"{at}/call", json={"tool": "web_search"}, headers=key),
        http.post(f"{at}/search", json={"query": "x"}, headers=key),
        http.get(at, headers=key),
        http.post(f"{at}/answer", json=answer, headers=key),
        http.get(at, headers=key),
    ]
    refused = [
        *[http.get(f"/v1/{path}", headers=key) for path in TRAINERS],
        http.get("/v1/episodes", headers=key),
        http.get("/metrics", headers=key),
        http.get(there, headers=key),
        http.get(f"{at}/trace", headers=key),
        http.delete(at, headers=key),
        http.post("/v1/episodes", json={"task": 1}, headers=key),
        http.post("/v1/worlds/1/keys", json={}, headers=key),
        *[
            http.post(f"{there}/{what}", json=body, headers=key)
            for what, body in (
                ("call", {"tool": "web_search"}), ("search", {"query": "x"}),
                ("read", {"url": "x"}), ("answer", answer),
            )
        ],
        http.post("/w/1/search", json={"q": "x"}, headers=key),
        http.post("/search", json={"q": "x"},
                        headers={**key, "X-Episode-Id": other["episode_id"]}),
        http.post("/search", json={"q": "x"}, headers={**key, "X-World-Id": "1"}),
    ]  # fmt: skip
    trainer = http.get(at, headers=bearer(TRAINER))
    assert [one.status_code for one in allowed] == [200] * 5
    assert [one.status_code for one in refused] == [403] * len(refused)
    for one in allowed[-2:]:  # the answer's reply, and the status behind it
        assert one.json()["reward"] is None and one.json()["figures"] is None
    assert trainer.json()["reward"] == 0.0


def test_without_a_token_or_with_a_wrong_one(task, tmp_path):
    http = client(tokens(tmp_path))
    key = new_episode(http, task.task_id, TRAINER)["key"]
    forged = key[:-1] + ("0" if key[-1] != "0" else "1")
    wrong = [{}, bearer("x"), bearer(""), bearer(TRAINER[:-1]), bearer(forged),
             {"X-API-KEY": f"{TRAINER} "[1:]}, bearer("fw-"), bearer("fw-.."),
             bearer("fw-" + "x" * 5000)]  # fmt: skip
    replies = [
        http.post(path, json=body, headers=headers)
        for headers in wrong
        for path, body in (("/v1/episodes", {"task": 1}), ("/search", {"q": "list"}),
                           ("/mcp", {}), (f"/e/{forged}/search", {"q": "x"}))
    ]  # fmt: skip
    assert {one.status_code for one in replies} == {401}
    assert {one.headers["www-authenticate"] for one in replies} == {"Bearer"}


WRONG = [
    rb'{"q": "x", "api_key": "fw-a.\ud800"}', rb'{"q": "x", "api_key": "\ud800"}',
    b'x "api_key"', b"[" * 100_000 + b'"api_key"', b'["api_key"]', b'{"api_key": 5}',
]  # fmt: skip


def test_a_wrong_key_in_a_body(tmp_path):
    http = client(tokens(tmp_path))
    replies = [
        http.request(method, "/search?q=x", content=body, headers=media)
        for body in WRONG
        for method in ("GET", "POST")
        for media in ({"Content-Type": "application/json"}, {"Content-Type": "text/plain"})
    ]
    assert {one.status_code for one in replies} == {400, 401, 422}


def test_the_admin_sees_metrics_and_no_reward(task, tmp_path):
    http = client(tokens(tmp_path))
    episode = new_episode(http, task.task_id, TRAINER)
    at = f"/v1/episodes/{episode['episode_id']}"
    http.post(f"{at}/answer", json={"answer": "x"}, headers=bearer(TRAINER))
    admin = bearer(ADMIN)
    metrics = http.get("/metrics", headers=admin)
    listed = http.get("/v1/episodes?state=answered", headers=admin)
    refused = [
        http.get(f"{at}/trace", headers=admin),
        http.post("/v1/episodes", json={"task": 1}, headers=admin),
        http.post("/search", json={"q": "x"}, headers=admin),
        http.get("/metrics", headers=bearer(TRAINER)),
    ]
    assert 'fictionworld_requests_total{route="/v1/episodes",status="201"} 1.0' in metrics.text
    assert "fictionworld_open_episodes 0.0" in metrics.text
    [one] = listed.json()
    assert one["state"] == "answered" and one["reward"] is None and one["figures"] is None
    assert [one.status_code for one in refused] == [403] * 4


def test_a_key_for_one_world(dataset, tmp_path):
    http = client(tokens(tmp_path))
    made = http.post("/v1/worlds/1/keys", json={"policy": "open"}, headers=bearer(TRAINER))
    key = bearer(made.json()["key"])
    body = {"q": "list of all"}
    found, same, other = (
        http.post(path, json=body, headers=key)
        for path in ("/search", "/w/1/search", "/w/2/search")
    )
    created = http.post("/v1/episodes", json={"task": 1}, headers=key)
    own = dataset.episode(1, "open", calls=0).search("list of all")
    assert [one["snippet"] for one in found.json()["organic"]] == [one.snippet for one in own]
    assert same.json() == found.json()
    assert other.status_code == created.status_code == 403


def test_keys_are_read_by_their_own_server_alone():
    mine, other = Keys(b"1" * 32), Keys(b"2" * 32)
    assert mine.read(mine.of_episode("abc")).episode_id == "abc"
    play = WorldPlay(3, "open", "none", 7)
    assert mine.read(mine.of_world(play)).world == play
    for key in (mine.of_episode("abc"), mine.of_world(play), "fw-e30=.", "fw-ü.ü", "fw-"):
        with pytest.raises(AccessError):
            other.read(key)


def test_off_the_loopback_address_a_token_is_needed(tmp_path):
    for host in ("0.0.0.0", "::", "10.0.0.1", "example.com"):
        with pytest.raises(UsageError, match="FICTIONWORLD_TRAINER_TOKEN"):
            settings(tmp_path, host=host)
        tokens(tmp_path, host=host)
    for host in ("localhost", "127.0.0.1", "::1", "[::1]", "127.8.8.8"):
        assert is_loopback(host)


def test_tokens_are_long_and_differ(tmp_path):
    with pytest.raises(UsageError, match="16 or more"):
        settings(tmp_path, trainer_token="short")
    with pytest.raises(UsageError, match="begins with fw-"):
        settings(tmp_path, trainer_token=f"fw-{TRAINER}")
    with pytest.raises(UsageError, match="the same"):
        settings(tmp_path, trainer_token=TRAINER, admin_token=TRAINER)


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Origin": "null"},
     {"Host": "localhost.evil.example:80"}],
)  # fmt: skip
def test_another_sites_page_asks_in_vain(http, headers):
    reply = http.post("/v1/episodes", json={"task": 1}, headers=headers)
    assert reply.status_code == 403


@pytest.mark.parametrize(
    "url",
    ["http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "http://localhost:22",
     "http://127.0.0.1/", "gopher://x/", "//evil.example/x", "../../../keys-00000.duckdb",
     "https://keys-00000.duckdb/", "http://[::1]/", "http://\x00/", "http://a\r\nX: y/"],
)  # fmt: skip
def test_no_url_makes_the_server_ask_anybody(http, monkeypatch, url):
    def refused(*_):
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    extracted = http.post("/w/1/extract", json={"urls": [url]})
    read = http.post("/w/1/", json={"url": url})
    by_get = http.get(f"/w/1/{url}") if url.isprintable() else None
    assert extracted.json()["results"] == []
    assert read.json()["code"] == 404
    if by_get is not None:
        assert by_get.status_code in {200, 404} and "root:" not in by_get.text
