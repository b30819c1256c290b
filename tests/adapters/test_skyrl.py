"""SkyRL-gym drives an episode by its own registry."""

from __future__ import annotations

import json

import pytest

skyrl_gym = pytest.importorskip("skyrl_gym", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

from skyrl_gym.envs.registration import registry  # noqa: E402

from fictionworld.adapters.skyrl import FictionWorldSkyEnv, training_rows  # noqa: E402
from fictionworld.episodes.episode import Episode  # noqa: E402
from fictionworld.episodes.faults import InfrastructureError  # noqa: E402
from fictionworld.errors import UsageError  # noqa: E402
from tests.adapters.played import QUERIES, TASK, WRONG, documented, reply, right, settings  # noqa: E402

SEARCH = f"<tool_call>{json.dumps({'name': 'web_search', 'arguments': QUERIES})}</tool_call>"


@pytest.fixture
def make():
    if "fictionworld" not in registry:
        skyrl_gym.register("fictionworld", "fictionworld.adapters.skyrl:FictionWorldSkyEnv")
    config = {"dataset": settings().dataset, "reward": "f1_grounded"}
    return lambda **extras: skyrl_gym.make("fictionworld", env_config=config, extras=extras)


def said(step):
    return [message["content"] for message in step["observations"]]


@pytest.mark.parametrize(("answer", "earns"), [(right, 1.0), (lambda: WRONG, 0.0)])
def test_an_episode(make, answer, earns):
    env = make(task_id=TASK)
    prompt, _ = env.init([])
    assert [message["role"] for message in prompt] == ["system", "user"]
    step = env.step(f"I look it up. {SEARCH}")
    assert reply() in said(step)[0] and step["reward"] == 0 and not step["done"]
    step = env.step(f"<think>{SEARCH}</think>{answer()}")
    assert step["reward"] == earns and step["done"] and not said(step)
    assert env.get_metrics()["f1_by_row"] == earns and env.get_metrics()["calls"] == 1


def test_a_turn_of_calls_earns_where_steps_are_set():
    config = {"dataset": settings().dataset, "reward": "f1_grounded,call=0.01"}
    env = FictionWorldSkyEnv(config | {"steps": "shaped=0.5"}, {"task_id": TASK})
    rewards = [env.step(action)["reward"] for action in (SEARCH, SEARCH * 2, right())]
    assert rewards[1] == pytest.approx(-0.02) and sum(rewards) == pytest.approx(0.97)


def test_a_broken_call_is_charged_and_answered(make):
    env = make(task_id=TASK)
    step = env.step("<tool_call>{not json}</tool_call><tool_call>{}</tool_call>")
    assert said(step)[0].count("Error:") == 2
    assert env.get_metrics()["calls"] == env.get_metrics()["unread_calls"] == 2


def test_calls_of_other_families_are_made(make):
    env = make(task_id=TASK)
    step = env.step(f"[TOOL_CALLS]web_search{json.dumps(QUERIES)}")
    assert reply() in said(step)[0] and env.get_metrics()["unread_calls"] == 0


def test_the_last_turn_is_the_answer(make):
    env = make(task_id=TASK, max_turns=2)
    assert not env.step(SEARCH)["done"]
    step = env.step(SEARCH)
    assert step["done"] and step["reward"] == 0


def test_a_fault_of_ours_is_reported(make, monkeypatch):
    def failed(*_):
        raise InfrastructureError("the disk is gone")

    monkeypatch.setattr(Episode, "call", failed)
    step = make(task_id=TASK).step(SEARCH)
    assert step["done"] and step["metadata"] == {"infrastructure_error": "the disk is gone"}


def test_the_documented_example_runs(tmp_path, monkeypatch, capsys):
    (tmp_path / "worlds").symlink_to(settings().dataset)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(registry, "fictionworld", raising=False)
    exec(documented("skyrl_gym.make"))
    assert capsys.readouterr().out == "0.0 True\n"


def test_a_row_brings_its_policy_and_its_seed(make):
    *_, row = training_rows(settings(policy="open"), level=1, epochs=2)
    assert row["env_class"] == "fictionworld"
    assert row["reward_spec"]["ground_truth"] == row["task_id"] and row["group_seed"]
    env = make(**row)
    assert (env.episode.policy, env.episode.seed) == ("open", row["group_seed"])
    assert env.init(row["prompt"])[0] == env.episode.messages


def test_a_row_without_a_task_is_refused(make):
    with pytest.raises(UsageError, match="task_id"):
        make()
