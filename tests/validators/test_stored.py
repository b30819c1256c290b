"""Validation of stored worlds, from the files alone."""

import shutil

import pytest

from fictionworld.errors import DatasetError
from fictionworld.validators.stored import check_dataset, self_test_dataset
from fictionworld.worlds.stored import stored_worlds, verify_files
from tests.small import small_dataset


def test_what_was_built_is_sound():
    reports = check_dataset(small_dataset())
    assert {report.pack for report in reports} == {"football", "smartphones"}
    assert all(reports)
    assert sum(report.worlds for report in reports) == 6


def test_parts_are_one_pack_of_one_shard():
    parts = list(stored_worlds(small_dataset()))
    assert [part.pack.name for part in parts] == ["football", "smartphones"]
    few = parts[0].limited(1)
    assert len(few.worlds) == 1
    assert few.frames["setting"]["world_id"].to_list() == few.worlds["world_id"].to_list()


@pytest.mark.slow  # `tests/validators/test_selftest.py` tests a pack each day
def test_the_self_test_of_a_dataset():
    tests = self_test_dataset(small_dataset())
    assert {test.pack for test in tests} == {"football", "smartphones"}
    assert all(tests), [(test.unnoticed, test.untriggered) for test in tests]


def test_every_file_is_looked_at(tmp_path):
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds")
    assert verify_files(folder) == ()
    for name in ("shard-00007.duckdb", "notes.txt", "manifest.json.old"):
        (folder / name).touch()
    assert verify_files(folder) == ("manifest.json.old", "notes.txt", "shard-00007.duckdb")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("keys-00000.duckdb", b"another file altogether"),
        ("keys-00000.duckdb.wal", b""),
        ("shard-00000.duckdb.wal", b""),
        ("certificates.json", b"{"),
    ],
)
def test_a_damaged_or_foreign_file_is_named(tmp_path, name, content):
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds")
    (folder / name).write_bytes(content)
    with pytest.raises(DatasetError, match=name.replace(".", r"\.")):
        verify_files(folder)


@pytest.mark.parametrize("damage", ["cut", "flipped", "gone", "foreign"])
def test_damage_is_named(tmp_path, damage):
    folder = shutil.copytree(small_dataset(), tmp_path / "worlds")
    shard = folder / "shard-00000.duckdb"
    content = bytearray(shard.read_bytes())
    if damage == "cut":
        shard.write_bytes(content[: len(content) // 2])
    elif damage == "flipped":
        content[len(content) // 3] ^= 0xFF
        shard.write_bytes(content)
    elif damage == "gone":
        shard.unlink()
    else:
        shard.write_bytes(b"another file altogether")
    with pytest.raises(DatasetError, match=r"shard-00000\.duckdb"):
        check_dataset(folder)
