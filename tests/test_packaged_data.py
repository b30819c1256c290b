"""An installation that lacks data: one sentence says which, and nothing is written."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import fictionworld
from fictionworld import files
from fictionworld.errors import StorageError
from fictionworld.packs.source import pack_names
from tests.cli.conftest import call  # noqa: F401 - a fixture

PACKAGE = Path(fictionworld.__file__).parent
SAID = "error: this installation of fictionworld lacks its data {}; install it again: "


def test_the_data_are_those_of_the_wheel():
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))
    packed = project["tool"]["setuptools"]["package-data"]["fictionworld"]
    assert sorted(packed) == sorted(["py.typed", *files.DATA])


@pytest.mark.parametrize("pattern", files.DATA)
def test_what_lacks_is_named(call, tmp_path, monkeypatch, pattern):  # noqa: F811
    for other in set(files.DATA) - {pattern}:
        file = tmp_path / "package" / other.replace("*", "a")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    monkeypatch.setattr(files, "PACKAGE", tmp_path / "package")
    answer = call("build", "--n", "1", "--out", tmp_path / "out")
    assert answer.code == 1 and answer.out == ""
    assert answer.err.startswith(SAID.format(pattern)) and answer.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_package_without_its_data_says_so(tmp_path):
    """As a wheel that was built without them."""
    for path in PACKAGE.rglob("*.py"):
        target = tmp_path / "packages" / path.relative_to(PACKAGE.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    (tmp_path / "work").mkdir()
    program = (
        "import sys; sys.path[:0] = ['../packages']; import fictionworld.cli.main as m; m.main()"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-B", "-c", program, "quickstart"], cwd=tmp_path / "work",
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(SAID.format(files.DATA[0])) and done.stderr.count("\n") == 1
    assert not list((tmp_path / "work").iterdir())


def test_in_python_too(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    with pytest.raises(StorageError, match=r"lacks its data packs/library; install it again"):
        pack_names()
