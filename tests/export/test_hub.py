"""A dataset for a hub: what is written, what other programs read of it, and that it is rebuilt."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import polars as pl
import pytest
import yaml

import fictionworld as fw
from fictionworld.audit.record import AuditRecord, Thresholds, figure, rate, result_of
from fictionworld.build import build
from fictionworld.export.hub import export_hub
from fictionworld.tasks.key import answer_texts
from tests.small import small_config

READERS = Path(__file__).parents[2] / ".adapters" / "hub" / "bin" / "python"
READ = """
import json, sys
import datasets, mlcroissant
folder, cache = sys.argv[1:]
tasks = datasets.load_dataset(folder, cache_dir=cache)
club = datasets.load_dataset(folder, "football__club", cache_dir=cache)
answers = datasets.load_dataset(folder + "/../keys", cache_dir=cache)
metadata = mlcroissant.Dataset(jsonld=folder + "/croissant.json")
split = next(iter(tasks))
records = list(metadata.records("tasks/" + split))
print(json.dumps({
    "tasks": {name: list(one["task_id"]) for name, one in tasks.items()},
    "question": tasks[split][0]["question"],
    "clubs": sum(map(len, club.values())),
    "keys": sum(map(len, answers.values())),
    "errors": list(metadata.metadata.ctx.issues.errors),
    "warnings": list(metadata.metadata.ctx.issues.warnings),
    "records": [one[f"tasks/{split}/task_id"].decode() for one in records],
    "split": split,
}))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hub") / "built"
    build(small_config(2, seed=5), folder, workers=1)
    return fw.open(folder)


@pytest.fixture(scope="module")
def hub(built, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hub") / "out"
    export_hub(built, folder, pages=True)
    return folder


def header(folder):
    return yaml.safe_load((folder / "README.md").read_text("utf-8").split("---\n")[1])


def rows(hub, name):
    return pl.concat([pl.read_parquet(path) for path in sorted((hub / name).glob("*.parquet"))])


def test_tasks_are_without_answers_and_answers_apart(hub, built):
    tasks, keys = rows(hub, "dataset/tasks"), rows(hub, "keys/keys")
    assert set(tasks["task_id"]) == set(keys["task_id"]) == {t.task_id for t in built.tasks()}
    assert not {"rows", "specification"} & set(tasks.columns)
    for row in keys.to_dicts():
        assert row["rows"] == [list(r) for r in answer_texts(built.key(row["task_id"]))]


def test_tables_are_those_of_the_dataset_by_split(hub, built):
    split_of = dict(built.worlds().select("world_id", "split").iter_rows())
    for pack in built.manifest.packs:
        for table in built.pack(pack).tables:
            folder = hub / "dataset" / f"{pack}__{table}"
            held = built.table(pack, table)
            assert (
                rows(hub, f"dataset/{folder.name}")
                .sort("world_id", "id")
                .equals(held.sort("world_id", "id"))
            )
            for path in folder.iterdir():
                assert {split_of[one] for one in pl.read_parquet(path)["world_id"]} == {path.stem}
    assert set(rows(hub, "dataset/pages")["world_id"]) == set(split_of)


def test_the_card_says_where_the_files_are(hub, built):
    for folder in ("dataset", "keys"):
        said = header(hub / folder)
        files = {one["path"] for config in said["configs"] for one in config["data_files"]}
        there = {str(p.relative_to(hub / folder)) for p in (hub / folder).rglob("*.parquet")}
        assert files == there
        assert built.content_hash in (hub / folder / "README.md").read_text("utf-8")
        assert built.manifest.canary in (hub / folder / "README.md").read_text("utf-8")


def audit_record(dataset, **changes):
    """The record of an audit with two checks, as `fictionworld audit --json` prints it."""
    record = AuditRecord(
        "worlds", dataset.content_hash, "0.1.0", ("football",), 2, 9, (0, 1), ("tease",),
        Thresholds(),
        (
            result_of("a", "Whole pages", "?", [
                figure("seen", 3.0), rate("stated", 1, 50, (("policy", "tease"),), at_most=0.5),
            ]),
            result_of("b", "Overlap", "?", [], status="not measured"),
        ),
        1.0,
    )  # fmt: skip
    return json.dumps(record.as_dict() | changes)


def test_the_card_tells_the_figures_of_the_audit(built, tmp_path):
    file = tmp_path / "audit.json"
    file.write_text(audit_record(built))
    export_hub(built, tmp_path / "out", audit=file)
    card = (tmp_path / "out" / "dataset" / "README.md").read_text("utf-8")
    section = card.partition("\n## Audit\n")[2].partition("\n## ")[0]
    assert "**passed**, by version 0.1.0 on 2 of 2 worlds." in section
    assert (
        "| Whole pages | passed | stated (tease) 0.02 (0.003539 to 0.105), at most 0.5 |" in section
    )
    assert "| Overlap | not measured |  |" in section and "seen" not in section


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no record that `fictionworld audit --json` printed"),
        ("[]", "is no record that"),
        ({"content_hash": "f" * 64}, "is of a dataset of content ffffffffffff"),
        ({"results": [{"title": 1}]}, "KeyError: 'measures'"),
    ],
)
def test_what_is_no_audit_of_this_dataset_is_refused(built, tmp_path, text, said):
    file = tmp_path / "audit.json"
    file.write_text(text if isinstance(text, str) else audit_record(built, **text))
    with pytest.raises(fw.UsageError, match=re.escape(said)):
        export_hub(built, tmp_path / "out", audit=file)
    assert not (tmp_path / "out").exists()
    with pytest.raises(fw.StorageError, match=r"none\.json"):
        export_hub(built, tmp_path / "out", audit=tmp_path / "none.json")


