"""The first command of somebody who has never seen the project."""

from __future__ import annotations

import re
import shlex
import shutil

from fictionworld import sample_worlds
from tests.small import SMALL


def test_it_shows_a_task_a_call_and_scores(call, worlds, tmp_path, monkeypatch):
    monkeypatch.setattr(sample_worlds, "CONFIG", SMALL)
    folder = shutil.copytree(worlds, tmp_path / "worlds")
    answer = call("quickstart", "--out", folder)
    assert answer.code == 0 and answer.err == ""
    assert f"{folder}: {SMALL.n} worlds" in answer.out
    task_id = re.search(r"^task (\d+-\d+) +wide", answer.out, re.MULTILINE)[1]
    assert "Title: " in answer.out and "oracle, which reads pages: " in answer.out
    assert "reward 1.00" in answer.out
    # what it prints as commands are commands
    for line in re.findall(r"^ *fictionworld (.*?)(?: {3}.*)?$", answer.out, re.MULTILINE):
        if re.match(r"show|tool", line):
            assert call(*shlex.split(line)).code == 0
    assert f"fictionworld score {folder} {task_id} answer.md" in answer.out
    assert call("quickstart", "--out", folder).out == answer.out
