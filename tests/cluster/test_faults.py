"""A build on a Ray cluster whose processes and nodes end: the same content, nothing half-made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fictionworld.build import BuildConfig, build
from fictionworld.dataset import open_dataset
from fictionworld.packs.source import pack_names
from fictionworld.worlds.durable import BUILD_FOLDER
from fictionworld.worlds.manifest import MANIFEST
from tests.cluster.conftest import ROOT, node
from tests.cluster.test_ray_pool import titles
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
def driver(cluster, tmp_path):
    """Starts the command that builds on the cluster; what still runs at the end is killed."""
    begun = []

    def start():
        command = ["build", "--n", str(WORLDS), "--seed", "11", "--out", str(tmp_path / "worlds")]
        command += ["--packs", ",".join(PACKS), "--ray", cluster.address]
        with (tmp_path / "stderr").open("a") as stderr:
            begun.append(
                subprocess.Popen(
                    [sys.executable, "-m", "fictionworld.cli.main", *command],
                    cwd=ROOT, stderr=stderr, stdout=subprocess.DEVNULL, start_new_session=True,
                )
            )  # fmt: skip
        return begun[-1]

    yield start
    for process in begun:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


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
