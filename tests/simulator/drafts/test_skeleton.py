"""Skeletons: what passages have in common, and which drafts serve all that have the same one."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from fictionworld.simulator.drafts.skeleton import Names, restored
from tests.simulator.drafts import samples
from tests.simulator.drafts.script import STYLES
from tests.small import WORLDS

_names = {}


def names_of(world_id):
    if world_id not in _names:
        _names[world_id] = Names(samples.world(world_id))
    return _names[world_id]


def passages():
    """All passages of the small dataset, each with its request, skeleton and world."""
    for world_id in range(WORLDS):
        for request in samples.page_requests(world_id):
            for passage in request.passages:
                yield (
                    world_id,
                    request,
                    passage,
                    names_of(world_id).skeleton(passage, request.head.kind),
                )


@pytest.fixture(scope="module")
def by_key():
    found = {}
    for one in passages():
        found.setdefault(one[3].key, []).append(one)
    return found


def test_passages_of_one_skeleton_are_one_text_but_for_names_and_slots(by_key):
    """What is taken out of one and put into another is that other, letter for letter."""
    shared = 0
    for (_, _, one, skeleton), *others in by_key.values():
        variant = re.sub(r"(\{\{\w+):\d+", r"\1", skeleton.masked)
        assert restored(variant, one, skeleton) == one.plain
        for _, _, other, theirs in others[:3]:
            assert restored(variant, other, theirs) == other.plain
            slots = [[(s.fact.column, s.form, s.reads) for s in p.slots] for p in (one, other)]
            assert slots[0] == slots[1]
            shared += bool(skeleton.names)
    assert shared > 300


def test_most_passages_share_a_skeleton(by_key):
    """Of six worlds, three of each pack; with more worlds it is more."""
    counts = Counter(len(found) > 1 for found in by_key.values() for _ in found)
    assert counts[True] > 0.6 * counts.total()
    shared = [found for found in by_key.values() if len(found) > 1]
    of_several_worlds = [found for found in shared if len({world for world, *_ in found}) > 1]
    assert len(of_several_worlds) > 0.7 * len(shared)


@pytest.mark.parametrize("style", ["honest", "chatty"])
def test_a_draft_serves_the_other_passages_of_its_skeleton(by_key, style):
    """Put into another page of another world, it passes there as it did where it was written."""
    fitting = tried = 0
    for (world, request, one, skeleton), *others in by_key.values():
        told = json.loads(request.prompt.messages[1][1]) if others and one.slots else None
        if told is None:
            continue
        draft = one.lengthened(STYLES[style](told["passages"][one.key], told))
        variant = names_of(world).variant(draft, one, skeleton)
        if variant is None or samples.checks(world).shown(draft, one, request) is not None:
            continue
        for theirs, other_request, other, filled in others[:2]:
            text = restored(variant, other, filled)
            fitting += samples.checks(theirs).shown(text, other, other_request) is None
            assert all(name in text for name in other.said)
            tried += 1
    assert tried > 100 and fitting >= 0.97 * tried


@pytest.mark.parametrize(
    ("change", "serves"),
    [
        (lambda text, name: f"Now: {text}", True),
        (lambda text, name: f"{text} This is {name}'s page.", True),
        (lambda text, name: f"{text} So she says.", False),
        (lambda text, name: f"{text} It is a {name} page.", False),
        (lambda text, name: f"{text} This is {name}' page.", False),
        (lambda text, name: f"{text} Ask {name.split()[-1]}.", False),
        (lambda text, name: f"{text} Ask {name.split()[-1].lower()}.", False),
    ],
)
def test_what_agrees_with_a_name_serves_one_passage_alone(change, serves):
    """A pronoun, an article, a genitive, a part of the name: wrong with another name."""
    tried = 0
    for request in samples.page_requests(0):
        for passage in request.passages:
            skeleton = names_of(0).skeleton(passage, request.head.kind)
            name = skeleton.names[0] if len(skeleton.names) == 1 else ""
            if name.count(" ") == 1 and "<0>" in skeleton.masked and " <0>'" not in skeleton.masked:
                draft = change(passage.plain, name)
                fits = names_of(0).variant(draft, passage, skeleton) is not None
                assert fits is serves, draft
                tried += 1
        if tried > 40:
            return
    raise AssertionError("too few passages to try it on")


def test_a_name_of_the_world_that_was_not_given_serves_no_other():
    request, passage = next(
        (request, passage)
        for request in samples.page_requests(0)
        for passage in request.passages
        if len(request.passages) > 3 and not passage.slots
    )
    skeleton = names_of(0).skeleton(passage, request.head.kind)
    for head in samples.world(0).heads[:20]:
        if head.outlet not in skeleton.names:
            draft = f"{passage.plain} Read {head.outlet}."
            assert names_of(0).variant(draft, passage, skeleton) is None


def test_what_a_model_was_given_of_a_value_stays_in_the_skeleton(by_key):
    """All that may have shaped its words but names: numbers, kinds, colours."""
    for found in by_key.values():
        for slot, *others in zip(*(p.slots for _, _, p, _ in found), strict=True):
            fillers = {one.filler for one in (slot, *others)}
            assert len(fillers) == 1 or all(text[:1].isupper() for text in fillers)
