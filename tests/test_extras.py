"""The core works without the extras; a feature whose extra is missing says so in one line."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from fictionworld.errors import MissingExtraError
from fictionworld.extras import EXTRAS, require_extra
from tests.small import small_dataset

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

# Refuses the modules of all extras, and what only these bring, as if none were installed; and those
# of sessions, which are slow to import and nothing else should wait for.
HIDING = f"""
import sys

hidden = {{"duckdb_engine", "sqlalchemy", "sqlmodel", "scipy"}}
hidden |= {{*{sorted({m for ms in EXTRAS.values() for m in ms})!r}}}

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hiding())
"""


def without_extras(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", HIDING + code, *map(str, arguments)]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)


CORE = """
from pathlib import Path

import fictionworld as fw
from fictionworld.cli.main import app

folder, built, answer = sys.argv[1:]
if __name__ == "__main__":
    fw.build_dataset(fw.BuildConfig(1, packs=("football",)), Path(built), workers=1)
    dataset = fw.open(folder)
    dataset.worlds(), dataset.frames(1)
    task = dataset.tasks()[0].task_id
    dataset.score(task, "no table")
    for policy in ("tease", "open"):
        episode = dataset.episode(task, policy=policy, controls="hostile")
        episode.call("web_search", {"query": "list"})
        episode.score("no table")
    for command in (
        ["validate", folder], ["validate", folder, "--keys"], ["show", folder, "1"],
        ["rollout", folder, "--agent", "scout", "--tasks", "2"], ["score", folder, task, answer],
        ["packs", "list"], ["tasks", folder, "--world", "1"],
        ["export", folder, "--format", "widesearch", "--out", built + "-exported"],
    ):
        app(command, standalone_mode=False)
    print("done")
"""


@pytest.mark.slow
def test_the_core_builds_validates_plays_and_scores(tmp_path):
    (tmp_path / "answer.md").write_text("no table")
    done = without_extras(CORE, small_dataset(), tmp_path / "built", tmp_path / "answer.md")
    assert done.returncode == 0 and done.stdout.endswith("done\n"), done.stderr


COMMANDS = [
    ("audit", ["audit", "{worlds}"]),
    ("explore", ["explore", "{worlds}"]),
    ("serve", ["bench", "serve"]),
    ("serve", ["serve", "{worlds}"]),
    ("widesearch", ["score", "{worlds}", "0-1", "{answer}", "--mode", "widesearch"]),
]  # fmt: skip
RUN = """
import contextlib, io, json
from fictionworld.cli.main import main

def ended(words):
    sys.argv = ["fictionworld", *words]
    with contextlib.redirect_stderr(io.StringIO()) as stderr:
        try:
            main()
        except SystemExit as left:
            return left.code, stderr.getvalue()
    return 0, stderr.getvalue()

print(json.dumps([ended(words) for words in json.loads(sys.argv[1])]))
"""


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """How each command ended and what it said, all in one process: one takes seconds to start."""
    folder = tmp_path_factory.mktemp("extras")
    places = {"worlds": small_dataset(), "answer": folder / "answer.md", "cases": folder / "cases"}
    places["answer"].write_text("| a |\n|---|\n| b |\n")
    places["cases"].write_text(json.dumps({"id": "1"}) + "\n")
    given = [[word.format(**places) for word in words] for _, words in COMMANDS]
    done = without_extras(RUN, json.dumps(given))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=[" ".join(c[:2]) for _, c in COMMANDS])
def test_a_command_names_the_extra_that_it_needs(ended, number):
    code, stderr = ended[number]
    assert code == 2, stderr
    [line] = [line for line in stderr.splitlines() if line.strip()]
    assert line.endswith(f"python -m pip install 'fictionworld[{COMMANDS[number][0]}]'")


def test_what_is_installed_is_not_asked_for():
    for extra in EXTRAS:
        require_extra(extra, "this test")


def test_the_error_is_an_import_error_and_crosses_processes():
    error = pickle.loads(pickle.dumps(MissingExtraError("said")))
    assert isinstance(error, ImportError) and str(error) == "said"


def packages_of(extra: str) -> set[str]:
    """The packages that an extra installs, those of the extras that it names included."""
    found: set[str] = set()
    for line in PROJECT["optional-dependencies"][extra]:
        need = Requirement(line)
        if need.name == PROJECT["name"]:
            found |= {package for one in need.extras for package in packages_of(one)}
        else:
            found.add(canonicalize_name(need.name))
    return found


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_table_of_modules_is_that_of_the_project(extra):
    assert set(EXTRAS[extra].values()) == packages_of(extra)
    distributions = packages_distributions()
    for module, package in EXTRAS[extra].items():
        assert package in map(canonicalize_name, distributions[module])


def test_all_means_all_but_the_engine_and_the_tools():
    assert packages_of("all") == {package for extra in EXTRAS for package in packages_of(extra)}
    assert packages_of("all") | packages_of("docs") <= packages_of("dev")