def test_the_card_alone_gives_the_same_content(hub, built, tmp_path):
    again = fw.from_hub(hub / "dataset", tmp_path / "again", workers=1)
    assert again.content_hash == built.content_hash


def damaged(hub, tmp_path, monkeypatch, change):
    """What `from_hub` says of a copy of the folder that was changed."""
    copy = tmp_path / "copy"
    for path in (hub / "dataset").rglob("*"):
        target = copy / path.relative_to(hub / "dataset")
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file():
            target.write_bytes(path.read_bytes())
    change(copy)
    with pytest.raises(fw.DatasetError) as refused:
        fw.from_hub(copy, tmp_path / "again")
    assert not (tmp_path / "again").exists()
    return str(refused.value)


@pytest.mark.parametrize("name", ["README.md", "croissant.json", "world/TABLE"])
def test_a_missing_file_is_named_and_nothing_written(hub, tmp_path, monkeypatch, name):
    table = next((hub / "dataset" / "world").iterdir()).name
    name = name.replace("TABLE", table)
    said = damaged(hub, tmp_path, monkeypatch, lambda copy: (copy / name).unlink())
    assert name in said and "\n" not in said


def test_an_altered_file_is_named(hub, tmp_path, monkeypatch):
    name = next((hub / "dataset" / "tasks").iterdir()).name
    said = damaged(
        hub, tmp_path, monkeypatch, lambda copy: (copy / "tasks" / name).write_bytes(b"other")
    )
    assert f"tasks/{name} is not as croissant.json says" in said


def test_a_card_of_another_version_is_refused(hub, tmp_path, monkeypatch):
    def of_another(copy):
        card = copy / "README.md"
        text = card.read_text("utf-8")
        words = json.loads(header(copy)["fictionworld"]["config"])["words"]
        card.write_text(text.replace(words, "0" * len(words)), "utf-8")

    said = damaged(hub, tmp_path, monkeypatch, of_another)
    assert "whose words differ" in said and fw.__version__ in said


@pytest.mark.parametrize(
    ("field", "change", "message"),
    [
        (
            "config",
            lambda text: text.replace('"seed"', '"seeds"'),
            r"cannot read \(KeyError: 'seed",
        ),
        ("config", lambda text: text[:-1], r"cannot read \(JSONDecodeError: .*install that one"),
        ("content_hash", lambda text: "0" * len(text), f"says {'0' * 64}; build it with .* 0.9.7$"),
    ],
)
def test_what_another_version_wrote_is_refused_and_nothing_is_left(
    hub, tmp_path, monkeypatch, field, change, message
):
    def of_another(copy):
        card = copy / "README.md"
        _, said, rest = card.read_text("utf-8").split("---\n", 2)
        fields = yaml.safe_load(said)
        own = fields["fictionworld"]
        own |= {"version": "0.9.7", field: change(own[field])}
        card.write_text(f"---\n{yaml.safe_dump(fields)}---\n{rest}", "utf-8")

    assert re.search(message, damaged(hub, tmp_path, monkeypatch, of_another))


@pytest.mark.adapter
def test_datasets_and_mlcroissant_read_it(hub, built, tmp_path):
    if not READERS.exists():
        pytest.skip("make test-hub installs datasets and mlcroissant")
    offline = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
    offline.pop("PYTHONPATH", None)
    done = subprocess.run(
        [READERS, "-c", READ, hub / "dataset", tmp_path], capture_output=True, text=True,
        env=offline, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    listed = {}
    for task in built.tasks():
        listed.setdefault(task.split, []).append(task.task_id)
    assert found["tasks"] == listed
    assert found["records"] == listed[found["split"]]
    assert found["clubs"] == built.table("football", "club").height
    assert found["keys"] == len(built.tasks())
    assert found["errors"] == []
    [warning] = found["warnings"]  # an export has no date: it is the same whenever it is made
    assert "datePublished" in warning
