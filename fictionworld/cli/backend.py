"""Flags that several commands share: who words an agent's world, what a server may send."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["BackendOption", "ReplyBytesOption"]

BackendOption = Annotated[
    str,
    typer.Option(
        help="Who words the web: template; drafts:FOLDER, what `fictionworld render` made; "
        "vllm:MODEL or endpoint:MODEL@URL, a model that is asked now."
    ),
]

ReplyBytesOption = Annotated[
    int, typer.Option(min=1, help="Of a model's server: the most bytes of one reply.")
]
