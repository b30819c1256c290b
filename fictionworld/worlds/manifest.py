"""The manifest: what a dataset is. It is written last, so its presence means complete.

`manifest.json` is sealed (`fictionworld.worlds.sealed`), which detects a single altered byte.
"""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_serializer,
    model_validator,
)

from fictionworld.errors import DatasetError, UsageError
from fictionworld.files import read_file, real_path, storage_error
from fictionworld.version import __version__
from fictionworld.worlds.durable import BUILD_FOLDER, publish_bytes
from fictionworld.worlds.rebuild_command import rebuild_command
from fictionworld.worlds.sealed import canonical, seal, unseal

MANIFEST = "manifest.json"
BESIDE = (".cache", "calibration.json", "certificates.json")
"""What other commands put beside a dataset."""
FORMAT_VERSION = 4
OPENED_FORMATS = (3, FORMAT_VERSION)
"""Format 3 said in the manifest what `table_hash` says in each file of format 4."""

CANARY = "fictionworld canary b7a7e3c4-7a71-58f6-b5b4-e00fef3b42ed"
"""In every dataset, always the same: if it is in a training corpus, a dataset leaked into it."""

CONTENT_PACKAGES = ("duckdb", "faker", "numpy", "polars")
"""The packages whose versions could decide what a seed gives; `make versions` proves that those
that are allowed do not."""

_SHARD = re.compile(r"shard-[0-9]{5}\.duckdb", re.ASCII)
_KEYS = re.compile(r"keys-[0-9]{5}\.duckdb", re.ASCII)

_LINE = re.compile(r"([^ ]*) ([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,15}) ([^ ]*)", re.ASCII)

_Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
_Count = Annotated[int, Field(ge=0)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class TableEntry(_Record):
    """One table of one shard."""

    rows: _Count
    content_hash: _Hash
    """`fictionworld.worlds.content.content_hash` of its rows."""


class ShardEntry(_Record):
    """One shard: the file as it must be. In JSON it is a line of its fields, in this order."""

    file: str
    first_world: _Count
    worlds: Annotated[int, Field(ge=1)]
    size: Annotated[int, Field(ge=1)]
    sha256: _Hash
    tables: dict[str, TableEntry] | None = None
    """What a file of format 3 holds, by SQL name; None where the file itself says it."""

    @model_validator(mode="before")
    @classmethod
    def _of_line(cls, given: object) -> object:
        if not isinstance(given, str):
            return given
        if (match := _LINE.fullmatch(given)) is None:
            raise ValueError(f"got {given[:120]!r}, not FILE FIRST_WORLD WORLDS SIZE SHA256")
        file, *numbers, sha256 = match.groups()
        names = ("first_world", "worlds", "size")
        return {"file": file, "sha256": sha256, **dict(zip(names, map(int, numbers), strict=True))}

    @model_serializer
    def _line(self) -> str:
        return f"{self.file} {self.first_world} {self.worlds} {self.size} {self.sha256}"


class BuildCounts(_Record):
    """What a build made and what it rejected."""

    worlds: _Count
    rows: _Count
    """Rows of all worlds, settings left out."""
    refused: dict[str, dict[str, _Count]]
    """Rejected draws of worlds: pack, then reason, then how many."""
    tasks: dict[str, _Count] = Field(default_factory=dict)
    """Tasks by kind."""
    levels: dict[str, _Count] = Field(default_factory=dict)
    """Tasks by level of difficulty, `1` to `5`."""
    tasks_refused: dict[str, dict[str, _Count]] = Field(default_factory=dict)
    """Rejected draws of tasks: pack, then reason, then how many."""


class Manifest(_Record):
    """All that `manifest.json` says; make one with `Manifest.of`."""

    format_version: int
    package_version: str
    versions: dict[str, str] = Field(default_factory=dict)
    """The versions of `CONTENT_PACKAGES` that built it; none where an earlier release did."""
    canary: str
    config: dict[str, Any]
    """The resolved configuration, every default filled in."""
    config_hash: _Hash
    counts: BuildCounts
    splits: dict[str, _Count]
    """How many worlds each split has."""
    packs: dict[str, _Hash]
    """SHA-256 of each pack's text."""
    shards: tuple[ShardEntry, ...]
    keys: tuple[ShardEntry, ...] = ()
    """The keys of the shards' tasks, by file; these files may be absent on a host."""
    content_hash: _Hash
    """Over the content hashes of all tables of all files: equal means the same dataset."""

    @classmethod
    def of(
        cls,
        *,
        config: Mapping[str, Any],
        counts: BuildCounts,
        splits: Mapping[str, int],
        packs: Mapping[str, str],
        shards: Sequence[ShardEntry],
        keys: Sequence[ShardEntry] = (),
        content_hash: str,
    ) -> Manifest:
        """Return the manifest of these files; `packs` maps names to the packs' text."""
        return cls(
            format_version=FORMAT_VERSION,
            package_version=__version__,
            versions=running_versions(),
            canary=CANARY,
            config=json.loads(canonical(config)),
            config_hash=config_hash(config),
            counts=counts,
            splits=dict(splits),
            packs={name: _sha256(source.encode()) for name, source in packs.items()},
            shards=tuple(shards),
            keys=tuple(keys),
            content_hash=content_hash,
        )

    def differing_versions(self) -> dict[str, tuple[str, str]]:
        """Return, by name, the packages that run in another version than built the dataset.

        The first version of a pair is the one that built the dataset, the second the one that runs.
        """
        running = running_versions()
        return {
            name: (built, running[name])
            for name, built in sorted(self.versions.items())
            if running.get(name, built) != built
        }

    def shard_of(self, world_id: int) -> ShardEntry:
        """Return the shard that holds this world.

        Raises:
            UsageError: The dataset has no such world.
        """
        if (shard := _holding(self.shards, world_id)) is not None:
            return shard
        spans = [[shard.first_world, shard.first_world + shard.worlds] for shard in self.shards]
        joined = spans[:1]
        for first, end in spans[1:]:
            if first == joined[-1][1]:
                joined[-1][1] = end
            else:
                joined.append([first, end])
        held = ", ".join(f"{first}-{end - 1}" for first, end in joined)
        raise UsageError(f"got world {world_id}; this dataset holds worlds {held}")

    def keys_of(self, world_id: int) -> ShardEntry:
        """Return the file that holds the keys of this world's tasks.

        Raises:
            UsageError: The dataset has no such world, or no keys.
        """
        self.shard_of(world_id)
        if (keys := _holding(self.keys, world_id)) is not None:
            return keys
        raise UsageError(
            "this dataset was built without tasks (--tasks-per-world 0), so it has no keys"
        )


def running_versions() -> dict[str, str]:
    """Return the installed versions of the packages that decide content, by name."""
    return {name: metadata.version(name) for name in CONTENT_PACKAGES}


def content_hash_of(files: Iterable[tuple[str, Mapping[str, TableEntry]]]) -> str:
    """Return one hash, 64 hex digits, over the tables of files that come in order of their names.

    Each file is a name and its tables by name; the hash is over `file/table` and its hash, a line
    each, in order of name.
    """
    whole = hashlib.sha256()
    for file, tables in files:
        for name in sorted(tables):
            whole.update(f"{file}/{name}\0{tables[name].content_hash}\n".encode())
    return whole.hexdigest()


def config_hash(config: Mapping[str, Any]) -> str:
    """Return a hash of a configuration, 64 hex digits, whatever the order of its keys.

    Raises:
        TypeError: It holds a value that JSON cannot express.
        ValueError: It holds NaN or an infinity.
    """
    return _sha256(canonical(config))


def shard_name(number: int) -> str:
    """Return the file name of a shard: `shard-00000.duckdb`."""
    return f"shard-{number:05d}.duckdb"


def keys_name(number: int) -> str:
    """Return the file name of a shard's keys: `keys-00000.duckdb`."""
    return f"keys-{number:05d}.duckdb"


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Publish the manifest, which makes the dataset complete.

    Raises:
        StorageError: The disk refused.
    """
    publish_bytes(folder / MANIFEST, seal(manifest.model_dump(mode="json")))


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of the dataset in `folder`, checked against itself.

    Raises:
        DatasetError: There is none (the folder is no dataset, or its build is unfinished), or it
            is damaged, of another format version, or contradicts itself.
        StorageError: The disk refused.
        PathError: The path cannot be used, or a pipe stands in the manifest's place.
    """
    path = folder / MANIFEST
    try:
        _stays_inside(folder, path)
        content = read_file(path)
    except (FileNotFoundError, NotADirectoryError):
        raise DatasetError(_missing(folder)) from None
    except OSError as error:
        raise storage_error(path, error, "read") from error
    try:
        fields = unseal(content)
    except ValueError as error:
        raise DatasetError(
            f"{path} {error}; restore it, or delete the dataset and build it again: nothing else "
            "says of which build the shards are"
        ) from None
    if fields.get("format_version") not in OPENED_FORMATS:
        raise DatasetError(_of_another_format(path, fields))
    try:
        manifest = Manifest.model_validate_json(json.dumps(fields))
    except ValidationError as error:
        raise DatasetError(f"{path} does not say what it must: {_findings(error)}") from None
    _agrees(path, manifest)
    for entry in (*manifest.shards, *manifest.keys):
        _stays_inside(folder, folder / entry.file)
    return manifest


def _of_another_format(path: Path, fields: Mapping[str, Any]) -> str:
    try:
        anew = (
            f"build a dataset of the same configuration anew: {rebuild_command(fields['config'])}"
        )
    except (AttributeError, KeyError, TypeError, ValueError):  # that format's, whatever it was
        anew = "build the dataset anew"
    opened = " and ".join(map(str, OPENED_FORMATS))
    return (
        f"{path} has format_version {fields.get('format_version')!r}; this fictionworld reads "
        f"versions {opened}: install the fictionworld that built it "
        f"({fields.get('package_version', 'unknown')}), or {anew}"
    )


def _missing(folder: Path) -> str:
    if (folder / BUILD_FOLDER).is_dir():
        return (
            f"{folder} holds an unfinished build ({MANIFEST} is missing); run the same build "
            "again: it goes on where it stopped"
        )
    if not folder.is_dir():
        return f"{folder} is not a folder; give the folder that `fictionworld build` wrote"
    return (
        f"{folder} is no dataset: {MANIFEST} is missing; give the folder that "
        "`fictionworld build` wrote"
    )


def _stays_inside(folder: Path, path: Path) -> None:
    """Check that no file leads out of the dataset's folder, by name or by link."""
    if path.is_symlink() and not real_path(path).is_relative_to(real_path(folder)):
        raise DatasetError(
            f"{path} is a link out of the dataset, to {real_path(path)}; copy the file into "
            f"{folder}"
        )


def _findings(error: ValidationError) -> str:
    findings = (
        f"{'.'.join(str(step) for step in finding['loc']) or 'manifest'}: {finding['msg']}"
        for finding in error.errors(include_url=False)
    )
    return "; ".join(findings)


def _agrees(path: Path, manifest: Manifest) -> None:
    """Raise DatasetError if parts of the manifest contradict each other, as no build's do."""
    shards = manifest.shards
    for kind, many, entries, form, first in (
        ("shard", "shards", shards, _SHARD, shard_name(0)),
        ("keys", "keys", manifest.keys, _KEYS, keys_name(0)),
    ):
        for entry in entries:
            if form.fullmatch(entry.file) is None:
                raise DatasetError(
                    f"{path} names the {kind} file {entry.file!r}; {many} are called {first!r} and "
                    "so on, and stand beside the manifest"
                )
    spans = [(shard.first_world, shard.worlds) for shard in shards]
    in_order = all(
        shard.first_world + shard.worlds <= later.first_world for shard, later in pairwise(shards)
    )
    for what, actual, expected in (
        ("canary", manifest.canary, CANARY),
        ("config_hash", manifest.config_hash, config_hash(manifest.config)),
        (
            "the worlds of keys",
            [(keys.first_world, keys.worlds) for keys in manifest.keys],
            spans if manifest.keys else [],
        ),
        ("counts.worlds", manifest.counts.worlds, sum(shard.worlds for shard in shards)),
        ("splits", sum(manifest.splits.values()), manifest.counts.worlds),
        ("the number of shard files", len({shard.file for shard in shards}), len(shards)),
        ("the order of shards", in_order, True),
    ):
        if actual != expected:
            raise DatasetError(
                f"{path} contradicts itself in {what}: got {actual!r}, where its other contents "
                f"say {expected!r}; build the dataset anew"
            )


def _holding(entries: Sequence[ShardEntry], world_id: int) -> ShardEntry | None:
    """Return the one of some entries, in order of worlds, that holds this world."""
    index = bisect_right(entries, world_id, key=lambda entry: entry.first_world) - 1
    entry = entries[index] if index >= 0 else None
    return entry if entry and world_id < entry.first_world + entry.worlds else None


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
