"""Estimates of an evaluation: against brute force, against simulated agents, in pairs."""

from __future__ import annotations

import json
import random
from itertools import combinations
from statistics import fmean
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fictionworld as fw
from fictionworld.cli.interval_plot import interval_plot
from fictionworld.episodes.evaluation import (
    MeanEstimate,
    _estimate,
    differences,
    evaluate,
    pass_at_k,
    runs_of,
)
from fictionworld.episodes.scored_traces import ScoredTrace
from fictionworld.errors import UsageError
from tests.small import small_dataset


@pytest.fixture(scope="module")
def tasks():
    return {task.task_id: task for task in fw.open(small_dataset()).tasks()}


def trace(task_id, reward, sample=0, agent="a", conditions=""):
    return ScoredTrace(agent, conditions, task_id, sample, reward, 3, 2, 2_800)


def group(evaluation, by, name):
    (only,) = [one for one in evaluation.groups if (one.by, one.name) == (by, name)]
    return only


@given(st.lists(st.booleans(), min_size=1, max_size=8), st.data())
def test_pass_at_k_is_the_mean_over_all_draws_of_k(passes, data):
    k = data.draw(st.integers(1, len(passes)))
    drawn = [any(chosen) for chosen in combinations(passes, k)]
    assert pass_at_k(len(passes), sum(passes), k) == pytest.approx(fmean(drawn))


def test_intervals_hold_the_truth_in_about_95_of_100_datasets():
    """Tasks of a world share a difficulty, which an interval over tasks alone would leave out."""
    dice, held = random.Random(1), 0
    for _ in range(100):
        rewards = {}
        for world in range(40):
            difficulty = dice.choice((-0.3, 0.3))
            for number in range(1, 7):
                rewards[f"{world}-{number}"] = 0.5 + difficulty + dice.uniform(-0.1, 0.1)
        mean = _estimate(rewards)
        held += mean.low <= 0.5 <= mean.high
    assert 88 <= held <= 100


def test_groups_and_figures(tasks):
    ids = list(tasks)[:4]
    traces = [trace(id_, reward, n) for id_ in ids for n, reward in enumerate((1.0, 0.0))]
    whole = evaluate("a", [*traces, trace(ids[0], 1.0, 2)], tasks, 2)
    everything = group(whole, "all", "all")
    assert (everything.tasks, everything.episodes) == (4, 9)
    assert everything.mean.value == pytest.approx((2 / 3 + 3 * 0.5) / 4)
    assert everything.pass_1.value == everything.mean.value and everything.pass_k.value == 1
    assert everything.calls == 3 and everything.tokens > 0
    for by in ("split", "pack", "level", "kind", "shape"):
        assert sum(one.tasks for one in whole.groups if one.by == by) == 4
    assert evaluate("a", traces, tasks, 3).groups[0].pass_k is None
    with pytest.raises(UsageError, match="--k: got 0"):
        evaluate("a", traces, tasks, 0)
    with pytest.raises(UsageError, match="--pass-at: got 0"):
        evaluate("a", traces, tasks, 1, 0)


def test_a_group_of_one_world_has_no_interval(tasks):
    world = next(iter(tasks.values())).world_id
    traces = [trace(id_, 1.0) for id_, task in tasks.items() if task.world_id == world]
    assert evaluate("a", traces, tasks, 1).groups[0].mean == (1.0, None, None)


def test_pairs_are_closer_than_runs_alone(tasks):
    """Two agents of which one is better by .05 at each task, however hard the task is."""
    dice = random.Random(2)
    hard = {id_: dice.uniform(0, 0.9) for id_ in tasks}
    runs = runs_of(
        [trace(id_, reward) for id_, reward in hard.items()]
        + [trace(id_, reward + 0.05, agent="b") for id_, reward in hard.items()]
        + [trace(id_, 1.0, agent="b", conditions="strict") for id_ in hard]
    )
    assert list(runs) == ["a", "b", "b (strict)"]
    gained = differences("b", "a", runs, tasks)[0]
    assert gained.mean.value == pytest.approx(0.05) and gained.tasks == len(tasks)
    assert gained.mean.low == pytest.approx(0.05) and gained.mean.high == pytest.approx(0.05)


def test_an_episode_in_two_files_counts_once(tasks):
    only = next(iter(tasks))
    assert runs_of([trace(only, 1.0), trace(only, 0.0)]) == {"a": [trace(only, 1.0)]}


def test_the_picture_is_svg_and_escapes_labels():
    rows = [
        ("<a & b>", MeanEstimate(0.5, 0.25, 0.75)),
        ("one world", MeanEstimate(1.0, None, None)),
    ]
    root = ET.fromstring(interval_plot("Mean", rows))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "<a & b>" in texts and "one world" in texts
    dots = [float(c.get("cx")) for c in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert dots == [300 + 420 * 0.5, 720]


def test_the_command_prints_compares_and_draws(call, tmp_path):
    folder, files = small_dataset(), [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for name, path in zip(("closed-book", "guess"), files, strict=True):
        played = ("--agent", name, "--tasks", 6, "--samples", 2, "--traces", path, "--workers", 1)
        assert call("rollout", str(folder), *played).code == 0
    given_files = [text for path in files for text in ("--traces", str(path))]
    plot = tmp_path / "plot.svg"
    answer = call("evaluate", str(folder), *given_files, "--k", "2", "--json", "--plot", str(plot))
    assert answer.code == 0 and ET.parse(plot)
    read = json.loads(answer.out)
    assert [one["run"] for one in read["evaluations"]] == ["closed-book", "guess"]
    assert {one["other"] for one in read["differences"]} == {"closed-book"}
    answer = call("evaluate", str(folder), *given_files, "--by", "kind")
    assert answer.code == 0 and "pass@8" in answer.out and "--samples 8" in answer.err
    assert call("evaluate", str(folder), *given_files, "--by", "size").code == 2
