"""Drafts on disk: a Parquet file for the structure of a world, a manifest last.

While a world is worded its drafts are appended to a journal; when all are there, the file takes its
place.

A draft is kept under the hash of what it was written for: heads, skeletons, slots. No value has a
part in that, so one folder serves a dataset and all its twins.

They are drafts: whoever shows one checks it first. A file's name holds a hash of its bytes, so what
a killed run left half-written, or a disk has damaged, is never taken for whole. The folder says in
`rendering.json` what it holds the drafts of, and takes no others.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from fictionworld.errors import ConfigError, DatasetError, StorageError, UsageError
from fictionworld.files import read_file, read_json, real_path
from fictionworld.simulator.drafts.desk import Draft, OutcomeCounts
from fictionworld.simulator.drafts.journal import Journal, read_journal
from fictionworld.worlds.durable import (
    publish,
    publish_bytes,
    remove_files,
    storage_errors,
    sweep_asides,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from fictionworld.simulator.drafts.checks import Checks
    from fictionworld.simulator.drafts.request import Request

__all__ = ["DraftStore", "DraftWriter", "Kept", "PageDrafts", "Rendering", "WorldDrafts"]

_CONFIG, _MANIFEST = "rendering.json", "manifest.json"
_FORMAT: Final = 3
_PART: Final = re.compile(r"world-([0-9a-f]{16})-([0-9a-f]{16})\.parquet")
_MOST_WORLDS: Final = 64
"""Worlds whose drafts are held in memory at once."""


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
        """For the JSON file."""
        return {
            "format": _FORMAT,
            "model": self.model,
            "prompt_version": self.prompt_version,
            "variants": self.variants,
            "worlds": len(self.worlds),
            "structure": hashlib.sha256(" ".join(self.worlds).encode()).hexdigest()[:32],
            "settings": self.settings,
        }


class WorldDrafts(NamedTuple):
    """The drafts of one world."""

    pages: tuple[PageDrafts, ...]

    def tally(self) -> OutcomeCounts:
        """Their outcomes."""
        tally = OutcomeCounts()
        for page in self.pages:
            tally.add_page([kept.draft for kept in page.drafts])
        return tally

    def written(self) -> int:
        """How many a model wrote."""
        drafts = (kept.draft for page in self.pages for kept in page.drafts)
        return sum(one.outcome != "reused" and one.reason != "backend" for one in drafts)

    @property
    def is_whole(self) -> bool:
        """Whether a model gave something for every text."""
        return all(kept.draft.reason != "backend" for page in self.pages for kept in page.drafts)

    def learned(self) -> Iterator[tuple[str, str]]:
        """Skeletons and variants of the drafts that count for others, in their order."""
        for page in self.pages:
            for kept in page.drafts:
                if kept.skeleton:
                    yield kept.skeleton, kept.variant


class PageDrafts(NamedTuple):
    """The drafts of one page."""

    number: int
    structure: str
    drafts: tuple[Kept, ...]


class Kept(NamedTuple):
    """A draft as it is stored."""

    draft: Draft
    skeleton: str = ""
    """Of its passage, where the draft was asked for as a variant of it; else empty."""
    variant: str = ""
    """The draft for other passages of the skeleton; empty where it is of use for this one alone."""


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
        wanted = self._rendering.as_dict()
        path = self._folder / _CONFIG
        if path.exists():
            held = _read_json(path)
            if held != wanted:
                differing = sorted(k for k in wanted if held.get(k) != wanted[k])
                raise ConfigError(
                    f"{self._folder} holds another rendering: {', '.join(differing)} differ "
                    f"({', '.join(f'{k} is {held.get(k)!r} there' for k in differing)}); choose "
                    "another folder with --out"
                )
        elif any(self._folder.iterdir()):
            raise ConfigError(
                f"{self._folder} holds other files; choose another folder, or a new one, with --out"
            )
        else:
            publish_bytes(path, _json(wanted))
        sweep_asides(real_path(self._folder), rf"{_CONFIG}|{_MANIFEST}|{_PART.pattern}")
        remove_files(real_path(self._folder), r"\.world-[0-9a-f]{16}\.aside")
        with storage_errors(self._folder):
            for part in sorted(self._folder.glob("world-*.parquet")):
                match = _PART.fullmatch(part.name)
                if match is None:
                    continue  # not of ours
                if _hash_of(part) == match[2]:
                    self._parts[match[1]] = part
                else:
                    part.unlink()

    def has(self, world: str) -> bool:
        """Whether a world was finished, though perhaps not whole."""
        return world in self._parts

    def held(self, world: str) -> WorldDrafts | None:
        """The drafts of a world that was finished; None where it was not."""
        path = self._parts.get(world)
        return None if path is None else _drafts_in(path)

    def begun(self, world: str) -> dict[tuple[str, str], Kept]:
        """What a model wrote for a world that is not finished, by the page's structure and key."""
        part = self.held(world)
        found = {
            (page.structure, kept.draft.key): kept
            for page in (() if part is None else part.pages)
            for kept in page.drafts
            if kept.draft.outcome != "reused" and kept.draft.reason != "backend"
        }
        for record in read_journal(self._journal(world)):
            for draft, *more in record["drafts"]:
                found[record["structure"], draft[0]] = Kept(Draft(*draft), *more)
        return found

    def add(self, world: str, structure: str, drafts: Iterable[Kept]) -> None:
        """Append what a model wrote for a page; `sync` forces it to disk.

        Raises:
            StorageError: The disk refused.
        """
        journal = self._journals.get(world)
        if journal is None:
            journal = self._journals[world] = Journal(self._journal(world))
        journal.add({"structure": structure, "drafts": list(drafts)})

    def sync(self) -> None:
        """Force to disk what was added.

        Raises:
            StorageError: The disk refused.
        """
        for journal in tuple(self._journals.values()):
            journal.sync()

    def write(self, world: str, drafts: WorldDrafts) -> None:
        """All drafts of a world, as one file in place of what was added for it.

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
                **kept.draft._asdict(),
                "skeleton": kept.skeleton,
                "variant": kept.variant,
            }
            for page in drafts.pages
            for kept in page.drafts
        ]
        frame = pl.DataFrame(rows, schema={"page": pl.Int32, **dict.fromkeys(_TEXTS, pl.String)})
        aside = self._folder / f".world-{world}.aside"
        with storage_errors(aside):
            frame.write_parquet(aside, compression="zstd")
            digest = _hash_of(aside)
        path = self._folder / f"world-{world}-{digest}.parquet"
        publish(path, lambda made: _move(aside, made))
        before = self._parts.get(world)
        self._parts[world] = path
        if before is not None and before != path:
            before.unlink(missing_ok=True)
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
            "released": tally.released,
            "mended": tally.mended,
            "reused": tally.reused,
            "replaced": tally.replaced,
            "replaced_by": dict(sorted(tally.replaced_by.items())),
            "pages": tally.pages,
            "template_pages": tally.template_pages,
            "parts": {world: path.name for world, path in sorted(self._parts.items())},
        }
        publish_bytes(self._folder / _MANIFEST, _json(content))

    def _journal(self, world: str) -> Path:
        return self._folder / f"world-{world}.jsonl"


def _locked(folder: Path) -> int:
    """The folder, open and locked until it is closed, however this process ends."""
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


_TEXTS: Final = ("world", "model", "prompt_version", "structure", *Draft._fields, "skeleton",
                 "variant")  # fmt: skip


@dataclass
class DraftStore:
    """A complete rendering, opened for reading; any number of threads share it.

    It pickles as its folder, to be opened again where it is used.

    Raises:
        UsageError: There is no complete rendering in the folder.
        DatasetError: Its manifest is damaged.
    """

    folder: Path
    _worlds: OrderedDict[str, dict[str, dict[str, str]]] = field(
        default_factory=OrderedDict, init=False, repr=False
    )
    _lock: Lock = field(default_factory=Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        if not (self.folder / _MANIFEST).is_file():
            raise UsageError(
                f"{self.folder} holds no complete rendering; `fictionworld render` makes one, and "
                "goes on where it was stopped"
            )
        manifest = _read_json(self.folder / _MANIFEST)
        self.model = str(manifest.get("model"))
        self._parts: dict[str, str] = manifest.get("parts", {})

    def __reduce__(self) -> tuple[type[DraftStore], tuple[Path]]:
        return DraftStore, (self.folder,)

    def __contains__(self, world: str) -> bool:
        return world in self._parts

    def texts(self, request: Request, checks: Checks) -> Mapping[str, str]:
        """The drafts for a request; none where they were written for another structure.

        Raises:
            DatasetError: The world's file is missing or damaged.
        """
        del checks
        return self._world(request.world).get(request.structure, {})

    def prepare(self, requests: Iterable[Request], checks: Checks) -> None:
        """Nothing: all is here."""

    def _world(self, world: str) -> dict[str, dict[str, str]]:
        with self._lock:
            if world in self._worlds:
                self._worlds.move_to_end(world)
                return self._worlds[world]
        name = self._parts.get(world)
        found: dict[str, dict[str, str]] = {}
        if name is not None:
            path = self.folder / name
            match = _PART.fullmatch(name)
            if match is None or not path.is_file() or _hash_of(path) != match[2]:
                raise DatasetError(
                    f"{path} is missing or damaged; run the same `fictionworld render` again"
                )
            for page in _drafts_in(path).pages:
                drafts = (kept.draft for kept in page.drafts)
                found[page.structure] = {
                    draft.key: draft.text
                    for draft in drafts
                    if draft.text and draft.outcome != "replaced"
                }
        with self._lock:
            self._worlds[world] = found
            while len(self._worlds) > _MOST_WORLDS:
                self._worlds.popitem(last=False)
        return found


def _drafts_in(path: Path) -> WorldDrafts:
    import polars as pl  # noqa: PLC0415 - slow to import

    names = ("page", "structure", "skeleton", "variant", *Draft._fields)
    rows = pl.read_parquet(path).select(names).iter_rows()
    return WorldDrafts(
        tuple(
            PageDrafts(
                page[0], page[1], tuple(Kept(Draft(*row[4:]), row[2], row[3]) for row in of_page)
            )
            for page, of_page in groupby(rows, key=itemgetter(0, 1))
        )
    )


def _move(source: Path, target: Path) -> None:
    source.replace(target)


def _hash_of(path: Path) -> str:
    return hashlib.sha256(read_file(path)).hexdigest()[:16]


def _json(content: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(content, ensure_ascii=False, indent=1)}\n".encode()


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = read_json(path)
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path} is damaged ({error}); render into another folder") from error
    if not isinstance(found, dict):
        raise DatasetError(f"{path} is damaged (no object); render into another folder")
    return found
