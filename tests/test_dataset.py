"""Reading: what was built is what is served, by world, table, cell and session."""

from __future__ import annotations

import json
import pickle
import shutil
import subprocess
import sys
import threading
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest
from sqlalchemy import func, text
from sqlmodel import select

import fictionworld as fw
from fictionworld.errors import DatasetError, UsageError
from fictionworld.worlds.reading import open_shard, read_table
from tests.examples import first_everyday
from tests.small import WORLDS, small_dataset, small_twins

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def dataset():
    return fw.open(small_dataset())


def world_of(dataset, pack):
    return next(i for i in dataset.world_ids if dataset.world(i).pack == pack)


class TestWhole:
    def test_its_size(self, dataset):
        assert len(dataset) == WORLDS
        assert dataset.world_ids == list(range(WORLDS))
        assert dataset.worlds().height == WORLDS
        assert dataset.worlds()["row_count"].sum() == dataset.manifest.counts.rows
        assert f"{WORLDS} worlds" in repr(dataset)

    def test_tables_over_all_worlds_are_the_frames_of_each(self, dataset):
        for pack in dataset.manifest.packs:
            ids = [i for i in dataset.world_ids if dataset.world(i).pack == pack]
            frames = [dataset.frames(i) for i in ids]
            for name in dataset.pack(pack).tables:
                whole = dataset.table(pack, name)
                assert whole.equals(pl.concat(frame[name] for frame in frames))

    def test_packs_come_from_the_dataset_itself(self, dataset):
        for name in dataset.manifest.packs:
            assert dataset.pack(name).source == fw.load_pack(name).source
            assert dataset.pack(name) is dataset.pack(name)

    def test_content_hashes_name_every_table(self, dataset):
        hashes = dataset.content_hashes
        assert "shard-00000.duckdb/world" in hashes
        tables = [t for pack in dataset.manifest.packs for t in dataset.pack(pack).tables]
        assert len(hashes) == len(tables) + len(("world", "world_column", "pack", "task", "key"))

    @pytest.mark.parametrize("form", [str, lambda path: path])
    def test_opens_by_text_or_path(self, form):
        assert len(fw.open(form(small_dataset()))) == WORLDS

    def test_opens_relative_to_here(self, monkeypatch):
        monkeypatch.chdir(small_dataset().parent)
        dataset = fw.open("worlds")
        monkeypatch.chdir("/")
        assert dataset.frames(0)["setting"].height == 1


class TestWorld:
    def test_record_agrees_with_rows(self, dataset):
        for world_id in dataset.world_ids:
            world, frames = dataset.world(world_id), dataset.frames(world_id)
            rows = sum(frame.height for name, frame in frames.items() if name != "setting")
            assert world.row_count == rows
            assert 300 <= rows <= 500
            assert frames["setting"]["as_of"].to_list() == [world.as_of]
            assert world.structure_seed != world.value_seed

    def test_rows_are_of_that_world_and_in_order(self, dataset):
        for name, frame in dataset.frames(1).items():
            assert frame["world_id"].unique().to_list() == [1], name
            assert frame["id"].to_list() == list(range(1, frame.height + 1)), name

    def test_columns_speak_of_every_stored_column(self, dataset):
        for world_id in dataset.world_ids:
            columns = dataset.columns(world_id)
            told = set(columns.select("table_name", "column_name").iter_rows())
            stored = {
                (table.name, column.name)
                for table in dataset.pack_of(world_id).tables.values()
                for column in table.stored
            }
            assert told == stored

    def test_absent_columns_are_empty(self, dataset):
        absent = 0
        for world_id in dataset.world_ids:
            frames = dataset.frames(world_id)
            for row in dataset.columns(world_id).iter_rows(named=True):
                if not row["present"]:
                    absent += 1
                    values = frames[row["table_name"]][row["column_name"]]
                    assert values.null_count() == values.len()
        assert absent, "no world of the small dataset lacks a column: nothing was tested"

    def test_frames_are_the_readers_own(self, dataset):
        before = dataset.frames(2)["setting"].clone()
        dataset.frames(2)["setting"].insert_column(0, pl.Series("mark", [1]))
        assert dataset.frames(2)["setting"].equals(before)

    @pytest.mark.parametrize("world_id", [-1, WORLDS, 10**9])
    def test_no_such_world(self, dataset, world_id):
        with pytest.raises(UsageError, match=rf"got world {world_id}; .*0-{WORLDS - 1}"):
            dataset.frames(world_id)

    @pytest.mark.parametrize("world_id", ["1", 1.0, True, None])
    def test_no_number(self, dataset, world_id):
        with pytest.raises(UsageError, match="whole number"):
            dataset.world(world_id)


