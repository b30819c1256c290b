"""The doctor finds nothing where a framework is installed, and says what is missing elsewhere."""

from __future__ import annotations

import tomllib
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import pytest

from fictionworld.adapters.doctor import adapter_names, examine
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import UsageError
from tests.adapters.played import settings

ROOT = Path(__file__).parents[2]
MODULES = {"openenv": "openenv", "skyrl": "skyrl_gym"}
HERE = [name for name in adapter_names() if find_spec(MODULES.get(name, name)) is not None]
OWN = """
from fictionworld.adapters.doctor import Adapter

def trial(settings, task_id, answer):
    episode = settings.episode(task_id)
    episode.call("web_search", {"queries": ["list"]})
    return {EARNED}

ADAPTER = Adapter("{NAME}", "0.1", trial)
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Writes an adapter of one's own, and gives its name."""
    monkeypatch.syspath_prepend(tmp_path)

    def written(text):
        package = f"own_{uuid4().hex}"
        (tmp_path / package).mkdir()
        (tmp_path / package / "adapter.py").write_text(text)
        return f"{package}.adapter"

    return written


def failed(*_):
    raise InfrastructureError("the disk is gone")


@pytest.mark.adapter
@pytest.mark.parametrize("name", HERE)
def test_where_it_is_installed_all_is_well(name):
    found = list(examine(name, settings()))
    assert len(found) == 3 and not any(one.problem for one in found), found


@pytest.mark.adapter
@pytest.mark.parametrize("method", ["call", "score"])
@pytest.mark.parametrize("name", HERE)
def test_a_fault_of_ours_is_named(name, method, monkeypatch):
    monkeypatch.setattr(Episode, method, failed)
    *_, trial = examine(name, settings())
    assert "the disk is gone" in trial.problem


@pytest.mark.parametrize("name", [name for name in adapter_names() if name not in HERE])
def test_what_is_missing_is_named_with_its_extra(name):
    (found,) = examine(name, settings())
    assert f"pip install 'fictionworld[{name.replace('_', '-')}]'" in found.problem


def test_an_unknown_framework_is_refused():
    with pytest.raises(UsageError, match="allowed: gymnasium"):
        list(examine("gymnasum", settings()))


@pytest.mark.parametrize(
    ("earned", "problem"),
    [
        ("float(episode.score(answer, settings.reward))", None),
        ("1.0", "they earned 1.0 and 1.0"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
    ],
)
def test_an_adapter_of_ones_own_is_one_file(own, earned, problem):
    name = own(OWN.replace("{EARNED}", earned).replace("{NAME}", "pytest"))
    imported, version, trial = examine(name, settings())
    assert imported.problem is None and "tested with 0.1" in version.what
    assert trial.problem == problem


def test_what_is_no_adapter_is_reported():
    (found,) = examine("tests.adapters.played", settings())
    assert "ADAPTER" in found.problem
    (found,) = examine("tests.adapters.nowhere", settings())
    assert "No module named" in found.problem


def test_whatever_the_import_raises_is_reported(own):
    (found,) = examine(own("raise OSError('libcudart.so: cannot open\\nmore')"), settings())
    assert found.problem == "OSError: libcudart.so: cannot open"


def test_a_distribution_that_is_not_installed_is_reported(own):
    imported, version = examine(own(OWN.replace("{NAME}", "nothing-of-this-name")), settings())
    assert imported.problem is None
    assert version.what == "nothing-of-this-name" and "is installed" in version.problem


def test_every_adapter_has_an_extra_and_a_test():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name in adapter_names():
        # with a dash: pip before 23.3 finds no extra by another spelling of its name
        assert name.replace("_", "-") in project["optional-dependencies"]
        assert (ROOT / "tests" / "adapters" / f"test_{name}.py").is_file()
        lines = (ROOT / "fictionworld" / "adapters" / f"{name}.py").read_text("utf-8").count("\n")
        assert lines <= 150, f"{name}: {lines} lines; an adapter is thin"
