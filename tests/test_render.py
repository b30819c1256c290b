"""`fictionworld render`: drafts on disk, whole or not there, counted, and resumed after a kill."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import polars as pl
import pytest
from typer.testing import CliRunner

from fictionworld.audit.audited_world import WorldOpener
from fictionworld.audit.baselines import run_baselines
from fictionworld.audit.noninterference import compare_twins
from fictionworld.audit.options import Tools
from fictionworld.audit.statement import statements_of
from fictionworld.build import BuildConfig, build
from fictionworld.cli.main import app
from fictionworld.cli.render_view import print_report
from fictionworld.dataset import open_dataset
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.errors import ConfigError, DatasetError, UsageError
from fictionworld.render import RenderReport, render
from fictionworld.render.estimate import estimate
from fictionworld.simulator.backends.backend import BackendError, Completion
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.controls import parse_controls
from fictionworld.simulator.drafts.store import DraftStore
from fictionworld.simulator.drafts.worded import WordedWeb
from fictionworld.simulator.drafts.wording import OutcomeCounts
from fictionworld.web.permit import Permit
from fictionworld.web.skeleton import refilled
from tests.examples import first_everyday
from tests.simulator.drafts import samples
from tests.simulator.drafts.script import endpoint, honest, server, texts
from tests.small import WORLDS, small_dataset, small_twins

runner = CliRunner()
FEW = 24
NO_CONTROLS = {"at_once": 16, "deadline_s": 120.0, "pause_s": 0.01}


@pytest.fixture(scope="module")
def dataset():
    return open_dataset(small_dataset())


@pytest.fixture(scope="module")
def rendered(dataset, tmp_path_factory):
    """A rendering of the first world, by a writer of its own behind a server."""
    out = tmp_path_factory.mktemp("rendering") / "drafts"
    with server(texts(honest)) as (url, bodies):
        report = render(dataset, out, endpoint(url, NO_CONTROLS), worlds=1)
    return out, report, bodies


@pytest.fixture
def few(monkeypatch):
    """Only the first pages of each world: what is tried is the way of the drafts."""
    made = partial(render, pages=FEW)
    monkeypatch.setattr("fictionworld.render.render", made)
    return made


def test_everything_is_worded_and_counted(rendered):
    out, report, bodies = rendered
    counts, asked = report.tally, samples.page_requests(0)
    assert counts.drafts == sum(len(request.passages) for request in asked)
    assert counts.accepted + counts.reused >= 0.95 * counts.drafts
    assert counts.pages == len(asked)
    assert counts.share_template_pages <= 0.02
    assert len(asked) - 20 <= counts.requests - counts_again(bodies) <= len(asked) + 20
    assert counts.requests == len(bodies)
    assert counts.output_tokens == 5 * len(bodies)
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["drafts"] == counts.drafts and manifest["replaced"] == counts.replaced
    assert manifest["model"] == "tiny"
    assert list(manifest["parts"]) == [samples.page_requests(0)[0].world]


def counts_again(bodies):
    return sum(len(body["messages"]) > 2 for body in bodies)


def test_the_store_is_plain_parquet_keyed_as_promised(rendered):
    out, _, _ = rendered
    (part,) = out.glob("*.parquet")
    frame = pl.read_parquet(part)
    key = ["world", "page", "model", "prompt_version", "key"]
    assert frame.select(key).is_duplicated().sum() == 0
    assert set(frame["outcome"].unique()) <= {"accepted", "corrected", "reused", "replaced"}


def test_an_agent_reads_what_was_rendered(rendered, dataset):
    out, _, _ = rendered
    web = samples.world(0)
    store = DraftStore(out)
    found = WordedWeb(web, store)
    differing = [h for h in web.heads if found.page(h.number).body != web.page(h.number).body]
    assert len(differing) > 100
    for head in web.heads:
        stated = {mark.fact for mark in found.page(head.number).marks}
        assert stated == {mark.fact for mark in web.page(head.number).marks}
        found.snippet(head.number, Permit.of("tease", web.world), ("club",))
    assert found.tally.accepted >= 0.95 * found.tally.drafts


def test_drafts_for_another_prompt_are_not_shown(rendered, dataset, tmp_path):
    out, _, _ = rendered
    store = DraftStore(out)
    request = samples.page_requests(0)[0]
    assert store.texts(request, None)
    other = replace(request, title="Another world")
    assert store.texts(other, None) == {}
    assert store.texts(samples.page_requests(2)[0], None) == {}


@pytest.mark.slow
def test_one_store_serves_a_dataset_and_its_twin(rendered, dataset, tmp_path):
    """Rendered from one's values, shown with the other's: nothing is asked, nothing is replaced."""
    out, _, _ = rendered
    twin = open_dataset(small_twins())
    assert twin.manifest.content_hash != dataset.manifest.content_hash
    webs = [WordedWeb(samples.web_in(one, 0), DraftStore(out)) for one in (dataset, twin)]
    differing = 0
    for head in webs[0].heads:
        one, two = (web.page(head.number) for web in webs)
        assert [m.fact for m in one.marks] == [m.fact for m in two.marks]
        assert [refilled(page, lambda mark, text: " ") for page in (one, two)] == (
            [refilled(one, lambda mark, text: " ")] * 2
        )
        differing += one.body != two.body
    assert differing > 100
    assert webs[1].tally == webs[0].tally and webs[1].tally.accepted > 1000
    worded = twin.worded_by(f"drafts:{out}")
    for task in twin.tasks(0)[:2]:
        assert play(worded, Oracle(), task, Conditions(calls=0)).trace.reward.f1_by_item == 1


def test_a_store_is_of_some_worlds(rendered, tmp_path):
    out, _, _ = rendered
    build(BuildConfig(1, seed=77, packs=("football",)), tmp_path / "other", workers=1)
    with pytest.raises(UsageError, match="drafts of other worlds"):
        open_dataset(tmp_path / "other").worded_by(f"drafts:{out}")


def test_what_is_there_is_not_asked_for_again(dataset, tmp_path, few):
    out = tmp_path / "drafts"
    first = few(dataset, out, TemplateBackend(), worlds=2)
    times = {path.name: path.stat().st_mtime_ns for path in out.glob("*.parquet")}
    again = few(dataset, out, TemplateBackend(), worlds=2)
    assert (first.reused_worlds, again.reused_worlds) == (0, 2)
    assert again.tally.drafts == first.tally.drafts and again.tally.requests == 0
    assert times == {path.name: path.stat().st_mtime_ns for path in out.glob("*.parquet")}


def test_another_rendering_is_refused(dataset, tmp_path, few):
    out = tmp_path / "drafts"
    few(dataset, out, TemplateBackend(), worlds=1)
    with pytest.raises(ConfigError, match="variants"):
        few(dataset, out, TemplateBackend(), worlds=1, variants=7)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("x")
    with pytest.raises(ConfigError, match="other files"):
        few(dataset, tmp_path / "full", TemplateBackend(), worlds=1)


@pytest.mark.parametrize("harm", ["cut", "flip", "gone"])
def test_damaged_parts_are_never_taken_for_whole(dataset, tmp_path, harm, few):
    out = tmp_path / "drafts"
    few(dataset, out, TemplateBackend(), worlds=1)
    (part,) = out.glob("*.parquet")
    data = part.read_bytes()
    if harm == "gone":
        part.unlink()
    else:
        part.write_bytes(data[:-7] if harm == "cut" else data[:99] + b"\0\1" + data[101:])
    store = DraftStore(out)
    with pytest.raises(DatasetError, match="missing or damaged"):
        store.texts(samples.page_requests(0)[0], None)
    again = few(dataset, out, TemplateBackend(), worlds=1)
    assert again.reused_worlds == 0
    assert [path.read_bytes() for path in out.glob("*.parquet")] == [data]


def test_an_unfinished_rendering_is_no_store(dataset, tmp_path, few):
    class Dying(TemplateBackend):
        async def complete(self, prompts):
            raise BackendError("the engine has died")

    with pytest.raises(BackendError, match="has died"):
        few(dataset, tmp_path / "drafts", Dying(), worlds=1)
    assert not list((tmp_path / "drafts").glob("*.parquet"))
    with pytest.raises(UsageError, match="no complete rendering"):
        DraftStore(tmp_path / "drafts")


def test_what_a_model_gave_nothing_for_is_asked_for_again(dataset, tmp_path, few):
    class Flaky(TemplateBackend):
        calls = 0

        async def complete(self, prompts):
            Flaky.calls += 1
            if Flaky.calls % 2:
                return [Completion(error="HTTP 500") for _ in prompts]
            return await super().complete(prompts)

    first = few(dataset, tmp_path / "drafts", Flaky(), worlds=1)
    assert first.tally.replaced_by["backend"] > 20
    again = few(dataset, tmp_path / "drafts", TemplateBackend(), worlds=1)
    assert again.reused_worlds == 0 and again.tally.replaced_by["backend"] == 0
    assert len(list((tmp_path / "drafts").glob("*.parquet"))) == 1


def test_wrong_use(dataset, tmp_path):
    with pytest.raises(UsageError, match="--worlds"):
        render(dataset, tmp_path / "drafts", TemplateBackend(), worlds=700)
    with pytest.raises(UsageError, match="--variants"):
        render(dataset, tmp_path / "drafts", TemplateBackend(), variants=-1)


@pytest.mark.parametrize("worlds", first_everyday([1, 3]))
@pytest.mark.parametrize("variants", first_everyday([32, 1]))
def test_an_estimate_is_what_a_rendering_takes(dataset, tmp_path, worlds, variants):
    found = estimate(dataset, worlds=worlds, variants=variants)
    out = tmp_path / "drafts"
    counts = render(dataset, out, TemplateBackend(), worlds=worlds, variants=variants).tally
    assert found.pages == counts.pages and found.passages == counts.drafts
    # what is replaced is asked for again, and so is what no variant fits
    assert found.requests <= counts.requests <= found.requests + 60
    assert found.asked == pytest.approx(counts.drafts - counts.reused, rel=0.02)
    assert 0 < found.shared_tokens < found.prompt_tokens
    assert found.cost(0.0, 1.0) == pytest.approx(found.output_tokens / 1e6)
    assert found.hours(1.0) == pytest.approx(found.output_tokens / 3600)
    options = {"worlds": worlds, "variants": variants, "counted_by": "words"}
    words = estimate(dataset, count=lambda text: len(text.split()), **options)
    assert words.counted_by == "words" and words.prompt_tokens < found.prompt_tokens / 2


@pytest.mark.slow
def test_an_estimate_of_many_worlds_follows_from_the_first(dataset, monkeypatch):
    whole = estimate(dataset, variants=1)
    monkeypatch.setattr("fictionworld.render.estimate._LOOKED_AT", 4)
    part = estimate(dataset, variants=1)
    assert (part.sampled, whole.sampled) == (4, WORLDS)
    assert part.output_tokens == pytest.approx(whole.output_tokens, rel=0.25)


# Episodes ----------------------------------------------------------------------------------------


def test_agents_solve_tasks_on_what_was_rendered(rendered, dataset):
    out, _, _ = rendered
    worded = dataset.worded_by(f"drafts:{out}")
    shown = ""
    for agent in (Oracle(), Scout()):
        for task in dataset.tasks(0)[:3]:
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
    query = audited.subjects.names[audited.subjects.rows("club")[0]]
    # in the drafts' words here and in the twin, and perturbed where that is audited
    assert audited.searched("tease", query) != plain.searched("tease", query)
    assert audited.searched("tease", query) == audited.searched("tease", query, twin=True)
    perturbed = audited.perturbed
    assert perturbed.searched("strict", query) != audited.searched("strict", query)
    assert "--controls" in perturbed.command("tease", query)
    assert "--backend drafts:" in perturbed.command("tease", query)


@pytest.mark.slow
def test_the_audit_finds_nothing_in_what_was_rendered(rendered, dataset):
    audited = audited_of(rendered, dataset)
    twins = compare_twins(audited)
    assert twins.total() == (0, twins.total()[1]) and twins.total()[1] > 300
    held = statements_of(audited.perturbed, "few")
    for policy in ("tease", "strict", "mixed:0.5"):
        hits, tries = held.replies.total(policy=policy)
        assert hits == 0 and tries > 5, policy
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


# The command -------------------------------------------------------------------------------------


def command(*arguments):
    return runner.invoke(app, ["render", str(small_dataset()), *map(str, arguments)])


def test_the_command_renders_and_tells(tmp_path, few):
    out = tmp_path / "drafts"
    with server(texts(honest)) as (url, _):
        done = command(
            "--backend", "endpoint", "--model", "tiny", "--base-url", url, "--out", out,
            "--worlds", 1, "--json",
        )  # fmt: skip
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    outcomes = ("accepted", "corrected", "reused", "replaced")
    assert told["drafts"] == sum(told[name] for name in outcomes) > 50
    assert told["share_replaced"] <= 0.05 and told["seconds"] > 0
    assert told["share_reused"] == told["reused"] / told["drafts"]
    assert "1 of 1 worlds" in done.stderr


def test_the_report_says_what_a_world_took(capsys):
    tally = OutcomeCounts(
        accepted=50, reused=150, requests=900, prompt_tokens=60_000, output_tokens=6_000
    )
    report = RenderReport(Path("drafts"), 5, 2, tally, seconds=60.0, processor_s=1.0)
    print_report(report, as_json=False)
    said = " ".join(capsys.readouterr().out.split())
    assert "a world 300 requests, 20,000 tokens read, 2,000 written" in said
    assert "150 75% of all, written for another passage" in said
    print_report(report, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["per_world"] == {"requests": 300, "prompt_tokens": 20_000, "output_tokens": 2_000}


def test_too_much_replaced_is_exit_code_1(tmp_path, few):
    with server(texts(lambda p, t: "It has 731 awards.")) as (url, _):
        arguments = (
            "--backend", "endpoint", "--model", "tiny", "--base-url", url, "--worlds", 1,
            "--out", tmp_path / "drafts",
        )  # fmt: skip
        done = command(*arguments)
        assert done.exit_code == 1 and "--max-replaced" in done.stderr
        assert command(*arguments, "--max-replaced", 1).exit_code == 0


def test_a_dry_run_asks_nothing_and_says_the_cost(tmp_path):
    done = command(
        "--backend", "endpoint", "--dry-run", "--out", tmp_path / "drafts", "--worlds", 1
    )
    assert done.exit_code == 0, done.output
    assert "hours at 32,000 tokens/s" in done.stdout and "to write" in done.stdout
    assert not (tmp_path / "drafts").exists()
    arguments = ("--backend", "endpoint", "--dry-run", "--json", "--worlds", 1)
    told = json.loads(command(*arguments, "--tokens-per-s", 100).stdout)
    assert told["hours"] == told["output_tokens"] / 100 / 3600 and told["cost"] > 0


class Tokenizer:
    """Stands in for transformers' `AutoTokenizer`: a token a word."""

    asked: ClassVar = []

    @classmethod
    def from_pretrained(cls, name, trust_remote_code):
        cls.asked.append((name, trust_remote_code))
        if name == "nobody/unknown":
            raise OSError("nobody/unknown is not a local folder\nand more")
        return cls()

    def encode(self, text):
        return text.split()


