"""Models scored as search engines: planted bad models each fall in one figure, and a real run."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from fictionworld.cli.main import app
from fictionworld.dataset import open_dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.simulator.states.call_state import MOST_CHARACTERS
from fictionworld.simulator.states.prompt import messages_of
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.bench_calls import bench_calls
from fictionworld.worldmodel.bench_run import bench_model, check_bench
from fictionworld.worldmodel.repliers import BASELINES, PLANTED, TEMPLATE
from fictionworld.worldmodel.reward import reward
from fictionworld.worldmodel.scores import score
from tests.simulator.drafts.script import endpoint, says, server
from tests.small import small_dataset

WORLDS = 2


@pytest.fixture(scope="module")
def dataset():
    return open_dataset(small_dataset())


@pytest.fixture(scope="module")
def calls(dataset):
    return list(bench_calls(dataset, dataset.sample_worlds(WORLDS)))


def scored(player, calls, guards=None):
    replies = {call.call_id: player.reply(call) for call in calls}
    return score(player.name, calls, replies, guards)


@pytest.fixture(scope="module")
def template(calls):
    return scored(TEMPLATE, calls)


def test_the_tools_own_replies_are_worth_everything(calls, template, dataset):
    guards = {n: OPEN_WORLDS.at(dataset, n).guard("tease") for n in dataset.sample_worlds(WORLDS)}
    guarded = scored(TEMPLATE, calls, guards)
    assert {name: mean.value for name, mean in guarded.dimensions.items()} == dict.fromkeys(
        guarded.dimensions, 100.0
    )
    assert "closed kept" in guarded.figures and "closed kept" not in template.figures
    assert all(reward(call, call.reference) == 1 for call in calls if call.arm != "again")


def test_a_page_that_states_nothing_is_worth_half_at_most(calls):
    text = "A page about this.\nIt was written well, and read by many."
    pages = [call for call in calls if call.arm == "page"]
    assert pages and all(reward(call, text) <= 0.5 for call in pages)


@pytest.mark.parametrize("player", PLANTED, ids=lambda player: player.name)
def test_a_planted_model_falls_in_its_figure_and_in_no_other(player, calls, template):
    if player.name == "exchanger":  # a page that states one column has nothing to exchange
        calls = [c for c in calls if c.arm != "page" or player.reply(c) != c.reference]
    fallen = scored(player, calls).figures
    broken = fallen.pop(player.breaks)
    assert broken.value <= 0.1
    moved = {
        name: (mean.value, template.figures[name].value)
        for name, mean in fallen.items()
        # a value in another's place is no fact that is stated
        if abs(mean.value - template.figures[name].value) > 0.1 and name != "facts stated"
    }
    assert moved == {}


def test_an_empty_model_is_worth_nothing(calls):
    empty = next(player for player in BASELINES if player.name == "empty")
    dimensions = scored(empty, calls).dimensions
    assert {name: mean.value for name, mean in dimensions.items() if name != "discretion"} == {
        name: 0.0 for name in dimensions if name != "discretion"
    }


def test_values_that_nobody_gave_are_found(calls):
    altered = next(player for player in BASELINES if player.name == "altered values")
    figures = scored(altered, calls).figures
    assert figures["nothing invented"].value <= 0.1 and figures["memory"].value == 0


def test_a_state_is_bounded_and_holds_no_closed_value(calls):
    for call in calls:
        text = "".join(content for _, content in messages_of(call.state))
        assert len(call.state.text()) <= MOST_CHARACTERS
        assert BenchCall.of_record(json.loads(json.dumps(call.record()))) == call
        facts = [fact for page in call.state.pages for fact in page.facts]
        secrets = [fact for fact in facts if fact.is_closed]
        assert bool(secrets) <= (call.arm in {"forbidden", "answer"})
        assert ("(secret)" in call.state.text()) == bool(secrets), text
    assert any(call.arm == "forbidden" and "(secret)" in call.state.text() for call in calls)


def test_calls_are_the_same_each_time(dataset, calls):
    [world, *_] = dataset.sample_worlds(WORLDS)
    again = list(bench_calls(dataset, [world]))
    assert again == [call for call in calls if call.world_id == world]


def test_a_run_goes_on_where_it_was_stopped(dataset, tmp_path):
    out = tmp_path / "bench"

    def script(body, place):
        if place >= 10:
            return 500, {"error": {"message": "out of order"}}
        return 200, says("[1] https://nowhere.example/x\nTitle: x\nSnippet: y\nDate: N/A")

    limits = {"at_once": 1, "deadline_s": 5.0, "tries": 1, "pause_s": 0.001}
    with server(script) as (url, bodies):
        stopped = bench_model(dataset, out, endpoint(url, limits), worlds=1, most_tokens=300)
    assert "response_format" not in bodies[0]
    assert {body["max_tokens"] for body in bodies} == {300, 200}  # a note's own limit is lower
    assert stopped.scores[0].failed == stopped.calls - 10  # each counts as an empty reply
    with (out / "replies.jsonl").open("a") as file:
        file.write('{"call_id": "torn')  # killed within a line
    with server(lambda body, place: (200, says("No results found."))) as (url, bodies):
        report = bench_model(dataset, out, endpoint(url), worlds=1, most_tokens=300)
    assert len(bodies) == report.calls - 10
    assert check_bench(dataset, out) == ()
    results = (out / "results.jsonl").read_text("utf-8")
    (out / "results.jsonl").write_text(results.replace('"calls": ', '"calls": 1', 1))
    assert check_bench(dataset, out) == ("tiny",)
    page = (out / "report.html").read_text("utf-8")
    assert "tiny as the search engine" in page and "No results found." in page
    assert "<script" not in page and "exchanger" in page
    model = report.scores[0]
    assert (model.model, model.calls, model.failed) == ("tiny", report.calls, 0)
    assert model.figures["addresses"].value == 0
    with pytest.raises(UsageError, match="another worlds"):
        bench_model(dataset, out, worlds=2)


def test_calls_are_written_as_agentworldbench_has_them(dataset, calls, tmp_path):
    """Its loader and its inference read `task`, `turn_idx`, `prompt`, `response`, `system_str`."""
    flags = ["bench-model", str(small_dataset()), "--out", str(tmp_path), "--worlds", str(WORLDS)]
    done = CliRunner().invoke(app, [*flags, "--export"])
    assert done.exit_code == 0, done.output
    [path] = tmp_path.glob("*_test.jsonl")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    once = [call for call in calls if call.arm != "again"]
    assert len(rows) == len(once) == len({row["id"] for row in rows})
    for row, call in zip(rows, once, strict=True):
        assert row["task"] == "search" and row["turn_idx"] == row["total_turns"] == 1
        assert row["current_prompt"] == row["prompt"][0]
        action = json.loads(row["prompt"][0].partition("```json\n")[2].partition("\n```")[0])
        assert action["name"] == call.state.tool
        marker, sign, text = row["response"][0].partition("**Environment Observation:**\n")
        assert not marker and sign and text == call.reference
        assert row["system_str"].startswith("You play the search engine")


def test_the_command_prints_a_row_a_model(tmp_path):
    flags = ["bench-model", str(small_dataset()), "--out", str(tmp_path / "b"), "--worlds", "1"]
    done = CliRunner().invoke(app, flags)
    assert done.exit_code == 0, done.output
    assert all(player.name.split()[0] in done.output for player in (*BASELINES, *PLANTED))
    refused = CliRunner().invoke(app, [*flags, "--backend", "template"])
    assert refused.exit_code != 0 and "always scored" in str(refused.exception)
