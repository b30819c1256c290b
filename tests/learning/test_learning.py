"""The small policy: its gradient, that it learns, that a run is the same wherever it is made."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

import fictionworld as fw
from fictionworld.cli.curve_plot import curve_plot
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.snippets import filled_answer
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.learning import training
from fictionworld.learning.grid import difference, run_grid, settings_of, spread
from fictionworld.learning.policy import _ENTROPY, Decision, Learner, SearchPolicy, _gradient
from fictionworld.learning.remembered import TextMemory
from fictionworld.learning.runs_file import RunsFile, read_runs
from fictionworld.learning.search_tree import SearchTrees
from fictionworld.learning.searcher import (
    ACTIONS,
    ANSWER,
    FEATURES,
    LISTS,
    OPEN,
    QUESTION,
    VALUES,
    Searcher,
    Situation,
)
from fictionworld.learning.training import (
    Means,
    Setting,
    TaskChoice,
    TrainingRun,
    choose_tasks,
    train,
)
from tests.small import trained_on_dataset


@pytest.fixture(scope="module")
def dataset():
    return fw.open(trained_on_dataset())


@pytest.fixture(scope="module")
def tasks(dataset):
    packs = sorted({task.pack for task in dataset.tasks()})
    return choose_tasks(dataset, packs[-1:])


@pytest.fixture(scope="module")
def trees(dataset):
    return SearchTrees(dataset)


def situation(dice, allowed=None):
    allowed = np.ones(len(ACTIONS), bool) if allowed is None else allowed
    return Situation(dice.normal(size=FEATURES), allowed)


def test_what_is_not_allowed_is_never_chosen():
    dice = np.random.default_rng(1)
    allowed = np.array([False, True, False, False, True])
    chosen = {
        SearchPolicy.untrained().decide(situation(dice, allowed), dice).action for _ in range(200)
    }
    assert chosen == {1, ANSWER}


def test_the_gradient_is_that_of_the_objective():
    """Against differences of the objective, weight by weight."""
    dice = np.random.default_rng(2)
    at, weights = situation(dice), dice.normal(size=(len(ACTIONS), FEATURES))

    def objective(weights, advantage, action):
        chances = SearchPolicy(weights).decide(at, np.random.default_rng(0)).chances
        entropy = -(chances * np.log(chances)).sum()
        return advantage * np.log(chances[action]) + _ENTROPY * entropy

    chances = SearchPolicy(weights).decide(at, np.random.default_rng(0)).chances
    for action, advantage in ((OPEN, 0.7), (ANSWER, -1.3)):
        gradient = _gradient(Decision(at, action, chances), advantage)
        for row, column in ((0, 0), (OPEN, 3), (ANSWER, 7)):
            step = np.zeros_like(weights)
            step[row, column] = 1e-6
            risen = objective(weights + step, advantage, action)
            fallen = objective(weights - step, advantage, action)
            assert gradient[row, column] == pytest.approx((risen - fallen) / 2e-6, abs=1e-5)


def test_a_learner_prefers_what_earns():
    """One step of which the fourth action alone earns: a bandit."""
    dice, learner = np.random.default_rng(3), Learner()
    at = Situation(np.ones(FEATURES), np.ones(len(ACTIONS), bool))
    for _ in range(30):
        decisions = [learner.policy.decide(at, dice) for _ in range(12)]
        learner.update([[([one], float(one.action == OPEN)) for one in decisions]])
    assert learner.policy.decide(at, dice).chances[OPEN] > 0.9


def test_a_group_without_a_difference_teaches_next_to_nothing():
    dice, learner = np.random.default_rng(4), Learner()
    at = situation(dice)
    decision = learner.policy.decide(at, dice)
    before = _gradient(decision, 0.0)
    assert np.abs(before).max() < 2 * _ENTROPY


@pytest.mark.slow
def test_a_run_changes_its_policy_and_is_the_same_in_another_process(dataset, tasks):
    policies = ["open", "strict"]
    settings = settings_of(policies, [0.0], [7], 2, [14_000])
    runs = list(run_grid(dataset.path, tasks, settings, policies, 1))
    again = {run.setting: run for run in run_grid(dataset.path, tasks, settings, policies, 2)}
    assert [again[run.setting] for run in runs] == runs
    for run in runs:
        assert run.weights != tuple(map(tuple, SearchPolicy.untrained().weights.tolist()))
        assert len(run.curve) == 2 and set(run.elsewhere) == {"open", "strict"} - {
            run.setting.policy
        }
    pages = difference(runs, "open", "strict", lambda run: run.after["train"].opened)
    assert list(pages) == [0.0] and pages[0.0].seeds == 1 and pages[0.0].low is None


def test_a_price_is_part_of_what_is_learnt_from_and_not_of_what_is_reported(dataset, tasks, trees):
    few = TaskChoice(tasks.held_packs, tasks.train[:4], tasks.held_out[:1])
    setting = Setting("open", 0.5, 1, updates=0)
    assert setting.label == "open, 0.5 a call"
    run = train(trees, few, setting, ("strict",))
    free = train(trees, few, Setting("open", 0.0, 1, updates=0), ("strict",))
    assert run.before == run.after and run.before["train"].reward >= 0
    assert free.before == run.before and set(free.elsewhere) == {"strict"} and not run.elsewhere


def _allows(walk, steps):
    """Whether each step is allowed after those before it."""
    for step in steps:
        if not walk.state.situation.allowed[step]:
            return False
        walk.act(step)
    return True


def test_what_an_episode_earns_is_the_reward_with_its_price(dataset, tasks, trees):
    """The tree's episode against one that is played by itself, step by step."""
    steps = [QUESTION, OPEN, VALUES, OPEN]
    task_id = next(task for task in tasks.held_out if _allows(trees.walk(task, "open", 30), steps))
    walk = trees.walk(task_id, "open", 30)
    episode = dataset.episode(task_id, policy="open", calls=30)
    handle = OPEN_WORLDS.at(dataset, episode.world_id)
    alone = Searcher(episode, handle, dataset.specification(task_id), TextMemory())
    for step in steps:
        walk.act(step)
        alone.act(step)
    assert np.array_equal(walk.state.situation.features, alone.situation().features)
    assert walk.state.situation.characters == sum(call.characters for call in episode.calls)
    answer = filled_answer(episode, Reasoner(handle, dataset.specification(task_id)))
    reward = episode.score(answer, "f1_evidenced,call=0.5")
    assert reward.earned == reward.f1_evidenced - 0.5 * walk.state.calls


