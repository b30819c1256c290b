"""`fictionworld render`: what it prints, how it exits, and that it goes on after a kill."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from fictionworld.cli.render_view import print_report
from fictionworld.errors import UsageError
from fictionworld.render import RenderReport
from fictionworld.simulator.drafts.wording import OutcomeCounts
from tests.render.command import command
from tests.simulator.drafts.script import honest, server, texts
from tests.stand_in_vllm.use import forget


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
def test_wrong_flags_say_the_next_move(arguments, said, tmp_path, monkeypatch):
    forget(monkeypatch)
    if "pip install" in said and find_spec("vllm") is not None:
        pytest.skip("vLLM is installed here")
    done = command(*arguments, "--out", tmp_path / "drafts")
    assert isinstance(done.exception, UsageError) and said in str(done.exception)
