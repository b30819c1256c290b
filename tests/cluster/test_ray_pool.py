"""Jobs on a Ray cluster: what they return and raise, and what happens when processes end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from fictionworld.errors import StorageError, UsageError
from fictionworld.ray_pool import RayPool
from fictionworld.workers import open_pool
from tests.cluster.conftest import CACHES, node
from tests.test_cores import until

pytestmark = pytest.mark.ray
KILLED = StorageError("a worker process was killed")


def begin(folder):
    if folder == "broken":
        raise ValueError("nothing to share")
    (folder / f"began-{os.getpid()}").touch()
    return folder


def where(folder, job):
    import ray

    return ray.get_runtime_context().get_node_id(), os.getpid()


def named(folder, job):
    name, seconds = job
    time.sleep(seconds)
    return name


def fails(folder, job):
    return 1 / 0


def kills_its_process(most, folder, job):
    """Kill the process that does the job, the first `most` times."""
    tries = len(list(folder.glob("try-*")))
    (folder / f"try-{tries}").touch()
    if tries < most:
        os.kill(os.getpid(), signal.SIGKILL)
    return job


def waits_for(path, folder, job):
    """Say on which node it is, then wait."""
    import ray

    (folder / f"on-{ray.get_runtime_context().get_node_id()}-{os.getpid()}").touch()
    assert until(path.exists)
    return job


def settings(folder, job):
    import polars

    ours = {name: value for name, value in os.environ.items() if name.startswith("FICTIONWORLD")}
    shipped = [path for path in sys.path if "py_modules" in path]
    return polars.thread_pool_size(), ours, Path.cwd(), shipped


@pytest.fixture
def pool(cluster, tmp_path):
    with open_pool(cluster, 1, KILLED, begin, tmp_path) as pool:
        yield pool


def test_jobs_are_done_once_on_both_nodes_and_a_process_begins_once(pool, tmp_path):
    assert isinstance(pool, RayPool)
    done = dict(pool.run(where, range(60)))
    assert sorted(done) == list(range(60))
    assert len({node for node, _ in done.values()}) == 2
    processes = {process for _, process in done.values()}
    assert len(list(tmp_path.glob("began-*"))) == len(processes) <= 4
    assert os.getpid() not in processes


def test_results_come_as_they_are_done_or_in_order(pool):
    list(pool.run(where, range(2)))  # both processes have begun
    jobs = [("slow", 3.0), *((f"quick{number}", 0.0) for number in range(3))]
    assert next(iter(pool.run(named, jobs)))[1].startswith("quick")
    assert list(pool.run_in_order(named, jobs)) == [name for name, _ in jobs]
    done = pool.run_with("not used", named, jobs[:1], jobs[1:])
    assert sorted(result for _, result in done) == sorted(name for name, _ in jobs)


def test_what_a_job_raises_is_raised_as_it_is(pool):
    with pytest.raises(ZeroDivisionError, match=r"^division by zero$"):
        list(pool.run(fails, range(3)))


def test_what_cannot_be_shared_is_raised_as_it_is(cluster):
    expected = pytest.raises(ValueError, match=r"^nothing to share$")
    with open_pool(cluster, 1, KILLED, begin, "broken") as pool, expected:
        list(pool.run(where, [0]))


def test_a_process_uses_one_core_and_has_no_token_of_ours(cluster, tmp_path, monkeypatch):
    monkeypatch.setenv("FICTIONWORLD_CACHE_MB", "77")
    monkeypatch.setenv("FICTIONWORLD_TRAINER_TOKEN", "a secret")
    monkeypatch.chdir(tmp_path)
    with open_pool(cluster, 1, KILLED, begin, tmp_path) as pool:
        [(_, (threads, ours, folder, shipped))] = pool.run(settings, [0])
    assert (threads, ours["FICTIONWORLD_CACHE_MB"], folder) == (1, "77", tmp_path)
    assert "FICTIONWORLD_TRAINER_TOKEN" not in ours
    assert (Path(shipped[0]) / "fictionworld" / "ray_pool.py").exists()  # this package travelled


def test_another_version_on_a_node_is_refused(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr("fictionworld.ray_pool.__version__", "9.9.9")
    expected = pytest.raises(UsageError, match=r"and this command is of 9\.9\.9")
    with open_pool(cluster, 1, KILLED, begin, tmp_path) as pool, expected:
        list(pool.run(where, [0]))


def test_a_job_whose_process_was_killed_is_done_again(pool, tmp_path):
    assert list(pool.run(partial(kills_its_process, 1), ["job"])) == [("job", "job")]
    assert len(list(tmp_path.glob("try-*"))) == 2


def test_a_job_that_kills_each_process_ends_it(pool):
    with pytest.raises(StorageError, match="the Ray cluster lost a task"):
        list(pool.run(partial(kills_its_process, 99), ["job"]))


def test_jobs_of_a_node_that_dies_are_done_by_others(nodes, pool, tmp_path):
    doomed = nodes.add_node(**node(cores=2))
    nodes.wait_for_nodes(timeout=240)
    go = tmp_path / "go"
    done = pool.run(partial(waits_for, go), range(4))
    results = []

    def on_doomed():
        return list(tmp_path.glob(f"on-{doomed.node_id}-*"))

    collecting = threading.Thread(target=lambda: results.extend(done))
    collecting.start()
    try:
        assert until(on_doomed), "no job came to the new node"
        nodes.remove_node(doomed, allow_graceful=False)
    finally:
        go.touch()
        collecting.join()
    assert sorted(results) == [(number, number) for number in range(4)]


def test_whoever_stops_early_hands_out_no_more(pool, tmp_path):
    go = tmp_path / "go"
    running = pool.run(partial(first_or_waits, go), range(20))
    next(running)
    running.close()
    go.touch()  # what was handed out is done
    assert until(lambda: not titles("waits")), "a job goes on"
    assert len(list(tmp_path.glob("on-*"))) <= 4
    assert list(pool.run(named, [("after", 0.0)])) == [(("after", 0.0), "after")]


def first_or_waits(path, folder, job):
    return job if job == 0 else waits_for(path, folder, job)


def titles(word, caches=CACHES):
    """The processes of nodes with these caches that do jobs of ours with this name."""
    found, nodes = [], [os.fsencode(cache) for cache in caches]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            title = (process / "cmdline").read_bytes().split(b"\0")[0].decode(errors="replace")
            environment = (process / "environ").read_bytes()
        except OSError:
            continue
        if not any(cache in environment for cache in nodes):
            continue
        if title.startswith("ray::fictionworld") and word in title:
            found.append(title)
    return found


def joined(address):
    """How a process ends that joins a cluster; this one is connected already."""
    code = f"from fictionworld.ray_pool import RayCluster; RayCluster({address!r}).connect()"
    return subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=300
    )


def test_the_cluster_of_this_machine_is_found(nodes):
    assert joined("auto").returncode == 0


def test_a_cluster_that_is_not_there(nodes):
    done = joined("127.0.0.1:1")
    assert done.returncode == 1
    assert "cannot join the Ray cluster '127.0.0.1:1'" in done.stderr
