"""The full set: every pack, policy and preset, many worlds, and replies to queries of all kinds.

The everyday tests and `fictionworld audit` look at the same on a sample.
"""

from __future__ import annotations

import random

import pytest

import fictionworld as fw
from fictionworld.audit.audited_world import WorldOpener
from fictionworld.audit.queries import probes_of, queries_of
from fictionworld.audit.search_state import refilled_catalogue, refilled_under, search_state
from fictionworld.build import BuildConfig, build
from fictionworld.packs.source import pack_names
from fictionworld.simulator.controls import PRESETS
from fictionworld.simulator.memory import Memory
from fictionworld.web.permit import Permit

pytestmark = pytest.mark.slow

WORLDS = max(10, len(pack_names()))
POLICIES = ("open", "tease", "strict", "mixed:0.2", "mixed:0.5", "mixed:0.8")


@pytest.fixture(scope="module")
def audited_worlds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("every") / "worlds"
    build(BuildConfig(WORLDS, seed=77), folder, workers=1)
    dataset = fw.open(folder)
    assert set(dataset.worlds()["pack"]) == set(pack_names())
    opener = WorldOpener("worlds", dataset, 7)
    questions = [task.question for task in dataset.tasks(1)]
    return [opener.open(world_id, questions) for world_id in range(WORLDS)]


@pytest.mark.parametrize("preset", PRESETS)
def test_replies_follow_from_no_closed_value(audited_worlds, preset):
    """Of twins under tease and strict, and of one web under every policy with other values."""
    controls, compared = PRESETS[preset], 0
    for audited in audited_worlds:
        here, twin = (
            place.under(controls).engine.catalogue for place in (audited.handle, audited.twin)
        )
        for policy in POLICIES:
            permit = Permit.of(policy, audited.handle.world)
            state = search_state(here, permit)
            if policy in {"tease", "strict"}:
                assert state == search_state(twin, permit), (preset, policy, audited.world_id)
            refilled = refilled_under(refilled_catalogue(audited.handle.web, permit), controls)
            assert state == search_state(refilled, permit), (preset, policy, audited.world_id)
            compared += len(state)
    print(f"{preset}: {compared:,} pages under {len(POLICIES)} policies, 0 differ")  # noqa: T201
    assert compared > 10_000


@pytest.mark.parametrize("preset", PRESETS)
def test_twins_reply_alike_whatever_is_asked(audited_worlds, preset):
    """Whole replies, byte for byte: results, their order and number, "no results", errors."""
    asked = 0
    for audited in audited_worlds:
        queries = [one.text for one in (*probes_of(audited, 24), *queries_of(audited, 6))]
        dice = random.Random(audited.world_id)
        places = [place.under(PRESETS[preset]) for place in (audited.handle, audited.twin)]
        for policy in ("tease", "strict"):
            engines = [place.engine.under(policy, seed=audited.world_id) for place in places]
            for number in range(len(queries)):
                batch = dice.sample(queries, 1 + number % 10) if number % 3 else [queries[number]]
                one, other = (
                    engine.call("web_search", {"queries": batch}, memory=Memory(), attempt=number)
                    for engine in engines
                )
                assert one.text == other.text, (preset, policy, audited.world_id, batch)
                assert one.pages == other.pages
                asked += len(batch)
    print(f"{preset}: {asked:,} queries of both twins, 0 replies differ")  # noqa: T201
    assert asked > 5_000
