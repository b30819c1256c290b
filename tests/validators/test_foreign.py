"""Worlds made by hand: read exactly, or refused in words."""

import duckdb
import polars as pl
import pytest

from fictionworld.errors import DatasetError
from fictionworld.validators.check import check_worlds
from fictionworld.validators.foreign import load_world
from tests.validators.factory import CHOIR, choir, choir_pack, write_csvs


def test_a_folder_of_csv_files(tmp_path):
    frames = load_world(choir_pack(), write_csvs(tmp_path))
    assert check_worlds(choir_pack(), frames)
    assert frames["part"]["fee"].dtype == pl.Decimal(18, 2)
    assert frames["singer"]["world_id"].to_list() == [0, 0, 0]


@pytest.mark.parametrize("prefix", ["", "choir__"])
def test_a_duckdb_file(tmp_path, prefix):
    path = tmp_path / "choir.duckdb"
    with duckdb.connect(str(path)) as connection:
        for name, frame in choir().items():
            connection.register("frame", frame)
            connection.execute(f'CREATE TABLE "{prefix}{name}" AS FROM frame')
    frames = load_world(choir_pack(), path)
    for name, frame in choir().items():
        assert frames[name].equals(frame)


def test_ids_may_be_left_out(tmp_path):
    folder = write_csvs(tmp_path)
    (folder / "song.csv").write_text('composer,number,name,minutes\nA B,1,"A B, No. 1",3\n')
    assert load_world(choir_pack(), folder)["song"]["id"].to_list() == [1]


WRONG = [
    ("song", "minutes", "song.csv", {"3.5": "3.55"}, r"song\.minutes: got '3\.55' in row 1; it is a number with at most 1 decimals"),  # noqa: E501
    ("song", "number", "song.csv", {"7,": "seven,"}, r"song\.number: got 'seven' in row 1; it is a whole number"),  # noqa: E501
    ("concert", "day", "concert.csv", {",2025-03-01,": ",01.03.2025,"}, r"concert\.day: got '01\.03\.2025' in row 1; it is a date such as 2031-05-17"),  # noqa: E501
    ("part", "encore", "part.csv", {"true": "yes"}, r"part\.encore: got 'yes' in row 1 and|part\.encore: got 'yes' in row 1, 'yes' in row 4; it is true or false"),  # noqa: E501
    ("singer", "voice", "singer.csv", {"voice": "vioce"}, r"singer\.vioce: the pack has no such column; did you mean 'voice'"),  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize("case", WRONG, ids=[f"{case[0]}.{case[1]}" for case in WRONG])
def test_what_is_not_of_the_declared_type_is_named(tmp_path, case):
    table, _, file, swap, message = case
    folder = write_csvs(tmp_path)
    text = CHOIR[table].lstrip()
    for old, new in swap.items():
        text = text.replace(old, new)
    (folder / file).write_text(text)
    with pytest.raises(DatasetError, match=message):
        load_world(choir_pack(), folder)


def test_tables_that_are_missing_or_strange(tmp_path):
    folder = write_csvs(tmp_path)
    (folder / "song.csv").unlink()
    with pytest.raises(DatasetError, match=r"song: the table is missing; got concert, part"):
        load_world(choir_pack(), folder)
    (folder / "songs.csv").write_text("a,b\n1,2\n")
    with pytest.raises(DatasetError, match=r"songs\.csv is no table .* did you mean 'song'"):
        load_world(choir_pack(), folder)


@pytest.mark.parametrize("content", [b"", b"no duckdb at all", b"\x00" * 20_000])
def test_a_file_that_is_no_duckdb(tmp_path, content):
    path = tmp_path / "world.duckdb"
    path.write_bytes(content)
    with pytest.raises(DatasetError, match=r"world\.duckdb"):
        load_world(choir_pack(), path)
    with pytest.raises(DatasetError, match="is not there"):
        load_world(choir_pack(), tmp_path / "nowhere")


def test_csv_that_is_no_text(tmp_path):
    folder = write_csvs(tmp_path)
    (folder / "song.csv").write_bytes(b"\xff\xfe\x00\x01,\x80\n\x81")
    with pytest.raises(DatasetError, match=r"song"):
        load_world(choir_pack(), folder)
