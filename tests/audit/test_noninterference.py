"""Twins give the same text to the same query, and what a value changes is seen wherever it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fictionworld.audit.noninterference import compare_twins, conclude
from fictionworld.audit.queries import KINDS, queries_of
from tests.audit import planting


def test_nothing_protected_reaches_a_search_reply(stages):
    result = conclude(map(compare_twins, stages))
    assert result.status == "passed" and not result.findings
    whole = result.measure("fields that differ")
    assert whole.numerator == 0 and whole.denominator > 10_000
    for field in ("title", "snippet", "url", "date", "error"):
        for policy in ("tease", "strict"):
            assert result.measure("fields that differ", policy=policy, field=field).denominator > 50
    assert {m.facet("query") for m in result.measures} >= set(KINDS)
    assert {m.facet("pack") for m in result.measures} >= {"smartphones", "football"}


def test_open_snippets_differ(stages):
    tally = compare_twins(stages[1], ["open"])
    assert tally.total(field="snippet")[0] > 50
    assert tally.total(field="title")[0] == tally.total(field="url")[0] == 0


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("title", planting.in_title),
        ("snippet", planting.in_snippet_words),
        ("url", planting.in_url),
        ("date", planting.in_date),
    ],
)
def test_a_planted_leak_is_found_in_its_field(stages, monkeypatch, field, change):
    planting.plant(monkeypatch, change)
    result = conclude([compare_twins(stages[1], ["tease"])])
    assert result.status == "failed"
    assert result.measure("fields that differ", field=field).numerator > 20
    finding = next(one for one in result.findings if one.field == field)
    assert finding.severity == "explicit answer"
    assert finding.command.startswith("fictionworld tool worlds 1 web_search")
    [(start, end)] = finding.marks
    assert start < end <= len(finding.text)


def test_a_leak_in_an_error_is_found(stages, monkeypatch):
    def errors(engine, arguments, text):
        return f"{text} ({planting.told(engine, engine.catalogue.web.heads[0].url)})"

    planting.plant(monkeypatch, errors=errors)
    result = conclude([compare_twins(stages[1], ["strict"])])
    assert result.status == "failed"
    assert {finding.field for finding in result.findings} == {"error"}


def test_a_leak_beside_the_results_is_found(stages, monkeypatch):
    def change(engine, one):
        return replace(one, more=f"Rating: {planting.told(engine, one.url)}")

    planting.plant(monkeypatch, change)
    result = conclude([compare_twins(stages[0], ["tease"])])
    assert result.measure("fields that differ", field="error").numerator > 20


def test_queries_are_the_same_whenever_drawn(stages):
    for stage in stages:
        once, again = queries_of(stage), queries_of(stage)
        assert once == again
        assert {asked.kind for asked in once} == set(KINDS)
        assert max(len(asked.text.split()) for asked in once) >= 9_000
    assert queries_of(stages[0]) != queries_of(stages[2])


def test_prompts_to_a_model_are_compared(stages):
    stage = stages[0]
    result = conclude([compare_twins(stage)])
    prompts = result.measure("fields that differ", field="prompt")
    assert prompts.numerator == 0 and prompts.denominator > 10
    opened = compare_twins(stage, ["open"])
    assert opened.total(field="prompt")[0] > 0