@pytest.fixture
def tokenizer(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", SimpleNamespace(AutoTokenizer=Tokenizer))
    monkeypatch.setattr(Tokenizer, "asked", [])


def test_a_dry_run_counts_with_the_models_tokenizer(tokenizer):
    arguments = ("--backend", "vllm", "--dry-run", "--json", "--worlds", 1)
    told = json.loads(command(*arguments, "--model", "qwen-agentworld-35b").stdout)
    assert Tokenizer.asked == [("Qwen/Qwen-AgentWorld-35B-A3B", True)]
    assert told["counted_by"] == "the tokenizer of Qwen/Qwen-AgentWorld-35B-A3B"
    assert told["prompt_tokens"] > told["shared_tokens"] > 0
    command(*arguments, "--model", "mine", "--set", "tokenizer=other")
    assert Tokenizer.asked[1:] == [("other", False)]
    by_characters = json.loads(command(*arguments).stdout)
    assert by_characters["counted_by"] == "a third of the characters"


def test_a_tokenizer_that_is_not_there_is_reported(tokenizer):
    done = command("--backend", "vllm", "--dry-run", "--model", "nobody/unknown")
    assert isinstance(done.exception, UsageError)
    said = "the tokenizer of 'nobody/unknown': nobody/unknown is not a local folder; name a model"
    assert said in str(done.exception)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--backend", "nonsense", "--dry-run"], "got 'nonsense'; allowed: template, vllm"),
        (["--backend", "vllm", "--model", "x"], "pip install 'fictionworld[vllm]'"),
        (["--backend", "vllm"], "which model"),
        (["--backend", "endpoint", "--model", "x"], "--base-url"),
        (["--backend", "gpt"], "allowed: template, vllm, endpoint"),
        (["--backend", "template", "--set", "colour=red"], "--set"),
        (["--backend", "template", "--set", "thinking=maybe"], "allowed: true or false"),
        (["--backend", "template", "--dry-run", "--prices", "a,b"], "--prices"),
    ],
)
def test_wrong_flags_say_the_next_move(arguments, said, tmp_path):
    if "pip install" in said and find_spec("vllm") is not None:
        pytest.skip("vLLM is installed here")
    done = command(*arguments, "--out", tmp_path / "drafts")
    assert isinstance(done.exception, UsageError) and said in str(done.exception)


