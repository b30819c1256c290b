"""Ends the processes of an engine when the process that started them has ended.

    python engine_watcher.py PARENT MARK

Run as a script of its own, without this package: it is to be small, and to start at once. It knows
the processes by the mark in their environment, which those that they start inherit.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

__all__ = ["MARK"]

MARK = "FICTIONWORLD_ENGINE"
"""The variable of the environment that holds the mark."""
_LOOK_S = 0.2
_GRACE_S = 2.0
"""After which a process that was asked to end is killed."""


def main() -> None:
    """Wait until the parent has gone, or this process is asked to end; then end the others."""
    parent, mark = int(sys.argv[1]), f"{MARK}={sys.argv[2]}".encode()
    asked: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))
    # an orphan gets another parent
    while os.getppid() == parent and not asked:
        time.sleep(_LOOK_S)
    until = time.monotonic() + _GRACE_S
    number = signal.SIGTERM
    while left := _marked(mark):
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, number)
        time.sleep(_LOOK_S)
        if time.monotonic() > until:
            number = signal.SIGKILL


def _marked(mark: bytes) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:  # it has ended, or is another user's
            continue
    return found


if __name__ == "__main__":
    main()
