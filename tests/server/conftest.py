"""A wide task of the small dataset, and a server that listens."""

from __future__ import annotations

import pytest

from fictionworld.server.app import app_for
from tests.server.serving import client, listening_to, settings, tokens


@pytest.fixture(scope="session")
def task(dataset):
    return next(task for task in dataset.tasks() if task.kind == "wide")


@pytest.fixture(scope="session")
def http(tmp_path_factory):
    """A server without tokens in this process, for what leaves it as it is."""
    return client(settings(tmp_path_factory.mktemp("state")))


@pytest.fixture(scope="session")
def listening(tmp_path_factory):
    """A server with tokens, in a thread of this process: its application and its URL."""
    app = app_for(tokens(tmp_path_factory.mktemp("state")))
    with listening_to(app) as url:
        yield app, url


@pytest.fixture
def url(listening):
    return listening[1]
