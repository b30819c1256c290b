"""A build on a Ray cluster whose processes and nodes end: the same content, nothing half-made."""

from __future__ import annotations

import os
import signal
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from fictionworld.audit.audit import audit
from fictionworld.audit.options import AuditOptions
from fictionworld.build import BuildConfig, build
from fictionworld.dataset import open_dataset
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.certify import certify_all
from fictionworld.episodes.disk_cache import DiskCache
from fictionworld.episodes.rollout import Attempt, Conditions, play_all
from fictionworld.episodes.workers import prepare_worlds
from fictionworld.packs.source import pack_names
from fictionworld.worlds.durable import BUILD_FOLDER
from fictionworld.worlds.manifest import MANIFEST
from tests.cluster.conftest import CACHES, node
from tests.cluster.test_commands import without_times
from tests.cluster.test_ray_pool import titles
from tests.small import small_dataset
from tests.test_cores import until

pytestmark = pytest.mark.ray
PACKS = tuple(pack_names()[:6])
"""Each is a part of its own."""
WORLDS = 2 * len(PACKS)
PATIENCE_S = 600


@pytest.fixture(scope="module")
def hashes(tmp_path_factory):
    """The content of a build on this machine."""
    out = tmp_path_factory.mktemp("here") / "worlds"
    build(BuildConfig(WORLDS, 11, PACKS), out, workers=1)
    return open_dataset(out).content_hashes


@pytest.fixture
def driver(start, tmp_path):
    """Starts the command that builds on the cluster."""
    command = ["build", "--n", str(WORLDS), "--seed", "11", "--out", str(tmp_path / "worlds")]
    return lambda: start(*command, "--packs", ",".join(PACKS))


def parts(tmp_path):
    return list((tmp_path / "worlds" / BUILD_FOLDER / "parts").glob("part-*.arrows"))


def is_whole(tmp_path, hashes):
    out = tmp_path / "worlds"
    files = {path.name for path in out.iterdir()}
    assert files <= {MANIFEST, "shard-00000.duckdb", "keys-00000.duckdb"}
    return open_dataset(out).content_hashes == hashes


def some_parts_are_made(process, tmp_path):
    """Wait until some parts are made and others are not."""
    assert until(lambda: parts(tmp_path) or process.poll() is not None, PATIENCE_S)
    assert process.poll() is None, (tmp_path / "stderr").read_text()
    assert len(parts(tmp_path)) < len(PACKS)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9), (signal.SIGTERM, None)]
)
def test_a_build_whose_command_ends_goes_on(driver, hashes, tmp_path, number, code):
    process = driver()
    some_parts_are_made(process, tmp_path)
    process.send_signal(number)
    ended = process.wait(PATIENCE_S)
    said = (tmp_path / "stderr").read_text()
    assert (ended == code) if code is not None else (ended != 0), (ended, said)
    assert until(lambda: not titles("")), "processes of the cluster go on"
    assert not (tmp_path / "worlds" / MANIFEST).exists()
    made = len(parts(tmp_path))
    assert 0 < made < len(PACKS)
    if number == signal.SIGINT:
        assert "Nothing is lost" in said and "Traceback" not in said
    assert driver().wait(PATIENCE_S) == 0, (tmp_path / "stderr").read_text()
    assert is_whole(tmp_path, hashes)


def test_a_build_whose_worker_is_killed_goes_on_by_itself(driver, hashes, tmp_path):
    process = driver()
    some_parts_are_made(process, tmp_path)
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        if path.read_bytes().startswith(b"ray::fictionworld"):
            os.kill(int(path.parent.name), signal.SIGKILL)
            break
    assert process.wait(PATIENCE_S) == 0, (tmp_path / "stderr").read_text()
    assert is_whole(tmp_path, hashes)


def test_a_build_whose_node_dies_goes_on_by_itself(nodes, driver, hashes, tmp_path):
    doomed = nodes.add_node(**node(cores=2))
    nodes.wait_for_nodes(timeout=240)
    process = driver()
    try:
        some_parts_are_made(process, tmp_path)
    finally:
        nodes.remove_node(doomed, allow_graceful=False)
    assert process.wait(PATIENCE_S) == 0, (tmp_path / "stderr").read_text()
    assert is_whole(tmp_path, hashes)


def rollout(dataset, workers):
    attempts = [Attempt(task, number) for task in dataset.tasks() for number in range(2)]
    played = play_all(dataset, Scout(), attempts, Conditions(), workers=workers)
    return [(one.task.task_id, one.sample, without_times(one.trace)) for one in played]


def certify(dataset, workers):
    return list(certify_all(dataset, dataset.tasks()[:24], workers=workers))


def prepare(dataset, workers):
    cache = DiskCache.beside(dataset.path).folder
    for file in cache.glob("*"):
        file.unlink()
    assert not any(prepare_worlds(dataset, dataset.world_ids, workers))
    return {file.name: file.read_bytes() for file in cache.glob("*.world")}


def audited(dataset, workers):
    record = audit(dataset.path, AuditOptions(sample=6, workers=workers))
    return replace(record, seconds=0.0).as_dict()


@pytest.mark.parametrize("command", [rollout, certify, prepare, audited])
def test_others_do_the_jobs_of_a_node_that_dies(nodes, cluster, command):
    dataset = open_dataset(small_dataset())
    here = command(dataset, 1)
    doomed = nodes.add_node(**node(cores=2))
    cache = CACHES[-1]
    nodes.wait_for_nodes(timeout=240)
    there, came = [], threading.Event()

    def again_until_a_job_came():
        # the other nodes may have done all before the new one has a process
        there.append(command(dataset, cluster))
        while not came.is_set():
            there.append(command(dataset, cluster))

    running = threading.Thread(target=again_until_a_job_came)
    running.start()
    try:
        assert until(lambda: titles("", [cache]), PATIENCE_S), "no job came to the new node"
    finally:
        came.set()
        nodes.remove_node(doomed, allow_graceful=False)
        running.join(PATIENCE_S)
    assert there and all(result == here for result in there)
