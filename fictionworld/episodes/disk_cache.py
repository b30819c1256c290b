"""Files that are derived from a dataset, kept in `.cache` beside it; safe to delete at any time.

Any number of processes share them: a file is written aside and renamed, and who comes later writes
the same bytes. Where the dataset cannot be written to, a private folder among the system's
temporary files stands in; where that fails too, nothing is kept. What a file is called names all
that it follows from, so nothing here is ever out of date, only unused.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import stat
import tempfile
import time
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

CACHE_FOLDER: Final = ".cache"
_MOST_BYTES: Final = 10 << 30
"""Of one folder: some 500,000 worlds. What was used least recently goes first."""
_WRITES_BETWEEN: Final = 64
"""The folder is measured once in so many files that a process writes."""
_ASIDE_S: Final = 3600.0
"""A file aside that is older is of a process that was killed."""

_PACKAGE: Final = Path(__file__).parents[1]
_FOLDERS: Final = ("packs", "text", "web", "worlds")
_FILES: Final = (
    "files.py",
    "registry.py",
    "seeds.py",
    "streams.py",
    "episodes/sections.py",
    "episodes/stored_world.py",
)
"""With `_FOLDERS` what decides how webs are planned, and what a file holds."""


class DiskCache:
    """The files derived from one dataset.

    Args:
        folder: Where they are kept.
        instead: Where they are kept if that cannot be written to.
        most_bytes: What all files of a folder may take.
    """

    def __init__(self, folder: Path, instead: Path, most_bytes: int = _MOST_BYTES) -> None:
        self.folder = folder
        self._instead = instead
        self._most_bytes = most_bytes
        self._writes = 0

    @classmethod
    def beside(cls, dataset: Path) -> DiskCache:
        """Return the cache of the dataset in this folder; there is one in a process."""
        return _beside(dataset)

    def read(self, name: str) -> bytes | None:
        """Return a file's content, None where there is no file; the reader must detect damage."""
        for folder in (self.folder, self._instead):
            with suppress(OSError):
                if folder is self._instead and not _is_private(folder):
                    continue
                path = folder / name
                content = path.read_bytes()
                with suppress(OSError):
                    os.utime(path)  # used last
                return content
        return None

    def mapped(self, name: str) -> memoryview | None:
        """Return a file's content mapped into memory, which processes share; None without a file.

        The reader must detect damage.
        """
        for folder in (self.folder, self._instead):
            with suppress(OSError, ValueError):  # an empty file cannot be mapped
                if folder is self._instead and not _is_private(folder):
                    continue
                with (folder / name).open("rb") as file:
                    content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
                with suppress(OSError):
                    os.utime(folder / name)  # used last
                return content
        return None

    def bytes_on_disk(self) -> int:
        """Return how many bytes all files take."""
        total = 0
        for folder in (self.folder, self._instead):
            with suppress(OSError):
                total += sum(path.lstat().st_size for path in folder.iterdir())
        return total

    def write(self, name: str, content: bytes) -> Path | None:
        """Keep a file and return its path; None where nothing can be kept."""
        for folder in (self.folder, self._instead):
            with suppress(OSError):
                if folder is self._instead:
                    folder.parent.mkdir(mode=0o700, exist_ok=True)
                folder.mkdir(mode=0o700 if folder is self._instead else 0o777, exist_ok=True)
                if folder is self._instead and not _is_private(folder):
                    continue
                aside = folder / f".{name}.{os.getpid()}.aside"
                try:
                    aside.write_bytes(content)
                    aside.replace(folder / name)
                finally:
                    aside.unlink(missing_ok=True)
                if self._writes % _WRITES_BETWEEN == 0:
                    _trim(folder, self._most_bytes)
                self._writes += 1
                return folder / name
        return None


@cache
def _beside(dataset: Path) -> DiskCache:
    user = os.getuid() if hasattr(os, "getuid") else 0
    digest = hashlib.sha256(str(dataset).encode()).hexdigest()[:16]
    instead = Path(tempfile.gettempdir()) / f"fictionworld-{user}" / digest
    return DiskCache(dataset / CACHE_FOLDER, instead)


def _is_private(folder: Path) -> bool:
    """Return whether nobody else could have written the files of a folder."""
    for directory in (folder, folder.parent):
        state = directory.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_mode & 0o022:
            return False
        if hasattr(os, "getuid") and state.st_uid != os.getuid():
            return False
    return True


def _trim(folder: Path, most_bytes: int) -> None:
    """Delete what killed processes left, then the least recently used down to 90% of the limit."""
    files: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        with suppress(OSError):
            state = path.lstat()
            if path.suffix == ".aside" and state.st_mtime < time.time() - _ASIDE_S:
                path.unlink()
                continue
            files.append((state.st_mtime, state.st_size, path))
    total = sum(size for _, size, _ in files)
    if total <= most_bytes:
        return
    for _, size, path in sorted(files):
        if total <= 0.9 * most_bytes:
            break
        with suppress(OSError):
            path.unlink()
            total -= size


def writing_code(package: Path, folders_too: tuple[str, ...] = ()) -> list[Path]:
    """Return the package's files that decide how a web is planned and what is kept of a world.

    Those of further folders too, for what is made by them.
    """
    names = (*_FOLDERS, *folders_too)
    folders = chain.from_iterable((package / folder).rglob("*") for folder in names)
    files = chain(folders, (package / name for name in _FILES))
    return sorted(path for path in files if path.is_file() and path.suffix != ".pyc")


@cache
def code_digest(package: Path = _PACKAGE, folders_too: tuple[str, ...] = ()) -> str:
    """Return a hash of `writing_code`: other code gets other cached files."""
    digest = hashlib.sha256()
    for path in writing_code(package, folders_too):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
