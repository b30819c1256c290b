"""Non-interference under controls: twins differ in bodies, and in nothing that a tool tells before.

Which results are shown and in which order is a channel of its own, measured elsewhere: here results
are compared address by address.
"""

from __future__ import annotations

import pytest

from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import PRESETS, Controls
from fictionworld.simulator.engine import Engine
from tests.simulator.perturbed.conftest import asked, web_of

ALL = Controls(
    dead_links=0.4, stale_copies=0.5, contradictions=0.5, corrections=0.5, spam=0.3,
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


@pytest.mark.parametrize("policy", ["tease", "strict"])
def test_the_same_snippets(pair, policy):
    engines = [engine.under(policy) for engine in pair]
    one, _ = engines
    differing = []
    for extra in one.catalogue.web.extras[::2]:
        number = extra.head.number
        words = extra.head.title.lower().split()
        for asked_words in ((), ("figures",), words[2:5]):
            a, b = (e.catalogue.web.windows(number, e.permit).cut(asked_words) for e in engines)
            if a != b:
                differing.append((extra.head.url, a, b))
    assert differing == []


def test_the_same_errors(pair):
    one, _ = pair
    kinds = set()
    for head in one.catalogue.web.heads:
        for attempt in (1, 2, 3):
            for page in (1, 400):
                a, b = (
                    asked(e, "web_extractor", attempt=attempt, url=head.url, page=page)
                    for e in pair
                )
                assert (a.kind, a.fired) == (
                    b.kind,
                    b.fired,
                ) or "page_characters" in a.fired + b.fired
                if a.kind == "error":
                    assert a.text == b.text
                    kinds.add(a.text[:40])
    assert len(kinds) >= 3


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
