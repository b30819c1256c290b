"""A folder made whole or not at all: written aside, then renamed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fictionworld.errors import UsageError
from fictionworld.worlds.durable import storage_errors

__all__ = ["claim_folder", "new_folder"]


def claim_folder(out: Path) -> None:
    """Pass if a folder may be made at `out`: nothing is there, or an empty folder.

    Raises:
        UsageError: Something is there; it stays as it is.
        StorageError: The disk refused.
    """
    with storage_errors(out):
        if out.is_dir():
            held = next(out.iterdir(), None)
            if held is not None:
                raise UsageError(
                    f"--out: {out} is not empty (it holds {held.name}); give a new folder, or "
                    "empty this one first"
                )
        elif out.exists() or out.is_symlink():
            raise UsageError(f"--out: {out} is a file; give a folder, new or empty")


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder to write into, on the same disk, that becomes `out` when the block ends well.

    Where it does not, nothing is left of it, and `out` is as it was.

    Raises:
        UsageError: As `claim_folder`.
        StorageError: The disk refused.
    """
    claim_folder(out)
    aside = out.parent / f".{out.name}.{os.getpid()}.aside"
    with storage_errors(out):
        out.parent.mkdir(parents=True, exist_ok=True)
        aside.mkdir()  # what stands there by that name is not ours to remove
        try:
            yield aside
            # so that the rename never uncovers half of it; file by file that takes seconds
            os.sync()
            aside.replace(out)  # an empty folder gives way, anything else is refused
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise
