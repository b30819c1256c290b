"""A pack file, found and read: its text, its plain data, and the line of everything in it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from fictionworld.errors import PackError, UsageError, nearest
from fictionworld.files import packaged, shown
from fictionworld.packs.document import Plain, YamlDocument, read_document
from fictionworld.packs.findings import PackFinding, Place
from fictionworld.packs.shape import shape_pack
from fictionworld.packs.specification import Pack

_LIBRARY = "packs/library"
_MOST_BYTES = 2**20
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class PackSource:
    """A pack file as it was read; its meaning is unchecked, and so is its shape until `pack()`."""

    file: str
    """How messages name it: the path as given, or `smartphones.yaml` for a packaged pack."""
    text: str
    document: YamlDocument = field(repr=False)

    @property
    def data(self) -> Plain:
        return self.document.data

    def line(self, place: Place) -> int:
        """Return the line of a place, or of the nearest node around it; from 1."""
        while place not in self.document.lines and place:
            place = place[:-1]
        return self.document.lines.get(place, 1)

    def pack(self, check_rest: Callable[[Pack], list[PackFinding]] = lambda _: []) -> Pack:
        """Return the pack, its shape checked; `check_rest` as for `shape_pack`.

        Raises:
            PackError: The shape is wrong: one finding a line.
        """
        return shape_pack(self.data, self, check_rest)


def pack_names() -> list[str]:
    """Return the names of the packs that come with the program, sorted."""
    return sorted(path.stem for path in packaged(_LIBRARY).glob("*.yaml"))


def packaged_path(name: str) -> Path:
    """Return the path of the packaged pack called `name`.

    Raises:
        UsageError: There is no such pack; the message names the packaged ones.
    """
    names = pack_names()
    if name not in names:
        raise UsageError(
            f"got pack {shown(name)!r}; allowed: {', '.join(names)}, or the path of a .yaml file"
            f"{nearest(name, names)}"
        )
    return packaged(f"{_LIBRARY}/{name}.yaml")


def read_pack(name: str | Path) -> Pack:
    """Return the packaged pack of this name, or the pack in this file; its meaning is unchecked.

    Raises:
        UsageError: There is no packaged pack of this name.
        PackError: The file cannot be read, is not YAML, or has not the shape of a pack.
    """
    return read_source(name).pack()


def read_source(name: str | Path) -> PackSource:
    """Return the file of a packaged pack, or the file at a path, parsed as YAML and no further.

    A bare word (`smartphones`) is the name of a packaged pack; all else is a path.

    Raises:
        UsageError: There is no packaged pack of this name.
        PackError: The file cannot be read or is not YAML.
    """
    return parse_source(*pack_text(name))


def pack_text(name: str | Path) -> tuple[str, str]:
    """Return the text of a packaged pack or of the file at a path, and the file's name in messages.

    Raises:
        UsageError: There is no packaged pack of this name.
        PackError: The file cannot be read.
    """
    if isinstance(name, str) and _NAME.fullmatch(name):
        path = packaged_path(name)
        return _read_text(path, path.name), path.name
    return _read_text(Path(name), str(name)), str(name)


def new_source(name: str) -> str:
    """Return the text of a small sound pack called `name`, to begin one from.

    Raises:
        UsageError: The name is packaged already, or is no name of a pack.
    """
    if not _NAME.fullmatch(name) or name in pack_names():
        taken = "which is packaged" if name in pack_names() else "which is no name"
        raise UsageError(
            f"got {shown(name)!r}, {taken}; give a word of lower-case letters, digits and _"
        )
    template = packaged("packs/template.yaml")
    return _read_text(template, template.name).replace("pack: libraries\n", f"pack: {name}\n")


def parse_source(text: str, file: str = "<pack>") -> PackSource:
    """Return a pack given as text, parsed as YAML; `file` is its name in messages.

    Raises:
        PackError: The text is not YAML.
    """
    return PackSource(file, text, read_document(text, file))


def _read_text(path: Path, file: str) -> str:
    packaged = f"a packaged pack is named by one word: {', '.join(pack_names())}"
    try:
        if path.is_dir():
            raise PackError(f"{file}:1: got a directory; name a .yaml file in it")
        if path.exists() and not path.is_file():  # a pipe would wait for ever
            raise PackError(f"{file}:1: got no regular file; name a .yaml file")
        with path.open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
    except PackError:
        raise
    except FileNotFoundError:
        raise PackError(f"{file}:1: there is no such file; check the path, or {packaged}") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
        raise PackError(f"{file!s}:1: cannot be read: {reason}; check the path") from None
    if len(content) > _MOST_BYTES:
        raise PackError(f"{file}:1: got more than 1 MiB; make the pack smaller")
    try:
        # universal newlines: the stored text of a pack must not depend on who checked it out
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
        raise PackError(
            f"{file}:{line}: got byte 0x{byte:02x}, which is not UTF-8; save the file as UTF-8"
        ) from None
    return text
