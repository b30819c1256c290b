"""Open worlds: opened once, by bytes no more than allowed, closed in the order of their use."""

from __future__ import annotations

import gc
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

import fictionworld as fw
from fictionworld.episodes.world_cache import WorldCache, default_cache_mb
from fictionworld.episodes.world_handle import open_world
from fictionworld.errors import UsageError
from fictionworld.simulator.memory import Memory
from tests.small import small_dataset

MB = 2**20


class Handle:
    resident_bytes = 2 * MB
    unsaved = None


@pytest.fixture
def opened():
    return []


@pytest.fixture
def worlds(opened):
    def open_one(source, world_id, content):
        opened.append(world_id)
        return Handle()

    return WorldCache(open_one)


def test_the_one_used_least_recently_is_closed(worlds, opened):
    dataset = fw.open(small_dataset(), cache_mb=5)
    first = worlds.at(dataset, 0)
    worlds.at(dataset, 1)
    assert worlds.at(dataset, 0) is first
    worlds.at(dataset, 2)
    assert len(worlds) == 2 and worlds.resident_bytes == 4 * MB
    assert worlds.at(dataset, 0) is first
    assert opened == [0, 1, 2]
    worlds.at(dataset, 1)
    assert opened == [0, 1, 2, 1]
    worlds.close(dataset, 0)
    assert not worlds.is_open(dataset, 0) and worlds.resident_bytes == 2 * MB


def test_a_world_that_grows_closes_others(worlds):
    dataset = fw.open(small_dataset(), cache_mb=5)
    worlds.at(dataset, 0)
    worlds.at(dataset, 1).resident_bytes = 4 * MB
    worlds.at(dataset, 1)
    assert len(worlds) == 1 and worlds.is_open(dataset, 1)
    worlds.at(dataset, 1).resident_bytes = 9 * MB
    assert worlds.at(dataset, 1)  # one is always open
    assert len(worlds) == 1


def test_a_world_is_opened_once_whoever_asks():
    opened, here = [], threading.Barrier(8)

    def open_one(source, world_id, content):
        opened.append(world_id)
        return Handle()

    worlds = WorldCache(open_one)
    dataset = fw.open(small_dataset())

    def ask(number):
        here.wait(30)
        return worlds.at(dataset, number % 2)

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(ask, range(8)))
    assert sorted(opened) == [0, 1]
    assert len(set(map(id, found))) == 2


def test_a_world_that_cannot_be_opened_is_tried_again():
    tries = []

    def open_one(source, world_id, content):
        tries.append(world_id)
        if len(tries) == 1:
            raise OSError("the disk is gone")
        return Handle()

    worlds = WorldCache(open_one)
    dataset = fw.open(small_dataset())
    with pytest.raises(OSError, match="gone"):
        worlds.at(dataset, 0)
    assert worlds.at(dataset, 0) and len(worlds) == 1


@pytest.mark.parametrize("given", [0, -1, "much", float("nan"), float("inf"), True])
def test_what_is_no_size_is_refused(given):
    with pytest.raises(UsageError, match=r"cache_mb: got .*MiB"):
        fw.open(small_dataset(), cache_mb=given)


def test_the_default_is_a_share_of_the_machine(monkeypatch):
    monkeypatch.delenv("FICTIONWORLD_CACHE_MB", raising=False)
    assert default_cache_mb() > 64
    monkeypatch.setenv("FICTIONWORLD_CACHE_MB", "12.5")
    assert default_cache_mb() == 12.5
    monkeypatch.setenv("FICTIONWORLD_CACHE_MB", "lots")
    with pytest.raises(UsageError, match="FICTIONWORLD_CACHE_MB: got 'lots'"):
        default_cache_mb()


@pytest.mark.slow
def test_an_open_world_is_small_and_says_so():
    dataset = fw.open(small_dataset())
    for world_id in (0, 1):  # what worlds share is loaded
        play(open_world(dataset, world_id))
    for world_id in (2, 3):
        open_world(dataset, world_id)
    gc.collect()
    tracemalloc.start()
    try:
        handles = [open_world(dataset, world_id) for world_id in (2, 3)]
        for handle in handles:
            play(handle)
        gc.collect()
        each = tracemalloc.get_traced_memory()[0] / len(handles)
    finally:
        tracemalloc.stop()
    assert each <= 2.9 * MB  # 512 worlds in 1.5 GiB
    assert handles[0].resident_bytes == pytest.approx(each, rel=0.25)


def play(handle):
    engine = handle.engine.under("tease", seed=1)
    for head in handle.web.heads[::12]:
        engine.call("web_search", {"query": head.title}, memory=Memory())
        engine.call("web_extractor", {"url": head.url}, memory=Memory())
