"""A dataset in an object store, `s3://BUCKET/FOLDER`: an `ObjectStore`, and folders that mirror it.

DuckDB reads files. So what lies in a store is made in a working folder of this machine, in the
user's cache, and handed over whole; and it is copied into one before it is read. Such a folder
notes its store, and nothing else knows of it: a file that is missing there is looked for in the
store.

An object is there whole or not at all. A file of worlds is called after its hash there, so that
two builds, or a job that was begun twice, never replace what a manifest names.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fictionworld.errors import DatasetError, StorageError, UsageError, first_line
from fictionworld.files import read_file, read_json, user_cache
from fictionworld.worlds.durable import publish, publish_bytes, storage_errors

if TYPE_CHECKING:
    from fictionworld.worlds.manifest import ShardEntry

NOTE: Final = ".store"
"""The file of a working folder that says of which store it is."""
_MANIFEST: Final = "manifest.json"
# A `Path` of an address has lost a slash.
_ADDRESS = re.compile(r"s3:/{1,2}([^/?@:]+/[^?@]*[^/?@])/?(\?[^@]*)?")
Place = str | os.PathLike[str]
"""A path, or an address in a store."""


def address_of(place: Place) -> str | None:
    """Return the address `s3://BUCKET/FOLDER` that a place is; None for a path.

    Raises:
        UsageError: It begins as an address does, and is none.
    """
    text = os.fspath(place)
    if not text.startswith("s3:/"):
        return None
    if (match := _ADDRESS.fullmatch(text)) is None:
        raise UsageError(
            f"got {text}; an address is s3://BUCKET/FOLDER, with ?endpoint_override=HOST:PORT&"
            "scheme=http for a store of your own; credentials come from the environment"
        )
    return f"s3://{match[1]}{match[2] or ''}"


def dataset_folder(place: Place) -> Path:
    """Return the folder in which the dataset of a path or an address is read.

    Of an address it holds the manifest; shards are copied into it when they are read first.

    Raises:
        DatasetError: There is no dataset at the address.
        StorageError: The store, or the disk, refused.
    """
    if (address := address_of(place)) is None:
        return Path(place)
    store = ObjectStore(address)
    manifest = store.read(_MANIFEST)
    if manifest is None:
        raise DatasetError(
            f"{address} is no dataset: {_MANIFEST} is missing; give the address that `fictionworld "
            "build --out` wrote to, or run the build again if it was stopped"
        )
    folder = _working_folder(store, hashlib.sha256(manifest).hexdigest())
    if not (folder / _MANIFEST).exists():
        publish_bytes(folder / _MANIFEST, manifest)
    return folder


def build_folder(place: Place) -> Path:
    """Return the folder in which the dataset of a path or an address is made."""
    address = address_of(place)
    return Path(place) if address is None else _working_folder(ObjectStore(address), "build")


def place_of(folder: Path) -> Path | str:
    """Return where the dataset of a folder is found by other machines: its address, or the path."""
    store = store_of(folder)
    return folder if store is None else store.address


def store_of(folder: Path) -> ObjectStore | None:
    """Return the store of a working folder; None for any other folder."""
    try:
        return ObjectStore(read_json(folder / NOTE)["address"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StorageError(
            f"cannot read {folder / NOTE}: {first_line(error)}; remove {folder}, which is a cache"
        ) from error


def is_within_reach(folder: Path, entry: ShardEntry) -> bool:
    """Return whether a file of a dataset is in its folder, or in the store of that."""
    if (folder / entry.file).exists():
        return True
    store = store_of(folder)
    return store is not None and store.holds(entry)


def bring(folder: Path, name: str, object_name: str | None = None) -> bool:
    """Copy an object into the working folder, as the file `name`; return whether it is there.

    False too where the folder is of no store.
    """
    store = store_of(folder)
    return store is not None and store.fetch(object_name or name, folder / name)


def hand_over(folder: Path, name: str, object_name: str | None = None) -> None:
    """Put a file of a working folder into its store and remove it; else leave it where it is."""
    if (store := store_of(folder)) is not None:
        store.put(folder / name, object_name or name)
        with storage_errors(folder / name):
            (folder / name).unlink()


class ObjectStore:
    """The objects below an address.

    Args:
        address: `s3://BUCKET/FOLDER`; the endpoint, where it is not that of the cloud, as a query:
            `?endpoint_override=127.0.0.1:9000&scheme=http`. Credentials come from the environment.
    """

    def __init__(self, address: str) -> None:
        self.address = address

    def read(self, name: str) -> bytes | None:
        """Return the content of an object; None where there is none."""
        filesystem, root = self._opened
        with self._errors("read", name), suppress(FileNotFoundError):
            with filesystem.open_input_file(f"{root}/{name}") as file:
                content: bytes = file.read()
            return content
        return None

    def fetch(self, name: str, path: Path) -> bool:
        """Copy an object to the file `path`, whole or not at all; return whether it is there."""
        from pyarrow import fs  # noqa: PLC0415 - slow to import, and mostly not needed

        filesystem, root = self._opened

        def write(aside: Path) -> None:
            with self._errors("read", name):
                fs.copy_files(f"{root}/{name}", str(aside), filesystem, fs.LocalFileSystem())

        if self._size(name) is None:
            return False
        with storage_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        publish(path, write)
        return True

    def put(self, path: Path, name: str) -> None:
        """Make the object `name` of a file, whole or not at all; an older one is replaced.

        Raises:
            StorageError: The store refused; an older object is untouched.
        """
        from pyarrow import fs  # noqa: PLC0415

        filesystem, root = self._opened
        with self._errors("write", name):
            # one call, which no signal interrupts: a stream that is closed early makes an object
            fs.copy_files(str(path), f"{root}/{name}", fs.LocalFileSystem(), filesystem)

    def sizes(self, under: str = "") -> dict[str, int]:
        """Return the sizes in bytes of all objects below a folder of the store, by name."""
        from pyarrow import fs  # noqa: PLC0415

        filesystem, root = self._opened
        where = f"{root}/{under}".rstrip("/")
        selector = fs.FileSelector(where, allow_not_found=True, recursive=True)
        with self._errors("read", under):
            return {
                info.path[len(root) + 1 :]: info.size
                for info in filesystem.get_file_info(selector)
                if info.type == fs.FileType.File
            }

    def holds(self, entry: ShardEntry) -> bool:
        """Return whether a file of worlds is here, of the hash and size that its entry says."""
        return self._size(object_name(entry)) == entry.size

    def remove(self, folder: str) -> None:
        """Remove all objects below a folder of the store."""
        filesystem, root = self._opened
        with self._errors("write", folder), suppress(FileNotFoundError):
            filesystem.delete_dir(f"{root}/{folder}")

    @cached_property
    def _opened(self) -> tuple[Any, str]:
        """Return the file system of pyarrow, and the folder in it."""
        from pyarrow import fs  # noqa: PLC0415

        try:
            filesystem, root = fs.FileSystem.from_uri(self.address)
        except (OSError, ValueError) as error:
            raise UsageError(
                f"cannot use {self.address}: {first_line(error)}; allowed is s3://BUCKET/FOLDER"
            ) from error
        return filesystem, root.rstrip("/")

    def _size(self, name: str) -> int | None:
        filesystem, root = self._opened
        with self._errors("read", name):
            info = filesystem.get_file_info(f"{root}/{name}")
        size: int | None = info.size  # None where there is none
        return size

    @contextmanager
    def _errors(self, verb: str, name: str) -> Iterator[None]:
        try:
            yield
        except (StorageError, FileNotFoundError):
            raise
        except OSError as error:
            raise StorageError(
                f"cannot {verb} {self.address.partition('?')[0]}/{name}: {first_line(error)}; see "
                "that the store is reached, has space, and gives you the right to do so, then run "
                "the same command again"
            ) from error


def object_name(entry: ShardEntry) -> str:
    """Return what a file of worlds is called in a store: `shard-00000-0123456789abcdef.duckdb`."""
    path = Path(entry.file)
    return f"{path.stem}-{entry.sha256[:16]}{path.suffix}"


def _working_folder(store: ObjectStore, what: str) -> Path:
    """Return the folder of this machine for a dataset in a store, with its note."""
    name = store.address.partition("?")[0].rpartition("/")[2]
    digest = hashlib.sha256(f"{store.address}\0{what}".encode()).hexdigest()[:16]
    folder = user_cache() / "stores" / f"{name}-{digest}"
    note = json.dumps({"address": store.address}).encode()
    with storage_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / NOTE).exists() or read_file(folder / NOTE) != note:
            publish_bytes(folder / NOTE, note)
    return folder
