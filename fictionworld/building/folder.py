"""The output folder of a build: whether it may be used, and what an earlier run left in it."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

from fictionworld.building.config import ResolvedBuild
from fictionworld.errors import ConfigError, DatasetError, PathError, UsageError
from fictionworld.files import read_json
from fictionworld.worlds.durable import (
    BUILD_FOLDER,
    publish_bytes,
    remove_files,
    storage_errors,
)
from fictionworld.worlds.manifest import BESIDE, MANIFEST, read_manifest
from fictionworld.worlds.part import DamagedPartError, part_path, read_part
from fictionworld.worlds.shard import NOTES
from fictionworld.worlds.store import NOTE, bring, hand_over, store_of

_CONFIG = f"{BUILD_FOLDER}/config.json"
_OBJECT = re.compile(
    r"manifest\.json|(?:shard|keys)-\d{5}-[0-9a-f]{16}\.duckdb|\.build/.+", re.ASCII
)
"""What a build makes in a store."""


def claim_folder(build: ResolvedBuild, out: Path) -> None:
    """Check that `out` is free, or holds this very build, before anything is written.

    Raises:
        UsageError: `out` is a file, or holds something that no build wrote.
        ConfigError: `out` holds a dataset, or parts of one, of another configuration.
    """
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out: got {out}, a file; name a folder that is empty or not there yet")
    if not out.is_dir():
        return
    with storage_errors(out):
        foreign = sorted(path.name for path in out.iterdir() if not _is_ours(path))
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise UsageError(
            f"--out: {out} holds {foreign[0]!r}{more}, which no build wrote; "
            "remove it, or name a folder that is empty or not there yet"
        )
    recorded = _recorded(out)
    if recorded is None and any(out.glob("shard-*.duckdb")):
        raise ConfigError(
            f"{out} holds shards, and no whole {MANIFEST} that says of which build; nothing was "
            f"changed. Restore {MANIFEST}, give another --out, or delete that folder first"
        )
    if recorded is not None and recorded != (wanted := build.identity()):
        differing = ", ".join(_differences(recorded, wanted))
        raise ConfigError(
            f"{out} holds a dataset of another configuration ({differing}); nothing was changed. "
            "Give another --out, or delete that folder first"
        )


def missing_parts(
    build: ResolvedBuild, out: Path, whole_shards: Container[int]
) -> list[tuple[int, ...]]:
    """Return the world ids of each part that is still to be made.

    Parts of shards that are whole are not needed. The configuration is recorded, so that another
    one is refused from now on.
    """
    publish_bytes(out / _CONFIG, json.dumps(build.identity(), sort_keys=True).encode())
    hand_over(out, _CONFIG)
    store = store_of(out)
    in_store = None if store is None else store.sizes(BUILD_FOLDER)
    missing = []
    for shard in range(build.shards):
        if shard in whole_shards:
            continue
        for world_ids in build.parts_of(shard):
            path = part_path(out, world_ids[0])
            if in_store is not None:  # a damaged one is made again by who reads it
                if str(path.relative_to(out)) not in in_store:
                    missing.append(world_ids)
                continue
            try:
                read_part(path, build.config_hash)
            except DamagedPartError:
                missing.append(world_ids)
    return missing


def take_records(out: Path) -> None:
    """Take over what the store of a folder says of the build in it; where it has no store, nothing.

    Raises:
        UsageError: The store holds something that no build wrote.
        StorageError: The disk, or the store, refused.
    """
    if (store := store_of(out)) is None:
        return
    names = store.sizes()
    if foreign := sorted(name for name in names if not _OBJECT.fullmatch(name)):
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise UsageError(
            f"--out: {store.address} holds {foreign[0]!r}{more}, which no build wrote; give an "
            "address below which there is nothing"
        )
    remove_files(out, r"(?:shard|keys)-\d{5,}\.duckdb")  # of a run whose store refused them
    for name in (MANIFEST, _CONFIG):
        if not bring(out, name):
            (out / name).unlink(missing_ok=True)
    bring_notes(out)


def bring_notes(out: Path) -> None:
    """Copy the notes of finished files from the store of a folder, if it has one."""
    if (store := store_of(out)) is None:
        return
    remove_files(out / NOTES, r".+\.json")
    for name in store.sizes(NOTES):
        store.fetch(name, out / name)


def clear_store(out: Path) -> None:
    """Remove what builds left in the store of a folder beside the dataset, if it has one."""
    if (store := store_of(out)) is not None:
        store.remove(BUILD_FOLDER)


def _is_ours(path: Path) -> bool:
    return (
        path.name in {BUILD_FOLDER, MANIFEST, NOTE, *BESIDE}
        or (path.name.startswith(("shard-", "keys-")) and path.suffix == ".duckdb")
        or path.name.endswith(".aside")
    )


def _recorded(out: Path) -> dict[str, Any] | None:
    """Return the configuration that the folder was begun with; None where nothing records it."""
    try:
        return read_manifest(out).config
    except DatasetError:
        pass  # no manifest yet, or a damaged one: the unfinished build may know
    try:
        recorded = read_json(out / _CONFIG)
    except PathError:
        raise
    except (OSError, ValueError):
        return None
    return recorded if isinstance(recorded, dict) else None


def _differences(recorded: dict[str, Any], wanted: dict[str, Any]) -> Iterator[str]:
    for name in sorted(recorded.keys() | wanted.keys()):
        old, new = recorded.get(name), wanted.get(name)
        if old != new:
            yield f"{name}: there {_short(old)}, asked for {_short(new)}"


def _short(value: object) -> str:
    text = json.dumps(value, sort_keys=True)
    return text if len(text) <= 60 else text[:57] + "..."
