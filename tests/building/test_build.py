"""The first main road: determinism, resuming, refusing, repairing."""

import hashlib
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import duckdb
import polars as pl
import pytest

import fictionworld as fw
from fictionworld.build import BuildConfig, build, make_part
from fictionworld.building.config import resolve
from fictionworld.errors import (
    ConfigError,
    FictionworldError,
    PackError,
    StorageError,
    UnsatisfiableError,
    UsageError,
)
from fictionworld.packs.source import packaged_path
from fictionworld.packs.words import brand_list
from fictionworld.tasks.options import TaskOptions
from fictionworld.worlds.lock import BuildLock
from fictionworld.worlds.manifest import FORMAT_VERSION, MANIFEST, read_manifest
from fictionworld.worlds.reading import held_tables, open_shard, read_table, tables_of
from fictionworld.worlds.sealed import seal, unseal
from fictionworld.worlds.stored import verify_files
from tests.examples import first_everyday
from tests.small import SMALL, small_config, small_dataset, small_twins

ONE_PACK = BuildConfig(2, packs=("smartphones",))
NO_TASKS = TaskOptions(per_world=0)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The report on a dataset of two packs that was built before."""
    out, without = tmp_path_factory.mktemp("small") / "worlds", shutil.ignore_patterns(".cache")
    return build(SMALL, shutil.copytree(small_dataset(), out, ignore=without), workers=1)


@pytest.fixture(scope="module")
def one_pack(tmp_path_factory):
    """To be damaged and made anew: of one pack, since a build costs about a second for each."""
    return build(ONE_PACK, tmp_path_factory.mktemp("one-pack") / "worlds", workers=1)


def tables(folder):
    manifest = read_manifest(folder)
    frames: dict[str, list[pl.DataFrame]] = {}
    for shard in manifest.shards:
        with open_shard(folder, shard) as connection:
            for name in held_tables(connection):
                frames.setdefault(name, []).append(read_table(connection, name))
    return {name: pl.concat(parts) for name, parts in frames.items()}


def files(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class TestContent:
    @pytest.mark.parametrize("built", ["small", "one_pack"])
    def test_report_agrees_with_the_manifest(self, request, built):
        report = request.getfixturevalue(built)
        manifest = read_manifest(report.out)
        assert report.worlds == manifest.counts.worlds == manifest.config["n"]
        rows = tables(report.out)["world"]["row_count"].sum()
        assert report.rows == manifest.counts.rows == rows
        assert sum(report.packs.values()) == report.worlds
        assert report.bytes_on_disk == sum(map(len, files(report.out).values()))
        assert report.reused_worlds == (SMALL.n if built == "small" else 0)

    def test_every_world_has_300_to_500_rows(self, small):
        assert tables(small.out)["world"]["row_count"].is_between(300, 500).all()

    @pytest.mark.slow
    def test_workers_leave_no_trace(self, tmp_path):
        one = build(small_config(260), tmp_path / "one", workers=1)
        three = build(small_config(260), tmp_path / "three", workers=3)
        assert content(one.out) == content(three.out)

    @pytest.mark.parametrize("n", first_everyday([1, 2]))  # a world of each pack
    def test_world_i_does_not_depend_on_n(self, small, tmp_path, n):
        few = build(small_config(n, SMALL.seed), tmp_path / "worlds", workers=1)
        many = tables(small.out)
        for name, frame in tables(few.out).items():
            if "world_id" in frame.columns:
                assert frame.equals(many[name].filter(pl.col("world_id") < n)), name

    def test_another_seed_gives_other_worlds(self, small, one_pack):
        assert ONE_PACK.seed != SMALL.seed and set(ONE_PACK.packs) <= set(SMALL.packs)
        titles = [set(tables(report.out)["world"]["title"]) for report in (small, one_pack)]
        assert all(titles) and not titles[0] & titles[1]

    def test_invented_names_are_seldom_shared(self, small):
        assert small.overlap.names > 1000
        assert small.overlap.share < 0.01


class TestTwins:
    def test_structure_is_the_same_and_values_are_not(self):
        one, two = tables(small_dataset()), tables(small_twins())
        build_ = resolve(SMALL)
        assert one["world_column"].equals(two["world_column"])
        kept = ["world_id", "pack", "title", "as_of", "structure_seed", "row_count", "split"]
        assert one["world"].select(kept).equals(two["world"].select(kept))
        assert (one["world"]["value_seed"] != two["world"]["value_seed"]).all()
        for pack in build_.packs:
            for table in pack.tables.values():
                a, b = one[table.sql_name], two[table.sql_name]
                for column in table.stored:
                    if column.role != "askable":
                        assert a[column.name].equals(b[column.name]), column
        assert not one["smartphones__phone"]["price"].equals(two["smartphones__phone"]["price"])

    @pytest.mark.slow
    def test_a_twin_of_a_twin_is_another_one(self, tmp_path):
        twin = small_twins()
        config = BuildConfig(1, twin_of=str(twin), tasks=NO_TASKS)
        one, two = tables(twin), tables(build(config, tmp_path / "worlds", workers=1).out)
        assert (one["world"]["value_seed"] != two["world"]["value_seed"]).all()
        assert not one["smartphones__phone"]["price"].equals(two["smartphones__phone"]["price"])


def content(folder):
    return read_manifest(folder).content_hash


def as_format_3(folder):
    """Make a dataset one of format 3, whose files do not say what they hold."""
    manifest = read_manifest(folder)
    fields = {**unseal((folder / MANIFEST).read_bytes()), "format_version": 3}
    for kind, entries in (("shards", manifest.shards), ("keys", manifest.keys)):
        fields[kind] = []
        for entry in entries:
            tables = {n: t.model_dump() for n, t in tables_of(folder, entry).items()}
            path = folder / entry.file
            with duckdb.connect(path) as connection:
                connection.execute("DROP TABLE table_hash")
            raw = path.read_bytes()
            changed = {"size": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
            said = {name: getattr(entry, name) for name in ("file", "first_world", "worlds")}
            fields[kind].append({**said, **changed, "tables": tables})
    (folder / MANIFEST).write_bytes(seal(fields))


class TestResuming:
    def test_a_finished_dataset_is_left_alone(self, small):
        before = files(small.out)
        again = build(SMALL, small.out, workers=1)
        assert again.reused_worlds == SMALL.n
        assert files(small.out) == before

    @pytest.mark.parametrize("damage", first_everyday(["flipped", "missing", "cut", "other"]))
    def test_a_damaged_shard_is_made_anew(self, one_pack, tmp_path, damage):
        out = tmp_path / "worlds"
        shutil.copytree(one_pack.out, out)
        shard = out / "shard-00000.duckdb"
        whole = shard.read_bytes()
        if damage == "missing":
            shard.unlink()
        elif damage == "cut":
            shard.write_bytes(whole[: len(whole) // 2])
        elif damage == "flipped":
            shard.write_bytes(whole[:9999] + bytes([whole[9999] ^ 1]) + whole[10000:])
        else:
            shard.write_bytes(b"SQLite format 3\0" * 300)
        build(ONE_PACK, out, workers=1)
        assert content(out) == content(one_pack.out)
        assert not (out / ".build").exists()

    def test_a_dataset_of_format_3_is_complete_and_is_repaired_as_a_whole(self, one_pack, tmp_path):
        out = tmp_path / "worlds"
        shutil.copytree(one_pack.out, out)
        as_format_3(out)
        before = files(out)
        assert build(ONE_PACK, out, workers=1).reused_worlds == ONE_PACK.n
        assert files(out) == before and verify_files(out) == ()
        (out / "keys-00000.duckdb").unlink()
        build(ONE_PACK, out, workers=1)
        assert read_manifest(out).format_version == FORMAT_VERSION
        assert content(out) == content(one_pack.out) and verify_files(out) == ()

    def test_parts_that_are_whole_are_taken_over(self, one_pack, tmp_path):
        out = tmp_path / "worlds"

        def stop_at_shards(progress):
            if progress.stage == "shards":
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            build(ONE_PACK, out, workers=1, on_progress=stop_at_shards)
        assert not (out / "manifest.json").exists()
        again = build(ONE_PACK, out, workers=1)
        assert again.reused_worlds == ONE_PACK.n
        assert content(out) == content(one_pack.out)


class TestRefusing:
    @pytest.mark.parametrize(
        ("wrong", "word"),
        [
            ({"n": 0}, "--n"),
            ({"n": -3}, "--n"),
            ({"n": 10**9}, "--n"),
            ({"n": 1, "seed": -1}, "--seed"),
            ({"n": 1, "rows": (500, 300)}, "--rows"),
            ({"n": 1, "rows": (0, 10)}, "--rows"),
            ({"n": 1, "rows": (300, 10**6)}, "--rows"),
            ({"n": 1, "real_names": "all"}, "--real-names"),
            ({"n": 1, "hosts": "mine"}, "--hosts"),
            ({"n": 1, "packs": ("football", "football")}, "--packs"),
        ],
    )
    def test_a_wrong_configuration(self, wrong, word):
        with pytest.raises(UsageError, match=word):
            BuildConfig(**wrong)

    def test_an_unknown_pack_names_the_nearest(self, tmp_path):
        with pytest.raises(UsageError, match="did you mean 'football'"):
            build(BuildConfig(1, packs=("fotball",)), tmp_path / "worlds")
        assert not (tmp_path / "worlds").exists()

    @pytest.mark.parametrize("workers", [0, -1])
    def test_workers(self, tmp_path, workers):
        with pytest.raises(UsageError, match="--workers"):
            build(small_config(1), tmp_path / "worlds", workers=workers)

    def test_another_configuration_in_the_folder(self, small):
        before = files(small.out)
        with pytest.raises(ConfigError, match="n: there 6, asked for 25"):
            build(small_config(25, SMALL.seed), small.out)
        assert files(small.out) == before

    def test_another_configuration_of_an_unfinished_build(self, tmp_path):
        out = tmp_path / "worlds"

        def stop(progress):
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            build(small_config(3), out, workers=1, on_progress=stop)
        with pytest.raises(ConfigError, match="seed: there 0, asked for 5"):
            build(small_config(3, seed=5), out, workers=1)

    def test_a_folder_that_is_a_file(self, tmp_path):
        (tmp_path / "worlds").write_text("mine")
        with pytest.raises(UsageError, match="a file"):
            build(small_config(1), tmp_path / "worlds")
        assert (tmp_path / "worlds").read_text() == "mine"

    def test_a_folder_that_holds_something_else(self, tmp_path):
        (tmp_path / "thesis.tex").write_text("mine")
        with pytest.raises(UsageError, match=r"thesis\.tex"):
            build(small_config(1), tmp_path)
        assert files(tmp_path) == {"thesis.tex": b"mine"}

    def test_shards_without_a_manifest_are_never_overwritten(self, small, tmp_path):
        out = tmp_path / "worlds"
        shutil.copytree(small.out, out)
        (out / "manifest.json").write_text("{")
        before = files(out)
        with pytest.raises(ConfigError, match="manifest"):
            build(SMALL, out)
        assert files(out) == before

    def test_two_builders_in_one_folder(self, tmp_path):
        with BuildLock(tmp_path / "worlds"), pytest.raises(StorageError, match="being built"):
            build(small_config(1), tmp_path / "worlds")


class TestPacksThatCannotBe:
    def variant(self, tmp_path, old, new, base="football"):
        text = packaged_path(base).read_text()
        assert old in text
        path = tmp_path / "mine.yaml"
        path.write_text(text.replace(old, new))
        return str(path)

    @pytest.fixture
    def two_attempts(self, monkeypatch):
        """Of eight; `tests/cli/test_packs.py` has them all."""
        monkeypatch.setattr("fictionworld.building.parts.MOST_ATTEMPTS", 2)

    @pytest.mark.usefixtures("two_attempts")
    def test_rows_that_a_pack_cannot_reach(self, tmp_path):
        out, phones = tmp_path / "worlds", BuildConfig(1, packs=("smartphones",), tasks=NO_TASKS)
        with pytest.raises(UnsatisfiableError, match=r"in each of 2 .+ allowed is 900-1000"):
            build(replace(phones, rows=(900, 1000)), out, workers=1)
        assert not (out / "manifest.json").exists()

    @pytest.mark.usefixtures("two_attempts")
    def test_an_impossible_rule_is_named_with_an_example(self, tmp_path):
        pack = self.variant(
            tmp_path, '"points = 3 * won + drawn"', '"points = 3 * won + drawn + 1"'
        )
        with pytest.raises(UnsatisfiableError, match=r"points = 3 \* won \+ drawn \+ 1"):
            build(BuildConfig(1, packs=(pack,), tasks=NO_TASKS), tmp_path / "worlds", workers=1)

    @pytest.mark.parametrize(
        "expression",
        [
            "read_text('/etc/passwd')",
            "(SELECT count(*) FROM range(1000000000))",
            "repeat('x', 1000000000)",
            "getenv('HOME')",
        ],
    )
    def test_an_expression_that_reaches_out(self, tmp_path, expression):
        pack = self.variant(tmp_path, '"points = 3 * won + drawn"', json.dumps(expression))
        with pytest.raises(PackError, match=r"mine\.yaml:\d+"):
            build(BuildConfig(2, packs=(pack,)), tmp_path / "worlds", workers=1)
        assert not (tmp_path / "worlds").exists()

    @pytest.mark.slow
    def test_a_worker_tells_of_it_as_well(self, tmp_path):
        config = BuildConfig(200, packs=("shipping",), rows=(900, 1000))
        with pytest.raises(UnsatisfiableError, match="900-1000"):
            build(config, tmp_path / "worlds", workers=2)


class TestOptions:
    def test_reserved_hosts_on_request(self, one_pack, tmp_path):
        folders = {"a": one_pack.out, "b": tmp_path / "b", "twins": tmp_path / "twins"}
        build(replace(ONE_PACK, hosts="reserved"), folders["b"], workers=1)
        build(BuildConfig(1, twin_of=str(folders["b"])), folders["twins"], workers=1)
        query = {"queries": ["list of all phones", "directory", "brand"]}
        shown = {}
        for name, folder in folders.items():
            dataset = fw.open(folder)
            text = dataset.episode(0).call("web_search", query)
            shown[name] = [
                urlsplit(line.split()[1]).hostname or ""
                for line in text.splitlines()
                if re.match(r"\[\d+\] https?://", line)
            ]
            assert len(shown[name]) >= 20
        assert not any(host.endswith(".example") for host in shown["a"])
        assert all(host.endswith(".example") for host in shown["b"] + shown["twins"])
        # nothing stored hangs on it
        hashes = [fw.open(folders[name]).content_hashes for name in ("a", "b")]
        assert hashes[0] == hashes[1]

    def test_real_brands_on_request(self, one_pack, tmp_path):
        build(replace(ONE_PACK, real_names="brands", tasks=NO_TASKS), tmp_path / "a", workers=1)
        a, b = (
            set(tables(out)["smartphones__brand"]["name"]) for out in (tmp_path / "a", one_pack.out)
        )
        assert a <= set(brand_list("consumer_electronics")) and not a & b

    def test_a_collision_list_is_kept_clear_of(self, small, tmp_path):
        unwanted = tables(small.out)["football__player"]["name"].to_list()[:40]  # of one world
        names = tmp_path / "names.txt"
        names.write_text("\n".join(unwanted), encoding="utf-8")
        config = small_config(1, SMALL.seed, collision_list=str(names), tasks=NO_TASKS)
        build(config, tmp_path / "worlds", workers=1)
        players = set(tables(tmp_path / "worlds")["football__player"]["name"])
        assert not players & set(unwanted)

    def test_a_collision_list_that_is_not_there(self, tmp_path):
        config = small_config(1, collision_list=str(tmp_path / "none.txt"))
        with pytest.raises(FictionworldError, match=r"none\.txt"):
            build(config, tmp_path / "worlds")


def test_the_pack_of_a_world_follows_from_its_id_and_the_seed_alone():
    packs = ("football", "shipping", "smartphones", "wine_region")
    few, many, other = (
        resolve(BuildConfig(n, seed, packs)) for n, seed in ((9, 3), (400, 3), (400, 4))
    )
    drawn = [many.pack_of(world).name for world in range(400)]
    assert [few.pack_of(world).name for world in range(9)] == drawn[:9]
    assert [many.pack_of(world).name for world in reversed(range(400))] == drawn[::-1]
    reordered = resolve(BuildConfig(9, 3, packs[::-1]))
    assert [reordered.pack_of(world).name for world in range(9)] == drawn[:9]
    for start in range(0, 400, 4):
        assert sorted(drawn[start : start + 4]) == sorted(packs)
    assert len({tuple(drawn[start : start + 4]) for start in range(0, 400, 4)}) > 20
    same = sum(other.pack_of(world).name == name for world, name in enumerate(drawn))
    assert 50 < same < 150
    assert sorted(world for part in many.parts_of(0) for world in part) == list(range(400))


def test_redrawn_worlds_are_counted_and_marked():
    resolved = resolve(small_config(300, rows=(310, 400), tasks=NO_TASKS))
    world_ids = resolved.parts_of(0)[0][:8]
    part = make_part(resolved, world_ids)
    attempts = part.frames["world"]["attempt"]
    refused = part.counts["refused"]
    assert attempts.max() > 0
    assert sum(refused.values()) >= (attempts > 0).sum()
    assert part.frames["world"]["row_count"].is_between(310, 400).all()
    assert part.frames["world"]["world_id"].to_list() == list(world_ids)
    assert {resolved.pack_of(i).name for i in world_ids} == {part.pack}


def test_a_dataset_names_no_path_of_the_machine(small):
    manifest = (small.out / "manifest.json").read_text()
    assert str(Path.cwd()) not in manifest and str(small.out) not in manifest
