"""Files that a user names: read as text, or refused in one sentence."""

from __future__ import annotations

import sys

from fictionworld.errors import UsageError
from fictionworld.files import open_file, shown

__all__ = ["read_given"]

_MOST_BYTES = 64_000_000


def read_given(name: str, what: str, most: int = _MOST_BYTES) -> str:
    """The text of a file, or of stdin where `name` is `-`.

    Args:
        name: As the user gave it.
        what: What it should be: `the answer`.
        most: The most bytes that are read.

    Raises:
        UsageError: There is no such file, or it is a folder, too large, or no text.
    """
    where = "stdin" if name == "-" else name
    try:
        if name == "-":
            content = sys.stdin.buffer.read(most + 1)
        else:
            with open_file(name) as file:
                content = file.read(most + 1)
    except FileNotFoundError:
        raise UsageError(f"{what}: there is no file {name}; give a file, or - for stdin") from None
    except IsADirectoryError:
        raise UsageError(f"{what}: {name} is a folder; give a file, or - for stdin") from None
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or error
        raise UsageError(
            f"{what}: cannot read {shown(name)}: {said}; give a readable file"
        ) from None
    if len(content) > most:
        raise UsageError(
            f"{what}: {where} is longer than {most // 1_000_000} MB; give a shorter one"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{what}: {where} is no text in UTF-8, from its byte {error.start} on; give a text file"
        ) from None
    if "\0" in text:
        raise UsageError(f"{what}: {where} holds NUL bytes; give a text file")
    return text
