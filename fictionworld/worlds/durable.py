"""Publishing files whole: what stands under its own name is complete, whatever happened.

A file is written aside, on the same disk, under a name that nothing else reads; its bytes are
forced to disk; a rename puts it in place; the folder is forced to disk, so that the rename
lasts. A process killed at any moment leaves the old file or the new one, and perhaps an aside,
which the next run sweeps away.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

from fictionworld.errors import StorageError

__all__ = [
    "BUILD_FOLDER",
    "library_error",
    "publish",
    "publish_bytes",
    "storage_error",
    "storage_errors",
    "sweep_asides",
]

BUILD_FOLDER = ".build"
"""The folder inside a dataset that holds the lock and what an unfinished build has made so far."""

_ASIDE = ".aside"

_NEXT_MOVE = {
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some of your quota",
    errno.EIO: "the disk failed: check it, or choose another with --out",
    errno.EACCES: "give yourself the right to do so, or choose another folder with --out",
    errno.EPERM: "give yourself the right to do so, or choose another folder with --out",
    errno.EROFS: "the disk is mounted read-only: choose another folder with --out",
    errno.ENOTDIR: "a file stands where a folder is needed: move it away, or choose another --out",
    errno.EISDIR: "a folder stands where a file is needed: move it away, or choose another --out",
    errno.ENAMETOOLONG: "choose a shorter path with --out",
    errno.EFBIG: "the limit on file size is too low: raise it (ulimit -f)",
    errno.EMFILE: "too many files are open: raise the limit (ulimit -n)",
    errno.ENOLCK: "this file system has no locks: choose a local folder with --out",
    errno.ENOTSUP: "this file system cannot do that: choose a local folder with --out",
}


def storage_error(path: Path, error: OSError, verb: str = "write") -> StorageError:
    """What the system said of `path`, in our words: what failed, why, and the next move."""
    reason = error.strerror or str(error) or type(error).__name__
    move = _NEXT_MOVE.get(error.errno or 0, f"see that you can {verb} there")
    return StorageError(
        f"cannot {verb} {path}: {reason[:1].lower()}{reason[1:]}; {move}, then run the same "
        "command again"
    )


def library_error(path: Path, said: str) -> StorageError:
    """The same for a library that hands on what the system said in a text of its own."""
    for number in _NEXT_MOVE:
        if (reason := os.strerror(number)) in said:
            return storage_error(path, OSError(number, reason))
    first = said.strip().partition("\n")[0]
    return StorageError(
        f"cannot write {path}: {first}; see that the disk has space and is sound, then run the "
        "same command again"
    )


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Within it, every refusal of the system comes out as a `StorageError` that names `path`."""
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        raise storage_error(path, error) from error


def publish(path: Path, write: Callable[[Path], None], aside_in: Path | None = None) -> None:
    """Make the file `path` by `write(aside)`, whole or not at all; an older one is replaced.

    `write` gets the path of a file that is not there yet and makes it, in the folder `aside_in`
    (on the same disk; by default the folder of `path`).

    Raises:
        StorageError: The disk refused. An older file at `path` is untouched, save where the very
            last step failed (forcing the folder to disk): then the new file is in place, whole,
            and publishing it again is harmless.
    """
    # The process id keeps a worker that outlived its builder from writing into the file of the
    # worker that took its place.
    aside = (aside_in or path.parent) / f".{path.name}.{os.getpid()}{_ASIDE}"
    with storage_errors(path):
        try:
            _remove(aside)
            write(aside)
            _sync(aside)
            aside.replace(path)
        except BaseException:
            with suppress(OSError):
                _remove(aside)
            raise
        _sync(path.parent)


def publish_bytes(path: Path, content: bytes) -> None:
    """Make the file `path` of these bytes, whole or not at all.

    Raises:
        StorageError: The disk refused; see `publish`.
    """

    def write(aside: Path) -> None:
        aside.write_bytes(content)

    publish(path, write)


def sweep_asides(folder: Path) -> None:
    """Remove what killed runs left half-written right in `folder`, which need not be there.

    Raises:
        StorageError: The disk refused.
    """
    if not folder.is_dir():
        return
    with storage_errors(folder):
        for aside in sorted(folder.glob(f".*{_ASIDE}*")):
            aside.unlink(missing_ok=True)


def _remove(aside: Path) -> None:
    """Remove an aside and what DuckDB puts beside it."""
    for path in sorted(aside.parent.glob(f"{escape(aside.name)}*")):
        path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Force a file's bytes, or a folder's names, to disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
