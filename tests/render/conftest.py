"""A rendering of the first world of the small dataset, which the tests of this folder share."""

from __future__ import annotations

from functools import partial

import pytest

from fictionworld.render import render
from tests.simulator.drafts.script import endpoint, honest, server, texts

FEW = 24
LIMITS = {"at_once": 16, "deadline_s": 120.0, "pause_s": 0.01}


@pytest.fixture(scope="session")
def rendered(dataset, tmp_path_factory):
    """A rendering of the first world, by a writer of its own behind a server."""
    out = tmp_path_factory.mktemp("rendering") / "drafts"
    with server(texts(honest)) as (url, bodies):
        report = render(dataset, out, endpoint(url, LIMITS), worlds=1)
    return out, report, bodies


@pytest.fixture
def few(monkeypatch):
    """Only the first pages of each world: what is tried is the way of the drafts."""
    made = partial(render, pages=FEW)
    monkeypatch.setattr("fictionworld.render.render", made)
    return made
