"""Non-interference under controls: twins differ in bodies, and in nothing that a tool tells before.

Replies, snippets and errors of twins are compared by the audit, whose test is
`tests/audit/test_noninterference.py`; here the pages beneath them are.
"""

from __future__ import annotations

import pytest

from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import PRESETS, Controls
from fictionworld.simulator.engine import Engine
from tests.simulator.perturbed.conftest import web_of

ALL = Controls(
    dead_links=0.4, stale_copies=0.5, contradictions=0.5, corrections=0.5, spam=0.3,
    earlier_dates=0.4, other_issuers=0.4, narrower_scopes=0.4,
    withheld_dates=0.5, timeout=0.1, truncation=0.2, page_characters=2_000,
)  # fmt: skip


@pytest.fixture(scope="module")
def pair(dataset, twins, world_id):
    return [
        Engine(Catalogue(web_of(source, world_id)), controls=ALL) for source in (dataset, twins)
    ]


def test_twins_are_other_worlds(pair):
    one, other = (engine.catalogue.web for engine in pair)
    bodies = [
        one.page(e.head.number).body != other.page(e.head.number).body
        for e in one.extras
        if e.control in {"stale_copies", "contradictions", "corrections"}
    ]
    assert sum(bodies) > 0.9 * len(bodies)


def test_the_same_pages_at_the_same_addresses_under_the_same_titles(pair):
    one, other = (engine.catalogue.web for engine in pair)
    assert one.heads == other.heads
    assert one.extras == other.extras
    assert one.undated == other.undated


def test_the_same_marks(pair):
    """A fact that twins state is stated by both, whatever it is said to be."""
    one, other = (engine.catalogue.web for engine in pair)
    for extra in one.extras:
        a, b = one.page(extra.head.number), other.page(extra.head.number)
        if extra.control != "corrections":
            assert [m.fact for m in a.marks] == [m.fact for m in b.marks]


def test_nothing_hangs_on_the_group_but_luck(pair):
    one = pair[0]
    other = one.under(seed=5)
    assert other.catalogue is one.catalogue
    assert PRESETS["hostile"].of_web != ALL.of_web
