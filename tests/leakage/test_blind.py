"""Cases by people who have not seen the matcher, kept apart: nothing is ever tuned on them."""

from __future__ import annotations

from pathlib import Path

from fictionworld.leakage.cases import judge_cases, read_cases

BLIND = Path(__file__).parent / "blind.jsonl"


def share(tier, leaks):
    """Of the cases of a tier that leak, or do not, the share that the matcher calls leaks."""
    cases = read_cases(BLIND.read_text("utf-8"), BLIND.name)
    said = [
        verdict.leaks
        for case, verdict in judge_cases(cases)
        if case.tier == tier and case.expected == leaks
    ]
    assert len(said) >= 30
    return sum(said) / len(said)


def test_what_is_told_plainly_is_found():
    assert share("plain", leaks=True) >= 0.88
    assert share("plain", leaks=False) <= 0.1


def test_most_of_what_is_told_less_plainly_is_found():
    assert share("middling", leaks=True) >= 0.7
    assert share("middling", leaks=False) <= 0.1
