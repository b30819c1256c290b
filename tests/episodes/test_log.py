"""Episodes as JSON: what was written is gone on with, and nothing else is taken for it."""

from __future__ import annotations

import json

import pytest

from fictionworld.dataset import Dataset
from fictionworld.episodes.episode import Episode
from fictionworld.errors import UsageError
from fictionworld.tasks.key import answer_markdown

RECALL = ("dict_memory", {"operation": "retrieve_all"})


@pytest.fixture
def played(dataset, task):
    """An episode with searches, a page, notes, and slips of every kind."""
    episode = dataset.episode(task.task_id, {"open": 1}, "hostile", seed=4, reply_characters=2_000)
    results = episode.search(task.question)
    for one in results[:2]:
        episode.read(one.url)
    episode.call("dict_memory", {"operation": "add", "dict": {"ключ \ud800": [1, "é"]}})
    episode.call("dict_memory", {"operation": "update", "dict": {"x": 1}})
    for tool, arguments in (("", {1: object()}), ("web_search", "{broken"), ("nö", "\udfff")):
        episode.call(tool, arguments)
    return episode


def calls_after(episode):
    """What comes next, byte for byte: it hangs on notes and on how often a call was made."""
    question = {"query": episode.task.question}
    return [
        episode.call(*RECALL), *(episode.call("web_search", question) for _ in range(4)),
        episode.call("dict_memory", {"operation": "remove_all"}), episode.call(*RECALL),
    ]  # fmt: skip


def test_it_goes_on_where_it_was(dataset, played):
    log = played.log()
    assert "\n" not in log and log.isascii() and Episode.from_log(dataset, log).log() == log
    there = Episode.from_log(dataset, log)
    assert there.trace(texts=True) == played.trace(texts=True)
    assert there.messages == played.messages and there.most_calls == played.most_calls
    assert calls_after(there) == calls_after(played)
    answer = answer_markdown(dataset.key(played.task.task_id))
    assert there.score(answer) == played.score(answer)
    over = Episode.from_log(dataset, played.log())
    assert over.is_over and over.trace().reward == played.trace().reward


def test_an_episode_without_a_task(dataset):
    episode = dataset.episode(0, calls=3)
    episode.search("directory")
    there = Episode.from_log(dataset, episode.log())
    assert (there.task, there.world_id, there.calls_made) == (None, 0, 1)


def changed(log, **changes):
    return json.dumps({**json.loads(log), **changes})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda log: log[: len(log) // 2], "no JSON .* whole text"),
        (lambda log: "", "no JSON"),
        (lambda log: "[" * 100_000, "no JSON"),
        (lambda log: None, "no JSON"),
        (lambda log: "[]", "no log of an episode"),
        (lambda log: '{"seed": 1}', "no log of an episode"),
        (lambda log: changed(log, format=2), "format 2, .* reads format 1"),
        (lambda log: changed(log, dataset="0" * 64), "another dataset .*content 000000000000"),
        (lambda log: changed(log, backend="vllm:m"), r"give dataset.worded_by\('vllm:m'\)"),
        (lambda log: changed(log, seed="four"), "damaged log: seed: "),
        (lambda log: changed(log, calls=[{"tool": 1}]), "damaged log: calls.0"),
        (lambda log: changed(log, task_or_world="0-999"), "got task 0-999"),
        (lambda log: changed(log, policy="shut"), "got policy 'shut'"),
    ],
)
def test_what_is_no_log_of_this_dataset_is_reported(dataset, played, change, said):
    with pytest.raises(UsageError, match=said):
        Episode.from_log(dataset, change(played.log()))


def test_a_prompt_without_an_episode(dataset, task):
    episode = dataset.episode(task.task_id, controls="realistic", calls=7)
    assert dataset.prompt(task.task_id, "realistic", calls=7) == episode.messages
    system, user = dataset.prompt(task.task_id)
    assert (system["role"], user) == ("system", {"role": "user", "content": task.question})
    assert "You may make" in system["content"]
    assert isinstance(dataset, Dataset)
