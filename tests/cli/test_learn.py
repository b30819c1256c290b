"""`fictionworld learn`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

from tests.small import small_dataset, trained_on_dataset

QUICK = ("--seeds", "1", "--updates", "1", "--prices", "0", "--workers", "1")


@pytest.mark.slow
def test_learns_prints_and_writes(call, tmp_path):
    out, plot = tmp_path / "runs.jsonl", tmp_path / "curves.svg"
    files = ("--out", str(out), "--plot", str(plot))
    # a run that was not evaluated under all policies of results is played again
    assert call("learn", str(trained_on_dataset()), *QUICK, "--policies", "open", *files).code == 0
    answer = call("learn", str(trained_on_dataset()), *QUICK, "--policies", "open,strict", *files)
    assert answer.code == 0 and "trained under" in answer.out and "open less strict" in answer.err
    runs = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [run["run"]["setting"]["policy"] for run in runs] == ["open", "open", "strict"]
    assert ET.parse(plot)
    written = out.read_bytes()
    again = call("learn", str(trained_on_dataset()), *QUICK, "--policies", "open,strict", *files)
    assert again.out == answer.out and out.read_bytes() == written


def test_refuses_what_is_no_policy_price_or_pack(call):
    folder = str(small_dataset())
    answer = call("learn", folder, *QUICK, "--policies", "opne")
    assert answer.code == 2 and "opne" in answer.err
    answer = call("learn", folder, "--prices", "cheap")
    assert answer.code == 2 and "numbers from 0 to 1" in answer.err
    answer = call("learn", folder, "--context", "8k")
    assert answer.code == 2 and "whole numbers, such as 8000" in answer.err
    answer = call("learn", folder, *QUICK, "--held-out", "chess")
    assert answer.code == 2 and "chess" in answer.err
