"""Episodes and audits on pages that were rendered."""

from __future__ import annotations

import json
import pickle

import pytest
from typer.testing import CliRunner

from fictionworld.audit.audited_world import WorldOpener
from fictionworld.audit.baselines import run_baselines
from fictionworld.audit.noninterference import compare_twins
from fictionworld.audit.options import Tools
from fictionworld.cli.main import app
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import parse_controls
from tests.simulator.drafts import samples
from tests.small import small_dataset

runner = CliRunner()


def test_agents_solve_tasks_on_what_was_rendered(rendered, dataset):
    out, _, _ = rendered
    worded = dataset.worded_by(f"drafts:{out}")
    shown = ""
    for agent in (Oracle(), Scout()):
        for task in dataset.tasks(0)[:1]:
            played = play(worded, agent, task, Conditions(calls=0, texts=True))
            assert played.error is None
            assert played.trace.reward.f1_by_item == 1
            assert played.trace.evidence.coverage == 1
            shown += "".join(played.trace.texts)
    assert " of this entry is " in shown


def test_an_episode_reads_the_store_and_pickles(rendered, dataset):
    out, _, _ = rendered
    plain = dataset.episode(0)
    episode = dataset.episode(0, backend=f"drafts:{out}")
    url = samples.world(0).heads[0].url
    texts = [one.call("web_extractor", {"url": url}) for one in (plain, episode)]
    assert texts[0] != texts[1] and " of this entry is " in texts[1]
    found = [one.trace().facts for one in (plain, episode)]
    assert sorted(found[0][0]) == sorted(found[1][0])
    again = pickle.loads(pickle.dumps(episode))
    assert again.call("web_extractor", {"url": url}) == texts[1]
    assert dataset.episode(0, backend="template").call("web_extractor", {"url": url}) == texts[0]


def test_controls_stand_over_worded_pages(rendered, dataset):
    out, _, _ = rendered
    episode = dataset.episode(0, controls="realistic", backend=f"drafts:{out}")
    assert "[1] " in episode.call("web_search", {"query": "club budget members"})


def audited_of(rendered, dataset):
    """The first world as an audit opens it, in the drafts' words and under controls too."""
    tools = Tools(f"drafts:{rendered[0]}", parse_controls("realistic"), ("mixed:0.5",))
    return WorldOpener("worlds", dataset.worded_by(tools.backend), 0, tools).open(0, [])


def test_the_audit_looks_at_what_was_rendered(rendered, dataset):
    audited = audited_of(rendered, dataset)
    plain = WorldOpener("worlds", dataset, 0).open(0, [])
    query = next(iter(audited.handle.rows.names.values()))
    # in the drafts' words here and in the twin
    assert audited.searched("tease", query) != plain.searched("tease", query)
    assert audited.searched("tease", query) == audited.searched("tease", query, twin=True)
    assert "--backend drafts:" in audited.command("tease", query)


@pytest.mark.slow
def test_the_audit_finds_nothing_in_what_was_rendered(rendered, dataset):
    audited = audited_of(rendered, dataset)
    twins = compare_twins(audited)
    assert twins.total() == (0, twins.total()[1]) and twins.total()[1] > 300
    controls = str(audited.tools.controls)
    for policy in ("tease", "strict", "mixed:0.5"):
        _, tries = twins.total(policy=policy, controls=controls, field="whole reply")
        assert tries > 5, policy
    played = run_baselines(audited, dataset.tasks(0)[:1], "few")
    assert {rung.policy for rung in played if rung.agent == "prober"} == {"tease", "strict"}
    [oracle] = [rung for rung in played if rung.agent == "oracle"]
    assert oracle.reward.f1_by_item == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [("gpt", "allowed: template"), ("drafts:", "written as"), ("endpoint:tiny", "lacks the server"),
     ("drafts:/nowhere", "no complete rendering"), ("template:x", "written as")],
)  # fmt: skip
def test_backends_that_are_none(dataset, name, said):
    with pytest.raises(UsageError, match=said):
        dataset.episode(0, backend=name)


def test_the_tool_command_shows_what_was_rendered(rendered):
    out, _, _ = rendered
    url = json.dumps({"url": samples.world(0).heads[0].url})
    shown = runner.invoke(
        app, ["tool", str(small_dataset()), "0", "web_extractor", url, "--backend", f"drafts:{out}"]
    )
    assert shown.exit_code == 0 and " of this entry is " in shown.stdout
