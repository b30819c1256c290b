"""`tools/golden.py`: the same code gives the same digests, and a difference is named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "golden.py"


def golden(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_digests_are_written_and_a_difference_is_named(tmp_path):
    file, texts = tmp_path / "golden.json", tmp_path / "texts"
    numbers = ("--worlds", 1, "--replies", 12, "--texts", texts)
    done = golden("write", file, *numbers, "--sections", "worlds", "replies")
    assert done.returncode == 0, done.stderr
    stored = json.loads(file.read_text())
    replies = [name for name in stored["digests"] if name.startswith("replies/")]
    assert len(replies) == 12  # four policies under three presets
    assert "Snippet: " in (texts / "replies" / "tease none.txt").read_text()

    changed = "worlds/shard-00000.duckdb/world"
    stored["digests"][changed] = "0"
    file.write_text(json.dumps(stored))
    done = golden("compare", file, "--sections", "worlds")
    assert done.returncode == 1, done.stdout + done.stderr
    assert [line for line in done.stdout.splitlines() if "differs  " in line] == [
        f"differs  {changed}"
    ]
