"""Reads a publication in a fork of a process that has it open: exit status 0 if all is the same.

`python -m tests.faults.forked OUT before|after` runs apart from the tests: what other tests have
left running in threads would not survive the fork.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from fictionworld.worlds.manifest import read_manifest
from fictionworld.worlds.reading import open_shard, read_worlds
from tests.faults.publication import PACKS

PATIENCE_S = 30.0


def read_in_a_fork(out: Path, opened: str) -> int:
    """0 if a child reads the same, through the parent's connection or one of its own."""
    shard = read_manifest(out).shards[0]
    with open_shard(out, shard) as connection:
        wanted = read_worlds(connection, PACKS[0], 1)["item0"].rows()
        child = os.fork()
        if child == 0:
            mine = connection if opened == "before" else open_shard(out, shard)
            got = read_worlds(mine, PACKS[0], 1)["item0"].rows()
            os._exit(0 if got == wanted else 1)
        deadline = time.monotonic() + PATIENCE_S
        ended, status = 0, 0
        while ended == 0 and time.monotonic() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            time.sleep(0.01)
        if ended == 0:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return 2
        return int(status != 0)


if __name__ == "__main__":
    sys.exit(read_in_a_fork(Path(sys.argv[1]), sys.argv[2]))
