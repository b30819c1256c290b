"""What a user names on the command line: files, and controls as text or in a YAML file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.errors import UsageError
from fictionworld.files import open_file, shown

if TYPE_CHECKING:
    from fictionworld.simulator.controls import Controls

__all__ = ["ControlsOption", "read_controls", "read_given"]

_MOST_BYTES = 64_000_000
ControlsOption = Annotated[
    str,
    typer.Option(
        metavar="CONTROLS",
        help="What disturbs the tools: none, realistic, hostile; hostile,dead_links=0.2; or a "
        "YAML file.",
    ),
]


def read_given(name: str, what: str, most: int = _MOST_BYTES) -> str:
    """The text of a file, or of stdin where `name` is `-`.

    Args:
        name: As the user gave it.
        what: What it should be: `the answer`.
        most: The most bytes that are read.

    Raises:
        UsageError: There is no such file, or it is a folder, too large, or no text.
    """
    where = "stdin" if name == "-" else name
    try:
        if name == "-":
            content = sys.stdin.buffer.read(most + 1)
        else:
            with open_file(name) as file:
                content = file.read(most + 1)
    except FileNotFoundError:
        raise UsageError(f"{what}: there is no file {name}; give a file, or - for stdin") from None
    except IsADirectoryError:
        raise UsageError(f"{what}: {name} is a folder; give a file, or - for stdin") from None
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise UsageError(
            f"{what}: cannot read {shown(name)}: {said}; give a readable file"
        ) from None
    if len(content) > most:
        raise UsageError(
            f"{what}: {where} is longer than {most // 1_000_000} MB; give a shorter one"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{what}: {where} is no text in UTF-8, from its byte {error.start} on; give a text file"
        ) from None
    if "\0" in text:
        raise UsageError(f"{what}: {where} holds NUL bytes; give a text file")
    return text


def read_controls(given: str) -> Controls:
    """The controls that a flag names.

    Raises:
        UsageError: There are no such controls, or the file is none.
    """
    from fictionworld.simulator.controls import parse_controls

    if not given.endswith((".yaml", ".yml")):
        return parse_controls(given)
    from fictionworld.packs.document import read_document

    said = read_document(read_given(given, "the controls", 1_000_000), given).data
    if not isinstance(said, dict):
        raise UsageError(
            f"{given}: got {type(said).__name__}; write a control a line, such as dead_links: 0.2"
        )
    return parse_controls(said)