class TestFact:
    def test_is_the_cell(self, dataset):
        world_id = world_of(dataset, "smartphones")
        prices = dataset.frames(world_id)["phone"]["price"]
        fact = dataset.fact(f"{world_id}/phone/3/price")
        assert fact.value == prices[2]
        assert isinstance(fact.value, Decimal)
        assert dataset.fact(fact.key) == fact

    @pytest.mark.parametrize(
        ("cell", "said"),
        [
            ("phne/1/price", "did you mean 'phone'"),
            ("phone/1/prise", "did you mean 'price'"),
            ("phone/9999/price", "has rows 1 to"),
            ("phone/1/body", "stores"),  # a hidden column is in no dataset
            ("phone/0/price", "row '0'"),
        ],
    )
    def test_no_such_cell(self, dataset, cell, said):
        world_id = world_of(dataset, "smartphones")
        with pytest.raises(UsageError, match=said):
            dataset.fact(f"{world_id}/{cell}")

    def test_no_cell_in_an_absent_column(self, dataset):
        for world_id in dataset.world_ids:
            for row in dataset.columns(world_id).iter_rows(named=True):
                if not row["present"]:
                    with pytest.raises(UsageError, match="no such column"):
                        dataset.fact(f"{world_id}/{row['table_name']}/1/{row['column_name']}")


