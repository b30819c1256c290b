"""What starting costs: the import and the help, in fresh processes, and the check of a pack."""

from __future__ import annotations

import sys
import time

from fictionworld.bench.figure import Figure
from fictionworld.bench.process import run
from fictionworld.packs.check import check_pack
from fictionworld.packs.source import pack_names, read_source

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
        *(Figure(f"read and check the pack {name}", _checking(name), "s", 0.5)
          for name in pack_names()),
    ]  # fmt: skip


def _best(*command: str) -> float:
    return min(run(*command).seconds for _ in range(_TRIES))


def _checking(name: str) -> float:
    """Seconds to read and check a pack, the best of several tries; the first starts DuckDB."""
    seconds = []
    for _ in range(_TRIES):
        begun = time.perf_counter()
        source = read_source(name)
        check_pack(source.pack(), source)
        seconds.append(time.perf_counter() - begun)
    return min(seconds)
