"""`fictionworld audit`: a verdict, JSON, and exit codes that can stand in a CI."""

from __future__ import annotations

import shlex

import pytest

from fictionworld.audit.record import AuditRecord, CheckResult, Thresholds


@pytest.fixture
def found(monkeypatch):
    """Has an audit come to these checks and no other, without looking at a world."""

    def come_to(*statuses):
        results = tuple(
            CheckResult(f"check{n}", f"Check {n}", "Does it?", status)
            for n, status in enumerate(statuses)
        )
        monkeypatch.setattr(
            "fictionworld.audit.audit.audit",
            lambda folder, options, _: AuditRecord(
                str(folder), "c0ffee", "0.1", ("p",), 6, 36, (0,), ("tease",), Thresholds(),
                results, 1.0, options.command(folder),
            ),
        )  # fmt: skip

    return come_to


@pytest.mark.parametrize(
    ("statuses", "verdict", "code"),
    [
        (("passed", "measured", "not measured"), "passed", 0),
        (("passed", "failed", "inconclusive"), "failed", 1),
        (("passed", "inconclusive"), "inconclusive", 3),
    ],
)
def test_each_verdict_has_an_exit_status(call, worlds, found, statuses, verdict, code):
    found(*statuses)
    answer = call("audit", worlds)
    assert answer.code == code and verdict in answer.out
    assert call("audit", worlds, "--json").json["verdict"] == verdict


def test_a_record_names_the_command_that_makes_it(call, worlds, found):
    found("passed")
    asked = ("--sample", 7, "--seed", 3, "--max-guess", 0.3, "--controls", "realistic,timeout=0.1")
    printed = call("audit", worlds, *asked, "--policy", "mixed:0.5", "--json").json["command"]
    for said in ("--sample 7", "--seed 3", "--max-guess 0.3", "timeout=0.1", "--policy mixed:0.5"):
        assert said in printed
    assert "--max-shortcut" not in printed and "--backend" not in printed
    again = shlex.split(printed)[1:]
    assert call(*again, "--json").json["command"] == printed


@pytest.mark.slow
def test_two_worlds_are_too_few_to_pass(call, worlds, tmp_path):
    page = tmp_path / "audit.html"
    answer = call("audit", worlds, "--sample", 2, "--workers", 1, "--report", page)
    assert answer.code == 3, answer.out
    assert "Non-interference" in answer.out and "inconclusive" in answer.out
    assert "<html" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_thresholds_fail_it(call, worlds):
    answer = call("audit", worlds, "--sample", 2, "--workers", 1, "--max-guess", 0, "--json")
    assert answer.code == 1
    assert answer.json["verdict"] == "failed" and "guessability" in answer.json["failed"]
    assert {"check", "measures", "findings"} <= set(answer.json["results"][0])
