"""Cases by people who have not seen the matcher.

Those of `blind.jsonl`, by three writers, of `everyday.jsonl`, by two, and of `third_party.jsonl`,
by four, are kept apart: nothing is ever tuned on them. Those of `others.jsonl`, by twenty-two and
by who mended earlier matchers, improve it. The floors are what it reaches, rounded down.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from fictionworld.leakage.cases import judge_cases, read_cases, tallies
from tests.examples import first_everyday


@lru_cache(4)
def judged(name):
    """The cases of a file, each with its verdict."""
    path = Path(__file__).parent / name
    return list(judge_cases(read_cases(path.read_text("utf-8"), path.name)))


@pytest.mark.parametrize(
    ("name", "tier", "recall", "alarms"),
    [
        ("blind.jsonl", "plain", 0.85, 0.09),
        ("blind.jsonl", "middling", 0.6, 0.17),
        ("everyday.jsonl", "plain", 0.91, 0.21),
        ("everyday.jsonl", "middling", 0.5, 0.27),
        ("third_party.jsonl", "plain", 0.86, 0.1),
        ("third_party.jsonl", "middling", 0.45, 0.12),
        pytest.param("others.jsonl", "plain", 0.76, 0.26, marks=pytest.mark.slow),
        pytest.param("others.jsonl", "middling", 0.45, 0.26, marks=pytest.mark.slow),
    ],
)
def test_recall_and_false_alarms(name, tier, recall, alarms):
    counts = next(one for one in tallies(judged(name), "tier") if one.kind == tier)
    assert min(counts.leaking, counts.innocent) >= 50
    assert counts.recall >= recall
    assert counts.false_alarms <= alarms


@pytest.mark.parametrize("name", first_everyday(["third_party.jsonl", "others.jsonl"]))
def test_spans_lie_within_the_texts(name):
    for case, verdict in judged(name):
        assert bool(verdict.spans) is verdict.leaks
        assert all(0 <= start < end <= len(case.text) for start, end in verdict.spans)


BEFORE = ("The weather was fine that week. ", "Here is what we know so far. ", "Nobody knows all. ")
BEHIND = (
    " Tickets are sold at the door.",
    " The report has 42 pages.",
    " Next week: the town of Osk.",
)


@pytest.mark.parametrize(
    ("name", "share", "least"),
    [
        ("third_party.jsonl", 1, 100),
        pytest.param("others.jsonl", 5, 500, marks=pytest.mark.slow),
    ],
)
def test_a_sentence_before_or_behind_changes_nothing(name, share, least):
    texts, said = [], []
    for case, verdict in judged(name)[::share]:
        text = case.text
        if re.search(r"[\n|{]", text) or not text[:1].isupper() or text.rstrip()[-1:] not in ".!?":
            continue
        which = len(texts) % len(BEFORE)
        for more in (f"{BEFORE[which]}{text}", f"{text.rstrip()}{BEHIND[which]}"):
            texts.append(replace(case, text=more))
            said.append(verdict.leaks)
    changed = [
        case.id
        for (case, verdict), before in zip(judge_cases(texts), said, strict=True)
        if verdict.leaks != before
    ]
    assert len(texts) > least
    assert len(changed) <= 0.02 * len(texts), changed
