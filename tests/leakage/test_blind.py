"""Cases by people who have not seen the matcher.

Those of `blind.jsonl`, by three writers, are kept apart: nothing is ever tuned on them. Those of
`others.jsonl`, by fifteen, were used to improve the matcher.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from fictionworld.leakage.cases import judge_cases, read_cases, tallies


@lru_cache(2)
def found(name):
    """What is found of the cases of a file, by tier."""
    path = Path(__file__).parent / name
    judged = list(judge_cases(read_cases(path.read_text("utf-8"), path.name)))
    return {one.kind: one for one in tallies(judged, "tier")}


@pytest.mark.parametrize(
    ("name", "tier", "recall", "alarms"),
    [
        ("blind.jsonl", "plain", 0.89, 0.08),
        ("blind.jsonl", "middling", 0.8, 0.08),
        ("others.jsonl", "plain", 0.95, 0.04),
        ("others.jsonl", "middling", 0.85, 0.08),
    ],
)
def test_recall_and_false_alarms(name, tier, recall, alarms):
    told = found(name)[tier]
    assert min(told.leaking, told.innocent) >= 60
    assert told.recall >= recall
    assert told.false_alarms <= alarms
