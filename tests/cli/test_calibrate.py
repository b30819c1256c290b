"""Pass rates from traces, stored beside the dataset, and samples by them."""

from __future__ import annotations

import json
import shutil

import pytest

from fictionworld.build import build
from fictionworld.dataset import open_dataset
from fictionworld.episodes.calibration import CALIBRATIONS, calibrations
from fictionworld.episodes.scored_traces import ScoredTrace, scored_traces
from fictionworld.errors import DatasetError, UsageError
from tests.small import SMALL, small_dataset


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(small_dataset(), tmp_path / "worlds")


def lines_of(folder, rewards):
    """Traces as `rollout --traces` writes them, as far as calibration reads them."""
    content_hash = open_dataset(folder).content_hash
    return [
        json.dumps(
            {
                "agent": agent, "task_id": task_id, "dataset": content_hash,
                "reward": {"chosen": "f1_grounded", "earned": value, "f1_evidenced": 0},
                "calls": [],
            }
        )
        for agent, task_id, value in rewards
    ]  # fmt: skip


def calibrated(folder, call, rewards, **more):
    traces = folder.parent / "traces.jsonl"
    lines = lines_of(folder, rewards)
    lines.append(json.dumps({"task_id": "0-1", "agent": "a", "error": "the disk is gone"}))
    traces.write_text("\n".join(lines) + "\n")
    return call("calibrate", str(folder), "--traces", str(traces), *more.get("flags", ()))


REWARDS = [
    ("a", "0-1", 1.0), ("a", "0-1", 0.0), ("a", "0-2", 1.0), ("a", "0-2", 0.6), ("a", "1-1", 0.2)
]  # fmt: skip


def test_figures_of_each_task():
    traces = [ScoredTrace(agent, "", id_, 0, reward, 0, 0, 0) for agent, id_, reward in REWARDS]
    found = {one.task_id: one for one in calibrations(traces)}
    assert found["0-1"].pass_rate == 0.5 and found["0-1"].variance == 0.25
    assert found["0-2"].pass_rate == 1 and found["0-2"].mean == 0.8
    assert found["1-1"].pass_rate == 0 and found["1-1"].rollouts == 1
    assert {one.pass_rate for one in calibrations(traces, pass_at=1)} == {0.5, 0}
    with pytest.raises(UsageError, match="--pass-at"):
        calibrations(traces, pass_at=0)


def test_a_sample_by_pass_rate(folder, call):
    dataset = open_dataset(folder)
    with pytest.raises(UsageError, match="fictionworld calibrate"):
        dataset.sample(3, band=(1 / 8, 7 / 8))
    answer = calibrated(folder, call, REWARDS)
    assert answer.code == 0
    assert "3 tasks, 5 rollouts" in answer.out and "1 sometimes passed" in answer.out
    assert {one.task_id for one in dataset.sample(4, band=(1 / 8, 7 / 8))} == {"0-1"}
    assert {one.task_id for one in dataset.sample(4, band=(0.5, 1))} == {"0-1", "0-2"}
    whole = [one.task_id for one in dataset.sample(10, band=(0, 1))]
    rest = [one.task_id for one in dataset.sample(6, band=(0, 1), start=4)]
    assert rest == whole[4:]
    calibrated(folder, call, [("b", "0-1", 1.0)])
    with pytest.raises(UsageError, match="a, b"):
        dataset.sample(3, band=(0, 1))
    assert {one.task_id for one in dataset.sample(2, band=(1, 1), agent="b")} == {"0-1"}
    with pytest.raises(UsageError, match="got agent 'c'; calibrated: a, b"):
        dataset.sample(3, band=(0, 1), agent="c")


def test_real_traces_are_read(folder, call, tmp_path):
    traces = tmp_path / "traces.jsonl"
    played = ("--agent", "guess", "--tasks", "2", "--traces", str(traces))
    assert call("rollout", str(folder), *played).code == 0
    played = list(scored_traces(traces, open_dataset(folder).content_hash))
    assert len(played) == 2 and {trace.agent for trace in played} == {"guess"}
    assert call("calibrate", str(folder), "--traces", str(traces)).code == 0


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("no json", "line 1"),
        ("{}", "line 1"),
        ('{"agent": "a", "task_id": "x", "dataset": "D", "reward": {"earned": 1}, "calls": []}',
         "x"),
        ('{"agent": "a", "task_id": "0-1", "dataset": "E", "reward": {"earned": 1}, "calls": []}',
         "another dataset"),
    ],
)  # fmt: skip
def test_bad_traces_are_refused(folder, call, line, says):
    traces = folder.parent / "traces.jsonl"
    traces.write_text(line.replace('"D"', f'"{open_dataset(folder).content_hash}"') + "\n")
    answer = call("calibrate", str(folder), "--traces", str(traces))
    assert answer.code == 2 and says in answer.err
    assert not (folder / CALIBRATIONS.name).exists()


def test_what_stands_beside_a_dataset_is_in_no_build_s_way(folder, call):
    calibrated(folder, call, REWARDS)
    before = open_dataset(folder).content_hash
    build(SMALL, folder, workers=1)
    assert open_dataset(folder).content_hash == before and (folder / CALIBRATIONS.name).exists()


def test_another_dataset_s_figures_are_not_taken_and_damage_is_reported(folder, call):
    calibrated(folder, call, REWARDS)
    assert CALIBRATIONS.read(folder, "another") == []
    (folder / CALIBRATIONS.name).write_text('{"format": 1')
    with pytest.raises(DatasetError, match="fictionworld calibrate"):
        open_dataset(folder).sample(1, band=(0, 1))
