"""Jobs done by worker processes, with this process and without."""

from __future__ import annotations

import gc
import os
import signal
import time
from dataclasses import dataclass
from multiprocessing import parent_process
from pathlib import Path

import pytest

from fictionworld.cores import WorkerPool
from fictionworld.errors import StorageError

KILLED = StorageError("a worker process was killed")


@dataclass(frozen=True)
class Shared:
    """What processes share: a folder in which each worker says that it has begun."""

    folder: Path
    workers: int

    def all_begun(self):
        return len(list(self.folder.iterdir())) >= self.workers


def begin(shared):
    if shared == "broken":
        raise ValueError("nothing to share")
    (shared.folder / str(os.getpid())).touch()
    return shared


def where(shared, job):
    """Which process did a job, once all have begun; it may take a while, or kill the worker."""
    until = time.monotonic() + 60
    while not shared.all_begun():
        assert time.monotonic() < until, "a worker has not begun"
        time.sleep(0.01)
    name, seconds = job
    time.sleep(seconds)
    if name == "killer" and parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def fails(shared, job):
    return 1 / 0


def jobs(name, count, seconds=0.0):
    return [(f"{name}{n}", seconds) for n in range(count)]


@pytest.fixture
def done_with(tmp_path):
    def done(workers, work, own, others):
        shared = Shared(tmp_path, workers)
        with WorkerPool(workers, KILLED, begin, shared) as pool:
            yield from pool.run_with(shared, work, own, others)

    return done


def test_alone_all_is_done_here_in_order(done_with):
    done = list(done_with(0, where, jobs("own", 2), jobs("other", 3)))
    assert [job[0] for job, _ in done] == ["own0", "own1", "other0", "other1", "other2"]
    assert {process for _, process in done} == {os.getpid()}


def test_every_job_is_done_once_and_both_work(done_with):
    own, others = jobs("own", 3, 0.02), jobs("other", 40, 0.02)
    done = dict(done_with(1, where, own, others))
    assert sorted(done) == sorted(own + others)
    assert done["own0", 0.02] == os.getpid()
    assert len(set(done.values())) == 2


def test_workers_take_what_is_left_of_this_process_s_own(done_with):
    done = dict(done_with(1, where, jobs("own", 30, 0.02), []))
    assert len(done) == 30
    assert len(set(done.values())) == 2


def test_workers_alone(tmp_path):
    with WorkerPool(2, KILLED, begin, Shared(tmp_path, 2)) as pool:
        done = dict(pool.run(where, jobs("job", 20, 0.02)))
        assert sorted(done) == sorted(jobs("job", 20, 0.02))
        assert os.getpid() not in done.values() and len(set(done.values())) == 2
        # a pool takes further jobs; what comes back is in the order of these
        late = [("slow", 0.5), *jobs("quick", 5)]
        assert list(pool.run_in_order(named, late)) == [name for name, _ in late]


def named(shared, job):
    where(shared, job)
    return job[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_worker_raises_what_it_was_given(workers, done_with):
    others = [("killer", 0.0), *jobs("other", 40, 0.02)]
    with pytest.raises(StorageError, match="a worker process was killed"):
        list(done_with(workers, where, jobs("own", 1, 0.1), others))


def test_a_job_that_fails_here_ends_it(done_with):
    with pytest.raises(ZeroDivisionError):
        list(done_with(1, fails, jobs("own", 2), jobs("other", 2)))


def test_a_job_that_fails_elsewhere_ends_it(tmp_path):
    shared = Shared(tmp_path, 1)
    with WorkerPool(1, KILLED, begin, shared) as pool, pytest.raises(ZeroDivisionError):
        list(pool.run(fails, jobs("job", 2)))


def test_what_cannot_be_shared_is_raised_as_it_is():
    with WorkerPool(1, KILLED, begin, "broken") as pool, pytest.raises(ValueError, match="nothing"):
        list(pool.run(where, jobs("job", 2)))


def begin_in_a_circle():
    import duckdb

    gc.disable()
    shared = [duckdb.connect()]
    shared.append(shared)
    return shared


def asks(shared, job):
    return shared[0].execute("SELECT 1").fetchone()


def test_what_is_shared_is_let_go_before_a_worker_ends(capfd):
    with WorkerPool(1, KILLED, begin_in_a_circle) as pool:
        assert [found for _, found in pool.run(asks, [0])] == [(1,)]
    assert "leaked" not in capfd.readouterr().err
