"""Drafts appended to a file as they come, so that a killed run has lost none that was written down.

A line for each answer of a model, with a checksum in front. Each is handed to the system at once,
which keeps it when this process is killed, and forced to disk by `sync`. A line that a power cut
tore, or a disk has damaged, is left out when the file is read, and its drafts are asked for again.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fictionworld.files import read_file
from fictionworld.worlds.durable import storage_errors, sync


class Journal:
    """A file of JSON objects, open for adding to; made if it is not there.

    Raises:
        StorageError: The disk refused.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._dirty = False
        with storage_errors(path):
            self._named = path.exists()
            """Its folder has been forced to disk, and so its name."""
            torn = self._named and not read_file(path).endswith(b"\n")
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
            self._descriptor = os.open(path, flags, 0o666)
            if torn:
                self._write(b"\n")

    def add(self, record: Mapping[str, Any]) -> None:
        """Append an object.

        Raises:
            StorageError: The disk refused.
        """
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        line = text.encode("utf-8", "surrogatepass")
        with storage_errors(self._path):
            self._write(b"%08x %b\n" % (zlib.crc32(line), line))

    def sync(self) -> None:
        """Force to disk what was added.

        Raises:
            StorageError: The disk refused.
        """
        if self._dirty:
            self._dirty = False
            with storage_errors(self._path):
                os.fsync(self._descriptor)
                if not self._named:
                    sync(self._path.parent)
                    self._named = True

    def close(self) -> None:
        """Force it to disk, and add no more."""
        if self._descriptor >= 0:
            try:
                self.sync()
            finally:
                os.close(self._descriptor)
                self._descriptor = -1

    def _write(self, data: bytes) -> None:
        self._dirty = True
        while data:  # the system may take a part
            data = data[os.write(self._descriptor, data) :]


def read_journal(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file in order, without torn and damaged ones; none where no file is.

    Raises:
        StorageError: The disk refused.
    """
    with storage_errors(path):
        content = read_file(path) if path.exists() else b""
    for line in content.split(b"\n"):
        checksum, _, text = line.partition(b" ")
        if text and checksum == b"%08x" % zlib.crc32(text):
            yield json.loads(text.decode("utf-8", "surrogatepass"))
