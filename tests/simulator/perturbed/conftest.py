"""A world, in `make proofs` one of another pack too, their twins, and both under controls."""

from __future__ import annotations

import pytest

import fictionworld as fw
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import PRESETS
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.web.web import FictionalWeb
from tests.examples import first_everyday
from tests.small import small_twins


def web_of(dataset, world_id):
    return FictionalWeb.of(
        dataset.pack_of(world_id),
        dataset.world(world_id),
        dataset.frames(world_id),
        dataset.columns(world_id),
    )


@pytest.fixture(scope="session")
def twins():
    """A dataset of the same structure, other values."""
    return fw.open(small_twins())


@pytest.fixture(scope="session", params=first_everyday([0, 1]))
def world_id(request):
    return request.param


@pytest.fixture(scope="session")
def catalogue(dataset, world_id):
    """The world's own, without controls."""
    return Catalogue(web_of(dataset, world_id))


@pytest.fixture(scope="session")
def hostile(catalogue):
    return Engine(catalogue, controls=PRESETS["hostile"])


def asked(engine, tool, attempt=1, **arguments):
    return engine.call(tool, arguments, memory=Memory(), attempt=attempt)


def queries_for(web):
    """Queries of all kinds: titles, names with words, single words, words that no page has."""
    titles = [head.title for head in web.heads]
    found = titles[::7] + [" ".join(title.split()[:2]) for title in titles[::9]]
    return [*found, "official figures", "list of all", "xqzzy", "2034 price"]
