"""Other surroundings: equal content, or a clear refusal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fictionworld.worlds.lock import BuildLock
from tests.examples import first_everyday
from tests.faults import publication
from tests.faults.patience import TRACES, output_of

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tests.faults.publication"]


LIMITED = [sys.executable, "-m", "tests.faults.limited"]


def published(
    out: Path,
    environment: dict[str, str] | None = None,
    limit: str | None = None,
    **options,
):
    """One publication in a process of its own, under a limit such as `NOFILE=64`."""
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)} | (environment or {})
    before = [] if limit is None else [*LIMITED, limit]
    return subprocess.run(
        [*before, *COMMAND, str(out)],
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
        **options,
    )


def test_locale_time_zone_hash_seed_and_threads_do_not_count(tmp_path):
    assert publication.publish(tmp_path / "here") == 0
    here = publication.examine(tmp_path / "here")
    surroundings = {
        "TZ": "Asia/Kathmandu",
        "LC_ALL": "tr_TR.UTF-8",
        "PYTHONHASHSEED": "4711",
        "POLARS_MAX_THREADS": "1",
        "PYTHONUTF8": "0",
    }
    there = published(tmp_path / "there", surroundings, cwd=tmp_path)
    assert (there.returncode, there.stdout, there.stderr) == (0, here, "")


def test_few_open_files(tmp_path):
    done = published(tmp_path / "out", limit="NOFILE=64")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("limit", first_everyday([30_000, 0, 3_000, 200_000]))
def test_a_file_size_limit(tmp_path, limit):
    """The kernel refuses, in DuckDB's own writes too; Python ignores SIGXFSZ by itself."""
    out = tmp_path / "out"
    done = published(out, limit=f"FSIZE={limit}")
    assert done.returncode == 1
    assert re.fullmatch(r"error: cannot write .+; .+\n", done.stderr), done.stderr
    assert publication.examine(out) == ""
    assert publication.publish(out) == 0
    assert publication.examine(out)


def test_a_path_that_needs_quoting(tmp_path):
    out = tmp_path / 'it\'s; DROP TABLE "world" -- żółć'
    assert publication.publish(out) == 0
    assert publication.examine(out)


def test_two_builders_in_one_folder(tmp_path):
    with BuildLock(tmp_path):
        done = published(tmp_path)
    assert done.returncode == 1
    assert f"is being built by process {os.getpid()}" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert publication.publish(tmp_path) == 0


@pytest.mark.slow  # `test_two_builders_in_one_folder` is quick
def test_two_builders_at_the_same_moment(tmp_path):
    """Both end well, or one makes way; the dataset is whole in either case."""
    out = tmp_path / "out"
    running = [
        subprocess.Popen([*COMMAND, str(out)], cwd=ROOT, stderr=subprocess.PIPE, text=True,
                         stdout=subprocess.DEVNULL, env=os.environ | TRACES)
        for _ in range(2)
    ]  # fmt: skip
    ended = [(output_of(process, 300)[1], process.returncode) for process in running]
    assert 0 in [status for _, status in ended]
    assert all(status == 0 or "is being built by" in said for said, status in ended), ended
    assert publication.examine(out)


@pytest.mark.parametrize("opened", first_everyday(["before", "after"]))
def test_reading_in_a_forked_process(tmp_path, opened):
    """A connection survives a fork, and a fork may open the shard that its parent has open."""
    assert publication.publish(tmp_path) == 0
    command = [sys.executable, "-m", "tests.faults.forked", str(tmp_path), opened]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
