"""Cases by people who have not seen the matcher.

Those of `blind.jsonl`, by three writers, and of `everyday.jsonl`, by two, are kept apart: nothing
is ever tuned on them. Those of `others.jsonl`, by eighteen and by who mended it, improved it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from fictionworld.leakage.cases import judge_cases, read_cases, tallies


@lru_cache(3)
def found(name):
    """What is found of the cases of a file, by tier."""
    path = Path(__file__).parent / name
    judged = list(judge_cases(read_cases(path.read_text("utf-8"), path.name)))
    return {one.kind: one for one in tallies(judged, "tier")}


@pytest.mark.parametrize(
    ("name", "tier", "recall", "alarms"),
    [
        ("blind.jsonl", "plain", 0.91, 0.07),
        ("blind.jsonl", "middling", 0.8, 0.06),
        ("everyday.jsonl", "plain", 0.91, 0.06),
        ("everyday.jsonl", "middling", 0.7, 0.1),
        ("others.jsonl", "plain", 0.96, 0.03),
        ("others.jsonl", "middling", 0.85, 0.06),
    ],
)
def test_recall_and_false_alarms(name, tier, recall, alarms):
    told = found(name)[tier]
    assert min(told.leaking, told.innocent) >= 50
    assert told.recall >= recall
    assert told.false_alarms <= alarms
