"""The documents tell the truth: their commands exist, their samples are what comes out.

`make readme` writes the README's sample anew.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import typer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import fictionworld as fw
from fictionworld.cli.main import app
from fictionworld.packs import spec

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
SAMPLE = re.compile(r"(<!-- sample: (?P<command>.*?) -->\n```\n)(?P<text>.*?)(```\n)", re.DOTALL)


def commands():
    """Every `fictionworld ...` line of every document, with the document's name."""
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        found = re.findall(r"`(fictionworld [^`]+)`", text)
        found += re.findall(r"^(fictionworld .+)$", text, re.MULTILINE)
        for line in dict.fromkeys(found):
            yield pytest.param(line, id=f"{document.name}: {line}")


@pytest.mark.parametrize("line", list(commands()))
def test_every_command_exists(line):
    command, words = typer.main.get_command(app), shlex.split(line.partition(" > ")[0])[1:]
    while words and words[0] in getattr(command, "commands", {}):
        command = command.commands[words.pop(0)]
    given = {word for word in words if word.startswith("--")}
    known = {name for option in command.params for name in option.opts} | {"--help"}
    assert given <= known, f"{line}: no such flags: {sorted(given - known)}"
    if hasattr(command, "commands"):
        assert not words or words[0].startswith("-"), f"no such command: {line}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(document):
    for target in re.findall(r"\]\(([^)#]+)\)", document.read_text("utf-8")):
        if "://" not in target:
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_that_are_named_are_there(document):
    for name in re.findall(r"`((?:fictionworld|tests|docs|tools)/[\w./-]+)`", document.read_text()):
        assert (ROOT / name).exists() or (ROOT / name.rstrip("/")).is_dir(), name


def test_the_notation_is_told_whole():
    """docs/packs.md names every kind of draw, derivation, row plan and rule, and every option."""
    document = (ROOT / "docs" / "packs.md").read_text("utf-8")
    words = {
        field.alias or name
        for record in (spec.Pack, spec.Table, spec.Rows, spec.Column, spec.Pick, spec.Draw,
                       spec.Derive, spec.Rule)
        for name, field in record.model_fields.items()
    }  # fmt: skip
    assert [word for word in sorted(words) if not re.search(rf"\b{word}\b", document)] == []


def told(command: str) -> str:
    """What the command prints about the first two worlds of seed 0, built anew.

    World i never depends on how many there are, so two are enough to show world 1 of a thousand.
    """
    with tempfile.TemporaryDirectory() as here:
        fw.build_dataset(fw.BuildConfig(2), Path(here) / "worlds", workers=1)
        words = [sys.executable, "-m", "fictionworld.cli.main", *shlex.split(command)[1:]]
        done = subprocess.run(words, cwd=here, capture_output=True, text=True, check=True)
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n"


def test_the_sample_is_what_comes_out():
    sample = SAMPLE.search((ROOT / "README.md").read_text("utf-8"))
    assert sample["text"] == told(sample["command"]), "write it anew: make readme"


def test_the_lock_holds_what_the_project_needs():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.MULTILINE):
        locked.setdefault(canonicalize_name(name), set()).add(version)
    for line in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        need = Requirement(line)
        versions = locked.get(canonicalize_name(need.name), set())
        assert any(need.specifier.contains(v) for v in versions), f"{line}: run `make lock`"
    assert "://" not in lock, "the lock names no package index"


def write_sample() -> None:
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    fresh = SAMPLE.sub(lambda found: found[1] + told(found["command"]) + found[4], text)
    readme.write_text(fresh, "utf-8")


if __name__ == "__main__":
    write_sample()
