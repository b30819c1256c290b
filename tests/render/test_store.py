"""Drafts on disk: counted, whole or not there, for a dataset and its twin, never asked twice."""

from __future__ import annotations

import json
from dataclasses import replace

import polars as pl
import pytest

from fictionworld.build import BuildConfig, build
from fictionworld.dataset import open_dataset
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.errors import ConfigError, DatasetError, UsageError
from fictionworld.render import render
from fictionworld.simulator.backends.backend import Completion
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.drafts.store import DraftStore
from fictionworld.simulator.drafts.worded import WordedWeb
from fictionworld.web.page import refilled
from tests.simulator.drafts import samples
from tests.small import small_twins


def test_everything_is_worded_and_counted(rendered):
    out, report, bodies = rendered
    counts, asked = report.tally, samples.page_requests(0)
    assert counts.drafts == sum(len(request.passages) for request in asked)
    assert counts.accepted + counts.reused >= 0.95 * counts.drafts
    assert counts.pages == len(asked)
    assert counts.share_template_pages <= 0.02
    written = counts.drafts - counts.reused
    assert written / 40 <= counts.requests - counts_again(bodies) <= len(asked) / 8
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
    assert webs[1].tally == webs[0].tally and webs[1].tally.accepted > 900
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
