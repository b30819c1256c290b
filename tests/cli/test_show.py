"""`fictionworld show`: what a person sees is what the dataset says."""

from __future__ import annotations

import pytest

import fictionworld as fw


@pytest.fixture(scope="module")
def dataset(worlds):
    return fw.open(worlds)


def world_of(dataset, pack):
    return next(i for i in dataset.world_ids if dataset.world(i).pack == pack)


def test_a_dataset(call, worlds, dataset):
    answer = call("show", worlds)
    assert answer.code == 0
    assert answer.err == ""
    assert "6 worlds" in answer.out
    for row in dataset.worlds().iter_rows(named=True):
        assert row["title"] in answer.out
    assert max(map(len, answer.out.splitlines())) <= 100


def test_a_dataset_as_json(call, worlds, dataset):
    told = call("show", worlds, "--json").json
    assert told["worlds"] == 6
    assert told["rows"] == dataset.manifest.counts.rows
    assert {pack["pack"] for pack in told["packs"]} == {"smartphones", "football"}


def test_a_world_in_words(call, worlds, dataset):
    world_id = world_of(dataset, "football")
    answer = call("show", worlds, world_id)
    world, frames = dataset.world(world_id), dataset.frames(world_id)
    assert answer.code == 0
    assert answer.out.startswith(world.title)
    for name in frames["club"]["name"].head(4):
        assert name in answer.out
    # references are told by name, those of keys too
    first = frames["match"].row(0, named=True)
    home = frames["club"].row(first["home"] - 1, named=True)["name"]
    away = frames["club"].row(first["away"] - 1, named=True)["name"]
    line = next(line for line in answer.out.splitlines() if line.startswith(home) and away in line)
    assert str(first["date"]) in line
    assert "Rank" in answer.out or "Place" in answer.out or "Position" in answer.out


def test_a_table_with_all_its_columns(call, worlds, dataset):
    world_id = world_of(dataset, "smartphones")
    answer = call("show", worlds, world_id, "--table", "phone", "--rows", 3)
    columns = dataset.columns(world_id)
    flat = " ".join(answer.out.split())
    for row in columns.filter(columns["table_name"] == "phone").iter_rows(named=True):
        last = row["label"].split()[-1]
        assert (last in flat) or not row["present"], row
    phone = dataset.frames(world_id)["phone"].row(0, named=True)
    assert f"{phone['price']:,}" in answer.out
    assert f"{phone['battery']:,}" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 100


def test_absent_columns_are_left_out(call, worlds, dataset):
    seen = 0
    for world_id in dataset.world_ids:
        columns = dataset.columns(world_id)
        labels = set(columns.filter(columns["present"])["label"])
        for row in columns.filter(~columns["present"]).iter_rows(named=True):
            if row["label"] in labels:
                continue
            seen += 1
            answer = call("show", worlds, world_id, "--table", row["table_name"])
            headings = " ".join(answer.out.split())
            assert row["label"] not in headings
    assert seen, "no world lacks a column: nothing was tested"


def test_a_world_as_json(call, worlds, dataset):
    told = call("show", worlds, 1, "--json").json
    assert told["world"]["world_id"] == 1
    rows = sum(len(rows) for name, rows in told["tables"].items() if name != "setting")
    assert rows == dataset.world(1).row_count
    one = call("show", worlds, 1, "--json", "--table", "setting").json
    assert list(one["tables"]) == ["setting"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["99"], "got world 99; this dataset holds worlds 0-5"),
        (["0", "--table", "clubs"], "did you mean 'club'?"),
        (["--table", "club"], "--table: got 'club' and no world"),
        (["0", "--key"], "holds no keys"),
        (["0", "--json", "--table", "clubs"], "did you mean 'club'?"),
    ],
)
def test_wrong(arguments, said, call, worlds, dataset):
    assert world_of(dataset, "football") == 0
    answer = call("show", worlds, *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
