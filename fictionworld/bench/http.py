"""The server under load: live episodes, bursts, overload, and memory over many short episodes.

The client is a process of its own. Beside the clock stands what the server's processes cost: on a
machine where others are at work, times on the clock are too long, and processor seconds are not.
"""

from __future__ import annotations

import json
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from fictionworld.bench.figure import Figure, quantile
from fictionworld.bench.http_client import CLIENT, LoadPlan, Phase
from fictionworld.bench.process import processor_s_of, resident_bytes_of
from fictionworld.build import BuildConfig, build
from fictionworld.dataset import open_dataset
from fictionworld.episodes.disk_cache import CACHE_FOLDER
from fictionworld.errors import FictionworldError
from fictionworld.extras import require_extra

_WORLDS = 128
_STEPS = 20
"""Measurements of memory over the short episodes; the first quarter warms up."""
_LEFT_BYTES = 100.0
"""What an episode may leave in memory: an entry in a dictionary is more."""


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How long, and how much."""

    seconds: float = 300.0
    """Of the steady load."""
    overload_s: float = 20.0
    live: int = 3072
    """Episodes at a time: more than the client has connections, since an agent makes one call at a
    time, and an episode that several workers are asked for at once is played by each of them."""
    short: int = 50_000
    """Short episodes, for the slope of memory."""
    workers: int = 2
    worlds: int = _WORLDS
    store: str = ""
    """PostgreSQL's URL, for `serve --store`; its episodes stay there."""


def http_figures(
    options: LoadOptions, scratch: Path | None = None, on_stage: Callable[[str], None] = print
) -> list[Figure]:
    """Return the figures of the server under load, on a dataset built in `scratch` and removed."""
    require_extra("serve", "fictionworld bench serve")
    with tempfile.TemporaryDirectory(dir=scratch, prefix="fictionworld-bench-") as temporary:
        folder = Path(temporary) / "worlds"
        on_stage(f"building {options.worlds} worlds")
        build(BuildConfig(options.worlds), folder)
        shutil.rmtree(folder / CACHE_FOLDER, ignore_errors=True)
        dataset = open_dataset(folder)
        tasks = tuple(drawn[0].task_id for w in dataset.world_ids if (drawn := dataset.tasks(w)))
        with _served(folder, Path(temporary) / "state", options) as (pid, url):
            on_stage("live episodes, a burst, overload")
            plan = LoadPlan(
                url, tasks, options.live, seconds=options.seconds, overload_s=options.overload_s
            )
            phases = _phases(plan, pid)
        with _served(folder, Path(temporary) / "state2", options) as (pid, url):
            on_stage(f"{options.short:,} short episodes")
            slope = _slope(url, pid, tasks, options.short)
    return [*_load_figures(phases), slope]


def _phases(plan: LoadPlan, pid: int) -> dict[str, Phase]:
    """Run a plan and return its phases by name, each with the server's processor seconds."""
    words = [*CLIENT, json.dumps(asdict(plan))]
    phases: dict[str, Phase] = {}
    before = processor_s_of(pid)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
        assert process.stdout is not None
        for line in process.stdout:
            phase, after = Phase(**json.loads(line)), processor_s_of(pid)
            phase.server_s, before = after - before, after
            phases[phase.name] = phase
    if process.returncode:
        raise FictionworldError(f"the client failed, after {', '.join(phases) or 'nothing'}")
    return phases


def _load_figures(phases: dict[str, Phase]) -> list[Figure]:
    cold, burst, warm = phases["cold"], phases["burst"], phases["warm"]
    peak, over = phases["peak"], phases["overload"]
    refused, probes = over.times.get("503", [0.0]), phases["probes"]
    probed = probes.times.get("503", [0.0])
    goodput = over.statuses.get("200", 0) / over.seconds
    best = peak.statuses.get("200", 0) / peak.seconds
    offered = sum(over.statuses.values()) / over.seconds
    late = 1000 * quantile(over.late, 0.99)
    warm_ms = _processor_ms(warm)
    over_good, peak_good = _good_of_a_second(over), _good_of_a_second(peak)
    return [
        *(_errors(phases[name]) for name in ("created", "cold", "learned", "burst", "warm")),
        Figure("a call in a cold world, p50", _ms(cold, 0.5), "ms", note=_p99(cold)),
        Figure("a call in a cold world: processor time", _processor_ms(cold), "ms"),
        Figure(f"a burst of {sum(burst.statuses.values())}, the last reply", _ms(burst, 1.0), "ms"),
        Figure("a call, warm, p50", _ms(warm, 0.5), "ms", 20.0,
               note=f"{sum(warm.statuses.values()) / warm.seconds:.0f} requests/s"),
        Figure("a call, warm, p99", _ms(warm, 0.99), "ms", 200.0, note=_client_share(warm)),
        Figure("a call, warm: processor time", warm_ms, "ms",
               note="of all the server's processes; what two cores bear: "
               f"{2000 / max(warm_ms, 1e-3):.0f} requests/s"),
        Figure("peak of good replies", best, "replies/s", note=_client_share(peak)),
        Figure("overload: share of the peak that is lost", 1 - goodput / best, "", 0.1,
               note=f"goodput {goodput:.0f}/s of {best:.0f}/s at {offered:.0f} requests/s, and "
               f"{over.unsent:,} for which no connection was free; {_client_share(over)}"),
        Figure("overload: the same of a processor second of the server",
               1 - over_good / peak_good, "", 0.1, note=f"{over_good:.0f} of {peak_good:.0f} "
               "replies: a busy machine counts as one that is not"),
        Figure("overload: a good reply, p99", _ms(over, 0.99), "ms",
               note=f"p50 {_ms(over, 0.5):.0f} ms"),
        Figure("overload: a refusal, p99", 1000 * quantile(probed, 0.99), "ms", 50.0,
               note=f"p50 {1000 * quantile(probed, 0.5):.0f} ms, of {_counted(probes)}; in the "
               f"client that overloads p99 {1000 * quantile(refused, 0.99):.0f} ms, and "
               f"{late:.0f} ms before a request is sent"),
        Figure("overload: replies that are no 200 or 503", _others(over, "200", "503"), "", 0.0,
               note=_counted(over)),
    ]  # fmt: skip


