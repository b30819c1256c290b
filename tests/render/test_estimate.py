"""What a rendering will take, said before anything is asked."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import ClassVar

import pytest

from fictionworld.errors import UsageError
from fictionworld.render import render
from fictionworld.render.estimate import estimate
from fictionworld.simulator.backends.template import TemplateBackend
from tests.examples import first_everyday
from tests.render.command import command
from tests.small import WORLDS


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
    read = found.prompt_tokens - found.shared_tokens
    assert found.hours(1.0) == pytest.approx((found.output_tokens + read / 10) / 3600)
    assert found.hours(1.0, 2.0) == pytest.approx((found.output_tokens + read / 2) / 3600)
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


def test_a_dry_run_asks_nothing_and_says_the_cost(tmp_path):
    done = command(
        "--backend", "endpoint", "--dry-run", "--out", tmp_path / "drafts", "--worlds", 1
    )
    assert done.exit_code == 0, done.output
    assert "hours at 32,000 tokens/s" in done.stdout and "to write" in done.stdout
    assert not (tmp_path / "drafts").exists()
    arguments = ("--backend", "endpoint", "--dry-run", "--json", "--worlds", 1)
    told = json.loads(command(*arguments, "--tokens-per-s", 100).stdout)
    read = told["prompt_tokens"] - told["shared_tokens"]
    assert told["hours"] == pytest.approx((told["output_tokens"] + read / 10) / 100 / 3600)
    assert told["cost"] > 0


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
