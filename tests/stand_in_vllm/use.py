"""How a test takes the stand-in for vLLM."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent


def forget(monkeypatch):
    """What this process has imported as vLLM: an earlier test's stand-in, as a rule."""
    for name in [name for name in sys.modules if name.split(".")[0] == "vllm"]:
        monkeypatch.delitem(sys.modules, name)


def take(monkeypatch, log):
    """In this process, and in those that it starts; each engine's process id goes into `log`."""
    forget(monkeypatch)
    monkeypatch.syspath_prepend(str(FOLDER))
    inherited = os.environ.get("PYTHONPATH", "")
    root = FOLDER.parent.parent
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER), str(root), inherited]))
    monkeypatch.setenv("STAND_IN_LOG", str(log))


def started(log):
    """The process ids of the engines that were started."""
    return [int(line) for line in log.read_text().split()] if log.exists() else []


def runs(process):
    """Whether a process does something, and is not just a name in the table."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def all_ended(processes, within_s=20.0):
    """Whether they all end in time."""
    until = time.monotonic() + within_s
    while any(map(runs, processes)):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
