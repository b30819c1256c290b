from __future__ import annotations

import os
from functools import partial

import pytest

from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.certify import certify_all
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.rollout import Conditions, play_all
from fictionworld.episodes.workers import world_by_world


def _who(source, task):
    return task.task_id, source.path, os.getpid()


def _dies(victim, source, task):
    if task.task_id == victim:
        os._exit(9)
    return task.task_id


@pytest.fixture(scope="module")
def tasks(dataset):
    """One of each world."""
    return list({task.world_id: task for task in reversed(dataset.tasks())}.values())[::-1]


def test_all_tasks_in_their_order_each_world_in_one_process(dataset):
    tasks = dataset.tasks()
    found = list(world_by_world(dataset, _who, tasks, 2))
    assert [one for one, _, _ in found] == [task.task_id for task in tasks]
    assert {path for _, path, _ in found} == {dataset.path}
    workers = {pid for _, _, pid in found}
    assert os.getpid() not in workers and 1 <= len(workers) <= 2
    by_world = {(task.world_id, pid) for task, (_, _, pid) in zip(tasks, found, strict=True)}
    assert len(by_world) == len({task.world_id for task in tasks})


def test_few_worlds_are_played_here(dataset, tasks):
    assert {pid for *_, pid in world_by_world(dataset, _who, tasks[:2], 2)} == {os.getpid()}
    assert {pid for *_, pid in world_by_world(dataset, _who, tasks, 1)} == {os.getpid()}


@pytest.mark.slow  # `tests/test_worker_pool.py` kills one each day
def test_a_killed_worker_is_reported(dataset, tasks):
    with pytest.raises(InfrastructureError, match="a worker process was killed"):
        list(world_by_world(dataset, partial(_dies, tasks[-1].task_id), tasks, 2))
    assert "POLARS_MAX_THREADS" not in os.environ


def rewards(dataset, tasks, workers=1):
    played = play_all(dataset, agent_named("oracle"), tasks, Conditions(), workers=workers)
    return [one.trace.reward for one in played]


@pytest.mark.slow
@pytest.mark.parametrize("results", [rewards, certify_all])
def test_processes_change_no_result(dataset, tasks, results):
    alone = list(results(dataset, tasks[:4]))
    assert alone == list(results(dataset, tasks[:4], workers=2)) and len(alone) == 4
