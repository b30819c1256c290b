"""The form of replies tells nothing; where it does, the classifier learns it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fictionworld.audit.form import shapes_of, summarize
from fictionworld.audit.membership import memberships
from fictionworld.audit.record import Thresholds
from tests.audit import planting
from tests.examples import first_everyday


@pytest.fixture(scope="module")
def untouched(opened):
    """The forms of replies in which no leak is planted."""
    return [shapes_of(replace(audited)) for audited in opened]


def judged(shapes, at_most=0.55):
    return summarize(shapes, Thresholds(form_auc=at_most), 0)


def test_form_tells_nothing(untouched):
    result = judged(untouched)
    # the tasks of four worlds are too few to say so; how wide their interval is, they do say
    assert result.status == "inconclusive"
    assert judged(untouched, at_most=0.8).status == "passed"
    for policy in ("tease", "strict"):
        auc = result.measure("AUC", policy=policy)
        assert auc.low <= 0.55 and auc.low < auc.value < auc.high
        assert result.measure("rows", policy=policy).value > 50


@pytest.mark.parametrize("how", first_everyday(["withheld", "shorter"]))
def test_a_form_that_tells_members_is_found(audited_worlds, untouched, monkeypatch, how):
    members: set[str] = set()

    def change(_, one):
        if not any(name in one.title or name in one.snippet for name in members):
            return one
        return {
            "withheld": replace(one, snippet="This sentence is [withheld] here. More on the page."),
            "shorter": replace(one, snippet=one.snippet[:40]),
        }[how]

    def shapes(audited):
        """Task by task, since a row may be in the answer of one and not in that of another."""
        found = []
        for one in memberships(audited):
            members.clear()
            members.update(audited.subjects.names[row] for row in one.members)
            found += shapes_of(replace(audited, tasks=[one.task]))
        return found

    planting.plant(monkeypatch, change)
    result = summarize([shapes(audited) for audited in audited_worlds], Thresholds(), 0)
    assert judged(untouched).status != "failed" and result.status == "failed"
    assert result.measure("AUC", policy="tease").value > 0.9
    [finding, *_] = result.findings
    assert finding.text.split(":")[0] in untouched[0][0].features
    assert finding.command.startswith("fictionworld tool worlds")


def test_too_little_is_not_measured():
    assert summarize([[]], Thresholds(), 0).status == "not measured"
