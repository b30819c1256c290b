"""Episodes in the worker processes of torch's DataLoader, begun by fork and by spawn."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

pytest.importorskip("torch", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

from tests.small import small_dataset  # noqa: E402

SCRIPT = """
import sys

import polars as pl
from torch.utils.data import DataLoader, Dataset

import fictionworld as fw


class Episodes(Dataset):
    def __init__(self, worlds, task_ids):
        self.worlds, self.task_ids = worlds, task_ids

    def __len__(self):
        return len(self.task_ids)

    def __getitem__(self, number):
        episode = self.worlds.episode(self.task_ids[number], calls=0)
        [result, *_] = episode.search(episode.question)
        page = episode.read(result.url)
        begun = fw.Episode.from_log(self.worlds, episode.log())  # shipped, and gone on with
        earned = float(episode.score("nothing"))
        return [episode.task.task_id, page.text, earned, episode.log(), begun, result.url]


if __name__ == "__main__":
    method, folder = sys.argv[1:]
    worlds = fw.open(folder)
    task_ids = [task.task_id for task in worlds.tasks()][::6]
    here = [Episodes(worlds, task_ids)[number][:3] for number in range(2)]  # two worlds are open
    pl.DataFrame({"a": range(50_000)}).group_by(pl.col("a") % 7).len()  # polars runs threads
    loader = DataLoader(
        Episodes(worlds, task_ids), batch_size=None, num_workers=2, multiprocessing_context=method,
        timeout=300, collate_fn=list,
    )
    turns = []
    for turn in range(2):  # at the second all worlds are open in this process
        found = list(loader)
        assert [one[0] for one in found] == task_ids
        assert [one[:3] for one in found[:2]] == here
        for task_id, text, earned, log, begun, url in found:
            again = fw.Episode.from_log(worlds, log)
            assert again.task.task_id == task_id and float(again.trace().reward) == earned
            assert begun.calls_made == 2 and begun.read(url).text == text
            assert float(begun.score("nothing")) == earned
        turns.append([one[:3] for one in found])
    assert turns[0] == turns[1]
    print("played")
"""


@pytest.mark.parametrize("prepared", [False, True], ids=["cold", "prepared"])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_data_loader_plays(tmp_path, method, prepared):
    without = None if prepared else shutil.ignore_patterns(".cache")
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds", ignore=without)
    if prepared:
        command = [sys.executable, "-m", "fictionworld.cli.main", "prepare", str(folder)]
        subprocess.run([*command, "--workers", "1"], check=True, capture_output=True)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(script), method, str(folder)],
        capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert (done.stdout, done.returncode) == ("played\n", 0), done.stderr
    assert "leaked" not in done.stderr
