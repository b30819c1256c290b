"""Jobs of an audit, done in this process and in others."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import parent_process

import pytest

from fictionworld.audit.observing import Observer
from fictionworld.audit.worker_pool import WorkerPool
from fictionworld.errors import StorageError


def where(observer, job):
    """Which process did a job; a job may take a while, or kill the worker that takes it."""
    name, seconds = job
    time.sleep(seconds)
    if name == "killer" and parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def jobs(name, count, seconds=0.0):
    return [(f"{name}{n}", seconds) for n in range(count)]


def done_by(workers, dataset, work, own, shared):
    with WorkerPool(dataset.path, 0, workers) as crew:
        yield from crew.run(Observer(dataset.path, 0), work, own, shared)


def test_alone_all_is_done_here_in_order(dataset):
    done = list(done_by(1, dataset, where, jobs("own", 2), jobs("shared", 3)))
    assert [job[0] for job, _ in done] == ["own0", "own1", "shared0", "shared1", "shared2"]
    assert {process for _, process in done} == {os.getpid()}


def test_every_job_is_done_once_and_both_work(dataset):
    own, shared = jobs("own", 3, 0.1), jobs("shared", 40, 0.2)
    done = dict(done_by(2, dataset, where, own, shared))
    assert sorted(done) == sorted(own + shared)
    assert done["own0", 0.1] == os.getpid()
    assert len(set(done.values())) == 2


def test_workers_take_what_is_left_of_this_process_s_own(dataset):
    done = dict(done_by(2, dataset, where, jobs("own", 30, 0.3), []))
    assert len(done) == 30
    assert len(set(done.values())) == 2


def test_a_killed_worker_is_told(dataset):
    shared = [("killer", 0.0), *jobs("shared", 40, 0.2)]
    with pytest.raises(StorageError, match="a worker process was killed"):
        list(done_by(2, dataset, where, jobs("own", 1, 0.1), shared))


def test_a_job_that_fails_here_ends_it(dataset):
    with pytest.raises(ZeroDivisionError):
        list(done_by(2, dataset, fails, jobs("own", 2), jobs("shared", 2)))


def fails(observer, job):
    return 1 / 0
