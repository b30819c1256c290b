"""`fictionworld audit`: a verdict, JSON, and exit codes that can stand in a CI."""

from __future__ import annotations

import pytest


@pytest.mark.slow
def test_a_sound_dataset_passes(call, worlds, tmp_path):
    page = tmp_path / "audit.html"
    answer = call(
        "audit", worlds, "--sample", 2, "--workers", 1, "--report", page, "--max-form-auc", 1
    )
    assert answer.code == 0, answer.out
    assert "Non-interference" in answer.out and answer.out.rstrip().endswith("passed")
    assert "<html" in page.read_text(encoding="utf-8")


def test_thresholds_fail_it(call, worlds):
    answer = call("audit", worlds, "--sample", 2, "--workers", 1, "--max-guess", 0, "--json")
    assert answer.code == 1
    assert answer.json["passed"] is False and "guessability" in answer.json["failed"]
    assert {"check", "measures", "findings"} <= set(answer.json["results"][0])


def test_slips_are_told(call, worlds):
    assert call("audit", worlds, "--model", "some-model").code == 2
    assert call("audit", worlds, "--sample", 1, "--workers", 1).code == 2
    missing = ("--workers", 1, "--collision-index", "missing.txt")
    assert call("audit", worlds, "--sample", 2, *missing).code == 2
