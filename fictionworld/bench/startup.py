"""What starting costs: the import, and the help, in fresh processes."""

from __future__ import annotations

import sys

from fictionworld.bench.figure import Figure
from fictionworld.bench.process import run

__all__ = ["startup_figures"]

_TRIES = 5


def startup_figures() -> list[Figure]:
    """The best of several tries: what the program costs, whatever else the machine is doing."""
    return [
        Figure("import fictionworld", _best(sys.executable, "-c", "import fictionworld"), "s", 0.3),
        Figure(
            "fictionworld --help",
            _best(sys.executable, "-m", "fictionworld.cli.main", "--help"), "s", 0.3,
        ),
    ]  # fmt: skip


def _best(*command: str) -> float:
    return min(run(*command).seconds for _ in range(_TRIES))
