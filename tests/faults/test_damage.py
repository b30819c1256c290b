"""Damage to a dataset at rest is found before a row is served, and the message names the repair."""

from __future__ import annotations

import os
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import polars as pl
import pytest

from fictionworld.errors import DatasetError
from fictionworld.worlds.manifest import (
    MANIFEST,
    read_manifest,
    shard_name,
    write_manifest,
)
from fictionworld.worlds.reading import connect_read_only, open_shard, read_table
from tests.faults import publication

if TYPE_CHECKING:
    from collections.abc import Callable

EVERYDAY, MORE, ALL = 401, 31, 1
"""One byte of so many."""


@pytest.fixture(scope="module")
def dataset(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("damage") / "worlds"
    assert publication.publish(out) == 0
    return out


@pytest.fixture
def copy(dataset, tmp_path) -> Path:
    """The dataset, to be damaged."""
    return Path(shutil.copytree(dataset, tmp_path / "worlds"))


def open_all(folder: Path) -> None:
    for shard in read_manifest(folder).shards:
        open_shard(folder, shard).close()


def is_found(folder: Path, names: str = "") -> str:
    """The message with which damage is found, before any row is read."""
    with pytest.raises(DatasetError) as caught:
        open_all(folder)
    assert names in str(caught.value)
    return str(caught.value)


def finders(folder: Path) -> dict[Path, Callable[[], object]]:
    """What finds damage to each file of a whole dataset; nothing else need be read for it."""
    shards = read_manifest(folder).shards
    found = {folder / shard.file: partial(open_shard, folder, shard) for shard in shards}
    return {folder / MANIFEST: partial(read_manifest, folder), **found}


def flip_everywhere(folder: Path, stride: int) -> int:
    """Flip one bit of every `stride`-th byte of every file; the number of flips."""
    flips = 0
    for path, find in finders(folder).items():
        with path.open("r+b", buffering=0) as file:
            for place in range(0, path.stat().st_size, stride):
                byte = os.pread(file.fileno(), 1, place)[0]
                os.pwrite(file.fileno(), bytes([byte ^ 1 << place // stride % 8]), place)
                with pytest.raises(DatasetError, match=path.name):
                    find()
                os.pwrite(file.fileno(), bytes([byte]), place)
                flips += 1
    return flips


def cut_everywhere(folder: Path, stride: int) -> int:
    """Cut every file to every `stride`-th length; the number of cuts."""
    cuts = 0
    for path, find in finders(folder).items():
        whole = path.read_bytes()
        with path.open("r+b", buffering=0) as file:
            for length in range(len(whole) - 1, -1, -stride):
                file.truncate(length)
                with pytest.raises(DatasetError, match=path.name):
                    find()
                cuts += 1
            os.pwrite(file.fileno(), whole, 0)
    return cuts


def test_flips(copy):
    assert flip_everywhere(copy, EVERYDAY) > 500
    assert publication.examine(copy)


def test_cuts(copy):
    assert cut_everywhere(copy, EVERYDAY) > 500
    assert publication.examine(copy)


@pytest.mark.slow
def test_more_flips_and_cuts(copy):
    assert flip_everywhere(copy, MORE) > 16_000
    assert cut_everywhere(copy, MORE) > 16_000


@pytest.mark.long
def test_a_flip_of_every_byte(copy):
    assert flip_everywhere(copy, ALL) > 500_000


@pytest.mark.long
def test_a_cut_at_every_byte(copy):
    assert cut_everywhere(copy, ALL) > 500_000


def test_a_missing_shard(copy):
    (copy / shard_name(1)).unlink()
    assert "run the build again" in is_found(copy, shard_name(1))


def test_swapped_shards(copy):
    first, second = copy / shard_name(0), copy / shard_name(1)
    first.rename(copy / "x")
    second.rename(first)
    (copy / "x").rename(second)
    assert "of another build" in is_found(copy, shard_name(0))


def test_an_empty_shard(copy):
    (copy / shard_name(0)).write_bytes(b"")
    assert "has 0 bytes" in is_found(copy, shard_name(0))


def test_a_stale_shard_and_an_old_manifest(copy, tmp_path):
    """Another build's file under the right name, in both directions."""
    other = tmp_path / "other"
    assert publication.publish(other) == 0  # equal content, yet other bytes: another file
    old = (copy / shard_name(0)).read_bytes()
    assert old != (other / shard_name(0)).read_bytes()
    shutil.copy(other / shard_name(0), copy / shard_name(0))
    is_found(copy, shard_name(0))
    shutil.copy(other / shard_name(1), copy / shard_name(1))
    is_found(copy, shard_name(0))
    shutil.copy(other / MANIFEST, copy / MANIFEST)
    assert publication.examine(copy) == publication.examine(other)


@pytest.mark.parametrize("ending", ["wal", "wal.checkpoint", "wal.recovery"])
def test_a_log_beside_a_file(copy, ending):
    """DuckDB adds it to what is read, while the file's own hash still fits."""
    open_all(copy)  # known to be whole
    log = copy / f"{shard_name(0)}.{ending}"
    log.write_bytes(b"")
    assert "remove it" in is_found(copy, log.name)
    log.unlink()
    log.symlink_to("nowhere")
    assert "remove it" in is_found(copy, log.name)


def test_a_log_that_deletes_rows(copy, tmp_path):
    """What a user leaves who opens a shard for writing and crashes."""
    aside = Path(shutil.copy(copy / shard_name(0), tmp_path / "mine.duckdb"))
    with duckdb.connect(str(aside)) as writer:
        writer.execute("PRAGMA disable_checkpoint_on_shutdown")
        writer.execute("DELETE FROM world")
        shutil.copy(f"{aside}.wal", copy / f"{shard_name(0)}.wal")
    with connect_read_only(copy / shard_name(0)) as fooled:
        assert read_table(fooled, "world").is_empty()  # without the check it would be served
    assert "holds changes" in is_found(copy, f"{shard_name(0)}.wal")


@pytest.mark.parametrize("name", ["~x", ":memory:", "sqlite:x", "md:x"])
def test_a_folder_that_duckdb_would_read_otherwise(tmp_path, monkeypatch, name):
    """As a home, as no file at all, as another format, as a server."""
    monkeypatch.chdir(tmp_path)
    assert publication.publish(Path(name)) == 0
    assert publication.examine(Path(name))
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


def test_nobody_sets_what_others_read_by(copy):
    """The connections of a process to one shard share a database."""
    shard = read_manifest(copy).shards[0]
    with open_shard(copy, shard) as one, open_shard(copy, shard) as other:
        for setting in ("SET threads = 4", "SET GLOBAL default_order = 'DESC'", "INSTALL fts"):
            with pytest.raises(duckdb.Error):
                one.execute(setting)
        assert other.sql("SELECT current_setting('threads')").fetchall() == [(1,)]


def test_a_variable_is_no_table(copy):
    world_of_mine = pl.DataFrame({"world_id": [1]})
    assert world_of_mine.height
    with (
        open_shard(copy, read_manifest(copy).shards[0]) as connection,
        pytest.raises(duckdb.CatalogException),
    ):
        connection.sql("FROM world_of_mine").fetchall()


def test_a_manifest_of_another_version(copy):
    write_manifest(copy, read_manifest(copy).model_copy(update={"format_version": 5}))
    assert "reads versions 3 and 4" in is_found(copy, "format_version 5")


def test_a_manifest_of_another_dataset(copy):
    (copy / MANIFEST).write_text('{"name": "something", "version": "1.0.0"}')
    assert "is not of fictionworld" in is_found(copy, MANIFEST)


@pytest.mark.parametrize("lost", [MANIFEST, shard_name(0), shard_name(1)])
def test_the_next_run_repairs(copy, dataset, lost):
    (copy / lost).unlink()
    assert publication.publish(copy) == 0
    assert publication.examine(copy) == publication.examine(dataset)
    assert sorted(path.name for path in copy.iterdir()) == sorted(
        path.name for path in dataset.iterdir()
    )
