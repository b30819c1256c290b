"""`fictionworld validate`: all is well, or what is not."""

from __future__ import annotations

import shutil

import pytest

import fictionworld as fw
from fictionworld.dataset import Dataset


def test_all_is_well(call, worlds):
    answer = call("validate", worlds)
    assert answer.code == 0
    assert answer.out.count("no violation") == 2
    assert "6 worlds" in answer.out


@pytest.fixture
def by_hand(worlds, tmp_path):
    """A football world as a person might make one: a folder of CSV files."""
    for name, frame in fw.open(worlds).frames(0).items():
        frame.write_csv(tmp_path / f"{name}.csv")
    return tmp_path


def test_a_world_made_by_hand(call, by_hand):
    assert call("validate", "--pack", "football", by_hand).code == 0


def test_a_world_made_wrongly(call, by_hand):
    path = by_hand / "standing.csv"
    lines = path.read_text("utf-8").splitlines()
    points = lines[0].split(",").index("points")
    first = lines[1].split(",")
    first[points] = str(int(first[points]) + 1)
    path.write_text("\n".join([lines[0], ",".join(first), *lines[2:]]), "utf-8")
    answer = call("validate", "--pack", "football", by_hand)
    assert answer.code == 1
    assert "points" in answer.out
    printed = call("validate", "--pack", "football", by_hand, "--json")
    assert printed.code == 1
    assert not printed.json["ok"]
    assert printed.json["packs"][0]["violations"]


def test_a_graph(call, worlds, tmp_path):
    out = tmp_path / "world.dot"
    answer = call("validate", worlds, "--graph", 0, "--out", out)
    assert answer.code == 0
    assert out.read_text("utf-8").startswith("digraph {")


def test_every_key_is_derived_again(call, worlds):
    answer = call("validate", worlds, "--keys")
    assert answer.code == 0
    assert "every key is what its world says" in answer.out
    printed = call("validate", worlds, "--keys", "--json").json
    assert printed["ok"]
    assert printed["tasks"] == len(fw.open(worlds).tasks())
    assert printed["findings"] == []


def test_a_key_that_is_not_what_its_world_says(call, worlds, monkeypatch):
    sound = Dataset.stored_keys

    def spoiled(dataset, world_id=None):
        for row in sound(dataset, world_id):
            if row["task_id"] == "1-1":
                row["rows"] = row["rows"].replace("[[", "[", 1).replace("]]", "]", 1)
            yield row

    monkeypatch.setattr(Dataset, "stored_keys", spoiled)
    answer = call("validate", worlds, "--keys")
    assert answer.code == 1
    assert "wrong: 1 task " in answer.out
    assert "task 1-1, unreadable" in answer.out
    printed = call("validate", worlds, "--keys", "--json")
    assert printed.code == 1
    assert not printed.json["ok"]
    assert printed.json["by_what"] == {"unreadable": 1}


def test_keys_that_are_not_here(call, worlds, tmp_path):
    bare = shutil.copytree(worlds, tmp_path / "bare")
    (bare / "keys-00000.duckdb").unlink()
    answer = call("validate", bare, "--keys")
    assert (answer.code, answer.out) == (1, "")
    assert "keys-00000.duckdb is not here" in answer.err
    assert call("validate", bare).code == 0


def test_as_json_and_files_beside_are_named(call, worlds, tmp_path):
    folder = shutil.copytree(worlds, tmp_path / "worlds")
    (folder / "notes.txt").touch()
    answer = call("validate", folder, "--json")
    assert answer.code == 0 and answer.json["ok"]
    counts = {pack["pack"]: pack["worlds"] for pack in answer.json["packs"]}
    assert counts == {"football": 3, "smartphones": 3}
    assert "not part of the dataset: notes.txt" in answer.err
    assert answer.json["unknown_files"] == ["notes.txt"]
    (folder / "keys-00000.duckdb.wal").touch()
    answer = call("validate", folder)
    assert (answer.code, answer.out) == (1, "")
    assert "keys-00000.duckdb.wal" in answer.err


@pytest.mark.slow
def test_the_self_test(call, worlds):
    printed = call("validate", worlds, "--self-test")
    assert printed.code == 0, printed.out
    assert "mutations caught" in printed.out
    answer = call("validate", worlds, "--self-test", "--json")
    assert answer.json["ok"]
    assert {pack["pack"] for pack in answer.json["packs"]} == {"football", "smartphones"}
