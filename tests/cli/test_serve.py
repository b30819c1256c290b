"""`fictionworld serve`: what it refuses before it listens; tests/server has the rest."""

from __future__ import annotations

import socket


def test_a_short_token(call, worlds, tmp_path, monkeypatch):
    monkeypatch.setenv("FICTIONWORLD_TRAINER_TOKEN", "short")
    answer = call("serve", worlds, "--state", tmp_path / "state")
    assert answer.code == 2 and "16 or more" in answer.err


def test_a_port_that_is_taken(call, worlds, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = call("serve", worlds, "--state", tmp_path / "state", "--port", port)
    assert answer.code == 2 and f"127.0.0.1:{port}" in answer.err


def test_no_dataset(call, tmp_path):
    answer = call("serve", tmp_path / "none", "--state", tmp_path / "state")
    assert answer.code == 1 and "none" in answer.err
