"""The cases of the corpus: the figures promised, and the table that is printed of them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fictionworld.leakage.cases import Case, Tally, judge_cases, read_cases, tallies

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Verdict

ROOT = Path(__file__).parent.parent.parent
CORPUS = ROOT / "fictionworld" / "leakage" / "corpus"


@pytest.fixture(scope="module")
def judged() -> list[tuple[Case, Verdict]]:
    return [
        one
        for path in sorted(CORPUS.glob("*.jsonl"))
        for one in judge_cases(read_cases(path.read_text("utf-8"), path.name))
    ]


def test_no_two_cases_have_one_name(judged: list[tuple[Case, Verdict]]) -> None:
    names = [case.id for case, _ in judged]
    assert len(set(names)) == len(names)


def test_there_are_enough_cases_of_both_sorts(judged: list[tuple[Case, Verdict]]) -> None:
    every = tallies(judged)[-1]
    assert every.leaking + every.innocent >= 300
    assert 0.4 < every.leaking / (every.leaking + every.innocent) < 0.6


@pytest.mark.parametrize(
    ("tier", "recall", "alarms"), [("plain", 0.98, 0.05), ("middling", 0.8, 0.05)]
)
def test_recall_and_false_alarms(
    judged: list[tuple[Case, Verdict]], tier: str, recall: float, alarms: float
) -> None:
    found = next(one for one in tallies(judged, "tier") if one.kind == tier)
    assert (found.recall or 0) >= recall
    assert (found.false_alarms or 0) <= alarms


def test_spans_lie_within_the_texts(judged: list[tuple[Case, Verdict]]) -> None:
    for case, verdict in judged:
        assert bool(verdict.spans) is verdict.leaks
        assert all(0 <= start < end <= len(case.text) for start, end in verdict.spans)


@pytest.mark.parametrize(("name", "by"), [("tiers", "tier"), ("kinds", "kind")])
def test_the_tables_of_the_document_are_what_comes_out(
    judged: list[tuple[Case, Verdict]], name: str, by: str
) -> None:
    """Where they part, run `python tools/write_leak_tables.py`."""
    text = (ROOT / "docs" / "leaks.md").read_text("utf-8")
    table = re.search(rf"<!-- {name} -->\n(.*?)<!-- end of {name} -->", text, re.DOTALL)
    assert table is not None
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table[1].splitlines()[2:]]
    assert rows == [_row(one) for one in tallies(judged, by)]


def _row(one: Tally) -> list[str]:
    recall = "" if one.recall is None else f"{one.recall:.3f}"
    alarms = "" if one.false_alarms is None else f"{one.false_alarms:.3f}"
    return [one.kind, str(one.leaking), recall, str(one.innocent), alarms]


BEFORE = ("The weather was fine that week. ", "Here is what we know so far. ", "Nobody knows all. ")
BEHIND = (
    " Tickets are sold at the door.",
    " The report has 42 pages.",
    " Next week: the town of Osk.",
)


def test_a_sentence_before_or_behind_changes_nothing(judged: list[tuple[Case, Verdict]]) -> None:
    texts: list[Case] = []
    said: list[bool] = []
    for case, verdict in judged:
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
    assert len(texts) > 500
    assert len(changed) <= 0.01 * len(texts), changed
