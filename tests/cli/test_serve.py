"""`fictionworld serve`: what it refuses before it listens; tests/server has the rest."""

from __future__ import annotations

import socket

import pytest


@pytest.mark.parametrize(
    ("flags", "code", "said"),
    [
        (["--host", "0.0.0.0"], 2, "FICTIONWORLD_TRAINER_TOKEN"),
        (["--policy", "opn"], 2, "did you mean 'open'"),
        (["--controls", "reallistic"], 2, "realistic"),
        (["--backend", "drafts:none"], 2, "none"),
        (["--host", "nowhere.invalid"], 2, "TOKEN"),
        (["--stdio", "x"], 2, "17-2"),
        (["--stdio", "1-1", "--cache-mb", -1], 2, "cache_mb: got -1"),
        (["--state", "/dev/null/x"], 2, "/dev/null/x"),
    ],
)
def test_wrong_usage(call, worlds, tmp_path, flags, code, said):
    answer = call("serve", worlds, "--state", tmp_path / "state", *flags)
    assert answer.code == code and said in answer.err, answer.err


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
