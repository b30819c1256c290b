"""One builder at a time in a folder.

The lock is the kernel's (`flock`), so it dies with the process that holds it: nobody ever has to
remove a stale lock file. The file's text, a process id, serves the message alone.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Self

from fictionworld.errors import StorageError
from fictionworld.worlds.durable import BUILD_FOLDER, storage_errors, sweep_asides

__all__ = ["BUILD_FOLDER", "BuildLock"]

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
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self.folder = out / BUILD_FOLDER
        self._path = self.folder / "lock"
        self._descriptor = -1

    def __enter__(self) -> Self:
        with storage_errors(self._path):
            while not self._take():
                pass
        try:
            for folder in (self.out, self.folder, *self._folders()):
                sweep_asides(folder)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        _HELD.discard(self._descriptor)
        # Given up in so many words: a worker forked this moment may still hold a copy.
        with suppress(OSError):
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
        with suppress(OSError):
            os.close(self._descriptor)
        self._descriptor = -1

    def clear(self) -> None:
        """Remove `.build` with all that is in it: the manifest is published, nothing is left to do.

        The lock's own file goes last, so that a kill in between leaves a folder that still tells
        of an unfinished clearing, and the next build in it ends the work.

        Raises:
            StorageError: The disk refused.
        """
        with storage_errors(self.folder):
            for folder in self._folders():
                shutil.rmtree(folder)
            for path in sorted(self.folder.iterdir()):
                if path != self._path:
                    path.unlink(missing_ok=True)
            self._path.unlink(missing_ok=True)
            self.folder.rmdir()

    def _folders(self) -> list[Path]:
        return sorted(path for path in self.folder.iterdir() if path.is_dir())

    def _take(self) -> bool:
        """Lock the file; false where another builder removed it in the meantime: then again."""
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
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
