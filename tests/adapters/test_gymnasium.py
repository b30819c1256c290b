"""Gymnasium drives an episode by its own entry points."""

from __future__ import annotations

import json

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="make test-adapters has an environment for it")
pytestmark = pytest.mark.adapter

from gymnasium.utils.env_checker import check_env  # noqa: E402

from fictionworld.adapters.gymnasium import FictionWorldEnv  # noqa: E402
from fictionworld.episodes.episode import Episode  # noqa: E402
from fictionworld.episodes.faults import EpisodeError, InfrastructureError  # noqa: E402
from fictionworld.errors import UsageError  # noqa: E402
from tests.adapters.played import QUERIES, TASK, documented, reply, right, settings  # noqa: E402

SEARCH = json.dumps({"tool": "web_search", "arguments": QUERIES})


@pytest.fixture
def env():
    return FictionWorldEnv(dataset=settings().dataset, reward="f1_grounded")


def test_it_is_an_environment_as_gymnasium_checks_them(env):
    check_env(env, skip_render_check=True)


def test_a_right_answer_earns_1_and_a_wrong_one_0(env):
    question, info = env.reset(options={"task_id": TASK})
    assert question == settings().open().task(TASK).question
    assert "Today is" in info["system_prompt"]
    text, *rest = env.step(SEARCH)
    assert text == reply()
    assert rest == [0.0, False, False, {}]
    text, reward, terminated, truncated, told = env.step(right())
    assert (text, reward, terminated, truncated) == ("", 1.0, True, False)
    assert told["figures"]["f1_by_row"] == 1
    env.reset(options={"task_id": TASK})
    assert env.step("I do not know.")[1:4] == (0.0, True, False)


def test_calls_earn_where_steps_are_set():
    env = FictionWorldEnv(
        dataset=settings().dataset, reward="f1_grounded,call=0.01", steps="shaped=0.5"
    )
    env.reset(options={"task_id": TASK})
    rewards = [env.step(action)[1] for action in (SEARCH, SEARCH, right())]
    assert rewards[1] == pytest.approx(-0.01) and sum(rewards) == pytest.approx(0.98)


def test_after_the_answer_it_wants_a_reset(env):
    with pytest.raises(EpisodeError, match="reset"):
        env.step(SEARCH)
    env.reset(seed=3)
    env.step("no table")
    with pytest.raises(EpisodeError, match="reset"):
        env.step(SEARCH)


def test_a_broken_call_is_charged_and_answered(env):
    env.reset(seed=3)
    for action in ('{"tool": "fly"}', '{"tool": "web_search", "arguments": 3}', '{"tool": [1]}'):
        text, reward, *_ = env.step(action)
        assert text.startswith("Error:") and reward == 0
    assert env._episode.calls_made == 3


def test_a_fault_of_ours_truncates_and_says_so(env, monkeypatch):
    def failed(*_):
        raise InfrastructureError("the disk is gone")

    monkeypatch.setattr(Episode, "call", failed)
    env.reset(seed=3)
    *rest, info = env.step(SEARCH)
    assert rest == ["", 0.0, False, True]
    assert info == {"infrastructure_error": "the disk is gone"}


def test_seeds_choose_tasks(env):
    first = [env.reset(seed=5)[1]["task_id"], *(env.reset()[1]["task_id"] for _ in range(5))]
    again = [env.reset(seed=5)[1]["task_id"], *(env.reset()[1]["task_id"] for _ in range(5))]
    assert first == again and len(set(first)) > 1


def test_the_documented_example_runs(tmp_path, monkeypatch):
    (tmp_path / "worlds").symlink_to(settings().dataset)
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(documented("FictionWorldEnv"), names)
    assert names["text"].startswith("[1] http")


def test_what_is_not_there_is_refused():
    with pytest.raises(UsageError, match="split 'tset'"):
        FictionWorldEnv(dataset=settings().dataset, split="tset")
    with pytest.raises(UsageError, match=r"'polcy'.*policy"):
        FictionWorldEnv(dataset=settings().dataset, polcy="open")
