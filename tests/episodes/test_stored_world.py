"""A stored world is the world that was stored: the same rows, pages, results and replies."""

from __future__ import annotations

import pytest

import fictionworld as fw
from fictionworld.episodes.sections import DamagedError, Sections, packed_sections
from fictionworld.episodes.stored_world import StoredWorld, written_world_file
from fictionworld.episodes.world_handle import written_world
from fictionworld.simulator.catalogue import Catalogue
from fictionworld.simulator.controls import PRESETS
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.web.permit import Permit
from fictionworld.web.web import FictionalWeb
from fictionworld.web.writing.context import WritingContext, present_columns
from tests.examples import first_everyday
from tests.small import small_dataset

POLICIES = first_everyday(("mixed:0.5", "tease", "open", "strict", "mixed:0.1"), 2)
WORDS = ((), ("the", "of", "price", "2029", "3.5"), ("capacity", "club", "a"))


@pytest.fixture(scope="module", params=first_everyday((0, 1)), ids=("football", "smartphones"))
def webs(request):
    """A web, and what is read of its file."""
    dataset = fw.open(small_dataset())
    written = written_world(dataset, request.param)
    assert written.pack.name == ("football", "smartphones")[request.param]
    columns = present_columns(dataset.columns(request.param))
    content = written_world_file(dataset.frames(request.param), columns, written.web.plan)
    pack = dataset.pack_of(request.param)
    stored = StoredWorld(pack, written.world, content)
    context = WritingContext(pack, written.world, stored.rows, stored.columns)
    return written.web, FictionalWeb(context, stored.plan, most_pages=8), content


def test_the_same_pages(webs):
    web, stored, _ = webs
    assert stored.heads == web.heads
    assert stored.plan.pages == web.plan.pages
    for head in web.heads:
        assert stored.number_of(head.url) == web.number_of(head.url) == head.number
        assert stored.page(head.number) == web.page(head.number)
        assert stored.plan.statements(head.number) == web.plan.statements(head.number)
        assert stored.plan.entries(head.number) == web.plan.entries(head.number)
    assert stored.number_of("https://nowhere.example/") is None
    assert len(stored._pages) <= 8
    assert len(stored._pages._packed) >= len(web.heads) - 8
    for head in web.heads:  # all but the last eight are unpacked now
        assert stored.page(head.number) == web.page(head.number)
    for number in (0, len(web.heads) + 1):
        with pytest.raises(IndexError, match="allowed: 1 to"):
            stored.page(number)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_same_results(webs, policy):
    web, stored, _ = webs
    permit = Permit.of(policy, web.world)
    numbers = [head.number for head in web.heads]
    assert stored.searched(numbers, permit).pages == web.searched(numbers, permit).pages
    for head in web.heads:
        for words in (*WORDS, tuple(head.title.lower().split())):
            one, other = (w.windows(head.number, permit).cut(words) for w in (stored, web))
            assert one == other and one.stated == other.stated


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_replies(webs, preset):
    web, stored, _ = webs
    controls = PRESETS[preset]
    titles = [head.title for head in web.heads[::40]]
    for policy in ("tease", "mixed:0.5"):
        engines = [
            Engine(made, policy, seed=3, controls=controls)
            for made in (Catalogue(web), Catalogue(stored))
        ]
        asked = [("web_search", {"query": title}) for title in titles]
        asked += [("web_extractor", {"url": head.url}) for head in web.heads[::20]]
        asked += [("web_extractor", {"url": head.url, "page": 2}) for head in web.heads[::30]]
        for tool, arguments in asked:
            one, other = (engine.call(tool, arguments, memory=Memory()) for engine in engines)
            assert one == other


def test_damage_is_found(webs):
    _, stored, content = webs
    for at in (3, 40, 80, len(content) // 2, len(content) - 1):
        changed = bytearray(content)
        changed[at] ^= 1
        with pytest.raises(DamagedError):
            Sections(bytes(changed))
    for cut in (b"", content[:30], content[:-1]):
        with pytest.raises(DamagedError):
            Sections(cut)
    assert len(content) <= 40_000
    assert stored.world.world_id in {0, 1}


def test_sections_hold_texts_and_numbers():
    read = Sections(packed_sections({"text": ["a", None, {"b": "é"}], "raw": b"\x00\x01"}))
    assert read.json("text") == ["a", None, {"b": "é"}]
    assert bytes(read.raw("raw")) == b"\x00\x01"


def test_the_facts_of_a_part_are_those_of_its_marks(webs):
    web, stored, _ = webs
    for head in web.heads[::3]:
        page = web.page(head.number)
        length = len(page.body)
        for span in ((0, length), (length // 3, length // 2), (length // 2, length), (0, 0)):
            assert stored.cells_between(head.number, *span) == page.cells_between(*span)
