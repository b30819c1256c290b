"""Numbers come with intervals, also where nothing was found; tallies add up."""

from __future__ import annotations

import pytest

from fictionworld.audit.interval import mean_with_interval
from fictionworld.audit.record import AuditRecord, Finding, Result, Thresholds, figure, rate
from fictionworld.audit.tally import Tally, added


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
    assert mean_with_interval([], 0) == (None, None, None)


def test_a_threshold_is_exceeded_above_it_and_above_chance():
    assert rate("x", 1, 1000, at_most=0.0).exceeded
    assert not rate("x", 0, 1000, at_most=0.0).exceeded
    assert figure("auc", 0.6, 0.52, 0.7, at_most=0.55, chance=0.5).exceeded
    assert not figure("auc", 0.6, 0.45, 0.7, at_most=0.55, chance=0.5).exceeded
    assert not figure("auc", 0.54, 0.52, 0.56, at_most=0.55, chance=0.5).exceeded


def test_a_mean_lies_in_its_interval():
    value, low, high = mean_with_interval([0, 1] * 50, 3)
    assert value == 0.5 and low < 0.5 < high and high - low < 0.3
    assert mean_with_interval([0, 1] * 50, 3) == (value, low, high)


def finding(of):
    return Finding("c", "metadata", 1, None, None, "title", "text", ((0, 1),), "why", "do", of)


def test_tallies_add_up():
    one, two = Tally(), Tally()
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
    result = whole.result("c", "t", "a", whole.rates("leaks", (), at_most=0.0))
    assert result.status == "failed"
    assert Tally().result("c", "t", "a", Tally().rates("leaks", ())).status == "not measured"


def test_a_record_is_plain_data():
    result = Result("c", "t", "a", "failed", (rate("x", 1, 2, (("policy", "tease"),)),))
    record = AuditRecord(
        "d", "h", "v", ("p",), 1, 1, (0,), ("tease",), Thresholds(), (result,), 1.0
    )
    told = record.as_dict()
    assert told["passed"] is False and told["failed"] == ["c"]
    assert told["results"][0]["measures"][0]["of"] == {"policy": "tease"}
    assert record.result("c").measure("x", policy="tease").numerator == 1
    with pytest.raises(KeyError, match="no check 'd'"):
        record.result("d")
