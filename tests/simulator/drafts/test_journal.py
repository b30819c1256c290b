"""The journal of a rendering: what was added is read again, whatever happened to the file's end."""

from __future__ import annotations

import errno
import random

import pytest

from fictionworld.errors import StorageError
from fictionworld.simulator.drafts.draft_writer import Journal, read_journal
from tests.examples import first_everyday

RECORDS = [{"n": n, "text": f"Größe {n} \u2028 \ud800" * (n % 5)} for n in range(40)]


def written(path, records=RECORDS):
    journal = Journal(path)
    for record in records:
        journal.add(record)
    journal.close()
    return path


def test_what_was_added_is_read_again(tmp_path):
    path = written(tmp_path / "journal", RECORDS[:30])
    assert list(read_journal(written(path, RECORDS[30:]))) == RECORDS
    assert list(read_journal(tmp_path / "nothing")) == []


def test_it_is_handed_to_the_system_at_once(tmp_path):
    journal = Journal(tmp_path / "journal")
    for n, record in enumerate(RECORDS[:5]):
        journal.add(record)
        assert list(read_journal(tmp_path / "journal")) == RECORDS[: n + 1]
    journal.close()


@pytest.mark.parametrize("seed", first_everyday(range(20), 5))
def test_a_torn_line_is_left_out_and_what_follows_is_not(tmp_path, seed):
    path = written(tmp_path / "journal")
    data = path.read_bytes()
    cut = random.Random(seed).randrange(len(data))
    path.write_bytes(data[:cut])
    whole = data[:cut].count(b"\n")
    assert list(read_journal(path)) == RECORDS[:whole]
    written(path, RECORDS[:3])
    assert list(read_journal(path)) == RECORDS[:whole] + RECORDS[:3]


@pytest.mark.parametrize("seed", first_everyday(range(20), 5))
def test_a_damaged_line_is_left_out(tmp_path, seed):
    path = written(tmp_path / "journal")
    data, rng = bytearray(path.read_bytes()), random.Random(seed)
    at = rng.randrange(len(data))
    data[at] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
    found = list(read_journal(path))
    assert len(RECORDS) - 2 <= len(found) < len(RECORDS)  # two, where their line's end is damaged
    assert all(record in RECORDS for record in found)


def test_a_full_disk_is_reported(tmp_path, monkeypatch):
    def full(descriptor, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    journal = Journal(tmp_path / "journal")
    monkeypatch.setattr("os.write", full)
    with pytest.raises(StorageError, match="free some space"):
        journal.add({"n": 1})
