"""Writes the drafts of a rendering; after a kill it goes on with what is there.

While a world is worded its drafts are appended to a journal; when all are there, a Parquet file
takes its place. The manifest is written last. `rendering.json` says what the folder holds the
drafts of, and the folder takes no others.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from fictionworld.errors import ConfigError, StorageError
from fictionworld.files import read_file, real_path
from fictionworld.simulator.drafts.store import (
    MANIFEST,
    PART,
    StoredDraft,
    WorldDrafts,
    drafts_in,
    hash_of,
    read_object,
)
from fictionworld.simulator.drafts.wording import Draft, OutcomeCounts
from fictionworld.worlds.durable import (
    publish,
    publish_bytes,
    remove_files,
    storage_errors,
    sweep_asides,
    sync,
)

_CONFIG: Final = "rendering.json"
_FORMAT: Final = 5
_TEXTS: Final = ("world", "model", "prompt_version", "structure", *Draft._fields, "skeleton",
                 "variant")  # fmt: skip


class Journal:
    """A file of JSON objects, open for adding to; made if it is not there.

    Each object is a line with a checksum in front. It is handed to the system at once, which keeps
    it when this process is killed, and forced to disk by `sync`. A line that a power cut tore, or a
    disk has damaged, is left out when the file is read: its drafts are asked for again.

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
    """Yield the objects of a file in order, without torn and damaged ones; none without a file.

    Raises:
        StorageError: The disk refused.
    """
    with storage_errors(path):
        content = read_file(path) if path.exists() else b""
    for line in content.split(b"\n"):
        checksum, _, text = line.partition(b" ")
        if text and checksum == b"%08x" % zlib.crc32(text):
            yield json.loads(text.decode("utf-8", "surrogatepass"))


@dataclass(frozen=True)
class Rendering:
    """What the drafts of a folder are of."""

    model: str
    prompt_version: str
    variants: int
    """Asked for of each skeleton."""
    worlds: tuple[str, ...]
    """Their structures."""
    settings: str
    """Of engine and sampling, for people: other settings are another rendering."""

    def as_dict(self) -> dict[str, Any]:
        """Return the fields that `rendering.json` and the manifest hold."""
        return {
            "format": _FORMAT,
            "model": self.model,
            "prompt_version": self.prompt_version,
            "variants": self.variants,
            "worlds": len(self.worlds),
            "structure": hashlib.sha256(" ".join(self.worlds).encode()).hexdigest()[:32],
            "settings": self.settings,
        }


