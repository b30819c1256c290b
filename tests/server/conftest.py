"""The small dataset, its first wide task, and a server that listens."""

from __future__ import annotations

import threading

import pytest
import uvicorn

import fictionworld as fw
from fictionworld.server.app import app_for
from tests.server.serving import tokens
from tests.small import small_dataset


@pytest.fixture(scope="session")
def dataset():
    return fw.open(small_dataset())


@pytest.fixture(scope="session")
def task(dataset):
    return next(task for task in dataset.tasks() if task.kind == "wide")


@pytest.fixture(scope="session")
def listening(tmp_path_factory):
    """A server with tokens, in a thread of this process: its application and its URL."""
    app = app_for(tokens(tmp_path_factory.mktemp("state")))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        threading.Event().wait(0.05)
    yield app, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(20)


@pytest.fixture
def url(listening):
    return listening[1]
