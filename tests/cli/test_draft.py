"""`fictionworld packs draft` against a model's server."""

from __future__ import annotations

import re

import pytest

from tests.chat.hostile import completion, hostile_server, sends
from tests.drafting.scripted import DOCUMENT, NAME, PLAN, Scripted


def test_the_command(tmp_path, call):
    """Against a server: it stops at its limit, says why, and goes on from its folder."""
    model, document = Scripted("missing key"), tmp_path / "report.txt"
    document.write_text(DOCUMENT.text)
    replies = [model({"messages": [{"content": ask}]}).text for ask in ("Plan a pack", "Write")]
    flags = (
        "packs", "draft", NAME, "--from", document, "--model", "openai:m", "--out", tmp_path / "d",
        "--attempts", "1",
    )  # fmt: skip
    with hostile_server(lambda n: sends(completion(replies[n]))) as server:
        planned = call(*flags, "--base-url", server.url, "--plan-only")
        assert planned.code == 0 and planned.out.strip() == PLAN.strip()
        answer = call(*flags, "--base-url", server.url, "--json")
        assert len(server.requests) == 2
    assert answer.code == 1 and "of 1 attempts is refused" in answer.json["stopped"]
    (attempt,) = answer.json["attempts"]
    assert any("title" in finding for finding in attempt["findings"])
    # the server has gone: what it answered is in the folder
    answer = call(*flags, "--base-url", server.url)
    assert answer.code == 1 and "of 1 attempts is refused" in answer.out


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["--model", "m"], "written openai:MODEL"),
        (["--max-tokens", "40000"], "fewer than --context"),
        (["--context", "20000"], "got 8,000 tokens for a request; allowed: 1.,... or more"),
        (["--from", "nowhere.txt"], "cannot read nowhere.txt"),
    ],
)
def test_wrong_usage(tmp_path, call, changes, message):
    (tmp_path / "d.txt").write_text("Beds are counted.")
    answer = call(
        "packs", "draft", "wards", "--from", tmp_path / "d.txt", "--model", "openai:m", "--out",
        tmp_path / "d", *changes,
    )  # fmt: skip
    assert answer.code == 2 and re.search(message, answer.err), answer.err
