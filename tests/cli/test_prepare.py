"""`fictionworld prepare`: once, and nothing that is there is written again."""

from __future__ import annotations

import shutil

from tests.small import WORLDS, small_dataset


def test_prepare(call, tmp_path):
    answer = call("prepare", small_dataset(), "--workers", 1)  # other tests open what is written
    assert answer.code == 0 and answer.out == ""
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds")
    files = {path: path.stat().st_ino for path in (folder / ".cache").glob("*.world")}
    assert len(files) == WORLDS
    lost = min(files)
    lost.unlink()
    again = call("prepare", folder)
    assert "1 world written" in again.err and f"{WORLDS - 1} were there" in again.err
    rewritten = [path for path in files if path.stat().st_ino != files[path]]
    assert {path.stem for path in rewritten} == {lost.stem}
