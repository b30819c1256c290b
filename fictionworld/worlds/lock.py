"""One builder at a time in a folder.

The lock is the kernel's (`flock`) and ends with the process that holds it, so there are no stale
lock files. The file's text, a process id, is only for the error message.
"""

from __future__ import annotations

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from fictionworld.errors import PathError, StorageError
from fictionworld.files import real_path
from fictionworld.worlds.durable import BUILD_FOLDER, remove_files, storage_errors, sweep_asides

_OURS = {
    "parts": r"part-\d{8,}\.arrows",
    "shards": r"(?:shard|keys)-\d{5,}\.duckdb(?:\.json)?",
    ".": r"config\.json",
}
"""What a build makes in `.build`, by folder; beside it nothing but the lock is ever removed."""

_HELD: set[int] = set()


def _drop_in_child() -> None:
    # A forked worker shares the lock through its copy of the descriptor, and would keep it alive
    # after the builder's death. Closing the copy leaves the builder's own hold untouched.
    for descriptor in _HELD:
        with suppress(OSError):
            os.close(descriptor)
    _HELD.clear()


os.register_at_fork(after_in_child=_drop_in_child)


class BuildLock:
    """The exclusive right to build in `out`, as a context manager.

    Entering makes `out` and `out/.build` where they are missing, and sweeps away what killed
    builders left half-written.

    Raises:
        StorageError: Another process builds there (its id is named), or the disk refused.
        PathError: `.build`, or a folder in it, is a link.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self.folder = out / BUILD_FOLDER
        self._path = self.folder / "lock"
        self._descriptor = -1

    def __enter__(self) -> Self:
        for folder in (self.folder, *self._folders()):
            if folder.is_symlink():  # a build writes and deletes in there
                raise PathError(f"{folder} is a link; remove it, then run the build again")
        with storage_errors(self._path):
            while not self._take():
                pass
        try:
            sweep_asides(real_path(self.out), r"(?:manifest|certificates)\.json")
            for name, pattern in _OURS.items():
                sweep_asides(self.folder / name, pattern)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        _HELD.discard(self._descriptor)
        # Unlocked explicitly: a worker that was just forked may still hold a copy.
        with suppress(OSError):
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        with suppress(OSError):
            os.close(self._descriptor)
        self._descriptor = -1

    def clear(self) -> None:
        """Remove what builds made in `.build`: the manifest is published, nothing is left to do.

        The lock's own file is removed last, so that after a kill the next build finishes the work.
        Files that no build made stay, and the folder with them.

        Raises:
            StorageError: The disk refused.
        """
        for name, pattern in _OURS.items():
            remove_files(self.folder / name, pattern)
        for folder in self._folders():
            _remove_empty(folder)
        with storage_errors(self._path):
            self._path.unlink(missing_ok=True)
        _remove_empty(self.folder)

    def _folders(self) -> list[Path]:
        return [self.folder / name for name in _OURS if name != "."]

    def _take(self) -> bool:
        """Lock the file; return False if another builder removed it meanwhile: then try again."""
        self.folder.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            descriptor = os.open(self._path, flags, 0o666)
        except FileNotFoundError:
            return False
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StorageError(self._taken(descriptor)) from None
            if not self._still_there(descriptor):
                os.close(descriptor)
                return False
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode())
        except BaseException:
            with suppress(OSError):
                os.close(descriptor)
            raise
        self._descriptor = descriptor
        _HELD.add(descriptor)
        return True

    def _still_there(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), self._path.stat())
        except FileNotFoundError:
            return False

    def _taken(self, descriptor: int) -> str:
        text = os.pread(descriptor, 20, 0).decode(errors="replace").strip()
        holder = f"process {text}" if text.isdigit() else "another process"
        ending = f" (kill {text})" if text.isdigit() else ""
        return (
            f"{self.out} is being built by {holder}, and one builder at a time may work there; "
            f"wait until it is done, or end it{ending}, then run the build again"
        )


def _remove_empty(folder: Path) -> None:
    """Remove a folder if it exists and is empty."""
    with storage_errors(folder):
        try:
            folder.rmdir()
        except FileNotFoundError:
            pass
        except OSError as error:
            if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
                raise
