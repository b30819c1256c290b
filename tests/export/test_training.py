"""Rows for trainers: a file a split, a prompt and an id, and nothing of the key."""

from __future__ import annotations

import json

import polars as pl
import pytest
import yaml

import fictionworld as fw
from fictionworld.errors import UsageError
from fictionworld.export.training import TRAINING_FORMATS
from fictionworld.simulator.toolbox import all_tools
from fictionworld.tasks.key import answer_markdown
from tests.small import small_dataset


@pytest.fixture(scope="module")
def dataset():
    return fw.open(small_dataset())


def exported(dataset, out, form, tasks=None):
    fw.export_tasks(dataset, out, form, tasks)
    return {path.stem: pl.read_parquet(path).to_dicts() for path in out.glob("*.parquet")}


@pytest.mark.parametrize("form", TRAINING_FORMATS)
def test_a_file_a_split_and_no_key(form, dataset, tmp_path):
    files = exported(dataset, tmp_path / "out", form)
    assert set(files) == {task.split for task in dataset.tasks()}
    assert sum(map(len, files.values())) == len(dataset.tasks())
    by_id = {task.task_id: task for task in dataset.tasks()}
    for split, rows in files.items():
        for row in rows:
            said = json.dumps(row, default=str)
            (task_id,) = {one for one in by_id if f'"{one}"' in said.replace('\\"', '"')}
            assert by_id[task_id].split == split
            assert row["prompt"] == dataset.prompt(task_id)
            assert answer_markdown(dataset.key(task_id)) not in said


def test_the_card_names_its_files(dataset, tmp_path):
    files = exported(dataset, tmp_path / "out", "hf", dataset.tasks(pack="smartphones"))
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    head = yaml.safe_load(text.split("---")[1])
    named = {one["split"]: one["path"] for one in head["configs"][0]["data_files"]}
    assert named == {split: f"{split}.parquet" for split in files}
    assert dataset.content_hash in text and dataset.manifest.canary in text
    row = next(iter(files.values()))[0]
    assert row["budget"] == dataset.episode(row["task_id"]).most_calls
    assert [tool["function"]["name"] for tool in json.loads(row["tools"])] == [
        tool.name for tool in all_tools()
    ]


def test_verl_gets_its_yaml(dataset, tmp_path):
    exported(dataset, tmp_path / "out", "verl")
    tools = yaml.safe_load((tmp_path / "out" / "tools.yaml").read_text())["tools"]
    assert [tool["tool_schema"]["function"]["name"] for tool in tools] == [
        tool.name for tool in all_tools()
    ]
    assert all(tool["config"]["dataset"] == str(dataset.path) for tool in tools)


def test_pages_a_line_each(dataset, tmp_path):
    fw.export_tasks(dataset, tmp_path / "out", "pages", dataset.tasks(1))
    lines = (tmp_path / "out" / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    pages = [json.loads(line) for line in lines]
    assert {page["world_id"] for page in pages} == {1}
    assert len({page["url"] for page in pages}) == len(pages) > 100
    episode = dataset.episode(1)
    for page in pages[::40]:
        read = episode.read(page["url"])
        assert read.found and read.title == page["title"]
        assert read.text.strip()[:80] in page["text"]


def test_keys_go_with_tables_alone(dataset, tmp_path):
    with pytest.raises(UsageError, match="--keys: got format hf"):
        fw.export_tasks(dataset, tmp_path / "out", "hf", keys=True)
    assert not (tmp_path / "out").exists()
