"""The guard reads replies: nothing under `tease` and `strict`, much under `open`; plants seen."""

from __future__ import annotations

import pytest

from fictionworld.audit.plants import DISGUISES
from fictionworld.audit.record import Thresholds
from fictionworld.audit.self_test import recall_of
from fictionworld.audit.self_test import summarize as recalled
from fictionworld.audit.statement import statements_of, summarize
from tests.audit import planting


def test_replies_tell_nothing_and_open_ones_do(audited_worlds):
    few = [statements_of(audited) for audited in audited_worlds[:2]]
    result = summarize(few, Thresholds())
    # tens of replies are too few to say that none in twenty tells a value
    assert result.status == "inconclusive"
    assert summarize(few * 40, Thresholds()).status == "passed"
    stated = {
        policy: result.measure("replies that state a value", policy=policy)
        for policy in ("open", "tease", "strict")
    }
    assert stated["open"].value > 0.3 and stated["open"].at_most is None
    assert stated["tease"].numerator == stated["strict"].numerator == 0
    assert stated["tease"].denominator > 30 and stated["tease"].high > 0
    assert result.found == 0


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("title", planting.in_title),
        ("snippet", planting.in_snippet_words),
    ],
)
def test_a_planted_statement_is_found_in_its_field(audited_worlds, monkeypatch, field, change):
    planting.plant(monkeypatch, change)
    result = summarize([statements_of(audited_worlds[1])], Thresholds())
    assert result.status == "failed"
    assert result.measure("fields that state a value", policy="tease", field=field).numerator > 3
    finding = next(one for one in result.findings if one.field == field)
    assert finding.severity == "explicit answer" and "--policy" in finding.command
    assert all(0 <= start < end <= len(finding.text) for start, end in finding.marks)
    assert (
        summarize([statements_of(audited_worlds[1])], Thresholds(leak_rate=1.0)).status == "passed"
    )


def test_the_audit_knows_its_own_recall(audited_worlds):
    result = recalled(map(recall_of, audited_worlds[:2]))
    found = result.measure("planted leaks found")
    assert found.denominator > 30 and found.value > 0.85
    assert result.measure("false alarms on innocent results").value <= 0.1
    assert {m.facet("disguise") for m in result.measures} - {None} <= set(DISGUISES)


def test_a_blind_guard_is_found_out(audited_worlds, monkeypatch):
    from fictionworld.leakage.guard import Guard

    monkeypatch.setattr(Guard, "look", lambda self, fields: ())
    result = recalled(map(recall_of, audited_worlds[:1]))
    assert result.measure("planted leaks found").numerator == 0
    assert result.found == result.measure("planted leaks found").denominator
