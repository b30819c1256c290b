"""Processes that write worlds: begun when they are needed, replaced when they are killed."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal

import pytest

import fictionworld as fw
from fictionworld.episodes import calls as calls_module
from fictionworld.episodes import world_files, world_handle
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.world_cache import WorldCache
from fictionworld.episodes.writers import WorldWriters
from fictionworld.errors import UsageError
from tests.small import small_dataset


@pytest.fixture
def writers(monkeypatch):
    found = WorldWriters()
    yield found
    found._end()


def test_what_a_process_writes_is_what_this_one_does(writers):
    dataset = fw.open(small_dataset())
    files = writers.submit(dataset, 1).result(60)
    assert files == world_files.write_file(dataset, 1)
    with pytest.raises(UsageError, match="world 99"):
        writers.submit(dataset, 99).result(60)
    (process,) = writers._processes
    os.kill(process.pid, signal.SIGKILL)
    with pytest.raises(InfrastructureError, match="was killed"):
        writers.submit(dataset, 1).result(60)
    assert writers.submit(dataset, 1).result(60) == files


def test_each_world_is_written_once_for_many_calls(tmp_path, monkeypatch):
    without = shutil.ignore_patterns(".cache")
    dataset = fw.open(shutil.copytree(small_dataset(), tmp_path / "worlds", ignore=without))
    written = []
    plain = world_files.write_file

    def noted(source, world_id):
        written.append(world_id)
        return plain(source, world_id)

    monkeypatch.setattr(world_handle, "write_file", noted)
    monkeypatch.setattr(calls_module, "OPEN_WORLDS", WorldCache())
    tasks = [dataset.tasks(world_id)[0] for world_id in (0, 1, 2)]

    async def all_at_once():
        episodes = [dataset.episode(task.task_id) for task in tasks for _ in range(2)]
        asked = (one.acall("web_search", {"query": one.question}) for one in episodes)
        return await asyncio.gather(*asked)

    found = asyncio.run(all_at_once())
    assert found[::2] == found[1::2]
    assert sorted(written) == [0, 1, 2]
    assert len(list((dataset.path / ".cache").glob("*.world"))) == len(tasks)
    assert found[0] == fw.open(small_dataset()).episode(tasks[0].task_id).call(
        "web_search", {"query": tasks[0].question}
    )
