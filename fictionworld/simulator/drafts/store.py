"""Drafts on disk: a Parquet file for the structure of a world, a manifest last.

A draft is kept under the hash of what it was written for: heads, skeletons, slots. No value has a
part in that, so one folder serves a dataset and all its twins.

They are drafts: whoever shows one checks it first. A file's name holds a hash of its bytes, so what
a killed run left half-written, or a disk has damaged, is never taken for whole. The folder says in
`rendering.json` what it holds the drafts of, and takes no others.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from itertools import groupby
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from fictionworld.errors import ConfigError, DatasetError, UsageError
from fictionworld.files import read_file, read_json, real_path
from fictionworld.simulator.drafts.desk import Draft, Tally
from fictionworld.worlds.durable import (
    publish,
    publish_bytes,
    remove_files,
    storage_errors,
    sweep_asides,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from fictionworld.simulator.drafts.checks import Checks
    from fictionworld.simulator.drafts.desk import Wording
    from fictionworld.simulator.drafts.request import Request

__all__ = ["DraftStore", "DraftWriter", "Rendering"]

_CONFIG, _MANIFEST = "rendering.json", "manifest.json"
_FORMAT: Final = 2
_PART: Final = re.compile(r"world-([0-9a-f]{16})-([0-9a-f]{16})\.parquet")
_MOST_WORLDS: Final = 64
"""Worlds whose drafts are held in memory at once."""


@dataclass(frozen=True)
class Rendering:
    """What the drafts of a folder are of."""

    model: str
    prompt_version: str
    policies: tuple[str, ...]
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
            "policies": list(self.policies),
            "worlds": len(self.worlds),
            "structure": hashlib.sha256(" ".join(self.worlds).encode()).hexdigest()[:32],
            "settings": self.settings,
        }


class DraftWriter:
    """Writes drafts into a folder; opened again after a kill, it knows what is there.

    Raises:
        ConfigError: The folder holds the drafts of another rendering.
        StorageError: The disk refused.
    """

    def __init__(self, folder: Path, rendering: Rendering) -> None:
        self._folder = folder
        self._rendering = rendering
        with storage_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        wanted = rendering.as_dict()
        path = folder / _CONFIG
        if path.exists():
            held = _read_json(path)
            if held != wanted:
                differing = sorted(k for k in wanted if held.get(k) != wanted[k])
                raise ConfigError(
                    f"{folder} holds another rendering: {', '.join(differing)} differ "
                    f"({', '.join(f'{k} is {held.get(k)!r} there' for k in differing)}); choose "
                    "another folder with --out"
                )
        elif any(folder.iterdir()):
            raise ConfigError(
                f"{folder} holds other files; choose another folder, or a new one, with --out"
            )
        else:
            publish_bytes(path, _json(wanted))
        sweep_asides(real_path(folder), rf"{_CONFIG}|{_MANIFEST}|{_PART.pattern}")
        remove_files(real_path(folder), r"\.world-[0-9a-f]{16}\.aside")
        self._known = frozenset(self.held())

    def held(self) -> dict[str, Path]:
        """The worlds whose drafts are here, whole; what is damaged is removed."""
        found = {}
        with storage_errors(self._folder):
            for path in sorted(self._folder.glob("world-*.parquet")):
                match = _PART.fullmatch(path.name)
                if match is None:
                    continue  # not of ours
                if _hash_of(path) == match[2]:
                    found[match[1]] = path
                else:
                    path.unlink()
        return found

    def whole(self) -> set[str]:
        """The worlds that need not be asked for again: a model gave something for every text."""
        return {
            world
            for world, path in self.held().items()
            if all(draft.reason != "backend" for _, draft in _drafts_in(path))
        }

    def write(self, world: str, wordings: Iterable[Wording]) -> None:
        """Add the drafts of one world, all of them at once.

        Raises:
            StorageError: The disk refused.
        """
        import polars as pl  # noqa: PLC0415 - slow to import

        rows = [
            {
                "world": world,
                "page": wording.request.head.number,
                "field": wording.request.field,
                "policy": wording.request.policy,
                "model": self._rendering.model,
                "prompt_version": self._rendering.prompt_version,
                "structure": wording.request.structure,
                **draft._asdict(),
            }
            for wording in wordings
            for draft in wording.drafts
        ]
        frame = pl.DataFrame(rows, schema={**_SCHEMA(pl)}).sort(
            "page", "field", "policy", maintain_order=True
        )
        aside = self._folder / f".world-{world}.aside"
        with storage_errors(aside):
            frame.write_parquet(aside, compression="zstd")
            digest = _hash_of(aside)
        before = self.held().get(world) if world in self._known else None
        path = self._folder / f"world-{world}-{digest}.parquet"
        publish(path, lambda made: _move(aside, made))
        if before is not None and before != path:
            before.unlink(missing_ok=True)

    def finish(self, tally: Tally) -> None:
        """Write the manifest: with it the rendering is complete.

        Raises:
            StorageError: The disk refused.
        """
        parts = {world: path.name for world, path in sorted(self.held().items())}
        content = {
            **self._rendering.as_dict(),
            "drafts": tally.drafts,
            "released": tally.released,
            "mended": tally.mended,
            "replaced": tally.replaced,
            "replaced_by": dict(sorted(tally.replaced_by.items())),
            "pages": tally.pages,
            "template_pages": tally.template_pages,
            "parts": parts,
        }
        publish_bytes(self._folder / _MANIFEST, _json(content))

    def tally_of(self, worlds: Iterable[str]) -> Tally:
        """The outcomes of drafts that are here already."""
        tally, held = Tally(), self.held()
        for world in worlds:
            if world in held:
                rows = _drafts_in(held[world])
                for (_, kind), drafts in groupby(rows, key=lambda row: row[0]):
                    tally.add_request(kind, [draft for _, draft in drafts])
        return tally


def _SCHEMA(pl: Any) -> dict[str, Any]:  # noqa: ANN401, N802
    texts = ("world", "field", "policy", "model", "prompt_version", "structure", "key", "text",
             "outcome", "reason", "why")  # fmt: skip
    return {"page": pl.Int32, **dict.fromkeys(texts, pl.String)}


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
        self.policies = tuple(manifest.get("policies", ()))
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
            for (structure, _), draft in _drafts_in(path):
                if draft.text and draft.outcome != "replaced":
                    found.setdefault(structure, {})[draft.key] = draft.text
        with self._lock:
            self._worlds[world] = found
            while len(self._worlds) > _MOST_WORLDS:
                self._worlds.popitem(last=False)
        return found


def _drafts_in(path: Path) -> list[tuple[tuple[str, str], Draft]]:
    """The drafts of a part in order, each with its structure and field."""
    import polars as pl  # noqa: PLC0415 - slow to import

    rows = pl.read_parquet(path).select("structure", "field", *Draft._fields).iter_rows()
    return [((row[0], row[1]), Draft(*row[2:])) for row in rows]


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
