"""Atomic publication of files: a file under its own name is always complete.

A file is written under a temporary name ("aside") on the same disk and synced; a rename puts it in
place; the folder is synced, so that the rename lasts. A process killed at any moment leaves the old
file or the new one, and perhaps an aside, which the next run removes.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fictionworld.errors import StorageError, first_line
from fictionworld.files import NEXT_MOVE, real_path, storage_error

BUILD_FOLDER = ".build"
"""The folder inside a dataset that holds the lock and what an unfinished build has made so far."""

_MACHINE = zlib.crc32(os.uname().nodename.encode())
_ASIDE = r"\.(?:{names})\.\d+\.aside(?:\.\w+)*"
"""`.shard-00000.duckdb.4711.aside`, by published names, and what DuckDB puts beside it."""


def library_error(path: Path, said: str) -> StorageError:
    """Return the `StorageError` for a library's text `said`, which may wrap the system's error."""
    for number in NEXT_MOVE:
        if (reason := os.strerror(number)) in said:
            return storage_error(path, OSError(number, reason))
    return StorageError(
        f"cannot write {path}: {first_line(said)}; see that the disk has space and is sound, "
        "then run the same command again"
    )


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn an `OSError` within the context into a `StorageError` that names `path`."""
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        raise storage_error(path, error) from error


def publish(path: Path, write: Callable[[Path], object], aside_in: Path | None = None) -> None:
    """Make the file `path` by `write(aside)`, whole or not at all; an older one is replaced.

    `write` gets the path of a file that is not there yet and makes it, in the folder `aside_in`
    (on the same disk; by default the folder of `path`).

    Raises:
        StorageError: The disk refused. An older file at `path` is untouched, save where the very
            last step failed (forcing the folder to disk): then the new file is in place, whole,
            and publishing it again is harmless.
    """
    # The process id keeps a worker that outlived its builder from writing into the file of the
    # worker that took its place; on another machine that may have the same id.
    aside = (aside_in or path.parent) / f".{path.name}.{os.getpid()}{_MACHINE:010d}.aside"
    with storage_errors(path):
        try:
            _remove(aside)
            write(aside)
            sync(aside)
            aside.replace(path)
        except BaseException:
            with suppress(OSError):
                _remove(aside)
            raise
        sync(path.parent)


def publish_bytes(path: Path, content: bytes) -> None:
    """Make the file `path` of these bytes, whole or not at all.

    Raises:
        StorageError: The disk refused; see `publish`.
    """
    publish(path, lambda aside: aside.write_bytes(content))


def sweep_asides(folder: Path, names: str) -> None:
    """Remove what killed runs left half-written of the files called `names`, a regular expression.

    Raises:
        StorageError: The disk refused.
    """
    remove_files(folder, _ASIDE.format(names=names))


def remove_files(folder: Path, names: str) -> None:
    """Remove the files right in `folder` whose whole names match `names`, a regular expression.

    Nothing else is touched, and no link is followed, neither in place of the folder nor in it. A
    folder that is not there holds none.

    Raises:
        StorageError: The disk refused, or `folder` is a link.
    """
    pattern = re.compile(names, re.ASCII)
    with storage_errors(folder):
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except FileNotFoundError:
            return
        try:
            for name in filter(pattern.fullmatch, sorted(os.listdir(descriptor))):  # noqa: PTH208
                with suppress(FileNotFoundError):
                    os.unlink(name, dir_fd=descriptor)
        finally:
            os.close(descriptor)


def _remove(aside: Path) -> None:
    """Remove an aside and what DuckDB puts beside it."""
    remove_files(real_path(aside.parent), rf"{re.escape(aside.name)}(?:\.\w+)*")


def sync(path: Path) -> None:
    """Force a file's bytes, or a folder's names, to disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
