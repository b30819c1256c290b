"""`docs/command-reference.md`: every command with its arguments and options, from the code.

    python -m tools.command_reference

A test compares the page with the code, so a change of a command is seen in a review.
"""

# ruff: noqa: ANN401 - typer brings a click of its own, whose classes are not those of the package

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer

from fictionworld.cli.main import app

PAGE = Path(__file__).resolve().parents[1] / "docs" / "command-reference.md"
_HEAD = """# Command reference

Every command with its arguments and options, as `--help` has them; [commands.md](commands.md) says
what each is for. This page is made from the code by `make commands`.
"""


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield the commands of a group and of the groups in it, by their words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


def page() -> str:
    """Return the page."""
    group = typer.main.get_command(app)
    return "\n".join([_HEAD, *(_section(*one) for one in commands(group))])


def _section(name: str, command: Any) -> str:
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one not in arguments and one.name != "help"]
    words = ["fictionworld", name, *(_placeholder(one) for one in arguments)]
    lines = [f"## {name}", "", f"`{' '.join(words)}`", "", (command.help or "").strip(), ""]
    rows = [f"| `{_placeholder(one)}` | {_help(one)} | |" for one in arguments]
    rows += [f"| `{', '.join(one.opts)}`{_kind(one)} | {_help(one)} | {_default(one)} |"
             for one in options]  # fmt: skip
    if rows:
        lines += ["| argument or option | meaning | default |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def _placeholder(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _help(parameter: Any) -> str:
    return " ".join((getattr(parameter, "help", None) or "").split()).replace("|", r"\|")


def _kind(option: Any) -> str:
    """Return what an option takes, where its help need not say so."""
    annotation = option.type_descriptor.annotation
    if get_origin(annotation) is Literal:
        return f" {', '.join(map(str, get_args(annotation)))}"
    return f" {option.metavar}" if option.metavar else ""


def _default(option: Any) -> str:
    if option.is_flag or option.default is None or callable(option.default):
        return ""
    return f"`{option.default}`" if str(option.default) else ""


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
