"""Files read, and what the system says of a path, in our words.

A path comes from a user, and a folder may hold anything: a named pipe in place of a file would be
waited for without end. So whatever is read here is opened without waiting.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

from fictionworld.errors import PathError, StorageError

NEXT_MOVE = {
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some of your quota",
    errno.EIO: "the disk failed: check it, or choose another with --out",
    errno.EACCES: "give yourself the right to do so, or choose another folder with --out",
    errno.EPERM: "give yourself the right to do so, or choose another folder with --out",
    errno.EROFS: "the disk is mounted read-only: choose another folder with --out",
    errno.ENOTDIR: "a file stands where a folder is needed: move it away, or choose another --out",
    errno.EISDIR: "a folder stands where a file is needed: move it away, or choose another --out",
    errno.ENAMETOOLONG: "choose a shorter path",
    errno.ELOOP: "a link leads back to itself, or stands where none may: remove it",
    errno.EFBIG: "the limit on file size is too low: raise it (ulimit -f)",
    errno.EMFILE: "too many files are open: raise the limit (ulimit -n)",
    errno.ENOLCK: "this file system has no locks: choose a local folder with --out",
    errno.ENOTSUP: "this file system cannot do that: choose a local folder with --out",
}
_OF_THE_PATH = {errno.ENAMETOOLONG, errno.ELOOP}
_OF_THE_PATH_READ = {errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR}
"""Where the path that was given is at fault, not the disk: always, or where it is to be read."""

PACKAGE = Path(__file__).parent
DATA = (
    "packs/library/*.yaml", "packs/template.yaml", "packs/words/*.yaml", "packs/words/*.txt",
    "packs/words/topics/*", "packs/words/concepts/*", "web/words/*.yaml", "tasks/words/*.yaml",
    "tasks/draw/combinations.json", "simulator/perturbed/words/*.yaml", "text/*.gz", "text/*.txt",
    "audit/report/templates/*", "reports/templates/*", "worldmodel/templates/*",
    "explore/templates/*", "explore/static/*.*", "explore/static/vendored/*",
)  # fmt: skip
"""The files of the package that are no code, as `package-data` of pyproject.toml has them."""
_LONGEST = 200
_SHOWN = 60


def storage_error(path: Path, error: OSError, verb: str = "write") -> StorageError:
    """Return an error of the system as ours: what failed on `path`, why, and the next move.

    It is a `PathError` where the path is at fault; a `StorageError` is returned unchanged.
    """
    if isinstance(error, StorageError):
        return error
    reason = error.strerror or str(error) or type(error).__name__
    number = error.errno or 0
    move = NEXT_MOVE.get(number, f"see that you can {verb} there")
    wrong_path = number in _OF_THE_PATH or (verb != "write" and number in _OF_THE_PATH_READ)
    return (PathError if wrong_path else StorageError)(
        f"cannot {verb} {shown(path)}: {reason[:1].lower()}{reason[1:]}; {move}, then run the "
        "same command again"
    )


def packaged(name: str) -> Path:
    """Return the path of a file or a folder of data that comes with the package.

    Args:
        name: Its path in the package: `text/measures.txt`.

    Raises:
        StorageError: The installation lacks it.
    """
    path = PACKAGE / name
    if not path.exists():
        raise _lacking(name)
    return path


def require_data() -> None:
    """Raise `StorageError` where the installation lacks all files of an entry of `DATA`."""
    for pattern in DATA:
        if next(PACKAGE.glob(pattern), None) is None:
            raise _lacking(pattern)


def _lacking(name: str) -> StorageError:
    return StorageError(
        f"this installation of fictionworld lacks its data {name}; install it again: "
        "python -m pip install --force-reinstall fictionworld"
    )


def read_file(path: Path) -> bytes:
    """Return the content of a regular file.

    Raises:
        PathError: The path is a pipe, a socket or a device.
        OSError: As `Path.read_bytes`.
    """
    with open_file(path) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise PathError(
                f"cannot read {shown(path)}: it is a pipe, a socket or a device, and no regular "
                "file; remove it, or give another path"
            )
        return file.read()


def read_json(path: Path) -> Any:  # noqa: ANN401 - what JSON holds
    """Return the value in a regular file of JSON.

    Raises:
        PathError: As `read_file`.
        OSError: As `read_file`.
        ValueError: The file is no JSON, or nested too deep to be read.
    """
    try:
        return json.loads(read_file(path))
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def open_file(path: str | Path) -> BinaryIO:
    """Open a file for reading; a pipe that nobody writes to is at its end at once.

    Raises:
        OSError: As `open`.
    """
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - the caller closes it
    os.set_blocking(file.fileno(), True)
    return file


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)


def user_cache() -> Path:
    """Return the folder of this program in the user's cache; it may not be there yet."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fictionworld"


def real_path(path: Path) -> Path:
    """Return where a path leads, links followed; unlike `Path.resolve`, without error on loops."""
    return Path(os.path.realpath(path))


def shown(path: str | Path) -> str:
    """Return a path as text, cut in the middle where it is long."""
    text = str(path)
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_SHOWN]}...{text[-_SHOWN:]} ({len(text):,} characters)"