def _errors(phase: Phase) -> Figure:
    """Return the figure of failures in a phase, requests without a reply included."""
    return Figure(
        f"errors: {phase.name}", _others(phase, "200", "201"), "replies", 0.0, note=_counted(phase)
    )


def _others(phase: Phase, *allowed: str) -> int:
    return sum(n for status, n in phase.statuses.items() if status not in allowed)


def _counted(phase: Phase) -> str:
    return ", ".join(f"{n:,} {status}" for status, n in sorted(phase.statuses.items()))


def _processor_ms(phase: Phase) -> float:
    return 1000 * phase.server_s / max(1, sum(phase.statuses.values()))


def _good_of_a_second(phase: Phase) -> float:
    """Return the good replies for each processor second of the server."""
    return phase.statuses.get("200", 0) / max(phase.server_s, 1e-3)


def _client_share(phase: Phase) -> str:
    return f"the client takes {phase.processor_s / phase.seconds:.2f} processors"


def _slope(url: str, pid: int, tasks: tuple[str, ...], n: int) -> Figure:
    """Return the figure of bytes that an ended episode leaves in memory, with a 95% interval."""
    step = max(1, n // _STEPS)
    points: list[tuple[float, float]] = []
    good = 0
    for number in range(_STEPS):
        good += int(_client({"url": url, "task_ids": tasks, "short": step}))
        points.append((step * (number + 1), resident_bytes_of(pid)))
    later_points = points[_STEPS // 4 :]
    slope, intercept = statistics.linear_regression(*zip(*later_points, strict=True))
    residuals = [y - slope * x - intercept for x, y in later_points]
    spread = sum((x - statistics.mean(x for x, _ in later_points)) ** 2 for x, _ in later_points)
    error = 2.16 * (sum(r * r for r in residuals) / (len(later_points) - 2) / spread) ** 0.5
    return Figure(
        f"memory that each of {step * _STEPS:,} short episodes leaves, at least", slope - error,
        "bytes", _LEFT_BYTES, note=f"{slope:.0f} ± {error:.0f}; {good:,} answered; "
        f"{later_points[-1][1] / 2**20:.0f} MiB at the end",
    )  # fmt: skip


@contextmanager
def _served(folder: Path, state: Path, options: LoadOptions) -> Iterator[tuple[int, str]]:
    """Serve a folder on a free port; yield the server's process id and URL."""
    words = [sys.executable, "-m", "fictionworld.cli.main", "serve", str(folder), "--port", "0"]
    words += ["--workers", str(options.workers), "--state", str(state)]
    words += ["--store", options.store] if options.store else []
    with (
        tempfile.NamedTemporaryFile("w+") as log,
        subprocess.Popen(words, stderr=log) as process,  # noqa: S603 - a command of ours
    ):
        try:
            while "http" not in (line := Path(log.name).read_text("utf-8")):
                if process.poll() is not None:
                    raise FictionworldError(f"the server did not start: {line.strip()}")
                time.sleep(0.1)
            yield process.pid, line.split()[-1]
        finally:
            process.send_signal(signal.SIGTERM)


def _client(given: object) -> str:
    words = [*CLIENT, json.dumps(given)]
    process = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    if process.returncode:
        raise FictionworldError(f"the client failed: {process.stderr.strip().splitlines()[-1]}")
    return process.stdout


def _ms(phase: Phase, share: float) -> float:
    return 1000 * quantile(phase.times.get("200", [0.0]), share)


def _p99(phase: Phase) -> str:
    return f"p99 {_ms(phase, 0.99):.0f} ms"
