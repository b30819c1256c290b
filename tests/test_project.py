"""The files around the package agree with each other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

import fictionworld
from fictionworld.adapters.doctor import adapter_names

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


def test_workflows_run_make_alone():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert len(workflows) >= 3
    for path in workflows:
        for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
            for run in (step["run"] for step in job["steps"] if "run" in step):
                assert re.fullmatch(r"make ([a-z-]+)( [A-Z]+=[^;&|]+)*", run), (path.name, run)
                assert run.split()[1] in targets, (path.name, run)


def test_every_adapter_is_tried_weekly():
    [adapter] = read(".github/workflows/weekly.yml")["jobs"]["adapter"]["strategy"][
        "matrix"
    ].values()
    assert adapter == sorted([*adapter_names(), "tokens", "torch"])


def test_a_report_of_a_fault_has_what_the_doctor_says():
    forms = [*(ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml")]
    assert forms
    for form in forms:
        fields = yaml.safe_load(form.read_text("utf-8"))["body"]
        asked = {field["id"]: field["attributes"].get("description", "") for field in fields}
        assert len(asked) == len(fields)
        assert "`fictionworld doctor --json`" in asked["doctor"]


def test_every_data_file_of_the_package_has_a_licence():
    table = (ROOT / "docs" / "licences.md").read_text("utf-8")
    patterns = re.findall(r"^\| `(fictionworld/[^`]+)`", table, re.MULTILINE)
    package = ROOT / "fictionworld"
    data = {
        path
        for path in package.rglob("*")
        if path.is_file() and path.suffix not in {".py", ".pyc"} and path.name != "py.typed"
    }
    told = {pattern: set(ROOT.glob(pattern)) for pattern in patterns}
    assert all(told.values()), [pattern for pattern, files in told.items() if not files]
    assert data == set().union(*told.values()), sorted(data ^ set().union(*told.values()))


def test_every_document_has_a_place_in_the_site():
    listed = re.findall(
        r"^ +- (?:[^:\n]+: )?([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(path.name for path in ROOT.glob("docs/*.md"))


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


def test_hooks_are_pinned_and_named_once():
    """`make check-project` lets pre-commit read the file; this needs no installation."""
    repos = read(".pre-commit-config.yaml")["repos"]
    assert repos
    for repo in repos:
        assert repo.keys() == {"repo", "rev", "hooks"}
        assert repo["repo"].startswith("https://github.com/")
        assert re.fullmatch(r"v\d+\.\d+\.\d+", repo["rev"])
    hooks = [hook for repo in repos for hook in repo["hooks"]]
    names = [hook["id"] for hook in hooks]
    assert len(set(names)) == len(names) and {"ruff-check", "ruff-format"} <= set(names)
    assert all(hook.keys() <= {"id", "args"} for hook in hooks)


def test_make_targets_that_documents_name_exist():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for document in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for target in re.findall(
            r"(?:`|^)make ([a-z-]+)", document.read_text("utf-8"), re.MULTILINE
        ):
            assert f"\n{target}:" in makefile, f"{document.name}: make {target}"
