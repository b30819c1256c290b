"""The curriculum: its laws, its file, and that workers share it."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from functools import cache
from itertools import islice
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.dataset import open_dataset
from fictionworld.episodes.curriculum import BAND, Curriculum
from fictionworld.episodes.progress import PassEvidence, Progress
from fictionworld.episodes.sampling import spread_order
from fictionworld.errors import DatasetError, UsageError
from tests.small import small_dataset

PACKS, LEVELS, WORLDS, TASKS = ("a", "b", "c"), (1, 2, 3), 4, 2


@cache
def tasks():
    """72 tasks: of each pack four worlds, in each two tasks of each level."""
    (task,) = islice(open_dataset(small_dataset()).tasks(), 1)
    return [
        replace(
            task,
            task_id=f"{len(PACKS) * world + at}-{len(LEVELS) * number + level}",
            world_id=len(PACKS) * world + at,
            pack=pack,
            level=level,
        )
        for at, pack in enumerate(PACKS)
        for world in range(WORLDS)
        for level in LEVELS
        for number in range(TASKS)
    ]


@cache
def order(turn):
    return spread_order(tasks(), 1, turn)


def draw(progress, n):
    return progress.draw(order, n)


def update(progress, task, rewards):
    return progress.update(task, rewards, BAND)


REWARDS = st.lists(st.floats(0, 1), min_size=2, max_size=8)
VARIED = REWARDS.filter(lambda rewards: max(rewards) > min(rewards))
GROUPS = st.lists(st.tuples(st.sampled_from(range(72)), REWARDS), max_size=40)


def after(groups, drawn=10):
    """The state after some tasks were drawn and these groups of rewards came."""
    progress = Progress()
    draw(progress, drawn)
    for number, rewards in groups:
        update(progress, tasks()[number], rewards)
    return progress


def again(progress):
    return Progress.of(progress.as_dict())


# laws


@given(GROUPS, st.sampled_from(range(72)), VARIED)
def test_a_posterior_moves_towards_the_rewards(groups, number, rewards):
    progress, task = after(groups), tasks()[number]
    better = again(progress)
    raised = [min(1.0, reward + 0.25) for reward in rewards]
    moved = update(progress, task, rewards), update(better, task, raised)
    if all(moved):
        assert progress.pass_rate(task.task_id) < better.pass_rate(task.task_id)
    for other in tasks():
        if other is not task:
            assert progress.pass_rate(other.task_id) == better.pass_rate(other.task_id)


@given(GROUPS, st.sampled_from(range(72)), st.floats(0, 1), st.integers(1, 60))
def test_a_group_without_variance_does_not_move_the_draw(groups, number, reward, n):
    """It leaves its own task out, and all others in their order, while the same levels are open."""
    progress, task = after(groups), tasks()[number]
    flat = again(progress)
    assert update(flat, task, [reward] * 4) is False
    assert flat.pass_rate(task.task_id) == progress.pass_rate(task.task_id)
    if flat.open_levels(tasks()) == progress.open_levels(tasks()):
        before = [v.task.task_id for v in draw(progress, n) if v.task is not task]
        now = [v.task.task_id for v in draw(flat, n) if v.task is not task]
        shorter = min(len(before), len(now))
        assert before[:shorter] == now[:shorter]
    if reward == 0:
        assert max(flat.open_levels(tasks())) <= max(progress.open_levels(tasks()))


@given(GROUPS, st.integers(0, 90), st.integers(1, 40))
def test_a_state_that_was_stored_draws_the_same(groups, drawn, n):
    progress = after(groups, drawn)
    assert draw(again(progress), n) == draw(progress, n)


@given(st.integers(0, 40), st.integers(0, 40), GROUPS)
def test_two_draws_are_one(first, second, groups):
    apart, together = after(groups), after(groups)
    assert draw(apart, first) + draw(apart, second) == draw(together, first + second)


@given(st.integers(1, 72), st.integers(0, 99))
def test_each_beginning_of_an_order_is_spread(n, turn):
    beginning = spread_order(tasks(), turn, turn)[:n]
    assert len({task.task_id for task in beginning}) == n
    for pack in PACKS:
        assert abs(sum(task.pack == pack for task in beginning) - n / len(PACKS)) < 2
        of_pack = [task for task in beginning if task.pack == pack]
        for level in LEVELS:
            count = sum(task.level == level for task in of_pack)
            assert abs(count - len(of_pack) / len(LEVELS)) < 2
            worlds = [task.world_id for task in of_pack if task.level == level]
            assert max(map(worlds.count, worlds), default=0) <= -(-len(worlds) // WORLDS) + 1


@given(GROUPS, st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_some_level_is_always_open(groups, rewards):
    progress = after(groups)
    opened = progress.open_levels(tasks())
    assert opened and opened <= set(LEVELS)
    assert sorted(opened) == list(range(min(opened), max(opened) + 1))


# what it is for


def learn(progress, skill, rounds=60):
    """Play groups of four that pass tasks up to a level; the levels that were drawn in the end."""
    for _ in range(rounds):
        (visit,) = draw(progress, 1)
        passed = visit.task.level <= skill
        rewards = [0.9, 1.0, 0.95, 1.0] if passed else [0.0, 0.0, 0.1, 0.0]
        update(progress, visit.task, rewards)
    return {visit.task.level for visit in draw(again(progress), 10)}


def test_levels_open_one_after_another():
    assert {visit.task.level for visit in draw(Progress(), 20)} == {1}
    assert learn(Progress(), 0) == {1}
    assert learn(Progress(), 1) == {2}
    assert learn(Progress(), 2) == {3}
    assert learn(Progress(), 3) == {3}


def test_what_is_always_solved_or_never_comes_less_often():
    progress = Progress()
    first = draw(progress, 24)
    kinds = ([0, 1, 0, 1], [1, 1, 1, 0.99], [0, 0, 0, 0], [0, 0, 0.01, 0])
    for at, visit in enumerate(first):
        update(progress, visit.task, kinds[at % 4])
    sometimes = {visit.task.task_id for visit in first[::4]}
    assert {visit.task.task_id for visit in draw(again(progress), 6)} == sometimes
    later = {visit.task.task_id for visit in draw(again(progress), 30)}
    assert later == {visit.task.task_id for visit in first}, "they come again"


def test_a_posterior_is_that_of_beta():
    known = PassEvidence()
    known.add(3, 1, 0.5)
    assert known.mean() == 3.5 / 5
    known.add(0, 4, 0.5)
    assert known.mean() == pytest.approx((0.5 + 1.5) / (1 + 1.5 + 4.5))


# the file


@pytest.fixture
def dataset():
    return open_dataset(small_dataset())


def curriculum_of(dataset, path, **options):
    return Curriculum(dataset, path, dataset.tasks(), **options)


def test_a_run_goes_on_where_it_ended(dataset, tmp_path):
    options = {"seed": 3, "policies": {"tease": 1, "open": 1}}
    whole = curriculum_of(dataset, tmp_path / "whole.json", **options)
    broken = curriculum_of(dataset, tmp_path / "broken.json", **options)
    for number in range(4):
        drawn = whole.rows(3)
        assert broken.rows(3) == drawn
        for row in drawn:
            rewards = [number / 4, None, 1.0]
            assert whole.update(row.task_id, rewards) is broken.update(row.task, rewards) is True
        broken = curriculum_of(dataset, tmp_path / "broken.json", **options)
    assert broken.sample(5) == whole.sample(5)
    assert broken.open_levels == whole.open_levels
    assert [task.index for task in whole.sample(2)] == [17, 18]
    assert not whole.update(drawn[0].task, [None, None])


def test_each_visit_has_another_seed_and_draws_another_policy(dataset, tmp_path):
    policies = {"tease": 1, "open": 1}
    tasks = dataset.tasks(level=3)[:2]
    curriculum = Curriculum(dataset, tmp_path / "c.json", tasks, policies=policies)
    drawn = curriculum.sample(40)
    for task in tasks:
        visits = [one for one in drawn if one.task_id == task.task_id]
        assert len({one.seed for one in visits}) == len(visits) > 1
        assert {one.policy for one in visits} == set(policies)
        assert all(one.seed < 2**31 for one in visits)
    row = curriculum.rows(1)[0]
    episode = dataset.episode(row.task_id, row.policy, seed=row.group_seed)
    assert episode.messages == row.prompt and episode.most_calls == row.budget


def test_what_is_wrong_is_said_before_anything_starts(dataset, tmp_path):
    path = tmp_path / "c.json"
    curriculum = curriculum_of(dataset, path)
    (task,) = curriculum.sample(1)
    other = SimpleNamespace(content_hash="another", tasks=dataset.tasks)
    with pytest.raises(UsageError, match=r"is a curriculum of dataset .* and this one of another"):
        Curriculum(other, path, dataset.tasks())
    with pytest.raises(UsageError, match=r"with seed 0, and this one .* with seed 1"):
        curriculum_of(dataset, path, seed=1)
    with pytest.raises(UsageError, match="a curriculum needs tasks"):
        Curriculum(dataset, path, [])
    with pytest.raises(UsageError, match=r"got band \(1, 0\)"):
        curriculum_of(dataset, path, band=(1, 0))
    with pytest.raises(UsageError, match="got policy 'teas'"):
        curriculum_of(dataset, path, policies="teas")
    with pytest.raises(UsageError, match="got n=-1"):
        curriculum.sample(-1)
    with pytest.raises(UsageError, match="got task '99-1', which is none"):
        curriculum.update("99-1", [1.0, 0.0])
    before = path.read_bytes()
    with pytest.raises(UsageError, match="finite numbers"):
        curriculum.update(task, [1.0, float("nan")])
    assert path.read_bytes() == before
    for text in ("", "[]", '{"format": 1}', '{"format":1,"dataset":"","seed":0,"progress":[]}'):
        path.write_text(text)
        with pytest.raises(DatasetError, match="is damaged, or no curriculum"):
            curriculum_of(dataset, path)


def _work(path, number, rounds):
    curriculum = curriculum_of(open_dataset(small_dataset()), path)
    for at in range(rounds):
        (task,) = curriculum.sample(1)
        curriculum.update(task, [0.0, (1 + (number + at) % 5) / 10])


def test_workers_lose_no_update(dataset, tmp_path):
    """Two processes at once: each draw and each group of both is there in the end."""
    path, rounds = tmp_path / "shared.json", 15
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_work, args=(path, n, rounds)) for n in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
        assert worker.exitcode == 0
    curriculum = curriculum_of(dataset, path)
    progress = curriculum._read()
    assert progress.drawn == 2 * rounds
    assert sum(state.visits for state in progress.tasks.values()) == 2 * rounds
    weight = sum(known.passes + known.fails for known in progress.levels.values())
    assert weight == pytest.approx(sum(0.9**at for at in range(2 * rounds)))
    assert [path.name for path in tmp_path.iterdir() if "aside" in path.name] == []
