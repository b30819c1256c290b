"""A server under test: in this process, or as the command in processes of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import uvicorn
from starlette.testclient import TestClient

from fictionworld.server.app import app_for
from fictionworld.server.process import _KEEP_ALIVE_S, listening
from fictionworld.server.protocol import EdgeProtocol
from fictionworld.server.settings import ServerSettings
from tests.small import small_dataset

TRAINER = "trainer-token-of-tests"
ADMIN = "admin-token-of-the-tests"
MCP_CALLS = [
    ("web_search", {"queries": ["list of all"]}),
    ("dict_memory", {"operation": "add", "dict": {"a": "1"}}),
    ("dict_memory", {"operation": "retrieve_all"}),
    ("web_search", {"query": ["not", "a", "text"], "more": 1}),
    ("no_such_tool", {}),
]


def settings(state, **given):
    return ServerSettings(str(small_dataset()), str(state), **given)


def tokens(state, **given):
    return settings(state, trainer_token=TRAINER, admin_token=ADMIN, **given)


def client(given, **headers):
    """Requests to a server in this process; no socket is opened."""
    return TestClient(app_for(given), "http://localhost", headers=headers, follow_redirects=False)


def new_episode(http, place, token=None, **more):
    """What the reply to a request for an episode says."""
    headers = bearer(token) if token else {}
    reply = http.post("/v1/episodes", json={"task": place, **more}, headers=headers)
    assert reply.status_code == 201, reply.text
    return reply.json()


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


@contextmanager
def listening_to(app):
    """The URL of an application that listens in a thread of this process, as `serve` has it."""
    config = uvicorn.Config(
        app, log_level="warning", http=EdgeProtocol, proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE_S,
    )  # fmt: skip
    server, door = uvicorn.Server(config), listening(ServerSettings("", "", port=0))
    thread = threading.Thread(target=server.run, args=([door],), daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.05)
    yield f"http://127.0.0.1:{door.getsockname()[1]}"
    server.should_exit = True
    thread.join(20)


def descriptors(pid="self"):
    """How many a process has open, this one if none is named."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def comes_true(what):
    """Whether it is so within half a minute."""
    until = time.monotonic() + 30
    while not (found := what()) and time.monotonic() < until:
        time.sleep(0.05)
    return found


@contextmanager
def command(state, *flags, folder=None, env=None):
    """`fictionworld serve` on a free port: its process and its URL."""
    words = [sys.executable, "-m", "fictionworld.cli.main", "serve", str(folder or small_dataset())]
    words += ["--port", "0", "--state", str(state), *map(str, flags)]
    said = Path(state) / "said.txt"
    with said.open("w") as errors:
        process = subprocess.Popen(words, stderr=errors, env={**os.environ, **(env or {})})
    try:
        while "Serving" not in said.read_text() or not said.read_text().endswith("\n"):
            assert process.poll() is None, said.read_text()
            time.sleep(0.1)
        yield process, re.search(r"http://\S+", said.read_text())[0]
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()  # it would be a warning in another test
            process.wait()
            raise


def workers_of(pid):
    """The processes that answer; the one that tracks resources is left out."""
    found = []
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            line = Path(f"/proc/{child}/cmdline").read_bytes()
            if b"spawn_main" in line:
                found.append(int(child))
    return found


def ready(url):
    """Waits until a worker answers."""
    with httpx.Client(base_url=url, timeout=60, verify=False) as waiting:
        assert waiting.get("/ready").json() == {"status": "ready"}
