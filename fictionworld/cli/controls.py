"""`--controls`: a preset and changes to it as text, or a YAML file that says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.files import read_given
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.simulator.controls import Controls

__all__ = ["ControlsOption", "read_controls"]

ControlsOption = Annotated[
    str,
    typer.Option(
        metavar="CONTROLS",
        help="What disturbs the tools: none, realistic, hostile; hostile,dead_links=0.2; or a "
        "YAML file.",
    ),
]


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
