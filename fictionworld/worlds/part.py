r"""A part: worlds of one pack, between the worker that made them and the writer of the shard.

One file a part, in `.build/parts/`:

    8 bytes   b"fwpart1\n"
    8 bytes   length of the header, little-endian
    header    JSON: config_hash, pack, world_ids, counts, frames as [name, length] pairs
    frames    Arrow IPC streams, one after another
    32 bytes  SHA-256 of everything before

A build that starts again takes the whole parts as they are and makes the damaged ones anew.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from fictionworld.errors import DatasetError
from fictionworld.files import read_file, storage_error
from fictionworld.worlds.durable import BUILD_FOLDER, publish, storage_errors

_MAGIC = b"fwpart1\n"
_LENGTH = 8
_SEAL = hashlib.sha256().digest_size


class DamagedPartError(DatasetError):
    """A part is missing, cut, altered or of another build: make it again."""


@dataclass(frozen=True, slots=True)
class WorldPart:
    """A batch of worlds of one pack."""

    config_hash: str
    """The configuration it belongs to; parts of other builds are refused."""
    pack: str
    world_ids: tuple[int, ...]
    """In ascending order."""
    frames: Mapping[str, pl.DataFrame]
    """Rows by SQL name of the table, common tables included; tables without rows may be absent."""
    counts: Mapping[str, Any] = field(default_factory=dict)
    """The worker's counts, as JSON."""


def part_path(out: Path, first_world: int) -> Path:
    """Return the path of the part whose first world is `first_world`, for the build in `out`."""
    return out / BUILD_FOLDER / "parts" / f"part-{first_world:08d}.arrows"


def write_part(path: Path, part: WorldPart) -> None:
    """Publish a part, whole or not at all; its folder is made where it is missing.

    Raises:
        StorageError: The disk refused.
    """
    streams = {name: _stream(frame) for name, frame in sorted(part.frames.items())}
    header = json.dumps(
        {
            "config_hash": part.config_hash,
            "pack": part.pack,
            "world_ids": part.world_ids,
            "counts": part.counts,
            "frames": [[name, len(stream)] for name, stream in streams.items()],
        },
        sort_keys=True,
    ).encode()
    pieces = [_MAGIC, len(header).to_bytes(_LENGTH, "little"), header, *streams.values()]
    seal = hashlib.sha256()

    def write(aside: Path) -> None:
        with aside.open("wb") as file:
            for piece in pieces:
                seal.update(piece)
                file.write(piece)
            file.write(seal.digest())

    with storage_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    publish(path, write)


def read_part(path: Path, config_hash: str) -> WorldPart:
    """Return the part in this file, after its checksum was verified.

    Raises:
        DamagedPartError: It is missing, damaged, or of a build of another configuration.
        StorageError: The disk refused.
    """
    try:
        content = read_file(path)
    except FileNotFoundError:
        raise DamagedPartError(f"{path} is missing; make the part again") from None
    except OSError as error:
        raise storage_error(path, error, "read") from error
    body = memoryview(content)[:-_SEAL]
    if not content.startswith(_MAGIC) or hashlib.sha256(body).digest() != content[-_SEAL:]:
        raise DamagedPartError(f"{path} is damaged; delete it and make the part again")
    start = len(_MAGIC) + _LENGTH
    end = start + int.from_bytes(body[len(_MAGIC) : start], "little")
    header = json.loads(bytes(body[start:end]))
    if header["config_hash"] != config_hash:
        raise DamagedPartError(f"{path} is of another build; delete it and make the part again")
    frames = {}
    for name, length in header["frames"]:
        frames[name] = pl.read_ipc_stream(io.BytesIO(body[end : end + length]))
        end += length
    return WorldPart(
        config_hash=header["config_hash"],
        pack=header["pack"],
        world_ids=tuple(header["world_ids"]),
        frames=frames,
        counts=header["counts"],
    )


def merge_parts(parts: Iterable[WorldPart]) -> dict[str, pl.DataFrame]:
    """Return the rows of all these parts, by SQL name of the table."""
    frames: dict[str, list[pl.DataFrame]] = {}
    for part in parts:
        for name, frame in part.frames.items():
            frames.setdefault(name, []).append(frame)
    return {name: pl.concat(rows) for name, rows in frames.items()}


def _stream(frame: pl.DataFrame) -> bytes:
    # lz4 halves the bytes for a tenth of the time that writing them would take.
    buffer = io.BytesIO()
    frame.write_ipc_stream(buffer, compression="lz4")
    return buffer.getvalue()
