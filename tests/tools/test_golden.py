"""`tools/golden.py`: the same code gives the same digests, and a difference is named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "golden.py"
CHANGED = "worlds/shard-00000.duckdb/world"


def change(file):
    stored = json.loads(file.read_text())
    stored["digests"][CHANGED] = "0"
    file.write_text(json.dumps(stored))
    return stored["digests"]


@pytest.mark.slow
def test_the_command_covers_each_policy_and_preset(tmp_path):
    file, texts = tmp_path / "golden.json", tmp_path / "texts"

    def golden(*words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(TOOL), *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)

    numbers = ("--worlds", 1, "--replies", 12)
    done = golden("write", file, *numbers, "--sections", "worlds", "replies", "--texts", texts)
    assert done.returncode == 0, done.stderr
    assert "Snippet: " in (texts / "replies" / "tease none.txt").read_text()
    replies = [name for name in change(file) if name.startswith("replies/")]
    assert len(replies) == 12  # four policies under three presets
    done = golden("compare", file, "--sections", "worlds")
    assert done.returncode == 1, done.stdout + done.stderr
    differing = [line for line in done.stdout.splitlines() if line.startswith("differs")]
    assert differing == [f"differs  {CHANGED}"]
