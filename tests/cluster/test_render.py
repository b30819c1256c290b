"""A rendering on a Ray cluster: the drafts of one machine, whatever ends in the middle."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from fictionworld.dataset import open_dataset
from fictionworld.render import render
from fictionworld.simulator.backends.replicas import ReplicatedBackend
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.drafts.draft_writer import read_journal
from tests.cluster.conftest import ROOT, node
from tests.cluster.test_faults import PATIENCE_S
from tests.small import small_dataset
from tests.stand_in_vllm.use import all_ended, started
from tests.test_cores import until

pytestmark = pytest.mark.ray
WORLDS = 4
FEW = {"worlds": WORLDS, "pages": 24, "variants": 2}


class Noting(TemplateBackend):
    """The template, which notes the groups of its prompts in a folder."""

    at_once = 2

    def __init__(self, folder, delay_s):
        self._folder, self._delay_s = folder, delay_s

    async def complete(self, prompts):
        for prompt in prompts:
            (self._folder / f"{prompt.group}-{os.getpid()}").touch()
        await asyncio.sleep(self._delay_s)
        return await super().complete(prompts)


def parts(out):
    return {path.name: path.read_bytes() for path in out.glob("*.parquet")}


def asked(folder):
    """By group, the processes that were asked."""
    processes = {}
    for path in folder.iterdir():
        group, _, process = path.name.partition("-")
        processes.setdefault(int(group), set()).add(int(process))
    return processes


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The drafts of a rendering on this machine."""
    out = tmp_path_factory.mktemp("here") / "drafts"
    render(open_dataset(small_dataset()), out, TemplateBackend(), workers=0, **FEW)
    return parts(out)


@pytest.fixture
def engines(cluster, tmp_path):
    """Makes engines, and gives the folder where they note what they are asked."""

    def made(count=2, delay_s=0.0):
        folder = tmp_path / "asked"
        folder.mkdir()
        return ReplicatedBackend(cluster, count, 0, partial(Noting, folder, delay_s)), folder

    return made


def test_the_drafts_are_the_same_and_a_world_is_worded_by_one_engine(
    cluster, engines, whole, tmp_path
):
    backend, folder = engines()
    assert (backend.model, backend.at_once) == ("template", 4)
    dataset = open_dataset(small_dataset())
    render(dataset, tmp_path / "drafts", backend, workers=cluster, **FEW)
    assert parts(tmp_path / "drafts") == whole
    processes = asked(folder)
    assert sorted(processes) == dataset.world_ids[:WORLDS]
    assert all(len(of_world) == 1 for of_world in processes.values())
    engine_processes = set.union(*processes.values())
    assert len(engine_processes) == 2 and all_ended(engine_processes, 60)


def test_checks_are_made_on_the_cluster(cluster, whole, tmp_path):
    dataset = open_dataset(small_dataset())
    report = render(dataset, tmp_path / "drafts", TemplateBackend(), workers=cluster, **FEW)
    assert parts(tmp_path / "drafts") == whole
    assert report.processor_s > 0


def kill_soon(folder, kill):
    """Kill, once both engines are asked, from a rendering's own report of progress."""
    killed = []

    def on_progress(progress):
        processes = set().union(*asked(folder).values())
        if len(processes) == 2 and not killed:
            killed.append(min(processes))
            kill(killed[0])

    return killed, on_progress


def test_the_other_engine_words_what_one_that_was_killed_had_begun(
    cluster, engines, whole, tmp_path
):
    backend, folder = engines(delay_s=0.2)
    killed, on_progress = kill_soon(folder, lambda process: os.kill(process, signal.SIGKILL))
    dataset = open_dataset(small_dataset())
    render(dataset, tmp_path / "drafts", backend, workers=cluster, on_progress=on_progress, **FEW)
    assert killed and parts(tmp_path / "drafts") == whole


def test_others_do_the_work_of_a_node_that_dies(nodes, cluster, engines, whole, tmp_path):
    doomed = nodes.add_node(**node(cores=2))
    nodes.wait_for_nodes(timeout=240)
    backend, folder = engines(count=3, delay_s=0.2)
    died = []

    def on_progress(progress):
        if len(set().union(*asked(folder).values())) == 3 and not died:
            died.append(True)
            nodes.remove_node(doomed, allow_graceful=False)

    dataset = open_dataset(small_dataset())
    try:
        render(
            dataset, tmp_path / "drafts", backend, workers=cluster, on_progress=on_progress, **FEW
        )
    finally:
        if not died:
            nodes.remove_node(doomed, allow_graceful=False)
    assert died and parts(tmp_path / "drafts") == whole


# The command, with engines in processes of their own --------------------------------------------


def command(out, *more):
    return [
        sys.executable, "-m", "tests.faults.few_requests", "render", str(small_dataset()),
        "--backend", "vllm", "--model", "tiny", "--set", "max_num_seqs=4", "--worlds", str(WORLDS),
        "--variants", "2", "--out", str(out), *more,
    ]  # fmt: skip


@pytest.fixture(scope="module")
def worded(nodes, tmp_path_factory):
    """The drafts of the command on this machine."""
    out = tmp_path_factory.mktemp("worded") / "drafts"
    subprocess.run(command(out), cwd=ROOT, check=True, capture_output=True)
    return parts(out)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_command_that_ends_goes_on_and_leaves_no_process(
    cluster, worded, engine_log, tmp_path, number
):
    out, said = tmp_path / "drafts", tmp_path / "stderr"
    engine_log.unlink(missing_ok=True)

    def start():
        return subprocess.Popen(
            command(out, "--ray", cluster.address),
            cwd=ROOT, stderr=stderr, stdout=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def is_in_the_middle():
        answered = sum(len(list(read_journal(path))) for path in out.glob("world-*.jsonl"))
        return answered > 3 and len(started(engine_log)) == 2

    with said.open("w") as stderr:
        process = start()
        try:
            assert until(lambda: is_in_the_middle() or process.poll() is not None, PATIENCE_S)
            assert process.poll() is None, said.read_text()
            process.send_signal(number)
            assert process.wait(PATIENCE_S) == (130 if number == signal.SIGINT else -number)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if number == signal.SIGINT:
            assert "Kept " in said.read_text() and "Traceback" not in said.read_text()
        assert all_ended(started(engine_log), 60), "an engine goes on"
        assert until(lambda: not actors_running()), "an actor goes on"
        assert not (out / "manifest.json").exists()
        assert start().wait(PATIENCE_S) == 0, said.read_text()
    assert parts(out) == worded
    assert all_ended(started(engine_log), 60)


def actors_running():
    titles = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            titles.append(path.read_bytes().split(b"\0")[0])
        except OSError:
            continue
    return [title for title in titles if title.startswith(b"ray::FictionworldActor")]
