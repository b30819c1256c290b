"""The command line called in this process, as a shell would call it."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass

import pytest
import typer

from fictionworld.cli import main as cli
from tests.small import small_dataset

COMMAND = typer.main.get_command(cli.app)
"""Made once: `app` makes it anew at each call, which takes longer than most commands."""


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def call(capsys, monkeypatch):
    """`call("show", "worlds")`: its exit code, and what it said on stdout and stderr."""

    monkeypatch.setattr(cli, "app", COMMAND)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["fictionworld", *map(str, arguments)])
        capsys.readouterr()
        code = 0
        try:
            cli.main()
        except SystemExit as left:
            code = left.code or 0
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return run


@pytest.fixture(scope="session")
def worlds():
    return small_dataset()