class DraftWriter:
    """Writes drafts into a folder; opened again after a kill, it knows what is there.

    As a context manager it has the folder to itself; leaving it forces to disk what was added.

    Raises:
        ConfigError: The folder holds the drafts of another rendering.
        StorageError: Another process renders into the folder, or the disk refused.
    """

    def __init__(self, folder: Path, rendering: Rendering) -> None:
        self._folder = folder
        self._rendering = rendering
        self._parts: dict[str, Path] = {}
        self._journals: dict[str, Journal] = {}
        self._lock = -1

    def __enter__(self) -> Self:
        with storage_errors(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self._folder)
        try:
            self._open()
        except BaseException:
            os.close(self._lock)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            for journal in self._journals.values():
                journal.close()
        finally:
            os.close(self._lock)

    def _open(self) -> None:
        wanted_config = self._rendering.as_dict()
        path = self._folder / _CONFIG
        if path.exists():
            stored = read_object(path)
            if stored != wanted_config:
                differing = sorted(k for k in wanted_config if stored.get(k) != wanted_config[k])
                raise ConfigError(
                    f"{self._folder} holds another rendering: {', '.join(differing)} differ "
                    f"({', '.join(f'{k} is {stored.get(k)!r} there' for k in differing)}); choose "
                    "another folder with --out"
                )
        elif any(self._folder.iterdir()):
            raise ConfigError(
                f"{self._folder} holds other files; choose another folder, or a new one, with --out"
            )
        else:
            publish_bytes(path, _json(wanted_config))
        sweep_asides(real_path(self._folder), rf"{_CONFIG}|{MANIFEST}|{PART.pattern}")
        remove_files(real_path(self._folder), r"\.world-[0-9a-f]{16}\.aside")
        with storage_errors(self._folder):
            for part in sorted(self._folder.glob("world-*.parquet")):
                match = PART.fullmatch(part.name)
                if match is None:
                    continue  # not of ours
                if hash_of(part) == match[2]:
                    self._parts[match[1]] = part
                else:
                    part.unlink()

    def has(self, world: str) -> bool:
        """Return whether a world was finished, though perhaps not whole."""
        return world in self._parts

    def held(self, world: str) -> WorldDrafts | None:
        """Return the drafts of a world that was finished; None where it was not."""
        path = self._parts.get(world)
        return None if path is None else drafts_in(path)

    def begun(self, world: str) -> dict[tuple[str, str], StoredDraft]:
        """Return a model's drafts for an unfinished world, by the page's structure and key."""
        world_drafts = self.held(world)
        drafts = {
            (page.structure, stored.draft.key): stored
            for page in (() if world_drafts is None else world_drafts.pages)
            for stored in page.drafts
            if stored.draft.outcome != "reused" and stored.draft.reason != "backend"
        }
        for record in read_journal(self._journal(world)):
            for structure, (draft, *rest) in record["drafts"]:
                drafts[structure, draft[0]] = StoredDraft(Draft(*draft), *rest)
        return drafts

    def add(self, world: str, drafts: Iterable[tuple[str, StoredDraft]]) -> None:
        """Append what a model wrote in one reply, whole; `sync` forces it to disk.

        Args:
            world: The world's structure.
            drafts: Each with the structure of its page.

        Raises:
            StorageError: The disk refused.
        """
        journal = self._journals.get(world)
        if journal is None:
            journal = self._journals[world] = Journal(self._journal(world))
        journal.add({"drafts": list(drafts)})

    def sync(self) -> None:
        """Force to disk what was added.

        Raises:
            StorageError: The disk refused.
        """
        for journal in tuple(self._journals.values()):
            journal.sync()

    def write(self, world: str, drafts: WorldDrafts) -> None:
        """Write all drafts of a world into one file, in place of what was added for it.

        Raises:
            StorageError: The disk refused.
        """
        import polars as pl  # noqa: PLC0415 - slow to import

        rows = [
            {
                "world": world,
                "page": page.number,
                "model": self._rendering.model,
                "prompt_version": self._rendering.prompt_version,
                "structure": page.structure,
                **stored.draft._asdict(),
                "skeleton": stored.skeleton,
                "variant": stored.variant,
            }
            for page in drafts.pages
            for stored in page.drafts
        ]
        frame = pl.DataFrame(rows, schema={"page": pl.Int32, **dict.fromkeys(_TEXTS, pl.String)})
        aside_path = self._folder / f".world-{world}.aside"
        with storage_errors(aside_path):
            frame.write_parquet(aside_path, compression="zstd")
            digest = hash_of(aside_path)
        path = self._folder / f"world-{world}-{digest}.parquet"
        publish(path, aside_path.replace)
        old_path = self._parts.get(world)
        self._parts[world] = path
        if old_path is not None and old_path != path:
            old_path.unlink(missing_ok=True)
        journal = self._journals.pop(world, None)
        if journal is not None:
            journal.close()
        self._journal(world).unlink(missing_ok=True)

    def finish(self, tally: OutcomeCounts) -> None:
        """Write the manifest: with it the rendering is complete.

        Raises:
            StorageError: The disk refused.
        """
        content = {
            **self._rendering.as_dict(),
            "drafts": tally.drafts,
            "accepted": tally.accepted,
            "corrected": tally.corrected,
            "reused": tally.reused,
            "replaced": tally.replaced,
            "replaced_by": dict(sorted(tally.replaced_by.items())),
            "pages": tally.pages,
            "template_pages": tally.template_pages,
            "parts": {world: path.name for world, path in sorted(self._parts.items())},
        }
        publish_bytes(self._folder / MANIFEST, _json(content))

    def _journal(self, world: str) -> Path:
        return self._folder / f"world-{world}.jsonl"


def _locked(folder: Path) -> int:
    """Return the folder's descriptor, locked until it is closed, however this process ends."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StorageError(
            f"another process renders into {folder}; wait until it is done, or choose another "
            "folder with --out"
        ) from None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _json(content: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode()
