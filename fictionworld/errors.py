"""Every error a user can meet, in one small tree.

    FictionworldError
    ├── UsageError        the call is wrong: a flag, a name, a number         (exit 2)
    │   ├── PackError     a pack file is wrong; carries file and line
    │   └── ConfigError   the output folder holds another configuration
    ├── DatasetError      stored files are missing, damaged or foreign        (exit 1)
    ├── MissingExtraError   an optional package is not installed              (exit 2)
    ├── UnsatisfiableError  a pack cannot keep its own rules                  (exit 1)
    ├── KeyMismatchError  two evaluators give one task different keys         (exit 1)
    └── StorageError      the disk is full, not writable, or in use           (exit 1)
        └── PathError     a path cannot be used; a UsageError too             (exit 2)

Each message names what was got, what is allowed and the next move. All are picklable, so that
they cross from worker processes whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class FictionworldError(Exception):
    """The root: catch this to catch everything that `fictionworld` raises on purpose."""

    exit_code = 1


class UsageError(FictionworldError, ValueError):
    """The call is wrong; nothing was changed."""

    exit_code = 2


class PackError(UsageError):
    """A pack file is wrong.

    The message is a list of findings, one a line, each `file:line: what, got, allowed`.
    """


class ConfigError(UsageError):
    """The output folder holds a dataset, or parts of one, of another configuration."""


class DatasetError(FictionworldError):
    """Stored files are missing, damaged, or not of this program."""


class MissingExtraError(FictionworldError, ImportError):
    """A feature needs a package of an extra that is not installed; the message says which."""

    exit_code = 2


class UnsatisfiableError(FictionworldError):
    """A pack cannot keep its own rules within the redraws allowed."""


class KeyMismatchError(FictionworldError):
    """The two evaluators give one task different keys: a defect of fictionworld, not of a pack."""


class StorageError(FictionworldError, OSError):
    """The disk refused: full, not writable, or in use by another builder."""


class PathError(StorageError, UsageError):
    """A path that was given cannot be used: too long, a loop of links, unreadable, no file."""

    exit_code = 2


def nearest(got: object, allowed: Iterable[str]) -> str:
    """Return the hint `; did you mean 'x'?`; empty where no allowed name is near `got`."""
    if not isinstance(got, str):
        return ""
    close = get_close_matches(got, list(allowed), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def first_line(said: object) -> str:
    """Return the first line of a library's error message; hints and traces may follow it."""
    return next(iter(str(said).strip().splitlines()), "")


def is_panic(error: BaseException) -> bool:
    """Return whether a library written in Rust has panicked, which is no `Exception`.

    Each library raises a class of its own for a panic; all have the same name.
    """
    return type(error).__name__ == "PanicException"


def quoted(value: object, most: int = 200) -> str:
    """Return the `repr` of a value for an error message, cut to `most` characters."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        return f"{type(value).__name__} with a number of thousands of digits"
    return text if len(text) <= most else f"{text[:most]}..."
