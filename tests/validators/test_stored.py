"""Validation of stored worlds, from the files alone."""

import shutil

import pytest

from fictionworld.errors import DatasetError
from fictionworld.validators.stored import check_dataset, self_test_dataset
from fictionworld.worlds.stored import stored_worlds
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
    tests = self_test_dataset(small_dataset(), repeats=1, changes=0)
    assert {test.pack for test in tests} == {"football", "smartphones"}
    assert not [missed for test in tests for missed in test.missed]


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
