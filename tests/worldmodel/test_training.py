"""The reward as frameworks call it, and what it costs."""

from __future__ import annotations

import json
from time import process_time

import pytest

from fictionworld.dataset import open_dataset
from fictionworld.errors import UsageError
from fictionworld.export.world_model import export_turns
from fictionworld.worldmodel.training import (
    compute_score,
    grpo_rows,
    guarded_reward,
    verl_rows,
    world_model_reward,
)
from tests.pace import slowness
from tests.small import small_dataset


@pytest.fixture(scope="module")
def dataset():
    return open_dataset(small_dataset())


@pytest.fixture(scope="module")
def exported(dataset, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rows")
    with (folder / "traces.jsonl").open("w") as file:
        for task in dataset.tasks(split="train")[:3]:
            episode = dataset.episode(task.task_id)
            for words in (task.question[:60], task.question[20:70], task.question[-60:]):
                text = episode.call("web_search", {"query": words})
            url = text.partition("] ")[2].partition("\n")[0]
            episode.call("web_extractor", {"url": url})
            file.write(json.dumps(episode.trace().as_dict() | {"dataset": dataset.content_hash}))
            file.write("\n")
    export_turns(dataset, folder / "rows", folder / "traces.jsonl")
    return folder / "rows" / "train.jsonl"


@pytest.fixture(scope="module")
def rows(exported):
    return list(grpo_rows(exported))


def references(exported):
    lines = exported.read_text("utf-8").splitlines()
    return [json.loads(line)["messages"][-1]["content"] for line in lines]


def test_trl_and_verl_score_as_the_reward_does(exported, rows, dataset):
    texts, calls = references(exported), [row["call"] for row in rows]
    assert world_model_reward(completions=texts, call=calls, prompts=None) == [1.0] * len(rows)
    messages = [[{"role": "assistant", "content": f"<think>hm</think>{text}"}] for text in texts]
    assert guarded_reward(dataset)(completions=messages, call=calls) == [1.0] * len(rows)
    assert max(world_model_reward(completions=[""] * len(rows), call=calls)) < 0.5
    for row, text in zip(verl_rows(exported), texts, strict=True):
        given = row["data_source"], text, row["reward_model"]["ground_truth"], row["extra_info"]
        assert compute_score(*given) == 1
        assert [message["role"] for message in row["prompt"]] == ["system", "user"]
    with pytest.raises(UsageError, match="rows of verl_rows have"):
        compute_score("openai/gsm8k", "", "{}")


def test_a_secret_that_was_not_told_costs(rows, dataset):
    """The guard finds closed values in results; without it they cost as an invention alone."""
    row = next(row for row in rows if '"web_search"' in row["call"])
    call = json.loads(row["call"])
    guard = guarded_reward(dataset)
    handle_row = call["state"]["pages"][0]
    text = (
        f"[1] {handle_row['url']}\nTitle: {handle_row['title']}\nSnippet: {_secret(dataset, call)}"
        f"\nDate: {handle_row['date']}"
    )
    [guarded] = guard(completions=[text], call=[row["call"]])
    [plain] = world_model_reward(completions=[text], call=[row["call"]])
    assert guarded < plain


def _secret(dataset, call):
    from fictionworld.episodes.world_cache import OPEN_WORLDS

    handle = OPEN_WORLDS.at(dataset, call["world_id"])
    guard = handle.guard("tease")
    for head in handle.web.heads:
        for line in handle.web.page(head.number).body.split("\n"):
            if len(line) < 300 and guard.look_at(line, head.number) and guard.look_at(line):
                return line
    raise AssertionError("no line of a page states a closed value")


def test_lines_that_are_no_rows_are_refused(tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"messages": []}\n')
    with pytest.raises(UsageError, match=r"line 1 of .* is no row"):
        list(grpo_rows(tmp_path / "rows.jsonl"))


@pytest.mark.slow
def test_rewards_are_cheap(exported, rows, dataset):
    """At least 500 a processor second, and 25 with the look for leaks; quiet machine."""
    texts, calls = references(exported), [row["call"] for row in rows]
    for score, least, times in (
        (world_model_reward, 500, 20),
        (guarded_reward(dataset), 25, 4),
    ):
        score(completions=texts, call=calls)
        begun = process_time()
        for place in range(times):
            score(completions=[f"{text} {place}" for text in texts], call=calls)
        per_second = times * len(rows) / (process_time() - begun)
        assert per_second * slowness() >= least, f"{per_second:.0f} a second"