class TestSession:
    def test_reads_what_frames_read(self, dataset):
        for world_id in dataset.world_ids:
            pack = dataset.pack_of(world_id)
            models = vars(dataset.models(pack.name)).values()
            frames = dataset.frames(world_id)
            with dataset.session(world_id) as session:
                for model, table in zip(models, pack.tables.values(), strict=True):
                    rows = session.exec(select(model).order_by(model.id)).all()
                    columns = frames[table.name].columns
                    got = [tuple(getattr(row, name) for name in columns) for row in rows]
                    assert got == frames[table.name].rows()

    def test_queries_see_one_world(self, dataset):
        world_id = world_of(dataset, "smartphones")
        other = next(i for i in dataset.world_ids if i > world_id and i % 2 == world_id % 2)
        phone = dataset.models("smartphones").Phone
        height = dataset.frames(world_id)["phone"].height
        with dataset.session(world_id) as session:
            assert session.exec(select(func.count()).select_from(phone)).one() == height
            assert session.exec(select(phone.__table__.c.world_id).distinct()).all() == [world_id]
            assert session.get(phone, (other, 1)) is None
            assert session.get(phone, (world_id, 1)).id == 1
            raw = session.execute(text("SELECT DISTINCT world_id FROM smartphones__phone")).all()
            assert raw == [(world_id,)]
            assert session.execute(text("SELECT count(*) FROM world")).scalar() == 1

    def test_follows_references_by_join(self, dataset):
        world_id = world_of(dataset, "smartphones")
        models = dataset.models("smartphones")
        with dataset.session(world_id) as session:
            query = (
                select(models.Phone.name, models.Brand.name)
                .join(models.Brand, models.Phone.brand == models.Brand.id)
                .where(models.Phone.price < 500)
            )
            pairs = session.exec(query).all()
        frames = dataset.frames(world_id)
        cheap = frames["phone"].filter(pl.col("price") < 500)
        joined = cheap.join(frames["brand"], left_on="brand", right_on="id")
        assert sorted(pairs) == sorted(joined.select("name", "name_right").rows())

    def test_refuses_to_write(self, dataset):
        phone = dataset.models("smartphones").Phone
        world_id = world_of(dataset, "smartphones")
        with dataset.session(world_id) as session:
            session.add(phone(world_id=world_id, id=9999))
            with pytest.raises(UsageError, match="read only"):
                session.commit()
            session.rollback()
            row = session.get(phone, (world_id, 1))
            row.name = "Changed"
            with pytest.raises(UsageError, match="read only"):
                session.flush()
            session.rollback()
            session.delete(session.get(phone, (world_id, 1)))
            with pytest.raises(UsageError, match="read only"):
                session.flush()
            session.rollback()

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE smartphones__phone SET price = 1",
            "DELETE FROM world",
            "DROP TABLE world",
            "COPY world TO 'world.csv'",
            "ATTACH 'other.duckdb'",
            "SET threads = 4",
            "SET GLOBAL default_order = 'DESC'",
        ],
    )
    def test_refuses_raw_statements(self, dataset, statement, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        with dataset.session(0) as session, pytest.raises(Exception, match=r"rror"):
            session.execute(text(statement))
        assert list(tmp_path.iterdir()) == []
        fw.open(small_dataset()).frames(0)

    def test_two_worlds_at_once(self, dataset):
        query = text("SELECT world_id FROM world")
        with dataset.session(0) as one, dataset.session(1) as two:
            assert [one.execute(query).scalar(), two.execute(query).scalar()] == [0, 1]

    def test_no_such_world(self, dataset):
        with pytest.raises(UsageError, match="got world 99"):
            dataset.session(99)


class TestWrongNames:
    def test_pack(self, dataset):
        with pytest.raises(UsageError, match="did you mean 'football'"):
            dataset.pack("footbal")

    def test_table(self, dataset):
        with pytest.raises(UsageError, match="did you mean 'club'"):
            dataset.table("football", "clubs")


class TestKeys:
    def test_the_keys_used_last_are_cached(self, monkeypatch):
        monkeypatch.setattr("fictionworld.tasks.task_store._CACHED_KEYS", 2)
        dataset = fw.open(small_dataset())
        first, second, third = (task.task_id for task in dataset.tasks(0)[:3])
        first_key, second_key = dataset.key(first), dataset.key(second)
        assert dataset.key(first) is first_key
        dataset.key(third)  # takes the place of the second, the first having been used since
        assert dataset.key(first) is first_key
        assert dataset.key(second) is not second_key


class TestManyReaders:
    def test_threads(self, dataset):
        expected = {i: dataset.frames(i) for i in dataset.world_ids}
        failures = []

        def read(order):
            for world_id in order:
                for name, frame in dataset.frames(world_id).items():
                    if not frame.equals(expected[world_id][name]):
                        failures.append((world_id, name))

        orders = [dataset.world_ids[i:] + dataset.world_ids[:i] for i in range(WORLDS)]
        threads = [threading.Thread(target=read, args=(order * 3,)) for order in orders]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []

    @pytest.mark.parametrize("method", first_everyday(["fork", "spawn"]))
    def test_processes(self, dataset, method):
        # in a process of its own: threads that other tests have left would not survive a fork
        command = [sys.executable, "-W", "ignore", "-m", "tests.reading", method]
        done = subprocess.run(
            [*command, str(dataset.path)], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        expected = [dataset.world(i).row_count for i in dataset.world_ids]
        assert json.loads(done.stdout) == [expected] * 2

    def test_pickles_small_and_opens_again(self, dataset):
        dataset.frames(0)
        pickled = pickle.dumps(dataset)
        assert len(pickled) < 500
        assert pickle.loads(pickled).frames(3)["setting"].equals(dataset.frames(3)["setting"])

    def test_a_pickle_notices_another_dataset(self, tmp_path):
        copy = shutil.copytree(small_dataset(), tmp_path / "worlds")
        pickled = pickle.dumps(fw.open(copy))
        shutil.rmtree(copy)
        shutil.copytree(small_twins(), copy)
        with pytest.raises(DatasetError, match="holds another dataset"):
            pickle.loads(pickled).frames(0)


class TestDamage:
    """The store has its own tests of every byte; here: nothing is served before it is noticed."""

    @pytest.fixture
    def copy(self, tmp_path):
        return shutil.copytree(small_dataset(), tmp_path / "worlds")

    def test_no_dataset(self, tmp_path):
        for folder in (tmp_path, tmp_path / "missing"):
            with pytest.raises(DatasetError):
                fw.open(folder)

    def test_altered_shard(self, copy):
        dataset = fw.open(copy)
        shard = copy / "shard-00000.duckdb"
        content = bytearray(shard.read_bytes())
        content[len(content) // 2] ^= 1
        shard.write_bytes(content)
        for read in (dataset.frames, dataset.world, dataset.columns, dataset.session):
            with pytest.raises(DatasetError, match="shard-00000"):
                read(0)

    def test_cut_shard(self, copy):
        shard = copy / "shard-00000.duckdb"
        shard.write_bytes(shard.read_bytes()[:-100])
        with pytest.raises(DatasetError, match="shard-00000"):
            fw.open(copy).worlds()

    def test_missing_shard(self, copy):
        (copy / "shard-00000.duckdb").unlink()
        with pytest.raises(DatasetError, match="is missing"):
            fw.open(copy).frames(0)

    def test_edited_manifest(self, copy):
        manifest = copy / "manifest.json"
        said = json.loads(manifest.read_text("utf-8"))
        said["counts"]["rows"] += 1
        manifest.write_text(json.dumps(said, indent=2, sort_keys=True), "utf-8")
        with pytest.raises(DatasetError, match=r"manifest\.json"):
            fw.open(copy)

    def test_missing_manifest(self, copy):
        (copy / "manifest.json").unlink()
        with pytest.raises(DatasetError, match=r"manifest\.json is missing"):
            fw.open(copy)


def test_the_documented_queries_run(dataset):
    """docs/dataset.md promises that plain DuckDB reads a shard."""
    document = (Path(__file__).parent.parent / "docs" / "dataset.md").read_text("utf-8")
    queries = [part.split("```")[0] for part in document.split("```sql\n")[1:]]
    assert len(queries) == 2
    with open_shard(dataset.path, dataset.manifest.shards[0]) as connection:
        for query in queries:
            found = connection.execute(query.replace("y.world_id = 0", "y.world_id = 1")).fetchall()
            assert found
        assert read_table(connection, "pack").height == 2
