"""The files around the package agree with each other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

import fictionworld

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def read(name: str):
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def test_the_workflow_runs_what_the_project_says_it_runs_on():
    jobs = read(".github/workflows/ci.yml")["jobs"]
    named = "Programming Language :: Python :: 3."
    said = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if line.startswith(named)]
    assert jobs["test"]["strategy"]["matrix"]["python"] == said
    assert PROJECT["requires-python"] == f">={said[0]}"
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    steps = [step.get("run", "") for job in jobs.values() for step in job["steps"]]
    called = {name for run in steps for name in re.findall(r"^make (\S+)", run)}
    assert {"test", "lint"} <= called <= targets


def test_the_citation_is_of_this_version():
    citation = read("CITATION.cff")
    assert citation["version"] == fictionworld.__version__
    assert citation["license"] == PROJECT["license"]
    assert citation["repository-code"] == PROJECT["urls"]["Homepage"]


def test_commits_are_checked_by_the_locked_ruff():
    hooks = {
        one["repo"].rpartition("/")[2]: one for one in read(".pre-commit-config.yaml")["repos"]
    }
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    assert f"ruff=={hooks['ruff-pre-commit']['rev'].removeprefix('v')} " in lock


def test_make_targets_that_documents_name_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for target in re.findall(
            r"(?:`|^)make ([a-z-]+)", document.read_text("utf-8"), re.MULTILINE
        ):
            assert f"\n{target}:" in makefile, f"{document.name}: make {target}"
