"""Shards: what the parts held is what a reader gets, and nothing else is served."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from pathlib import Path

import duckdb
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from fictionworld.errors import DatasetError, StorageError
from fictionworld.worlds import reading, shard
from fictionworld.worlds.content import content_hash
from fictionworld.worlds.durable import BUILD_FOLDER
from fictionworld.worlds.manifest import TableEntry, shard_name
from fictionworld.worlds.part import WorldPart, merge_parts
from fictionworld.worlds.reading import (
    connect_read_only,
    held_tables,
    of_worlds,
    open_shard,
    read_rows,
    read_table,
    read_worlds,
    tables_of,
    verify_shard,
)
from fictionworld.worlds.record import World
from fictionworld.worlds.schema import StoredTable
from fictionworld.worlds.shard import finished_shard, shard_tables, write_shard
from tests.faults.synthetic import pack_of, synthetic_pack, synthetic_part

PACKS = (synthetic_pack("alpha", items=2), synthetic_pack("beta"))
HASH = "c" * 64
WORLDS = 12


def parts(size: int) -> list[WorldPart]:
    return [synthetic_part(PACKS, first, size, HASH) for first in range(0, WORLDS, size)]


def files(out: Path) -> list[str]:
    return [path.name for path in out.rglob("*") if path.is_file()]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    out = tmp_path_factory.mktemp("dataset")
    return out, write_shard(out, 0, merge_parts(parts(4)), config_hash=HASH, packs=PACKS)


@pytest.fixture
def connection(made):
    with open_shard(*made) as connection:
        yield connection


def test_the_entry(made):
    out, entry = made
    path = out / "shard-00000.duckdb"
    assert (entry.file, entry.first_world, entry.worlds) == (path.name, 0, WORLDS)
    assert entry.size == path.stat().st_size
    names = {table.sql_name for pack in PACKS for table in pack.tables.values()}
    held = tables_of(out, entry)
    assert set(held) == names | {"world", "world_column", "pack"}
    assert held["world"].rows == WORLDS
    assert shard_tables(out, entry) == held  # from its note
    assert pickle.loads(pickle.dumps(entry)) == entry
    assert sorted(files(out)) == [path.name, f"{path.name}.json"]


def test_size_and_order_of_parts_do_not_count(made, tmp_path):
    merged = merge_parts(reversed(parts(1)))
    again = write_shard(tmp_path, 0, merged, config_hash=HASH, packs=PACKS)
    assert tables_of(tmp_path, again) == tables_of(*made)


def test_tables_are_those_of_the_parts(made, connection):
    whole = parts(WORLDS)[0]
    for name, frame in whole.frames.items():
        stored = read_table(connection, name)
        assert_frame_equal(stored, frame)
        assert content_hash(stored) == held_tables(connection)[name].content_hash
    assert dict(connection.sql("FROM pack").fetchall()) == {p.name: p.source for p in PACKS}


@pytest.mark.parametrize("world_id", range(WORLDS))
def test_reading_a_world(connection, world_id):
    pack = pack_of(PACKS, world_id)
    world = read_worlds(connection, pack, world_id)
    whole = parts(WORLDS)[0]
    assert list(world) == list(pack.tables)
    for name, frame in world.items():
        stored = whole.frames[f"{pack.name}__{name}"]
        assert_frame_equal(frame, stored.filter(pl.col("world_id") == world_id))
    record = World(**read_rows(connection, "world")[world_id])
    assert (record.world_id, record.pack) == (world_id, pack.name)
    assert record.structure_seed == 2**64 - 1 - world_id


def test_rows_in_any_order_are_stored_in_order(tmp_path, made):
    shuffled = {
        name: frame.sample(fraction=1, shuffle=True, seed=3)
        for name, frame in merge_parts(parts(4)).items()
    }
    entry = write_shard(tmp_path, 0, shuffled, config_hash=HASH, packs=PACKS)
    assert tables_of(tmp_path, entry) == tables_of(*made)
    with open_shard(tmp_path, entry) as connection:
        stored = read_table(connection, "alpha__item0")
        assert_frame_equal(stored, stored.sort("world_id", "id"))


def test_rows_of_chosen_worlds_come_in_stored_order(tmp_path):
    """DuckDB gives those of a large file in another order, if it is asked for no order."""
    with duckdb.connect(tmp_path / "large.duckdb") as connection:
        connection.execute("CREATE TABLE t AS SELECT range // 77 AS world_id FROM range(77_000)")
        connection.execute("CHECKPOINT")
        worlds = read_table(connection, "t", of_worlds(range(0, 1_000, 31)))["world_id"]
    assert worlds.is_sorted() and worlds.n_unique() == 33


def test_worlds_that_are_not_there(connection):
    with pytest.raises(DatasetError, match="world 99 of pack alpha is not in this shard"):
        read_worlds(connection, PACKS[0], 99)
    with pytest.raises(DatasetError, match="world 1 of pack alpha"):
        read_worlds(connection, PACKS[0], 1)


def test_a_result_left_unread_is_in_nobodys_way(connection):
    connection.execute("FROM world")
    assert connection.fetchone()
    assert read_worlds(connection, PACKS[0], 0)


def test_extra_tables(tmp_path):
    task = StoredTable("task", {"task_id": "VARCHAR", "world_id": "INTEGER"})
    part = parts(WORLDS)[0]
    tasks = pl.DataFrame({"task_id": ["0/a", "1/a"], "world_id": [0, 1]})
    frames = {**part.frames, "task": tasks}
    entry = write_shard(tmp_path, 0, frames, config_hash=HASH, packs=PACKS, extra=[task])
    with open_shard(tmp_path, entry) as connection:
        assert read_table(connection, "task").rows() == tasks.rows()


def test_nothing_outside_is_reached(connection):
    for query in (
        "FROM read_csv('/etc/passwd')",
        "COPY world TO '/tmp/stolen.csv'",
        "ATTACH '/tmp/other.duckdb'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "CREATE TABLE x (i INTEGER)",
        "DELETE FROM world",
    ):
        with pytest.raises(duckdb.Error):
            connection.execute(query)
    connection.register("parameters", pl.DataFrame({"world_id": [3]}))
    query = "SELECT title FROM world JOIN parameters USING (world_id)"
    assert connection.sql(query).fetchall() == [("The market 3",)]


def test_many_processes_read_one_shard(made, connection):
    out, _ = made
    code = f"import duckdb; print(len(duckdb.connect({str(out / 'shard-00000.duckdb')!r}, "
    code += "read_only=True).sql('FROM world').fetchall()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{WORLDS}\n"


# --- what goes wrong while writing


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"world": parts(4)[0].frames["world"].clear()}, "at least 1"),
        (merge_parts([parts(4)[0], parts(4)[2]]), "a shard has consecutive ones"),
        (merge_parts([parts(4)[0], parts(4)[0]]), "a shard has consecutive ones"),
        (parts(4)[0].frames | {"other": pl.DataFrame()}, "got tables"),
    ],
)
def test_frames_that_make_no_shard(tmp_path, given, message):
    with pytest.raises(ValueError, match=message):
        write_shard(tmp_path, 0, given, config_hash=HASH, packs=PACKS)
    assert not files(tmp_path)


def test_too_many_worlds(tmp_path, monkeypatch):
    monkeypatch.setattr(shard, "SHARD_WORLDS", 7)
    with pytest.raises(ValueError, match="a shard has at most 7"):
        write_shard(tmp_path, 0, merge_parts(parts(4)), config_hash=HASH, packs=PACKS)


def test_a_lost_hash_is_not_published(tmp_path, monkeypatch):
    monkeypatch.setattr(shard, "held_tables", lambda connection: {})
    with pytest.raises(StorageError, match="into its table table_hash"):
        write_shard(tmp_path, 0, merge_parts(parts(4)), config_hash=HASH, packs=PACKS)
    assert not files(tmp_path)


def test_an_interrupted_writing_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(self, rows):
        raise KeyboardInterrupt

    monkeypatch.setattr(shard.ContentHasher, "update", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_shard(tmp_path, 0, merge_parts(parts(4)), config_hash=HASH, packs=PACKS)
    assert not files(tmp_path)


def test_what_does_not_read_back_is_not_published(tmp_path, monkeypatch):
    def forgetful(connection, name):
        frame = read_table(connection, name)
        return frame.head(frame.height - 1) if name == "world" else frame

    monkeypatch.setattr(shard, "read_table", forgetful)
    with pytest.raises(StorageError, match="did not keep what was written into its table world"):
        write_shard(tmp_path, 0, merge_parts(parts(4)), config_hash=HASH, packs=PACKS)
    assert not files(tmp_path)


# --- resuming


def test_a_finished_shard_is_known_again(made):
    out, entry = made
    assert finished_shard(out, shard_name(0), HASH) == entry
    assert finished_shard(out, shard_name(0), "d" * 64) is None
    assert finished_shard(out, shard_name(1), HASH) is None


@pytest.mark.parametrize("damage", ["note", "shard", "gone"])
def test_a_damaged_one_is_not(tmp_path, damage):
    entry = write_shard(tmp_path, 0, merge_parts(parts(4)), config_hash=HASH, packs=PACKS)
    path = tmp_path / entry.file
    note = tmp_path / BUILD_FOLDER / "shards" / f"{entry.file}.json"
    if damage == "note":
        note.write_bytes(note.read_bytes().replace(b"a", b"b"))
    elif damage == "shard":
        path.write_bytes(path.read_bytes()[:-1] + b"\x01")
    else:
        path.unlink()
    assert finished_shard(tmp_path, shard_name(0), HASH) is None
    assert write_shard(tmp_path, 0, merge_parts(parts(4)), config_hash=HASH, packs=PACKS)
    assert finished_shard(tmp_path, shard_name(0), HASH)


# --- opening


@pytest.fixture
def copy(made, tmp_path):
    """A copy of the shard that may be damaged, with its entry."""
    out, entry = made
    (tmp_path / entry.file).write_bytes((out / entry.file).read_bytes())
    return tmp_path, entry


def test_it_is_hashed_once_and_again_when_it_changes(copy, monkeypatch):
    folder, entry = copy
    hashed = []
    digest = reading.hashlib.file_digest
    monkeypatch.setattr(
        reading.hashlib, "file_digest", lambda *of: hashed.append(of) or digest(*of)
    )
    for _ in range(3):
        open_shard(folder, entry).close()
    assert len(hashed) == 1
    os.utime(folder / entry.file, ns=(1, 1))
    open_shard(folder, entry).close()
    assert len(hashed) == 2


def test_missing_cut_altered_foreign(copy, tmp_path_factory):
    folder, entry = copy
    path = folder / entry.file
    whole = path.read_bytes()

    def message() -> str:
        messages = []
        for look in (open_shard, verify_shard):
            with pytest.raises(DatasetError) as caught:
                look(folder, entry)
            messages.append(str(caught.value))
        assert messages[0] == messages[1] and str(path) in messages[0]
        return messages[0]

    path.write_bytes(whole[:-1])
    assert "the manifest says" in message() and "delete it and run the build again" in message()
    path.write_bytes(whole[:5000] + bytes([whole[5000] ^ 1]) + whole[5001:])
    assert "is damaged, or of another build: its SHA-256" in message()
    path.write_bytes(b"")
    assert "has 0 bytes" in message()
    path.unlink()
    assert "is missing; run the build again" in message()
    path.mkdir()
    assert "is a folder" in message() or "bytes" in message()
    path.rmdir()
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "x"
    elsewhere.write_bytes(whole)
    path.symlink_to(elsewhere)
    assert "is a link out of the dataset" in message()


def test_a_file_that_is_no_database_but_is_what_the_manifest_says(copy):
    folder, entry = copy
    content = b"not a database" * 1000
    (folder / entry.file).write_bytes(content)
    forged = entry.model_copy(
        update={"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    )
    with pytest.raises(DatasetError, match=r"cannot be opened: .*delete it and run the build"):
        open_shard(folder, forged)


def test_a_database_of_other_tables(copy):
    folder, entry = copy
    world = TableEntry(rows=WORLDS, content_hash="a" * 64)
    of_format_3 = entry.model_copy(update={"tables": {"world": world}})
    with pytest.raises(DatasetError, match=r"has tables .*where it must have \['world'\]"):
        open_shard(folder, of_format_3)
    for change, message in (
        ("DELETE FROM table_hash WHERE table_name = 'world'", r"has tables .*where it must have"),
        ("DROP TABLE table_hash", r"has tables .*and none table_hash that says so"),
    ):
        with duckdb.connect(folder / entry.file) as connection:
            connection.execute(change)
        content = (folder / entry.file).read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        forged = entry.model_copy(update={"size": len(content), "sha256": digest})
        with pytest.raises(DatasetError, match=message):
            open_shard(folder, forged)


def test_trust(tmp_path):
    with pytest.raises(DatasetError, match="cannot be opened"):
        connect_read_only(tmp_path / "nothing.duckdb")


def test_a_connection_of_this_process_with_other_settings(made):
    out, entry = made
    with (
        duckdb.connect(str(out / entry.file), read_only=True),
        pytest.raises(StorageError, match=r"is in use: .*close that connection first"),
    ):
        open_shard(out, entry)


WRITER = (
    "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(1, flush=True); sys.stdin.read()"
)


def test_a_writer_in_another_process(copy):
    folder, entry = copy
    command = [sys.executable, "-c", WRITER, str(folder / entry.file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None and writer.stdout.readline()
        with pytest.raises(StorageError, match=f"is in use: .*{writer.pid}"):
            open_shard(folder, entry)
        writer.kill()
