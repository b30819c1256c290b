"""A pack on trial: read, checked, and tried on a few worlds, in a child process with limits.

An unknown pack is data, and nothing in it runs code; it may still ask for a billion rows, or for a
pattern that takes for ever. The child has so many seconds of processor time and bounded memory, and
writes nothing. Processor time, not the clock's: a busy machine is not the pack's fault.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fictionworld.cores import exit_with_parent
from fictionworld.errors import FictionworldError, PackError, UnsatisfiableError, UsageError
from fictionworld.packs.compiled import TIMES, CompiledPack
from fictionworld.packs.findings import Mistake

if TYPE_CHECKING:
    import polars as pl

_MEMORY_GIB = 3
"""Of memory that can be written to; an honest trial holds a tenth of it."""
_ARTICLE = re.compile(r"\b([Aa]n?) ([^\W\d_]\w+)")


@dataclass(frozen=True, slots=True)
class PackTrial:
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


def try_pack(file: str, *, worlds: int, cpu_s: int) -> PackTrial:
    """Try a pack file, or a packaged pack, on `worlds` worlds in a child process.

    Args:
        file: A pack's file, or a packaged pack's name.
        worlds: How many worlds are drawn.
        cpu_s: The most seconds of processor time, however long they take by the clock; an honest
            trial of 20 worlds takes 4.

    Raises:
        UsageError: There is no such pack.
        PackError: The pack is wrong (one finding a line), or broke a limit.
        UnsatisfiableError: The pack cannot keep its own rules; names one and an example.
    """
    request = {"file": file, "worlds": worlds, "cpu_s": cpu_s, "parent": os.getpid()}
    child = subprocess.run(
        [sys.executable, "-m", "fictionworld.trial"],
        input=json.dumps(request), capture_output=True, text=True, check=False,
        # each thread of a library takes memory of its own, and on many cores there are many
        env={**os.environ, "POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    try:
        answer = json.loads(child.stdout.splitlines()[-1])
    except (ValueError, IndexError):
        raise PackError(_broken(file, worlds, cpu_s, child)) from None
    if "error" in answer:
        kind = {"PackError": PackError, "UnsatisfiableError": UnsatisfiableError}
        raise kind.get(answer["error"], UsageError)(answer["message"])
    return PackTrial(**{**answer, "rows": tuple(answer["rows"])})


def _broken(file: str, worlds: int, cpu_s: int, done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode == -signal.SIGXCPU:
        return (
            f"{file}:1: checking it and drawing {worlds} worlds took more than {cpu_s} s of "
            "processor time; make tables smaller, patterns and expressions simpler, or allow more "
            "with --cpu-seconds"
        )
    last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    if done.returncode < 0 or "memory" in last.lower() or "alloc" in last.lower():
        return (
            f"{file}:1: checking it and drawing {worlds} worlds took more than {_MEMORY_GIB} GiB "
            "of memory; make tables and expressions smaller"
        )
    return f"{file}:1: the trial broke off: {last}"


def _try_here(file: str, worlds: int) -> PackTrial:
    """Run the trial in this process, which is the child."""
    # in the child alone: the parent imports nothing of the builder
    from fictionworld.build import make_part  # noqa: PLC0415
    from fictionworld.building.config import BuildConfig, resolve  # noqa: PLC0415
    from fictionworld.packs.checks.unused import check_unread  # noqa: PLC0415
    from fictionworld.packs.findings import PackFinding, raise_findings  # noqa: PLC0415
    from fictionworld.packs.source import read_source  # noqa: PLC0415

    start = time.perf_counter()
    build = resolve(BuildConfig(n=worlds, packs=(file,)))
    part = make_part(build, tuple(range(worlds)))
    counts = part.frames["world"]["row_count"]
    pack = build.packs[0]
    source = read_source(file)
    raise_findings(
        PackFinding(source.file, source.line(path), path, message)
        for path, message in (
            *check_unread(pack.spec), *_days_to_come(pack, part.frames),
            *_wrong_articles(pack, part.frames),
        )
    )  # fmt: skip
    return PackTrial(
        pack=pack.name,
        worlds=worlds,
        rows=(int(counts.min()), int(counts.max())),  # type: ignore[arg-type]
        tables={table.name: part.frames[table.sql_name].height for table in pack.world_tables},
        refused=dict(part.counts["refused"]),
        seconds=time.perf_counter() - start,
    )


def _days_to_come(pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> Iterator[Mistake]:
    """Yield columns with dates after the world's today that do not say `future: true`."""
    import polars as pl  # noqa: PLC0415

    today = frames[pack.tables["setting"].sql_name].select("world_id", "as_of")
    for table in pack.world_tables:
        for column in table.stored:
            if column.kind not in TIMES or column.spec.future:
                continue
            days = frames[table.sql_name].join(today, on="world_id", suffix="_today")
            end = pl.col("as_of") if column.kind == "date" else pl.col("as_of").dt.year()
            late_rows = days.filter(pl.col(column.name) > end)
            if late_rows.height:
                value, now = late_rows.select(column.name, "as_of").row(0)
                excess = (
                    f"got {late_rows.height:,} of {days.height:,} after the world's today, such as "
                )
                message = f"{excess}{value} on {now}; bound it, at_most: as_of, or say future: true"
                yield ("tables", table.name, "columns", column.name), message


def _wrong_articles(pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> Iterator[Mistake]:
    """Yield columns whose names have `A` for `An`."""
    from fictionworld.text.english import indefinite  # noqa: PLC0415

    for table in pack.world_tables:
        for column in table.stored:
            if column.is_text and column.kind in {"name", "text"}:
                values = (
                    frames[table.sql_name][column.name].drop_nulls().unique(maintain_order=True)
                )
                wrong = [
                    value for value in values.to_list()
                    for match in _ARTICLE.finditer(value)
                    if match[1].lower() != indefinite(match[2])
                ]  # fmt: skip
                if wrong:
                    example = (
                        f"got {wrong[0]!r} and the like, {len(wrong):,} of {len(values):,} names"
                    )
                    message = f"{example}; give a pattern without an article, or words that suit it"
                    yield ("tables", table.name, "columns", column.name), message


def _limit(cpu_s: int) -> None:
    # DATA counts what a process may write to; AS would count what libraries merely reserve. At the
    # hard limit of CPU the system kills without saying why, so that one lies above the other.
    for resource_kind, most, over in (
        (resource.RLIMIT_DATA, _MEMORY_GIB * 2**30, 0),
        (resource.RLIMIT_CPU, cpu_s, 1),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        hard = resource.getrlimit(resource_kind)[1]
        most_of_all = most + over if hard == resource.RLIM_INFINITY else min(most + over, hard)
        resource.setrlimit(resource_kind, (min(most, most_of_all), most_of_all))


def _child() -> None:
    request: dict[str, Any] = json.load(sys.stdin)
    exit_with_parent(request["parent"])
    _limit(request["cpu_s"])
    try:
        answer: dict[str, Any] = asdict(_try_here(request["file"], request["worlds"]))
    except FictionworldError as error:
        answer = {"error": type(error).__name__, "message": str(error)}
    sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    _child()
