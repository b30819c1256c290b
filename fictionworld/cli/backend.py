"""`--backend` of the commands that show an agent's world."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["BackendOption"]

BackendOption = Annotated[
    str,
    typer.Option(
        help="Who words the web: template; drafts:FOLDER, what `fictionworld render` made; "
        "vllm:MODEL or endpoint:MODEL@URL, a model that is asked now."
    ),
]
