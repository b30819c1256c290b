"""A wide task of the small dataset, stores of episodes, and a server that listens."""

from __future__ import annotations

import pytest

from fictionworld.server.app import app_for
from tests.server.postgres import NoPostgresError, Postgres
from tests.server.serving import client, listening_to, settings, tokens


@pytest.fixture(scope="session")
def task(dataset):
    return next(task for task in dataset.tasks() if task.kind == "wide")


@pytest.fixture(scope="session")
def postgres():
    """A server of PostgreSQL; `make test-postgres` installs it where it can."""
    try:
        server = Postgres()
    except NoPostgresError as error:
        pytest.skip(str(error))
    yield server
    server.close()


STORES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def url_of(request):
    """An empty database for the store of a fixture's parameter; "" for SQLite."""
    is_sqlite = request.param == "sqlite"
    return "" if is_sqlite else request.getfixturevalue("postgres").new_database()


@pytest.fixture(params=STORES)
def store_url(request):
    return url_of(request)


@pytest.fixture(scope="module", params=STORES)
def module_store_url(request):
    return url_of(request)


@pytest.fixture(scope="session", params=STORES)
def session_store_url(request):
    return url_of(request)


@pytest.fixture(scope="session")
def http(tmp_path_factory, session_store_url):
    """A server without tokens in this process, for what leaves it as it is."""
    return client(settings(tmp_path_factory.mktemp("state"), store=session_store_url))


@pytest.fixture(scope="session")
def listening(tmp_path_factory, session_store_url):
    """A server with tokens, in a thread of this process: its application and its URL."""
    app = app_for(tokens(tmp_path_factory.mktemp("state"), store=session_store_url))
    with listening_to(app) as url:
        yield app, url


@pytest.fixture
def url(listening):
    return listening[1]
