"""`fictionworld prepare`: once, and nothing that is there is written again."""

from __future__ import annotations

import shutil

from tests.small import WORLDS, small_dataset


def test_prepare(call, tmp_path):
    without = shutil.ignore_patterns(".cache")
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds", ignore=without)
    answer = call("prepare", folder, "--workers", 1)
    assert answer.code == 0 and answer.out == ""
    assert f"{WORLDS} worlds written" in answer.err
    files = {path.name: path.stat().st_ino for path in (folder / ".cache").iterdir()}
    assert len(files) == 2 * WORLDS
    again = call("prepare", folder)
    assert "0 worlds written" in again.err and f"{WORLDS} were there" in again.err
    assert files == {path.name: path.stat().st_ino for path in (folder / ".cache").iterdir()}
