"""The server by clients of other projects, and fuzzed from its own OpenAPI: `make test-clients`."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
from pathlib import Path

import httpx
import pytest

from fictionworld.simulator.toolbox import all_tools
from fictionworld.tasks.key import answer_texts
from tests.server.serving import (
    ADMIN,
    MCP_CALLS,
    TRAINER,
    bearer,
    comes_true,
    command,
    descriptors,
    ready,
)
from tests.small import small_dataset

pytestmark = pytest.mark.adapter

ROOT = Path(__file__).parents[2]
BIN = Path(os.environ.get("FICTIONWORLD_CLIENTS", ROOT / ".adapters" / "clients" / "bin"))
CHECKS = ",".join((
    "not_a_server_error", "response_schema_conformance", "status_code_conformance",
    "content_type_conformance",
))  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    env = {"FICTIONWORLD_TRAINER_TOKEN": TRAINER, "FICTIONWORLD_ADMIN_TOKEN": ADMIN}
    with command(tmp_path_factory.mktemp("state"), env=env) as (process, url):
        ready(url)
        yield process, url


@pytest.fixture
def key(server, task):
    body = {"task": task.task_id}
    made = httpx.post(f"{server[1]}/v1/episodes", json=body, headers=bearer(TRAINER))
    return made.json()["key"]


def ran(script, *arguments):
    words = [BIN / "python", Path(__file__).parent / "clients" / script, *arguments]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_mcp_1(dataset, task, server, key):
    told = ran("mcp_1.py", f"{server[1]}/e/{key}/mcp", json.dumps(MCP_CALLS))
    assert told["tools"] == [[one.name, one.description, one.parameters] for one in all_tools()]
    own = dataset.episode(task.task_id)
    assert told["texts"] == [own.call(tool, arguments) for tool, arguments in MCP_CALLS]


def test_tavily(dataset, task, server, key):
    told = ran("tavily_1.py", server[1], key)
    own = dataset.episode(task.task_id)
    results = own.search("list of all", k=3)
    assert [one["url"] for one in told["found"]["results"]] == [one.url for one in results]
    text = own.read(results[0].url).text
    assert text in told["found"]["results"][0]["raw_content"]
    assert text in told["page"]["results"][0]["raw_content"]
    assert told["page"]["failed_results"][0]["url"] == "https://nowhere.invalid/"


def test_agno_asks_serper_and_jina(dataset, task, server, key):
    told = ran("agno_3.py", f"{server[1]}/e/{key}", key)
    own = dataset.episode(task.task_id)
    results = own.search("list of all", k=3)
    found = told["found"]["organic"]
    assert [(one["title"], one["link"], one["snippet"]) for one in found] == [
        (one.title, one.url, one.snippet) for one in results
    ]
    page = own.read(results[0].url)
    assert told["page"]["code"] == 200 and told["page"]["data"]["title"] == page.title
    assert told["page"]["data"]["content"].startswith(page.text)


def test_skyrl_retrieves(dataset, server):
    """SkyRL's retriever has a URL and no key: the address says which world."""
    made = httpx.post(f"{server[1]}/v1/worlds/1/keys", json={}, headers=bearer(TRAINER)).json()
    found, none = ran("skyrl_gym_0.py", f"{server[1]}/e/{made['key']}")
    own = dataset.episode(1, calls=0)
    for number, one in enumerate(own.search("list of all", k=3), 1):
        start = f'Doc {number}: "{one.title}"\n{own.read(one.url).text[:300]}'
        assert start in found["result"]
    assert none["result"] == ""


def test_openai(server):
    assert ran("openai_1.py", server[1]) == [[one.name for one in all_tools()]] * 2


TOOLS = re.compile(r"/(call|search|read|extract|retrieve|mcp|trace|jina/?)([?]|$)|/$")
"""Addresses whose replies may state facts: those of tools, and the trainer's record of evidence."""


def secret_values(dataset):
    """Texts of right answers that no question says, nor a world's title."""
    rows = [row for key in dataset.keys() for row in answer_texts(key)]  # noqa: SIM118 - no dictionary
    said = "".join(task.question for task in dataset.tasks()) + str(dataset.worlds()["title"])
    return {cell for row in rows for cell in row if len(cell) > 9 and cell not in said}


def replies_in(har):
    """The address of each request in a recording, and the text of its reply."""
    for entry in json.loads(har.read_text("utf-8"))["log"]["entries"]:
        content = entry["response"]["content"]
        text = content.get("text") or ""
        if content.get("encoding") == "base64":
            text = base64.b64decode(text).decode("utf-8", "replace")
        yield entry["request"]["url"], text


def test_fuzzed_from_its_own_openapi(dataset, task, server, key, tmp_path):
    """No 5xx, no reply that the schema does not allow, no secret, and it answers as before.

    In a given time: what is covered first (bounds, each wrong type) is the same every time, and
    random requests, alone and in sequences, fill what is left.
    """
    process, url = server
    played = httpx.post(f"{url}/v1/episodes", json={"task": task.task_id}, headers=bearer(TRAINER))
    at = f"{url}/v1/episodes/{played.json()['episode_id']}"
    httpx.post(f"{at}/answer", json={"answer": "x"}, headers=bearer(TRAINER))  # opens the keys
    secrets, before = secret_values(dataset), descriptors(process.pid)
    assert len(secrets) > 20
    for token, header, most_s in (
        (TRAINER, "X-World-Id: 1", 80), (key, "Accept: application/json", 40),
    ):  # fmt: skip
        har = tmp_path / f"{most_s}.har"
        words = [
            BIN / "st", "run", f"{url}/openapi.json", "--max-time", most_s,
            "--max-examples", "8", "--seed", "7",
            "--header", f"Authorization: Bearer {token}", "--header", header,
            "--request-timeout", "60", "--no-color", "--report-har-path", har,
            "--checks", CHECKS,
        ]  # fmt: skip
        words = [str(word) for word in words]
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=3 * most_s, check=False, cwd=tmp_path
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert process.poll() is None
        ready(url)
        replies = list(replies_in(har))
        assert len(replies) > 200
        for address, text in replies:
            for one in (TRAINER, ADMIN, "Traceback"):
                assert one not in text, address[:200]
            if token == key:
                assert str(small_dataset()) not in text, address[:200]
                assert not re.search(r'"reward": ?[0-9]', text), address[:200]
            if not TOOLS.search(address):
                assert not [one for one in secrets if one in text], address[:200]
    metrics = httpx.get(f"{url}/metrics", headers=bearer(ADMIN)).text
    assert 'status="503"' not in metrics and 'status="500"' not in metrics
    assert comes_true(lambda: descriptors(process.pid) <= before)
