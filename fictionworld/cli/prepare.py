"""`fictionworld prepare`: the files of all worlds, written ahead of playing."""

from __future__ import annotations

import time

from fictionworld.cli.ending import says_when_interrupted
from fictionworld.cli.inputs import DatasetFolder, RayOption, WorkersOption, chosen_workers
from fictionworld.cli.terminal import (
    counted,
    duration,
    escape,
    mark,
    print_note,
    progress_bar,
    size,
    stderr,
)


def prepare(folder: DatasetFolder, workers: WorkersOption = None, ray: RayOption = None) -> None:
    """Write rows and page plans of all worlds into the dataset's `.cache`.

    A world then opens in half the time. What is there already is left as it is. Without this, the
    file of a world is written when it is first played. `.cache` may be deleted at any time.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.disk_cache import DiskCache
    from fictionworld.episodes.workers import prepare_worlds

    chosen = chosen_workers(workers, ray)
    dataset = open_dataset(folder)
    begun = time.monotonic()
    before = written = 0
    with (
        says_when_interrupted(
            lambda: f"Stopped. {counted(written, 'world')} written; run it again for the rest."
        ),
        progress_bar("worlds", len(dataset)) as progress,
    ):
        for was_there in prepare_worlds(dataset, dataset.world_ids, chosen):
            before += was_there
            written += not was_there
            progress(before + written, len(dataset))
    line = f"{counted(written, 'world')} written in {duration(time.monotonic() - begun)}"
    if before:
        line += f", {before:,} were there"
    cache = DiskCache.beside(dataset.path)
    stderr().print(f"{mark(good=True)} {line}")
    print_note(f"{size(cache.bytes_on_disk())} in {escape(str(cache.folder))}")
