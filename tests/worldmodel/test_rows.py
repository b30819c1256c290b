"""Rows for training a model that plays the tools: whole, repeatable, worth 1 as they stand."""

from __future__ import annotations

import json

import pytest

from fictionworld.dataset import open_dataset
from fictionworld.errors import UsageError
from fictionworld.export.world_model import export_turns
from fictionworld.worldmodel.reward import reward
from tests.small import small_dataset


@pytest.fixture(scope="module")
def dataset():
    return open_dataset(small_dataset())


@pytest.fixture(scope="module")
def traces(dataset, tmp_path_factory):
    path = tmp_path_factory.mktemp("traces") / "traces.jsonl"
    with path.open("w") as file:
        for task in dataset.tasks(split="train")[:2]:
            episode = dataset.episode(task.task_id)
            episode.call("dict_memory", {"operation": "add", "dict": {"a": "1"}})
            text = episode.call("web_search", {"query": task.question[:60]})
            url = text.partition("] ")[2].partition("\n")[0]
            for _ in range(2):
                episode.call("web_extractor", {"url": url})
            episode.call("web_extractor", {"url": "https://nowhere.example/"})
            episode.call("dict_memory", {"operation": "retrieve", "key_list": ["a"]})
            row = episode.trace().as_dict() | {"dataset": dataset.content_hash}
            file.write(json.dumps(row) + "\n")
    return path


def test_each_call_is_a_row_and_its_own_reply_is_worth_everything(dataset, traces, tmp_path):
    done = export_turns(dataset, tmp_path / "rows", traces)
    text = (tmp_path / "rows" / "train.jsonl").read_text("utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    assert done.written == {"train": len(rows)} and done.repeated >= 2 and done.left_out == 2
    assert {row["call"]["state"]["tool"] for row in rows} == {
        "web_search", "web_extractor", "dict_memory",
    }  # fmt: skip
    for row in rows:
        system, user, reply = row["messages"]
        assert [message["train"] for message in (system, user, reply)] == [False, False, True]
        assert "(secret)" not in user["content"]
        assert reward(row["call"], reply["content"]) == 1
        assert reward(row["call"], "") < 0.4
    again = export_turns(dataset, tmp_path / "again", traces)
    assert again.written == done.written
    assert (tmp_path / "again" / "train.jsonl").read_text("utf-8") == text


def test_lines_that_are_no_trace_are_refused(dataset, tmp_path):
    path = tmp_path / "traces.jsonl"
    path.write_text('{"task_id": "0-1"}\n')
    with pytest.raises(UsageError, match=r"line 1 of .* is no trace"):
        export_turns(dataset, tmp_path / "rows", path)
    assert not (tmp_path / "rows").exists()
