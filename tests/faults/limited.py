"""Runs a command under a limit: `python -m tests.faults.limited NOFILE=64 COMMAND ...`.

The limits are set in a process of its own: a process whose libraries run threads must do nothing
between a fork and what it starts.
"""

import os
import resource
import sys

if __name__ == "__main__":
    name, _, limit = sys.argv[1].partition("=")
    resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (int(limit), int(limit)))
    os.execv(sys.argv[2], sys.argv[2:])
