"""Measure a build on a Ray cluster of two nodes against one on this machine.

    python tools/cluster_cost.py --n 5000 --out /tmp/cluster-cost
    python tools/cluster_cost.py --n 20000 --out /tmp/cluster-cost --only ray

Prints for each, as a line of JSON: seconds by the clock; processor seconds of the command, and of
all processes that did its jobs; the largest memory of the command, and of all of them together, in
which shared pages count for each; the dataset's size; and whether both have the same content. The
nodes have one core each. Needs the extra `ray`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fictionworld.dataset import open_dataset

if TYPE_CHECKING:
    from collections.abc import Sequence

_TICKS_A_SECOND: Final = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
_SAMPLE_S: Final = 0.2
_MB: Final = 1_000_000


@dataclass(slots=True)
class Usage:
    """What processes have used, by samples: a process counts as it was last seen."""

    processor_s: dict[int, float] = field(default_factory=dict)
    memory_peak_bytes: int = 0
    command_peak_bytes: int = 0

    def sample(self, command: int) -> None:
        """Look at the processes below this one; `command` is the process whose memory is told."""
        parents: dict[int, int] = {}
        used: dict[int, tuple[float, int]] = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = path.read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            process = int(path.parent.name)
            parents[process] = int(fields[1])
            used[process] = (
                (int(fields[11]) + int(fields[12])) / _TICKS_A_SECOND,
                int(fields[21]) * _PAGE_BYTES,
            )
        ours = {process for process in used if _is_below(process, parents, os.getpid())}
        ours |= self.processor_s.keys() & used.keys()
        self.processor_s |= {process: used[process][0] for process in ours}
        memory = sum(used[process][1] for process in ours)
        self.memory_peak_bytes = max(self.memory_peak_bytes, memory)
        self.command_peak_bytes = max(self.command_peak_bytes, used.get(command, (0.0, 0))[1])


def _is_below(process: int, parents: dict[int, int], root: int) -> bool:
    while process in parents:
        process = parents[process]
        if process == root:
            return True
    return False


def measured(out: Path, worlds: int, flags: Sequence[str]) -> dict[str, Any]:
    """Build a dataset by the command; return what it took."""
    command = ["build", "--n", str(worlds), "--seed", "1", "--out", str(out), *flags]
    began = time.perf_counter()
    process = subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-m", "fictionworld.cli.main", *command], stdout=subprocess.DEVNULL
    )
    usage = Usage()
    usage.sample(process.pid)
    before_s = sum(usage.processor_s.values())
    while process.poll() is None:
        usage.sample(process.pid)
        time.sleep(_SAMPLE_S)
    if process.returncode:
        sys.exit(f"the build failed with {process.returncode}")
    return {
        "worlds": worlds,
        "clock_s": round(time.perf_counter() - began, 1),
        "processor_s": round(sum(usage.processor_s.values()) - before_s, 1),
        "command_processor_s": round(usage.processor_s[process.pid], 1),
        "command_memory_mb": round(usage.command_peak_bytes / _MB),
        "all_memory_mb": round(usage.memory_peak_bytes / _MB),
        "disk_mb": round(sum(path.stat().st_size for path in out.iterdir()) / _MB, 1),
    }


def _tell(figures: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(figures) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Build on one or on both, and print what each took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=5_000)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", choices=["local", "ray"])
    given = parser.parse_args()
    hashes = []
    if given.only != "ray":
        figures = measured(given.out / "local", given.n, ["--workers", "2"])
        _tell({"pool": "local", **figures})
        hashes.append(open_dataset(given.out / "local").content_hashes)
    if given.only != "local":
        from ray.cluster_utils import Cluster  # noqa: PLC0415 - an extra

        os.environ |= {"RAY_worker_niceness": "0"}
        node = {"num_cpus": 1, "object_store_memory": 200_000_000}
        cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
        cluster.add_node(**node)
        cluster.wait_for_nodes()
        figures = measured(given.out / "ray", given.n, ["--ray", cluster.address])
        _tell({"pool": "ray", **figures})
        cluster.shutdown()
        hashes.append(open_dataset(given.out / "ray").content_hashes)
    if len(hashes) > 1:
        _tell({"same_content": hashes[0] == hashes[1]})


if __name__ == "__main__":
    main()
