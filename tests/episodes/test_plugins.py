"""Agents and rewards of an installed package, found by its entry points, used by name."""

from __future__ import annotations

import json
import sys

import pytest

import fictionworld as fw
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.rewards.registry import all_rewards
from fictionworld.errors import UsageError
from tests.small import small_dataset

PACKAGE = """
class FirstResult:
    settings = "k=1"

    def play(self, episode):
        [result] = episode.search(episode.question, k=1)
        return episode.read(result.url).text


class Thrift:
    name = "thrift"
    summary = "right cells, less a hundredth a call"

    def value(self, outcome):
        assert outcome.task.task_id and outcome.answer
        return outcome.figures.f1_grounded - 0.01 * len(outcome.calls)


THRIFT = Thrift()
"""
ENTRY_POINTS = """
[fictionworld.agents]
first-result = a_plugin:FirstResult

[fictionworld.rewards]
thrift = a_plugin:THRIFT
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package of this text and these entry points where installed ones are looked for."""

    def put(entry_points=ENTRY_POINTS):
        (tmp_path / "a_plugin.py").write_text(PACKAGE)
        info = tmp_path / "a_plugin-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a-plugin\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(entry_points)
        monkeypatch.syspath_prepend(tmp_path)
        all_rewards.cache_clear()

    yield put
    sys.modules.pop("a_plugin", None)
    all_rewards.cache_clear()


def test_both_by_name_in_a_rollout(install, tmp_path, monkeypatch, capsys):
    from fictionworld.cli import main as cli

    install()
    traces = tmp_path / "traces.jsonl"
    command = ["rollout", str(small_dataset()), "--agent", "first-result", "--reward", "thrift"]
    for ending in ([], ["--json"]):
        more = ["--tasks", "2", "--traces", str(traces), *ending]
        monkeypatch.setattr(sys, "argv", ["fictionworld", *command, *more])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert not left.value.code
    told = capsys.readouterr().out
    found = [json.loads(line) for line in traces.read_text().splitlines()]
    assert [one["agent"] for one in found] == ["first-result"] * 2
    assert {one["settings"] for one in found} == {"k=1"}
    for one in found:
        reward = one["reward"]
        assert reward["chosen"] == "thrift"
        assert reward["earned"] == reward["f1_grounded"] - 0.02
    mean = sum(one["reward"]["earned"] for one in found) / 2
    assert json.loads(told[told.index("{") :])["mean"]["thrift"] == pytest.approx(mean)
    assert "thrift" in told.splitlines()[1]


def test_a_reward_in_an_episode(install):
    install()
    episode = fw.open(small_dataset()).episode("0-1")
    episode.search("anything")
    assert float(episode.score("| x |\n|---|\n| y |", "thrift")) == -0.01
    again = fw.Episode.from_log(fw.open(small_dataset()), episode.log())
    assert float(again.trace().reward) == -0.01


def test_slips(install):
    install(
        "[fictionworld.agents]\nlost = a_plugin:Missing\n"
        "[fictionworld.rewards]\nwrong = a_plugin:FirstResult\n"
    )
    with pytest.raises(UsageError, match=r"allowed: oracle, .*, lost, openai:MODEL"):
        agent_named("lots")
    with pytest.raises(UsageError, match="--agent lost: the module a_plugin has no Missing"):
        agent_named("lost")
    with pytest.raises(UsageError, match="entry point wrong = 'a_plugin:FirstResult'"):
        fw.open(small_dataset()).episode("0-1").score("", "f1_grounded")


def test_a_name_that_is_taken(install):
    install("[fictionworld.rewards]\nmine = fictionworld.episodes.rewards.f1_grounded:F1Grounded\n")
    with pytest.raises(UsageError, match="mine"):
        all_rewards()
