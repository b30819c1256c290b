"""Options whose help is written in the docstring of their command."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from copy import copy
from typing import Annotated, TypeVar, get_args, get_origin

import typer

_Command = TypeVar("_Command", bound=Callable[..., None])

_PANEL = re.compile(r"^(\S.*):\n((?:(?: .*)?\n)+)", re.MULTILINE)
_ENTRY = re.compile(r"^ {4}(\w+): (.+(?:\n {5,}.+)*)", re.MULTILINE)


def documented(command: _Command) -> _Command:
    """Make the keyword-only parameters of a command options, with the help in its docstring.

    The docstring ends with the section `Options:`, and with others where the printed help has more
    panels. Their entries are `parameter: help`. `typer.Option` in an annotation adds what else an
    option needs, such as `min`; its own help serves where the docstring has no entry.

    Raises:
        TypeError: An entry names no parameter.
    """
    about, _, options = (inspect.getdoc(command) or "").partition("\n\nOptions:\n")
    entries = {
        name: (" ".join(text.split()), None if panel == "Options" else panel)
        for panel, section in _PANEL.findall(f"Options:\n{options}\n")
        for name, text in _ENTRY.findall(section)
    }
    parameters = inspect.signature(command, eval_str=True).parameters
    if unknown := entries.keys() - parameters.keys():
        raise TypeError(f"{command.__name__}: no parameters, but explained: {sorted(unknown)}")
    for name, parameter in parameters.items():
        if parameter.kind is not parameter.KEYWORD_ONLY:
            continue
        kind, option = parameter.annotation, typer.Option()
        if get_origin(kind) is Annotated:
            kind, option = get_args(kind)
        elif kind is bool:  # typer adds `--no-dry-run` to a flag without a name
            option = typer.Option(f"--{name.replace('_', '-')}")
        option = copy(option)
        if name in entries:
            option.help, option.rich_help_panel = entries[name]
        command.__annotations__[name] = Annotated[kind, option]
    command.__doc__ = about
    return command
