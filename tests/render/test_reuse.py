"""Drafts that serve several passages: what is asked for, and what is shown."""

from __future__ import annotations

import json

import polars as pl
import pytest
from typer.testing import CliRunner

from fictionworld.cli.main import app
from fictionworld.render import render
from fictionworld.render.report import Clock
from fictionworld.render.trial import try_pages
from fictionworld.render.variants import Variants
from fictionworld.simulator.backends.backend import Completion
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.drafts.store import DraftStore
from fictionworld.simulator.drafts.worded import WordedWeb
from tests.simulator.drafts import samples
from tests.simulator.drafts.script import honest
from tests.small import small_dataset

WORLDS = 3


class Writer(TemplateBackend):
    """A writer of its own, without a server between."""

    def __init__(self, write=honest):
        self._write = write

    async def complete(self, prompts):
        return [self._reply(prompt) for prompt in prompts]

    def _reply(self, prompt):
        told = json.loads(prompt.messages[1][1])
        keys = prompt.schema["required"]
        texts = {key: self._write(told["passages"][key], told) for key in keys}
        return Completion(json.dumps(texts), prompt_tokens=9, output_tokens=3)


@pytest.fixture(scope="module")
def rendered(dataset, tmp_path_factory):
    out = tmp_path_factory.mktemp("reuse") / "drafts"
    return out, render(dataset, out, Writer(), worlds=WORLDS, pages=60, variants=1, workers=0)


def stored(out):
    """All drafts of a rendering; the skeleton of one that was not asked for is empty."""
    return pl.concat([pl.read_parquet(path) for path in out.glob("*.parquet")])


def test_of_each_skeleton_all_passages_but_the_first_take_its_draft(rendered):
    out, report = rendered
    counts = report.tally
    skeletons = set(stored(out)["skeleton"]) - {""}
    assert counts.reused > 0.97 * (counts.drafts - len(skeletons)) > 100
    assert counts.accepted + counts.reused > 0.97 * counts.drafts
    assert counts.requests < counts.pages
    assert counts.template_pages <= 0.01 * counts.pages


def test_of_each_skeleton_so_many_are_asked_for(rendered):
    frame = stored(rendered[0])
    asked = frame.filter(pl.col("skeleton") != "").group_by("skeleton").len()
    assert asked["len"].max() == 1 and asked.height > 250
    reused = frame.filter(pl.col("outcome") == "reused")
    assert reused["skeleton"].unique().to_list() == [""]


def test_what_is_reused_is_shown(rendered):
    """Its form is checked again, by the page that it stands on; twins and all show the same."""
    out, _ = rendered
    store = DraftStore(out)
    for world_id in (0, WORLDS - 1):
        web = WordedWeb(samples.world(world_id), store)
        for head in web.heads[:60]:
            page = web.page(head.number)
            assert {m.fact for m in page.marks} == {
                m.fact for m in web.template.page(head.number).marks
            }
        assert web.tally.replaced <= 0.03 * web.tally.drafts


def test_a_draft_that_serves_nobody_else_is_asked_for_everywhere(dataset, tmp_path, monkeypatch):
    """Whatever speaks of somebody as her: each passage is asked for, and nothing waits forever."""
    shares, work = [], Clock.work
    monkeypatch.setattr(Clock, "work", lambda self, n: [shares.append(n), work(self, n)])

    def personal(passage, told):
        return f"{passage['plain']} So she says."

    report = render(
        dataset, tmp_path / "drafts", Writer(personal), worlds=1, variants=1, pages=20, workers=0
    )
    assert report.tally.reused == 0 < report.tally.accepted
    # by which the time left is reckoned: what no variant fits is no second world
    assert sum(shares) == pytest.approx(1.0)


def test_without_variants_every_passage_is_asked_for(dataset, tmp_path):
    report = render(
        dataset, tmp_path / "drafts", Writer(), worlds=2, variants=0, pages=30, workers=0
    )
    assert report.tally.reused == 0
    assert report.tally.pages == 60 > report.tally.requests >= report.tally.drafts / 40


def test_a_choice_follows_from_seed_and_name_alone():
    known = Variants(3)
    assert [known.asks("s") for _ in range(5)] == [True, True, True, False, False]
    known.learn([("s", "a"), ("s", ""), ("s", "b"), ("other", "c")])
    chosen = {name: known.choices("s", 7, name) for name in map(str, range(20))}
    assert set(chosen.values()) == {("a", "b"), ("b", "a")}
    again = Variants(3)
    again.learn([("s", "a"), ("s", "b")])
    assert {name: again.choices("s", 7, name) for name in chosen} == chosen
    assert known.choices("none", 7, "1") == ()


# A model tried on a few pages --------------------------------------------------------------------


def test_pages_before_and_after(dataset):
    trial = try_pages(dataset, Writer(), 7)
    kinds = [one.before.head.kind for one in trial.pages]
    assert len(trial.pages) == 7 == len(set(kinds))
    assert any(" of this entry is " in one.after.body for one in trial.pages)
    for one in trial.pages:
        assert {m.fact for m in one.before.marks} == {m.fact for m in one.after.marks}
    assert trial.tally.pages == 7 and trial.tally.output_tokens >= 3 * 7


def test_the_command_tries_pages_and_stores_nothing(tmp_path):
    worlds, out = str(small_dataset()), tmp_path / "drafts"
    asked = ["render", worlds, "--backend", "template", "--pages", "2", "--out", str(out)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert done.stdout.count("before\n") == 2 == done.stdout.count("after\n")
    assert "drafts accepted as first written" in done.stdout and not out.exists()
    told = json.loads(CliRunner().invoke(app, [*asked, "--json"]).stdout)
    assert len(told["tried"]) == 2 and told["tried"][0]["drafts"][0]["outcome"] == "accepted"
