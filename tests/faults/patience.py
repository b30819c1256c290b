"""Commands that do not end: a hang becomes a failure that says where the command hung."""

from __future__ import annotations

import signal
import subprocess

HUNG = "did not end within"
TRACES = {"PYTHONFAULTHANDLER": "1"}
"""To be set in the environment of a command, so that `output_of` learns where it hung."""


def output_of(process: subprocess.Popen[str], patience_s: float) -> tuple[str, str]:
    """What a command wrote to stdout and stderr until it ended.

    Raises:
        AssertionError: It did not end in time, and was killed; the message ends with the stacks of
            its threads. `Popen` would wait for it without an end.
    """
    try:
        return process.communicate(timeout=patience_s)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
    try:
        out, errors = process.communicate(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        out, errors = "", "it heard no SIGABRT either"
    raise AssertionError(f"{process.args} {HUNG} {patience_s} s: {out}{errors}")