def test_a_walk_over_what_others_played_is_as_one_that_is_played(dataset, tasks, trees):
    """In another order, so that each walk meets states that it has not made."""
    paths = [[QUESTION, OPEN, OPEN, LISTS], [QUESTION, OPEN, LISTS], [QUESTION, OPEN, OPEN, OPEN]]

    def walked(trees, path):
        walk = trees.walk(tasks.train[0], "tease", 30)
        for step in path:
            walk.act(step)
        state = walk.state
        return walk.end(), state.situation.features.tolist(), state.calls, state.opened

    alone = [walked(SearchTrees(dataset), path) for path in paths]
    assert [walked(trees, path) for path in reversed(paths)] == alone[::-1]
    assert [walked(trees, path) for path in paths] == alone


def test_a_file_of_runs_is_gone_on_with(tmp_path):
    path, means = tmp_path / "runs.jsonl", Means(0.5, 0.25, 2.0, 1.5, 900.0, 4)
    both = {"train": means, "held_out": means}
    runs = [
        TrainingRun(
            Setting("open", 0.02, seed),
            (means,),
            (means,) * 2,
            both,
            both,
            {"strict": means},
            ((0.1,),),
        )
        for seed in range(2)
    ]
    file = RunsFile(path, "abc", "football")
    for run in runs:
        file.add(run)
    path.write_bytes(path.read_bytes() + b'{"dataset": "a')  # killed as it wrote
    again = RunsFile(path, "abc", "football")
    assert again.runs == runs
    again.add(runs[0])
    assert [record.run for record in read_runs(path)] == [*runs, runs[0]]
    with pytest.raises(UsageError, match="name another file"):
        RunsFile(path, "abd", "football")
    path.write_text("{}\n")
    with pytest.raises(UsageError, match="line 1 of"):
        RunsFile(path, "abc", "football")


def test_no_task_of_a_held_out_pack_is_in_training(dataset, tasks):
    packs = {id_: dataset.task(id_).pack for id_ in (*tasks.train, *tasks.held_out)}
    assert {packs[id_] for id_ in tasks.held_out} == set(tasks.held_packs)
    assert not set(tasks.held_packs) & {packs[id_] for id_ in tasks.train}
    assert {dataset.task(id_).split for id_ in tasks.train} == {"train"}


def test_by_default_all_packs_without_tasks_of_train_are_held_out(dataset):
    tasks = choose_tasks(dataset)
    trained = {task.pack for task in dataset.tasks(split="train")}
    untrained = {task.pack for task in dataset.tasks()} - trained
    assert tasks.held_packs == tuple(sorted(untrained)) or (
        not untrained and len(tasks.held_packs) == 1
    )
    assert {dataset.task(id_).pack for id_ in tasks.held_out} == set(tasks.held_packs)


def test_an_unknown_held_out_pack_is_named(dataset):
    with pytest.raises(UsageError, match=r"did you mean .football"):
        choose_tasks(dataset, ["footbal"])


def test_a_dataset_too_small_is_refused(dataset, monkeypatch):
    monkeypatch.setattr(training, "_MOST_CHARACTERS", 10)
    with pytest.raises(UsageError, match=r"no small task of .* \(0 small tasks"):
        choose_tasks(dataset)


def test_intervals_of_few_seeds_are_wide():
    assert spread([1.0]).low is None
    five = spread([0.0, 1.0, 2.0, 3.0, 4.0])
    assert five.mean == 2 and five.high - five.mean == pytest.approx(2.776 * 1.5811 / 5**0.5, 1e-3)


def test_curves_are_drawn_with_their_names():
    root = ET.fromstring(curve_plot("Reward", "updates", {"a<b": [0.0, 0.5, 1.0], "c": [1.0] * 3}))
    lines = [line.get("points") for line in root.iter("{http://www.w3.org/2000/svg}polyline")]
    assert lines[0].split()[0] == "60.0,340.0" and lines[0].split()[-1] == "500.0,40.0"
    assert "a<b" in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
