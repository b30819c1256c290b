"""Numbers come with intervals, also where nothing was found; tallies add up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.record import (
    AuditRecord,
    CheckResult,
    LeakEvidence,
    Thresholds,
    figure,
    rate,
    result_of,
    status_of,
)
from fictionworld.audit.tally import FacetTally, added


def test_wilson():
    # Newcombe 1998, table I: 15 of 148, and 1 of 29 by the score method
    one = rate("x", 15, 148)
    assert (round(one.low, 4), round(one.high, 4)) == (0.0624, 0.1605)
    two = rate("x", 1, 29)
    assert (round(two.low, 4), round(two.high, 4)) == (0.0061, 0.1718)


@pytest.mark.parametrize("n", [1, 10, 3000])
def test_none_of_n_has_an_upper_bound(n):
    none, all_ = rate("x", 0, n), rate("x", n, n)
    assert none.low == 0 and 0 < none.high < 1
    assert all_.high == 1 and all_.low == pytest.approx(1 - none.high)
    assert none.high <= 3.9 / n


def test_nothing_measured_is_no_zero():
    assert rate("x", 0, 0, at_most=0.0).value is None
    assert not rate("x", 0, 0, at_most=0.0).exceeded
    assert mean_with_interval([], 0) == (None, None, None, 0)


@pytest.mark.parametrize(
    ("measure", "status"),
    [
        (rate("x", 1, 1000, at_most=0.0), "failed"),
        (rate("x", 0, 1000, at_most=0.0), "passed"),
        (rate("x", 0, 20, at_most=0.0), "inconclusive"),
        (rate("x", 0, 20, at_most=0.0, whole=True), "passed"),
        (rate("x", 1, 20, at_most=0.0, whole=True), "failed"),
        (rate("x", 10, 100, at_most=0.02), "failed"),
        (rate("x", 3, 100, at_most=0.02), "inconclusive"),
        (rate("x", 3, 1000, at_most=0.02), "passed"),
        (figure("auc", 0.65, 0.57, 0.7, 40, at_most=0.55), "failed"),
        (figure("auc", 0.6, 0.52, 0.7, 40, at_most=0.55), "inconclusive"),
        (figure("auc", 0.54, 0.52, 0.56, 40, at_most=0.55), "inconclusive"),
        (figure("auc", 0.5, 0.48, 0.52, 40, at_most=0.55), "passed"),
        (figure("one value", 0.0, None, None, 1, at_most=0.05), "inconclusive"),
        (figure("known", 0.4, at_most=0.5), "passed"),
        (figure("known", 0.6, at_most=0.5), "failed"),
        (figure("no threshold", 0.6, 0.5, 0.7, 9), "measured"),
        (rate("x", 0, 0, at_most=0.0), "not measured"),
    ],
)
def test_the_interval_decides_on_which_side_of_a_threshold(measure, status):
    assert status_of([measure]) == status


def test_a_check_is_as_bad_as_its_worst_measure():
    bad, open_, good = rate("x", 9, 9, at_most=0), rate("x", 0, 9, at_most=0), rate("x", 1, 9)
    assert status_of([good, open_, bad]) == "failed"
    assert status_of([good, open_]) == "inconclusive"
    assert status_of([good], failed=True) == "failed"


def test_a_mean_lies_in_its_interval():
    value, low, high, n = mean_with_interval([0, 1] * 50, 3)
    assert value == 0.5 and low < 0.5 < high and high - low < 0.3 and n == 100
    assert mean_with_interval([0, 1] * 50, 3) == (value, low, high, n)


@pytest.mark.parametrize("agreed", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("n", [1, 2, 50])
def test_values_that_agree_make_no_interval_of_no_width(agreed, n):
    mean = mean_with_interval([agreed] * n, 0)
    assert mean.low <= agreed <= mean.high and mean.high - mean.low > 1 / (n + 2)
    assert mean_with_interval([agreed] * n, 0, None) == (agreed, None, None, n)


def test_none_in_n_has_about_the_exact_upper_end():
    # Clopper and Pearson: 1 - 0.025 ** (1 / n)
    for n, exact in ((50, 0.071), (100, 0.036)):
        assert mean_with_interval([0.0] * n, 1).high == pytest.approx(exact, abs=0.02)
    # of so many agents' scores of nothing, and no fewer, does a threshold of 0.05 pass
    assert mean_with_interval([0.0] * 40, 0).high > 0.05 > mean_with_interval([0.0] * 80, 0).high


def finding(of):
    return LeakEvidence(
        check="c",
        severity="metadata",
        world_id=1,
        field="title",
        text="text",
        marks=((0, 1),),
        why="why",
        command="do",
        of=of,
    )


def test_tallies_add_up():
    one, two = FacetTally(), FacetTally()
    one.count((("policy", "tease"), ("field", "title")), 1, 4)
    two.count((("policy", "tease"), ("field", "title")), 0, 6)
    two.count((("policy", "strict"), ("field", "url")), 2, 2)
    for _ in range(60):
        one.keep(finding((("field", "title"),)))
    two.keep(finding((("field", "url"),)))
    whole = added([one, two])
    assert whole.total() == (3, 12)
    assert whole.total(policy="tease") == (1, 10)
    assert whole.found == 61
    assert any(dict(kept.of) == {"field": "url"} for kept in whole.findings[:41])
    measures = whole.rates("leaks", (), ("policy",), ("policy", "field"))
    assert [(dict(m.of), m.numerator, m.denominator) for m in measures] == [
        ({}, 3, 12),
        ({"policy": "strict"}, 2, 2),
        ({"policy": "tease"}, 1, 10),
        ({"policy": "strict", "field": "url"}, 2, 2),
        ({"policy": "tease", "field": "title"}, 1, 10),
    ]
    assert status_of(whole.rates("leaks", (), at_most=0.0)) == "failed"
    assert status_of(FacetTally().rates("leaks", ())) == "not measured"


def test_a_result_keeps_its_first_findings_and_counts_all():
    held = [finding(()) for _ in range(60)]
    result = result_of("c", "t", "a", [rate("x", 1, 1, at_most=0.0)], held)
    assert result.status == "failed" and len(result.findings) == 40 and result.found == 60
    assert result_of("c", "t", "a", [], held, found=99).found == 99


def test_a_record_is_plain_data():
    result = CheckResult("c", "t", "a", "failed", (rate("x", 1, 2, (("policy", "tease"),)),))
    record = AuditRecord(
        "d", "h", "v", ("p",), 1, 1, (0,), ("tease",), Thresholds(), (result,), 1.0
    )
    written = record.as_dict()
    assert (
        written["verdict"] == "failed"
        and written["failed"] == ["c"]
        and written["inconclusive"] == []
    )
    few = replace(record, results=(replace(result, status="inconclusive"),))
    assert few.verdict == "inconclusive" and not few.passed and few.inconclusive == ("c",)
    assert written["results"][0]["measures"][0]["of"] == {"policy": "tease"}
    assert record.result("c").measure("x", policy="tease").numerator == 1
    with pytest.raises(KeyError, match="no check 'd'"):
        record.result("d")