@pytest.mark.slow  # `tests/render/test_going_on.py` stops one each day
def test_a_run_that_was_stopped_goes_on(dataset, tmp_path, few):
    """The worlds that were finished are there, whole, and are not asked for again."""

    class Mortal(TemplateBackend):
        at_once = 1
        asked = 0

        async def complete(self, prompts):
            Mortal.asked += 1
            if Mortal.asked > 1.5 * FEW:
                raise BackendError("the engine has died")
            return await super().complete(prompts)

    out = tmp_path / "drafts"
    with pytest.raises(BackendError):
        few(dataset, out, Mortal(), worlds=3)
    held = {path.name for path in out.glob("*.parquet")}
    assert len(held) == 1 and not (out / "manifest.json").exists()
    (out / ".world-0000000000000001.aside").write_bytes(b"half")
    (out / "world-0000000000000001-0123456789abcdef.parquet").write_bytes(b"PAR1half")
    report = few(dataset, out, TemplateBackend(), worlds=3)
    assert (report.worlds, report.reused_worlds) == (3, 1)
    assert {path.name for path in out.glob("*.parquet")} > held
    assert len(list(out.glob("world-*"))) == 3


@pytest.mark.slow
def test_a_killed_run_goes_on(tmp_path):
    """Killed after the first world: that one is there, whole, and is not asked for again."""
    out = tmp_path / "drafts"

    def slow(body, place):
        status, answer = texts(honest)(body, place)
        return status, answer, 0.001

    with server(slow) as (url, _):
        arguments = [
            sys.executable, "-m", "fictionworld.cli.main", "render", str(small_dataset()),
            "--backend", "endpoint", "--model", "tiny", "--base-url", url, "--out", str(out),
            "--worlds", "2", "--json", "--at-once", "16",
        ]  # fmt: skip
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 120
        while not list(out.glob("*.parquet")):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert not (out / "manifest.json").exists()
        before = {path.name for path in out.glob("*.parquet")}
        (out / ".world-0000000000000001.aside").write_bytes(b"half")
        (out / "world-0000000000000001-0123456789abcdef.parquet").write_bytes(b"PAR1half")
        done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    assert told["worlds"] == 2 and told["reused_worlds"] == len(before) == 1
    assert {path.name for path in out.glob("*.parquet")} > before
    assert sorted(p.name for p in out.iterdir() if "aside" in p.name) == []
