"""`from_hub`: the dataset that `export_hub` wrote, built again from its card alone."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

import yaml

from fictionworld.build import build
from fictionworld.building.config import BuildConfig, resolve
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.errors import DatasetError
from fictionworld.export.hub import CARD, METADATA
from fictionworld.packs.source import pack_names, pack_text
from fictionworld.tasks.options import TaskOptions


def from_hub(
    folder: str | os.PathLike[str], out: str | os.PathLike[str], *, workers: int | None = None
) -> Dataset:
    """Build the dataset that a folder from a hub was exported from, and open it.

    Args:
        folder: What `fictionworld export --format hub` wrote as `dataset/`, from a hub or a disk.
        out: The folder to build into; one that holds this dataset is opened.
        workers: Worker processes, at least 1; by default one for each core.

    Raises:
        DatasetError: The folder lacks a file, or holds another than its metadata say; or this
            version cannot build what its card describes. Nothing was written.
        UsageError: As of `build`.
        StorageError: The disk refused.
    """
    folder, out = Path(folder), Path(out)
    said = _card(folder)
    _check_files(folder)
    config, wanted = _wanted(folder, said)
    here = json.loads(json.dumps(resolve(wanted).identity()))
    differing = sorted(name for name in config.keys() | here if config.get(name) != here.get(name))
    if differing:
        raise DatasetError(
            f"{folder / CARD} was written by fictionworld {said['version']}, whose "
            f"{', '.join(differing)} differ from this version's; install that one to build it"
        )
    was_empty = not out.is_dir() or not any(out.iterdir())
    build(wanted, out, workers=workers)
    dataset = open_dataset(out)
    if dataset.content_hash != said["content_hash"]:
        if was_empty:
            shutil.rmtree(out)
        raise DatasetError(
            f"this version builds the content hash {dataset.content_hash}, but {folder / CARD} "
            f"says {said['content_hash']}; build it with fictionworld {said['version']}"
        )
    return dataset


def _wanted(folder: Path, said: dict[str, Any]) -> tuple[dict[str, Any], BuildConfig]:
    """Return the configuration on a card, as plain data and as `build` takes it."""
    try:
        config: dict[str, Any] = json.loads(said["config"])
        twin_of, packs = config["twin_of"], config["pack_sources"]
        options: dict[str, Any] = {
            name: tuple(v) if isinstance(v, list) else v for name, v in config["tasks"].items()
        }
        wanted = BuildConfig(
            n=config["n"],
            seed=config["seed"],
            packs=tuple(_pack(folder, name, sha) for name, sha in packs.items()),
            rows=tuple(config["rows"]),
            real_names=config["real_names"],
            hosts=config["hosts"],
            tasks=TaskOptions(**options),
            held_out=tuple(config["held_out"]),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise DatasetError(
            f"{folder / CARD} was written by fictionworld {said['version']}, whose configuration "
            f"this version cannot read ({type(error).__name__}: {error}); install that one to "
            "build it"
        ) from None
    if twin_of is not None:
        raise DatasetError(
            f"{folder / CARD} describes twins of the dataset {twin_of[:12]}; build that one "
            "first, then `fictionworld build --twin-of` it"
        )
    return config, wanted


def _card(folder: Path) -> dict[str, Any]:
    """Return what the card's header says under `fictionworld`."""
    try:
        text = (folder / CARD).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise DatasetError(
            f"{folder / CARD}: {reason}; give a folder that `fictionworld export --format "
            "hub` wrote as `dataset`"
        ) from None
    try:
        said = yaml.safe_load(text.split("---\n")[1])["fictionworld"]
        return {name: str(said[name]) for name in ("version", "content_hash", "config")}
    except (IndexError, KeyError, TypeError, yaml.YAMLError):
        raise DatasetError(
            f"{folder / CARD} has no header `fictionworld` with version, content_hash and config; "
            "it is no card of `fictionworld export --format hub`, or was edited: restore it"
        ) from None


def _check_files(folder: Path) -> None:
    """Raise DatasetError unless all files are there as the metadata say."""
    try:
        files = json.loads((folder / METADATA).read_text("utf-8"))["distribution"]
        expected = {entry["contentUrl"]: entry["sha256"] for entry in files}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DatasetError(f"{folder / METADATA} is missing or damaged ({error})") from None
    for name, sha256 in expected.items():
        path = folder / name
        if not path.is_file():
            raise DatasetError(f"{path} is missing; download the folder again")
        if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
            raise DatasetError(f"{path} is not as {METADATA} says; download the folder again")


def _pack(folder: Path, name: str, sha256: str) -> str:
    """Return the name of a packaged pack, or the file in the folder, whichever has this text."""
    packaged = pack_text(name)[0] if name in pack_names() else ""
    if hashlib.sha256(packaged.encode()).hexdigest() == sha256:
        return name
    return str(folder / "packs" / f"{name}.yaml")
