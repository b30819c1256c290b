"""Processes that are begun in any way play on, cold worlds too, and none says a word at its end."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from tests.small import small_dataset

PLAY = """
import multiprocessing, sys, threading
import polars as pl
import fictionworld as fw

def play(dataset, task_id):
    episode = dataset.episode(task_id, calls=0)
    found = episode.call("web_search", {"query": episode.question})
    url = next(line.split()[1] for line in found.splitlines() if line.startswith("[1] "))
    page = episode.call("web_extractor", {"url": url})
    return found, page, float(episode.score("nothing")), episode.trace().facts

def child(dataset, task_ids, told):
    told.put([play(dataset, task_id) for task_id in task_ids])

def ask(method, daemon, dataset, task_ids):
    context = multiprocessing.get_context(method)
    told = context.SimpleQueue()
    process = context.Process(target=child, args=(dataset, task_ids, told), daemon=daemon)
    process.start()
    found = told.get() if alive(process, told) else None
    process.join(20)
    return found

def alive(process, told):
    for _ in range(1200):
        if not told.empty():
            return True
        process.join(0.1)
        if process.exitcode is not None:
            return not told.empty()
    process.kill()
    return False
"""
METHODS = """
if __name__ == "__main__":
    method, folder = sys.argv[1:]
    dataset = fw.open(folder)
    first, other, third = (dataset.tasks(world)[0].task_id for world in (0, 1, 2))
    warm = play(dataset, first)
    pl.DataFrame({"a": range(50_000)}).group_by(pl.col("a") % 7).len()  # polars runs threads
    found = ask(method, method == "fork", dataset, (first, other, third))
    assert found is not None, "the child hung or crashed"
    assert found[0] == warm, "another process plays another world"
    assert found[1:] == [play(dataset, other), play(dataset, third)]
    print("played")
"""
LAST = """
if __name__ == "__main__":
    dataset = fw.open(sys.argv[1])
    threads = [
        threading.Thread(target=play, args=(dataset, dataset.tasks(world)[0].task_id))
        for world in (0, 1, 3, 4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    dataset.frames(0)
    print("played")
"""


@pytest.fixture
def run(tmp_path):
    """Runs a script over a dataset without a cache."""
    without = shutil.ignore_patterns(".cache")
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds", ignore=without)

    def run_script(text, *given):
        script = tmp_path / "script.py"
        script.write_text(PLAY + text)
        command = [sys.executable, "-W", "always::UserWarning", str(script), *given, str(folder)]
        return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)

    return run_script


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_child_plays_warm_and_cold_worlds(run, method):
    done = run(METHODS, method)
    assert (done.stdout, done.returncode) == ("played\n", 0), done.stderr


@pytest.mark.slow
def test_threads_play_without_a_warning_and_leave_nothing(run):
    done = run(LAST)
    assert (done.stdout, done.stderr) == ("played\n", "")
