"""`fictionworld prepare`: once, and nothing that is there is written again."""

from __future__ import annotations

import shutil

import pytest

from tests.examples import first_everyday
from tests.small import WORLDS, small_dataset


@pytest.mark.parametrize("workers", first_everyday([1, 2]))
def test_prepare(call, tmp_path, workers):
    without = shutil.ignore_patterns(".cache")
    worlds = shutil.copytree(small_dataset(), tmp_path / "cold", ignore=without)
    answer = call("prepare", worlds, "--workers", workers)
    assert answer.code == 0 and answer.out == ""
    folder = shutil.copytree(worlds, tmp_path / "worlds")
    files = {path: path.stat().st_ino for path in (folder / ".cache").glob("*.world")}
    assert len(files) == WORLDS
    lost = min(files)
    lost.rename(tmp_path / "lost")  # not removed: a new file might get its number
    again = call("prepare", folder, "--workers", workers)
    assert "1 world written" in again.err and f"{WORLDS - 1} were there" in again.err
    rewritten = [path for path in files if path.stat().st_ino != files[path]]
    assert {path.stem for path in rewritten} == {lost.stem}
