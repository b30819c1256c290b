"""`tools/golden.py`: the same code gives the same digests, and a difference is named."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import fictionworld as fw

TOOL = Path(__file__).parents[2] / "tools" / "golden.py"
CHANGED = "worlds/shard-00000.duckdb/world"


@pytest.fixture
def small_golden(monkeypatch):
    """The tool in this process, with one pack, one policy and two presets."""
    spec = importlib.util.spec_from_file_location("golden", TOOL)
    golden = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(golden)
    monkeypatch.setattr(golden, "POLICIES", ("tease",))
    monkeypatch.setattr(golden, "PRESETS", ("none", "hostile"))
    monkeypatch.setattr(fw, "BuildConfig", partial(fw.BuildConfig, packs=("smartphones",)))

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["golden", *map(str, words)])
        return golden.main()

    return run


def change(file):
    stored = json.loads(file.read_text())
    stored["digests"][CHANGED] = "0"
    file.write_text(json.dumps(stored))
    return stored["digests"]


def test_digests_are_written_and_a_difference_is_named(small_golden, tmp_path, capsys):
    file, texts = tmp_path / "golden.json", tmp_path / "texts"
    sections = ("--sections", "worlds", "replies", "--texts", texts)
    assert small_golden("write", file, "--worlds", 1, "--replies", 2, *sections) == 0
    digests = change(file)
    assert sum(name.startswith("replies/") for name in digests) == 2
    assert "Snippet: " in (texts / "replies" / "tease none.txt").read_text()
    capsys.readouterr()
    assert small_golden("compare", file, *sections) == 1
    assert [
        line for line in capsys.readouterr().out.splitlines() if line.startswith("differs")
    ] == [f"differs  {CHANGED}"]


@pytest.mark.slow
def test_the_command_covers_each_policy_and_preset(tmp_path):
    file = tmp_path / "golden.json"

    def golden(*words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(TOOL), *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)

    numbers = ("--worlds", 1, "--replies", 12)
    done = golden("write", file, *numbers, "--sections", "worlds", "replies")
    assert done.returncode == 0, done.stderr
    replies = [name for name in change(file) if name.startswith("replies/")]
    assert len(replies) == 12  # four policies under three presets
    done = golden("compare", file, "--sections", "worlds")
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"differs  {CHANGED}" in done.stdout
