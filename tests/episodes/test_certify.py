from __future__ import annotations

import pytest

from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.certify import (
    CERTIFICATES,
    certify_task,
)
from fictionworld.episodes.rollout import Conditions, play_all, sample
from fictionworld.episodes.summary import by_pack_and_kind, summary_of
from fictionworld.errors import DatasetError


@pytest.fixture(scope="module")
def certificates(dataset):
    return [certify_task(dataset, task) for task in sample(dataset.tasks(), 3)]


def test_certificates(certificates):
    for one in certificates:
        assert one.holds, one.problem
        assert one.scout_f1 == one.oracle_f1 == 1
        assert 0 < one.oracle_calls <= one.scout_calls
        assert one.scout_calls <= 5 * one.oracle_calls + 20


def test_what_was_missed_is_named(dataset, task, monkeypatch):
    class Idler(Scout):
        def play(self, episode, reasoner):
            return ""

    monkeypatch.setattr("fictionworld.episodes.certify.Scout", Idler)
    problem = certify_task(dataset, task).problem
    assert "the scout's answer has f1_by_item 0.000: it did not read " in problem
    assert " more" in problem
    assert problem.count("(https://") == 3


def test_a_budget_that_is_too_small_is_a_problem(dataset, task, monkeypatch):
    monkeypatch.setattr("fictionworld.episodes.certify.budget_for", lambda level, controls: 10)
    problem = certify_task(dataset, task).problem
    assert "calls; a budget of 10 leaves too few to spare" in problem


def test_are_stored_whole_and_added_to(tmp_path, certificates):
    assert CERTIFICATES.read(tmp_path, "abc") == []
    CERTIFICATES.add(tmp_path, "abc", certificates[1:])
    CERTIFICATES.add(tmp_path, "abc", certificates[:2])
    assert CERTIFICATES.read(tmp_path, "abc") == certificates
    assert CERTIFICATES.read(tmp_path, "another dataset") == []
    (tmp_path / CERTIFICATES.name).write_text("{")
    with pytest.raises(DatasetError, match=r"damaged .*run `fictionworld certify` again"):
        CERTIFICATES.read(tmp_path, "abc")


def test_samples_are_spread_and_stable(dataset):
    tasks = dataset.tasks()
    assert sample(tasks, None) == sample(tasks, 10**6) == tasks
    assert len({task.world_id for task in sample(tasks, 6)}) > 3
    assert sample(tasks, 5) == sample(tasks, 5)


def test_summaries(dataset):
    tasks = sample(dataset.tasks(), 6)
    played = list(play_all(dataset, agent_named("oracle"), tasks, Conditions(calls=0)))
    *parts, whole = by_pack_and_kind(played, "oracle", "tease")
    assert whole == summary_of(played, "oracle", "tease")
    assert sum(part.tasks for part in parts) == whole.tasks == 6
    assert whole.mean["f1_by_item"] == 1 and whole.calls["web_extractor"] > 1
    assert summary_of([], "oracle", "tease").mean["f1_by_item"] is None
