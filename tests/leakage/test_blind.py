"""Cases by people who have not seen the matcher.

Those of `blind.jsonl`, by three writers, of `everyday.jsonl`, by two, and of `strangers.jsonl`, by
four, are kept apart: nothing is ever tuned on them. Those of `others.jsonl`, by twenty-two and by
who mended it, improved it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from fictionworld.leakage.cases import judge_cases, read_cases, tallies


@lru_cache(4)
def found(name):
    """What is found of the cases of a file, by tier."""
    path = Path(__file__).parent / name
    judged = list(judge_cases(read_cases(path.read_text("utf-8"), path.name)))
    return {one.kind: one for one in tallies(judged, "tier")}


@pytest.mark.parametrize(
    ("name", "tier", "recall", "alarms"),
    [
        ("blind.jsonl", "plain", 0.93, 0.07),
        ("blind.jsonl", "middling", 0.84, 0.06),
        ("everyday.jsonl", "plain", 0.93, 0.08),
        ("everyday.jsonl", "middling", 0.8, 0.16),
        ("strangers.jsonl", "plain", 0.88, 0.07),
        ("strangers.jsonl", "middling", 0.7, 0.09),
        ("others.jsonl", "plain", 0.96, 0.08),
        ("others.jsonl", "middling", 0.89, 0.11),
    ],
)
def test_recall_and_false_alarms(name, tier, recall, alarms):
    told = found(name)[tier]
    assert min(told.leaking, told.innocent) >= 50
    assert told.recall >= recall
    assert told.false_alarms <= alarms
