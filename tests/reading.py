"""Two processes read a dataset that their parent has open: `python -m tests.reading fork DIR`.

Prints how many rows each of them found in each world: in frames, and in a forked process, which is
refused frames, in its records.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from typing import TYPE_CHECKING

import fictionworld as fw
from fictionworld.cores import is_forked
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from multiprocessing.queues import SimpleQueue

    from fictionworld.dataset import Dataset

PATIENCE_S = 60


def main(method: str, folder: str) -> int:
    """0 if both processes end well."""
    dataset = fw.open(folder)
    dataset.frames(0), dataset.frames(1)  # connections are open when the child begins
    context = multiprocessing.get_context(method)
    answers = context.SimpleQueue()
    readers = [context.Process(target=_count_rows, args=(dataset, answers)) for _ in range(2)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join(PATIENCE_S)
        if reader.exitcode != 0:
            return 1
    sys.stdout.write(json.dumps([answers.get() for _ in readers]))
    return 0


def _count_rows(dataset: Dataset, answers: SimpleQueue[list[int]]) -> None:
    if is_forked():
        refused = 0
        for frames in (dataset.worlds, lambda: dataset.frames(0), lambda: dataset.columns(0)):
            try:
                frames()
            except UsageError:
                refused += 1
        if refused != 3:
            raise SystemExit("frames were made in a forked process")
        answers.put([dataset.world(world_id).row_count for world_id in dataset.world_ids])
        return
    worlds = [dataset.frames(world_id) for world_id in dataset.world_ids]
    answers.put([sum(f.height for n, f in world.items() if n != "setting") for world in worlds])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
