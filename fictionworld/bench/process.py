"""A command run in a fresh process: how long it took, and how much memory it and its workers held.

Memory is the sum over all its processes at one moment, the largest of many moments: pages that
processes share are counted once (Linux, `Pss`). Elsewhere it is the largest single process.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fictionworld.errors import FictionworldError

_PROC = Path("/proc")
_PAUSE_S = 0.1
_TICKS_PER_S = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True, slots=True)
class Run:
    """What a command cost."""

    seconds: float
    processor_s: float
    """Of all its processes, in the system too."""
    peak_bytes: int
    output: str


def run(*command: str) -> Run:
    """Run a command to its end, and return what it cost.

    Raises:
        FictionworldError: The command failed; the message ends with what it wrote to stderr.
    """
    start, before = time.perf_counter(), _processor_s()
    with subprocess.Popen(  # noqa: S603 - commands of our own
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        memory = _Memory(process.pid)
        output, errors = process.communicate()
        seconds = time.perf_counter() - start
        peak = memory.stop()
    if process.returncode != 0:
        raise FictionworldError(
            f"{' '.join(command[-6:])} ended with {process.returncode}: {errors.strip()}"
        )
    return Run(seconds, _processor_s() - before, peak, output)


def _processor_s() -> float:
    """Return the processor seconds of all processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def resident_bytes() -> int:
    """Return the bytes that this process holds now; where the system tells none, its peak."""
    if resident := _pss(os.getpid()):
        return resident
    return _largest(resource.RUSAGE_SELF)


def resident_bytes_of(pid: int) -> int:
    """Return the bytes of a process and its descendants, shared pages once; 0 where unknown."""
    return sum(_pss(member) for member in _family(pid))


def processor_s_of(pid: int) -> float:
    """Return the processor seconds of a process and its descendants; 0 where unknown."""
    return sum(map(_ticks, _family(pid))) / _TICKS_PER_S


class _Memory:
    """Watches a process and its descendants from a thread of its own."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> int:
        self._done.set()
        self._thread.join()
        return self._peak or _largest(resource.RUSAGE_CHILDREN)

    def _watch(self) -> None:
        if not _PROC.is_dir():
            return
        while not self._done.wait(_PAUSE_S):
            self._peak = max(self._peak, resident_bytes_of(self._pid))


def _largest(who: int) -> int:
    """Return the most bytes that a process ever held: this one, or one of its children."""
    largest = resource.getrusage(who).ru_maxrss
    return largest if sys.platform == "darwin" else largest * 1024


def _family(pid: int) -> Iterator[int]:
    yield pid
    for children in _PROC.glob(f"{pid}/task/*/children"):
        try:
            child_ids = children.read_text().split()
        except OSError:  # a thread that has ended
            continue
        for child in child_ids:
            yield from _family(int(child))


def _ticks(pid: int) -> int:
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:  # a process that has ended
        return 0
    return sum(map(int, fields[11:15]))  # with children that have ended


def _pss(pid: int) -> int:
    try:
        lines = (_PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:  # a process that has ended
        return 0
    kilobytes = next((line.split()[1] for line in lines if line.startswith("Pss:")), "0")
    return int(kilobytes) * 1024
