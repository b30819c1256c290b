"""Parts: what goes in comes out, and damage is recognised."""

from __future__ import annotations

import pickle

import pytest
from polars.testing import assert_frame_equal

from fictionworld.errors import DatasetError
from fictionworld.worlds.part import DamagedPartError, part_path, read_part, write_part
from tests.faults.synthetic import synthetic_pack, synthetic_part

PACKS = (synthetic_pack("alpha"), synthetic_pack("beta"))
HASH = "c" * 64


@pytest.fixture
def written(tmp_path):
    path = part_path(tmp_path, 10)
    write_part(path, synthetic_part(PACKS, 10, 3, HASH))
    return path


def test_round_trip(written):
    part, back = synthetic_part(PACKS, 10, 3, HASH), read_part(written, HASH)
    assert written.name == "part-00000010.arrows"
    assert (back.pack, back.world_ids, back.counts) == ("alpha", (10, 11, 12), part.counts)
    assert set(back.frames) == set(part.frames)
    for name, frame in part.frames.items():
        assert_frame_equal(back.frames[name], frame)


def test_every_flip_is_found(written):
    whole = written.read_bytes()
    for place in range(0, len(whole), 97):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        written.write_bytes(damaged)
        with pytest.raises(DamagedPartError):
            read_part(written, HASH)


@pytest.mark.parametrize("left", [0, 1, 8, 31, 32, 40, 41, 200, -1])
def test_every_cut_is_found(written, left):
    written.write_bytes(written.read_bytes()[:left])
    with pytest.raises(DamagedPartError, match="damaged; delete it and make the part again"):
        read_part(written, HASH)


def test_parts_of_other_builds_and_missing_ones(written, tmp_path):
    with pytest.raises(DamagedPartError, match="another build"):
        read_part(written, "d" * 64)
    with pytest.raises(DamagedPartError, match="missing"):
        read_part(part_path(tmp_path, 20), HASH)


def test_a_damaged_part_is_a_dataset_error_that_travels():
    error = DamagedPartError("x")
    assert isinstance(error, DatasetError)
    assert str(pickle.loads(pickle.dumps(error))) == "x"


def test_nothing_is_left_beside_it(written):
    assert [path.name for path in written.parent.iterdir()] == [written.name]
