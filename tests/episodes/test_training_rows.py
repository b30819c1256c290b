"""Rows for trainers: one for each visit, those that fit, in an order that is spread."""

from __future__ import annotations

import shutil

import pytest

from fictionworld.dataset import open_dataset
from fictionworld.episodes.calibration import CALIBRATIONS, Calibration, parse_band
from fictionworld.episodes.token_counts import MARGINS, TOKENS, TokenCount, estimated_tokens
from fictionworld.errors import UsageError
from tests.small import small_dataset


@pytest.fixture
def dataset(tmp_path):
    """A copy, beside which counts and pass rates may be put."""
    shutil.copytree(small_dataset(), tmp_path / "worlds")
    return open_dataset(tmp_path / "worlds")


def test_each_task_once_an_epoch_with_another_seed(dataset):
    rows = list(dataset.rows(epochs=3, policies={"tease": 1, "open": 1}))
    tasks = {task.task_id for task in dataset.tasks()}
    assert len(rows) == 3 * len(tasks)
    for epoch in range(3):
        of_epoch = rows[epoch * len(tasks) : (epoch + 1) * len(tasks)]
        assert {row.task_id for row in of_epoch} == tasks
        assert len({row.group_seed for row in of_epoch}) == 1
    assert len({row.group_seed for row in rows}) == 3
    by_task = {task: [row.policy for row in rows if row.task_id == task] for task in tasks}
    assert any(len(set(policies)) == 2 for policies in by_task.values())
    for row in rows[:: len(rows) // 4]:
        episode = dataset.episode(row.task_id, row.policy, seed=row.group_seed)
        assert (row.prompt, row.policy) == (episode.messages, episode.policy)


def test_rows_are_those_that_are_chosen(dataset):
    first = {task.task_id for task in dataset.tasks(split="train", pack="football", level=(1, 2))}
    rows = dataset.rows(split="train", pack="football", level=(1, 2))
    assert {row.task_id for row in rows} == first
    chosen = dataset.tasks()[:2]
    records = [
        Calibration("a", task.task_id, 8, rate, rate, 0.1, 0.5)
        for task, rate in zip(chosen, (0.5, 1.0), strict=True)
    ]
    CALIBRATIONS.add(dataset.path, dataset.content_hash, records)
    assert [row.task_id for row in dataset.rows(band=parse_band("0.125-.875"))] == [
        chosen[0].task_id
    ]


def test_the_first_rows_are_of_all_packs_and_of_many_worlds(dataset):
    first = [row.task for row in dataset.rows()][:6]
    assert {task.pack for task in first} == {"football", "smartphones"}
    assert len({task.world_id for task in first}) >= 4 and len({t.level for t in first}) >= 3


@pytest.mark.parametrize("margin", MARGINS)
def test_what_fits_by_estimate_and_by_count(dataset, margin):
    tasks = dataset.tasks()
    needs = {task.task_id: estimated_tokens(task, margin) for task in tasks}
    middle = sorted(needs.values())[len(needs) // 2]
    fit = {row.task_id for row in dataset.rows(tokens=middle, margin=margin)}
    assert fit == {task_id for task_id, needed in needs.items() if needed <= middle}
    with pytest.raises(UsageError, match=rf"got 10 tokens .* needs {min(needs.values()):,}"):
        dataset.rows(tokens=10, margin=margin)
    counts = [
        TokenCount("model@0123", task.task_id, 900, 1000 + at, 2000 + at)
        for at, task in enumerate(tasks[:-1])
    ]
    TOKENS.add(dataset.path, dataset.content_hash, counts)
    most = {"oracle": 1003, "scout": 2003}[margin]
    for name in ("model", "model@0123"):
        fit = {row.task_id for row in dataset.rows(tokens=most, margin=margin, tokenizer=name)}
        uncounted = tasks[-1].task_id
        expected = {task.task_id for task in tasks[:4]}
        assert fit - {uncounted} == expected
        assert (uncounted in fit) == (needs[uncounted] <= most)


def test_the_scout_needs_more_than_the_oracle(dataset):
    for task in dataset.tasks():
        oracle, scout = (estimated_tokens(task, margin) for margin in MARGINS)
        assert task.least_characters / 2.8 < oracle < scout


def test_what_is_wrong_is_said_before_anything_starts(dataset):
    with pytest.raises(UsageError, match="got epochs=0; allowed: 1 or more"):
        dataset.rows(epochs=0)
    with pytest.raises(UsageError, match=r"margin: got 'scuot'.*did you mean 'scout'"):
        dataset.rows(tokens=9000, margin="scuot")
    with pytest.raises(UsageError, match="has no counts with 'model', but with none; run"):
        dataset.rows(tokens=9000, tokenizer="model")
    counts = [TokenCount(f"model@{n}", "0-1", 1, 2, 3) for n in (1, 2)]
    TOKENS.add(dataset.path, dataset.content_hash, counts)
    with pytest.raises(UsageError, match=r"got 'model'; counted are model@1, model@2"):
        dataset.rows(tokens=9000, tokenizer="model")
    with pytest.raises(UsageError, match=r"with 'other', but with model@1, model@2"):
        dataset.rows(tokens=9000, tokenizer="other")
    calibrated = [Calibration("a", "0-1", 8, 1.0, 1.0, 0.1, 0.5)]
    CALIBRATIONS.add(dataset.path, dataset.content_hash, calibrated)
    with pytest.raises(UsageError, match="no task is of that choice"):
        dataset.rows(band=(0.2, 0.3))
    for text in ("", "0.5", "0.9-0.1", "1.5-2", "a-b"):
        with pytest.raises(UsageError, match="allowed are two shares, such as"):
            parse_band(text)
