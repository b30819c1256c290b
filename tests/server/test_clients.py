"""The server by clients of other projects, and fuzzed from its own OpenAPI: `make test-clients`."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import httpx
import pytest

from fictionworld.simulator.toolbox import all_tools
from tests.server.serving import ADMIN, TRAINER, bearer, command, ready

pytestmark = pytest.mark.adapter

ROOT = Path(__file__).parents[2]
BIN = Path(os.environ.get("FICTIONWORLD_CLIENTS", ROOT / ".adapters" / "clients" / "bin"))
CHECKS = ",".join((
    "not_a_server_error", "response_schema_conformance", "status_code_conformance",
    "content_type_conformance",
))  # fmt: skip
CALLS = [
    ("web_search", {"queries": ["list of all"]}),
    ("dict_memory", {"operation": "add", "dict": {"a": "1"}}),
    ("dict_memory", {"operation": "retrieve_all"}),
    ("web_search", {"query": ["not", "a", "text"], "more": 1}),
    ("no_such_tool", {}),
]


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
    told = ran("mcp_1.py", f"{server[1]}/e/{key}/mcp", json.dumps(CALLS))
    assert told["tools"] == [[one.name, one.description, one.parameters] for one in all_tools()]
    own = dataset.episode(task.task_id)
    assert told["texts"] == [own.call(tool, arguments) for tool, arguments in CALLS]


def test_tavily(dataset, task, server, key):
    told = ran("tavily_1.py", server[1], key)
    own = dataset.episode(task.task_id)
    results = own.search("list of all", k=3)
    assert [one["url"] for one in told["found"]["results"]] == [one.url for one in results]
    text = own.read(results[0].url).text
    assert text in told["found"]["results"][0]["raw_content"]
    assert text in told["page"]["results"][0]["raw_content"]
    assert told["page"]["failed_results"][0]["url"] == "https://nowhere.invalid/"


def test_openai(server):
    assert ran("openai_1.py", server[1]) == [[one.name for one in all_tools()]] * 2


def test_fuzzed_from_its_own_openapi(server, key, tmp_path):
    """No 5xx, no reply that the schema does not allow, and it answers as before afterwards.

    In a given time: what is covered first (bounds, each wrong type) is the same every time, and
    random requests, alone and in sequences, fill what is left.
    """
    process, url = server
    for token, header, most_s in (
        (TRAINER, "X-World-Id: 1", 80), (key, "Accept: application/json", 40),
    ):  # fmt: skip
        words = [
            BIN / "st", "run", f"{url}/openapi.json", "--max-time", most_s,
            "--max-examples", "8", "--seed", "7",
            "--header", f"Authorization: Bearer {token}", "--header", header,
            "--request-timeout", "60", "--no-color",
            "--checks", CHECKS,
        ]  # fmt: skip
        words = [str(word) for word in words]
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=3 * most_s, check=False, cwd=tmp_path
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert process.poll() is None
        ready(url)
    metrics = httpx.get(f"{url}/metrics", headers=bearer(ADMIN)).text
    assert 'status="503"' not in metrics and 'status="500"' not in metrics
