"""Options whose help is written in the docstring of their command."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from fictionworld.audit.options import AuditOptions
from fictionworld.building.config import BuildConfig
from fictionworld.cli.docstring import documented
from fictionworld.cli.inputs import Count
from fictionworld.cli.main import app
from fictionworld.episodes.rollout import Conditions
from fictionworld.server.settings import ServerSettings


def app_of(function):
    only_command = typer.Typer()
    only_command.command()(function)
    return only_command


def command_of(function):
    return typer.main.get_command(app_of(function))


def options_of(command):
    return {option.name: option for option in command.params}


@documented
def play(
    folder: str,
    *,
    agent: str,
    tasks: Count = 3,
    seed: Annotated[int, typer.Option("--start", help="Random seed.")] = 0,
    dry_run: bool = False,
) -> None:
    """Play.

    Ends with code 1: not always.

    Options:
        agent: Name of an agent: scout,
            or oracle.
        dry_run: Play nothing.

    Which tasks:
        tasks: Number of tasks.
    """


def test_the_docstring_gives_help_and_panels():
    command = command_of(play)
    options = options_of(command)
    assert command.help == "Play.\n\nEnds with code 1: not always."
    assert options["folder"].param_type_name == "argument"
    assert options["agent"].required
    assert options["agent"].help == "Name of an agent: scout, or oracle."
    assert options["agent"].rich_help_panel is None
    assert options["dry_run"].opts == ["--dry-run"]
    assert options["dry_run"].secondary_opts == []
    assert options["tasks"].default == 3
    assert options["tasks"].rich_help_panel == "Which tasks"
    assert options["seed"].opts == ["--start"]
    assert options["seed"].help == "Random seed."


def test_an_annotation_says_what_is_allowed():
    assert CliRunner().invoke(app_of(play), ["worlds", "--agent", "scout"]).exit_code == 0
    refused = CliRunner().invoke(app_of(play), ["worlds", "--agent", "scout", "--tasks", "0"])
    assert refused.exit_code == 2
    assert "--tasks" in refused.output


def test_a_shared_annotation_stays_as_it_is():
    @documented
    def other(*, tasks: Count = 1) -> None:
        """Do something else."""

    assert options_of(command_of(other))["tasks"].help is None


def test_an_entry_without_a_parameter_is_refused():
    with pytest.raises(TypeError, match=r"play: no parameters, but explained: \['agnet'\]"):

        @documented
        def play(*, agent: str = "scout") -> None:
            """Play.

            Options:
                agnet: Name of an agent.
            """


@pytest.mark.parametrize(
    ("name", "record"),
    [("build", BuildConfig), ("serve", ServerSettings), ("audit", AuditOptions),
     ("rollout", Conditions)],
)  # fmt: skip
def test_defaults_are_those_of_the_configuration_record(name, record):
    """Of what both have under one name and type; commands write ranges and lists as text."""
    options = options_of(typer.main.get_command(app).commands[name])
    compared = [
        (field.name, options[field.name].default, field.default)
        for field in fields(record)
        if field.name in options and field.default is not MISSING
        and type(options[field.name].default) is type(field.default)
    ]  # fmt: skip
    assert len(compared) >= 3
    assert [pair for pair in compared if pair[1] != pair[2]] == []
