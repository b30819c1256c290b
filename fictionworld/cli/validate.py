"""`fictionworld validate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["validate"]


def validate(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
) -> None:
    """Check every stored world again, from the files alone."""
