"""A pack on trial: read, checked, and tried on a few worlds, in a child process with limits.

An unknown pack is data, and nothing in it runs code; it may still ask for a billion rows, or for a
pattern that takes for ever. The child has a deadline and bounded memory, and writes nothing.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from typing import Any

from fictionworld.errors import FictionworldError, PackError, UnsatisfiableError, UsageError

__all__ = ["Trial", "try_pack"]

_SECONDS = 20
_MEMORY_GIB = 3
"""Of memory that can be written to; an honest trial holds a tenth of it."""
_WORLDS = 20


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a trial that a pack passed."""

    pack: str
    worlds: int
    rows: tuple[int, int]
    """The least and the most rows of a world."""
    tables: dict[str, int]
    """Rows of all trial worlds, by table."""
    refused: dict[str, int]
    """Draws set aside, by the rule that they broke."""
    seconds: float


def try_pack(file: str, *, worlds: int = _WORLDS, rows: tuple[int, int] = (300, 500)) -> Trial:
    """The trial of a pack file, or of a packaged pack, on so many worlds.

    Raises:
        UsageError: There is no such pack.
        PackError: The pack is wrong (one finding a line), or broke a limit.
        UnsatisfiableError: The pack cannot keep its own rules; names one and an example.
    """
    asked = json.dumps({"file": file, "worlds": worlds, "rows": rows})
    try:
        done = subprocess.run(
            [sys.executable, "-m", "fictionworld.trial"],
            input=asked, capture_output=True, text=True, timeout=_SECONDS, check=False,
            # each thread of a library takes memory of its own, and on many cores there are many
            env={**os.environ, "POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise PackError(
            f"{file}:1: checking it and drawing {worlds} worlds took more than {_SECONDS} s; make "
            "tables smaller, patterns and expressions simpler"
        ) from None
    try:
        answer = json.loads(done.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        raise PackError(_broken(file, worlds, done)) from None
    if "error" in answer:
        kind = {"PackError": PackError, "UnsatisfiableError": UnsatisfiableError}
        raise kind.get(answer["error"], UsageError)(answer["message"])
    return Trial(**{**answer, "rows": tuple(answer["rows"])})


def _broken(file: str, worlds: int, done: subprocess.CompletedProcess[str]) -> str:
    last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    if done.returncode < 0 or "memory" in last.lower() or "alloc" in last.lower():
        return (
            f"{file}:1: checking it and drawing {worlds} worlds took more than {_MEMORY_GIB} GiB "
            "of memory; make tables and expressions smaller"
        )
    return f"{file}:1: the trial broke off: {last}"


def _try_here(file: str, worlds: int, rows: tuple[int, int]) -> Trial:
    """The trial itself, in this process; the child calls it."""
    # in the child alone: the parent imports nothing of the builder
    from fictionworld.building.config import BuildConfig, resolve  # noqa: PLC0415
    from fictionworld.building.parts import make_part  # noqa: PLC0415

    start = time.perf_counter()
    build = resolve(BuildConfig(n=worlds, packs=(file,), rows=rows))
    part = make_part(build, 0, worlds)
    counts = part.frames["world"]["row_count"]
    pack = build.packs[0]
    return Trial(
        pack=pack.name,
        worlds=worlds,
        rows=(int(counts.min()), int(counts.max())),  # type: ignore[arg-type]
        tables={table.name: part.frames[table.sql_name].height for table in pack.world_tables},
        refused=dict(part.counts["refused"].get(pack.name, {})),
        seconds=time.perf_counter() - start,
    )


def _limit() -> None:
    # DATA counts what a process may write to; AS would count what libraries merely reserve
    for what, most in (
        (resource.RLIMIT_DATA, _MEMORY_GIB * 2**30),
        (resource.RLIMIT_CPU, 2 * _SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (limit, limit))


def _child() -> None:
    asked: dict[str, Any] = json.load(sys.stdin)
    _limit()
    try:
        answer: dict[str, Any] = asdict(
            _try_here(asked["file"], asked["worlds"], tuple(asked["rows"]))
        )
    except FictionworldError as error:
        answer = {"error": type(error).__name__, "message": str(error)}
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    _child()
