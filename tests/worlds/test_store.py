"""Object stores, here a folder behind pyarrow; tests/cluster/test_store.py has a server."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import fictionworld as fw
from fictionworld.errors import DatasetError, StorageError, UsageError
from fictionworld.worlds.manifest import BuildCounts, Manifest, content_hash_of, write_manifest
from fictionworld.worlds.part import merge_parts
from fictionworld.worlds.reading import tables_of
from fictionworld.worlds.shard import NOTES, note_name, write_shard
from fictionworld.worlds.store import (
    NOTE,
    ObjectStore,
    address_of,
    bring,
    build_folder,
    dataset_folder,
    hand_over,
    object_name,
    place_of,
    store_of,
)
from tests.faults.synthetic import synthetic_pack, synthetic_part

ADDRESS = "s3://bucket/some/worlds"
ELSEWHERE = f"{ADDRESS}?endpoint_override=h:1&scheme=http"
PACKS = (synthetic_pack("alpha"),)
HASH = "c" * 64


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store whose objects are files."""
    from pyarrow import fs

    (tmp_path / "objects").mkdir()
    filesystem = fs.LocalFileSystem()
    monkeypatch.setattr(ObjectStore, "_opened", (filesystem, str(tmp_path / "objects")))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return ObjectStore(ADDRESS)


@pytest.mark.parametrize(
    ("place", "address"),
    [
        (ADDRESS, ADDRESS),
        (f"{ADDRESS}/", ADDRESS),
        (Path(ADDRESS), ADDRESS),
        (ELSEWHERE, ELSEWHERE),
        (Path(ELSEWHERE), ELSEWHERE),
        ("worlds", None),
        (Path("/s3:/worlds"), None),
    ],
)
def test_addresses(place, address):
    assert address_of(place) == address


@pytest.mark.parametrize("place", ["s3://bucket", "s3:///a", "s3://key:secret@bucket/a", "s3://b/"])
def test_what_is_no_address(place):
    with pytest.raises(UsageError, match=r"an address is s3://BUCKET/FOLDER"):
        address_of(place)


def test_a_folder_is_itself(tmp_path):
    assert build_folder(tmp_path) == dataset_folder(tmp_path) == place_of(tmp_path) == tmp_path
    (tmp_path / "file").touch()
    hand_over(tmp_path, "file")
    assert (tmp_path / "file").exists() and not bring(tmp_path, "other")
    assert store_of(tmp_path) is None


def test_objects(store, tmp_path):
    folder = build_folder(ADDRESS)
    assert place_of(folder) == ADDRESS and store.sizes() == {}
    assert store.read("a/b") is None and not bring(folder, "a/b")
    (folder / "a").mkdir()
    (tmp_path / "objects" / "a").mkdir()  # a store has no folders
    (folder / "a" / "b").write_bytes(b"content")
    hand_over(folder, "a/b")
    assert not (folder / "a" / "b").exists()
    assert store.sizes() == store.sizes("a") == {"a/b": 7} and store.read("a/b") == b"content"
    assert bring(folder, "a/b") and (folder / "a" / "b").read_bytes() == b"content"
    store.remove("a")
    assert store.sizes() == {} and store.sizes("nowhere") == {}


def test_a_store_that_refuses(store, tmp_path):
    (tmp_path / "objects").rmdir()
    (tmp_path / "objects").write_text("a file")
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match=rf"^cannot write {ADDRESS}/b: .*then run the same"):
        store.put(tmp_path / "file", "b")


def test_a_note_that_cannot_be_read(tmp_path):
    (tmp_path / NOTE).write_text("{")
    with pytest.raises(StorageError, match=r"remove .*, which is a cache"):
        store_of(tmp_path)


def published():
    """Put a dataset of a shard into the store; its entry."""
    folder = build_folder(ADDRESS)
    frames = merge_parts([synthetic_part(PACKS, 0, 3, HASH)])
    entry = write_shard(folder, 0, frames, config_hash=HASH, packs=PACKS)
    manifest = Manifest.of(
        config={}, counts=BuildCounts(worlds=3, rows=1, refused={}), splits={"train": 3},
        packs={"alpha": PACKS[0].source}, shards=[entry],
        content_hash=content_hash_of([(entry.file, tables_of(folder, entry))]),
    )  # fmt: skip
    write_manifest(folder, manifest)
    hand_over(folder, entry.file, object_name(entry))
    hand_over(folder, "manifest.json")
    return entry


def test_a_dataset_is_opened_by_its_manifest_and_read_by_its_shards(store):
    with pytest.raises(DatasetError, match=rf"{ADDRESS} is no dataset: manifest.json is missing"):
        fw.open(ADDRESS)
    entry = published()
    assert set(store.sizes()) == {"manifest.json", f"shard-00000-{entry.sha256[:16]}.duckdb"}
    assert store.holds(entry)
    dataset = fw.open(Path(ADDRESS))
    assert {path.name for path in dataset.path.iterdir()} == {NOTE, "manifest.json"}
    assert dataset.world(2).pack == "alpha"
    assert (dataset.path / entry.file).stat().st_size == entry.size
    again = pickle.loads(pickle.dumps(dataset))
    assert again.path == dataset.path and again.content_hash == dataset.content_hash
    assert note_name(entry.file).startswith(NOTES)


def test_a_shard_that_the_store_lost_or_altered_is_not_served(store, tmp_path):
    entry = published()
    path = tmp_path / "objects" / object_name(entry)
    whole = path.read_bytes()
    path.write_bytes(whole[:9999] + bytes([whole[9999] ^ 1]) + whole[10000:])
    with pytest.raises(DatasetError, match="is damaged"):
        fw.open(ADDRESS).world(0)
    (dataset_folder(ADDRESS) / entry.file).unlink()
    path.write_bytes(whole[:-1])
    assert not store.holds(entry)
    path.unlink()
    with pytest.raises(DatasetError, match="is missing; run the build again"):
        fw.open(ADDRESS).world(0)
