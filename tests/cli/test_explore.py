"""`fictionworld explore` and `packs preview --open`: what they refuse before they listen."""

from __future__ import annotations

import socket

import pytest

from fictionworld.packs.source import new_source


def test_no_folder_and_no_traces(call, worlds, tmp_path):
    answer = call("explore", tmp_path / "none")
    assert answer.code == 2 and "there is no such file or folder" in answer.err
    answer = call("explore", worlds, "--traces", tmp_path / "none.jsonl")
    assert answer.code == 2 and "none.jsonl" in answer.err


def test_off_loopback_a_token_is_needed(call, worlds):
    answer = call("explore", worlds, "--host", "0.0.0.0")
    assert answer.code == 2 and "FICTIONWORLD_TRAINER_TOKEN" in answer.err


def test_a_port_that_is_taken(call, worlds):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = call("explore", worlds, "--port", port)
    assert answer.code == 2 and f"127.0.0.1:{port}" in answer.err


def test_a_preview_in_a_browser_is_of_a_file(call):
    answer = call("packs", "preview", "football", "--open")
    assert answer.code == 2 and "give a pack's file" in answer.err


def test_the_browser_is_sent_to_the_pages(call, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("uvicorn.Server.run", lambda *_: None)  # as if it ended at once
    # `tests/explore/test_pack_preview.py` has the trial, in a process of its own
    monkeypatch.setattr("fictionworld.explore.pack_preview.try_pack", lambda *_, **__: None)
    file = tmp_path / "harbours.yaml"
    file.write_text(new_source("harbours"), "utf-8")
    answer = call("packs", "preview", file, "--open", "--port", 0)
    assert answer.code == 0, answer.err
    [url] = opened
    assert url.endswith("/pack") and url in answer.err.replace("\n", "")


@pytest.mark.parametrize("option", ["--traces", "--twin", "--save", "--open"])
def test_help_names_the_options(call, option):
    assert option in call("explore", "--help").out
