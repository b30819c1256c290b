"""Files of worlds that are written together, and by a program for a forked process."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess

import pytest

import fictionworld as fw
from fictionworld.episodes import calls as calls_module
from fictionworld.episodes import world_cache, world_files, writers
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.world_cache import WorldCache
from fictionworld.episodes.world_files import planned_worlds, write_files
from fictionworld.episodes.writers import file_by_program
from fictionworld.errors import UsageError
from tests.small import small_dataset


@pytest.fixture
def dataset(tmp_path):
    """A dataset without a cache."""
    without = shutil.ignore_patterns(".cache")
    return fw.open(shutil.copytree(small_dataset(), tmp_path / "worlds", ignore=without))


def test_a_world_has_one_file_whatever_is_written_with_it(dataset):
    together = write_files(dataset, dataset.world_ids)
    assert set(together) == set(dataset.world_ids)
    for world_id, content in together.items():
        assert write_files(dataset, [world_id]) == {world_id: content}


def test_a_program_writes_what_this_process_does(dataset, monkeypatch):
    content = file_by_program(dataset, 1)
    pack = dataset.world(1).pack
    following = [i for i in dataset.world_ids if i >= 1 and dataset.world(i).pack == pack]
    for world_id in following:
        kept = world_files.cached_file(dataset, world_id)
        assert kept == write_files(dataset, [world_id])[world_id]
    assert world_files.cached_file(dataset, 1) == content
    with pytest.raises(UsageError, match="world 99"):
        file_by_program(dataset, 99)
    killed = subprocess.CompletedProcess([], -signal.SIGKILL, b"")
    monkeypatch.setattr(writers.subprocess, "run", lambda *_, **__: killed)
    assert file_by_program(dataset, 1) == content
    shutil.rmtree(dataset.path / ".cache")
    with pytest.raises(InfrastructureError, match="was killed"):
        file_by_program(dataset, 1)


def test_each_world_is_planned_and_written_once_for_many_calls(dataset, monkeypatch):
    batches = []

    def noted(source, world_ids):
        batches.append(world_ids)
        return planned_worlds(source, world_ids)

    monkeypatch.setattr(world_cache, "planned_worlds", noted)
    worlds = WorldCache()
    monkeypatch.setattr(calls_module, "OPEN_WORLDS", worlds)
    tasks = [dataset.tasks(world_id)[0] for world_id in dataset.world_ids]

    async def all_at_once():
        episodes = [dataset.episode(task.task_id) for task in tasks for _ in range(2)]
        calls = (e.acall("web_search", {"query": e.question}) for e in episodes)
        return await asyncio.gather(*calls)

    replies = asyncio.run(all_at_once())
    assert replies[::2] == replies[1::2]
    assert sorted(world_id for batch in batches for world_id in batch) == dataset.world_ids
    assert len(batches) < len(tasks)
    worlds._thread.shutdown()  # it writes the files of worlds that were called again
    assert len(list((dataset.path / ".cache").glob("*.world"))) == len(tasks)
    for task, reply in zip(tasks, replies[::2], strict=True):
        episode = fw.open(small_dataset()).episode(task.task_id)
        assert reply == episode.call("web_search", {"query": task.question})
