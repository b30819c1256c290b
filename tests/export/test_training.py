"""Rows for trainers: a file a split, a prompt and an id, and nothing of the key."""

from __future__ import annotations

import json

import polars as pl
import pytest
import yaml

import fictionworld as fw
from fictionworld.adapters.settings import EpisodeSettings
from fictionworld.errors import UsageError
from fictionworld.export.training import TRAINING_FORMATS
from fictionworld.simulator.toolbox import openai_tools
from fictionworld.tasks.key import answer_markdown
from tests.small import small_dataset


@pytest.fixture(scope="module")
def dataset():
    return fw.open(small_dataset())


SHARED = ["task_id", "policy", "group_seed", "prompt", "tools", "budget"]
EXTRA = {
    "hf": ["pack", "kind", "level", "least_pages", "least_characters", "least_tokens"],
    "trl": [],
    "verl": ["data_source", "ability", "agent_name", "reward_model", "extra_info"],
    "verifiers": ["answer", "info"],
}


def exported(dataset, out, form, tasks=None, **more):
    fw.export_tasks(dataset, out, form, tasks, **more)
    return {path.stem: pl.read_parquet(path).to_dicts() for path in out.glob("*.parquet")}


@pytest.mark.parametrize("form", TRAINING_FORMATS)
def test_a_file_a_split_and_no_key(form, dataset, tmp_path):
    files = exported(dataset, tmp_path / "out", form)
    assert set(files) == {task.split for task in dataset.tasks()}
    assert sum(map(len, files.values())) == len(dataset.tasks())
    by_id = {task.task_id: task for task in dataset.tasks()}
    for split, rows in files.items():
        for row in rows:
            assert list(row) == [*SHARED, *EXTRA[form]]
            task_id, said = row["task_id"], json.dumps(row, default=str)
            assert {one for one in by_id if f'"{one}"' in said.replace('\\"', '"')} == {task_id}
            assert by_id[task_id].split == split
            assert row["prompt"] == dataset.prompt(task_id)
            assert json.loads(row["tools"]) == openai_tools()
            assert row["budget"] == dataset.episode(task_id).most_calls
            assert answer_markdown(dataset.key(task_id)) not in said


@pytest.mark.parametrize("form", TRAINING_FORMATS)
def test_prompts_and_budgets_are_for_the_controls_and_calls(form, dataset, tmp_path):
    tasks = dataset.tasks()[:3]
    files = exported(dataset, tmp_path / "out", form, tasks, controls="realistic", calls=9)
    for row in (row for rows in files.values() for row in rows):
        assert row["budget"] == 9
        assert row["prompt"] == dataset.prompt(row["task_id"], "realistic", calls=9)


def test_each_epoch_has_other_seeds_and_policies(dataset, tmp_path):
    tasks = dataset.tasks()
    policies = {"open": 1.0, "tease": 1.0}
    files = exported(dataset, tmp_path / "out", "verl", policies=policies, epochs=6)
    rows = [row for of in files.values() for row in of]
    for task in tasks:
        of_task = [row for row in rows if row["task_id"] == task.task_id]
        assert len({row["group_seed"] for row in of_task}) == 6
        for row in of_task:
            create = row["extra_info"]["tools_kwargs"]["web_search"]["create_kwargs"]
            assert create == {name: row[name] for name in ("task_id", "group_seed", "policy")}
    assert {row["policy"] for row in rows} == set(policies)
    with pytest.raises(UsageError, match="got epochs=0"):
        fw.export_tasks(dataset, tmp_path / "none", "verl", epochs=0)


def test_they_go_with_the_formats_of_trainers_alone(dataset, tmp_path):
    for more in ({"controls": "realistic"}, {"calls": 9}, {"epochs": 2}, {"policies": "open"}):
        with pytest.raises(UsageError, match="got format jsonl; only hf, trl, verl, verifiers"):
            fw.export_tasks(dataset, tmp_path / "out", "jsonl", **more)
    assert not (tmp_path / "out").exists()


def test_the_card_names_its_files(dataset, tmp_path):
    files = exported(dataset, tmp_path / "out", "hf", dataset.tasks(pack="smartphones"))
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    head = yaml.safe_load(text.split("---")[1])
    named = {one["split"]: one["path"] for one in head["configs"][0]["data_files"]}
    assert named == {split: f"{split}.parquet" for split in files}
    assert dataset.content_hash in text and dataset.manifest.canary in text


def test_verl_gets_its_yaml(dataset, tmp_path):
    exported(dataset, tmp_path / "out", "verl", controls="dead_links=0.2", calls=9)
    text = (tmp_path / "out" / "tools.yaml").read_text()
    assert text.count("dataset:") == 1  # one place to edit, for all three
    tools = yaml.safe_load(text)["tools"]
    assert [tool["tool_schema"] for tool in tools] == openai_tools()
    for tool in tools:
        assert tool["config"]["type"] == "native"
        given = {name: one for name, one in tool["config"].items() if name != "type"}
        assert EpisodeSettings.of(given) == EpisodeSettings(
            str(dataset.path), controls="dead_links=0.2", calls=9, reply_characters=12_000
        )


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
