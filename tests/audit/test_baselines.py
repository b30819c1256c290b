"""What baseline agents earn, and when a sampled world is looked at again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fictionworld.audit.baselines import BASELINES, BaselineCheck, run_baselines
from fictionworld.audit.check import AuditContext, Observations
from fictionworld.audit.options import AuditOptions

CHECK = BaselineCheck()


@pytest.fixture(scope="module")
def played(opened):
    """What an agent that searches once earned on one task."""
    results = CHECK.of_world_again(opened[0], (("paste-question", "tease"),))
    return results[0]


def seen(dataset, played, values):
    """What the check observes of an agent that earned these values, a task in each world."""
    runs = [[replace(played, reward=replace(played.reward, f1_value=value))] for value in values]
    return Observations(runs, None, AuditContext(dataset, "worlds", AuditOptions(), ()))


def test_agents_that_make_no_call_play_all_tasks_of_a_world(opened):
    audited = opened[1]
    results = run_baselines(audited, audited.played[:1], "few")
    tasks = {
        name: [run.task_id for run in results if run.agent == name and run.policy != "tease"]
        for name in BASELINES
    }
    for name in ("empty", "echo", "keys-with-blanks", "guess", "closed-book"):
        assert sorted(tasks[name]) == sorted(task.task_id for task in audited.tasks)
    for name in ("paste-question", "prober", "oracle"):
        assert tasks[name] == [audited.played[0].task_id]


@pytest.mark.parametrize(
    ("values", "undecided"),
    [
        ([0.0] * 95, ()),
        # one of 95 may be one of 20, and one of 285 may not
        ([0.0] * 94 + [1.0], (("paste-question", "tease"),)),
        ([0.0] * 284 + [1.0], ()),
        # what fails is decided
        ([1.0] * 95, ()),
    ],
)
def test_few_tasks_leave_a_lucky_answer_undecided(dataset, played, values, undecided):
    assert CHECK.undecided(seen(dataset, played, values)) == undecided


def test_a_second_look_plays_the_other_tasks(opened):
    audited, agent = opened[0], ("paste-question", "strict")
    results = CHECK.of_world_again(audited, (agent,))
    assert {(run.agent, run.policy) for run in results} == {agent}
    first = {task.task_id for task in audited.played}
    again = [run.task_id for run in results]
    assert len(again) == len(set(again)) and first.isdisjoint(again)
    assert first.union(again) == {task.task_id for task in audited.tasks}
