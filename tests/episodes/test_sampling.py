"""Tasks drawn for training: each once a turn, with the policy that its world drew."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from fictionworld.errors import UsageError
from fictionworld.web.permit import parse_policies


def test_each_task_once_a_turn(dataset):
    tasks = {task.task_id for task in dataset.tasks()}
    drawn = [one.task_id for one in dataset.sample(2 * len(tasks), seed=3)]
    assert set(drawn[: len(tasks)]) == set(drawn[len(tasks) :]) == tasks
    assert drawn[: len(tasks)] != drawn[len(tasks) :]
    assert drawn == [one.task_id for one in dataset.sample(2 * len(tasks), seed=3)]
    assert drawn[:9] == [one.task_id for one in dataset.sample(9, seed=3)]
    assert drawn[:9] != [one.task_id for one in dataset.sample(9, seed=4)]
    assert list(dataset.sample(0)) == []


def test_a_sample_is_gone_on_with_at_any_place(dataset):
    options = {"seed": 3, "kind": ("wide", "deep"), "policies": {"tease": 1, "open": 1}}
    tasks = len(dataset.tasks(kind=("wide", "deep")))
    whole = list(dataset.sample(2 * tasks + 5, **options))
    assert [one.index for one in whole] == list(range(len(whole)))
    for done in (0, 1, tasks - 1, tasks, tasks + 1, 2 * tasks + 4):
        rest = dataset.sample(len(whole) - done, start=done, **options)
        assert list(rest) == whole[done:]
    endless = dataset.sample(None, start=1, **options)
    assert [next(endless) for _ in range(4)] == whole[1:5]
    assert json.loads(whole[4].as_json())["index"] == 4


def test_a_choice_is_a_part_of_the_sample_of_all(dataset):
    """So a filter may change during a run, and what was drawn stays in its order."""
    every = list(dataset.sample(len(dataset.tasks()), seed=7))
    sizes = sorted(task.least_characters for task in every)
    middle = (sizes[len(sizes) // 4], sizes[3 * len(sizes) // 4])
    for choice in (
        {"pack": "football"}, {"kind": "deep"}, {"characters": middle},
        {"level": 1}, {"level": (2, 3)},
        {"pack": "smartphones", "kind": "wide", "characters": (0, middle[1])},
    ):  # fmt: skip
        tasks = dataset.tasks(**choice)
        assert 0 < len(tasks) < len(every)
        ids = {task.task_id for task in tasks}
        drawn = [one.task_id for one in dataset.sample(len(tasks), seed=7, **choice)]
        assert drawn == [one.task_id for one in every if one.task_id in ids]


def test_a_sampled_task_is_its_task_and_plays_under_its_policy(dataset):
    for one in dataset.sample(4, seed=2, policies={"tease": 0.5, "mixed:0.5": 0.5}):
        task = dataset.task(one.task_id)
        assert (one.question, one.columns, one.world_id) == (
            task.question,
            task.columns,
            task.world_id,
        )
        episode = dataset.episode(one.task_id, one.policy, seed=one.seed)
        assert episode.policy == one.policy


def test_policies_are_drawn_by_world_and_seed(dataset):
    mix = {"tease": 0.7, "mixed:0.5": 0.3}
    found = Counter()
    for seed in range(40):
        of_world = {}
        for one in dataset.sample(len(dataset.tasks()), seed, policies=mix):
            assert of_world.setdefault(one.world_id, one.policy) == one.policy
        found.update(of_world.values())
        world_id = min(of_world)
        assert dataset.episode(world_id, mix, seed=seed).policy == of_world[world_id]
    assert set(found) == set(mix)
    assert 0.6 < found["tease"] / found.total() < 0.8


def test_what_cannot_be_sampled_is_reported(dataset):
    with pytest.raises(UsageError, match=r"got split 'trian'; .* did you mean 'train'"):
        dataset.sample(1, split="trian")
    with pytest.raises(UsageError, match="got n=-1"):
        dataset.sample(-1)
    with pytest.raises(UsageError, match="got start=-1"):
        dataset.sample(1, start=-1)
    with pytest.raises(UsageError, match="got kind 'weit'; allowed: wide, deep, empty"):
        dataset.sample(1, kind="weit")
    with pytest.raises(UsageError, match=r"got characters=\(9, 2\)"):
        dataset.sample(1, characters=(9, 2))
    with pytest.raises(UsageError, match="no task is of that choice"):
        dataset.sample(1, characters=(0, 1))
    with pytest.raises(UsageError, match="got policy 'teas'"):
        dataset.sample(1, policies={"teas": 1.0})


@pytest.mark.parametrize(
    "text",
    ["tease=0", "tease=-1,open=2", "tease=nan", "tease=inf", "tease=0.5,open=x", "tease,open"],
)
def test_weights_are_numbers_above_0(text):
    with pytest.raises(UsageError, match="got weight"):
        parse_policies(text)


def test_a_mix_reads_as_it_is_written():
    for text in ("tease", "mixed:0.5", "tease=0.7,mixed:0.5=0.3", "open=2,strict=1"):
        assert str(parse_policies(text)) == text
        assert parse_policies(parse_policies(text)) == parse_policies(text)
    with pytest.raises(UsageError, match="name each policy once"):
        parse_policies("tease=1,tease=2")
    with pytest.raises(UsageError, match="name each policy once"):
        parse_policies({})
