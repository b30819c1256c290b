"""Twins give the same text to the same query, and what a value changes is seen wherever it is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from fictionworld.audit.noninterference import compare_twins, summarize
from fictionworld.audit.queries import KINDS, PROBES, probes_of, queries_of
from fictionworld.simulator.controls import PRESETS
from fictionworld.simulator.drafts import passage
from fictionworld.web.permit import Permit
from fictionworld.web.writing.page_writer import PageWriter
from tests.audit import planting
from tests.examples import first_everyday


@pytest.fixture(scope="module")
def compared(opened):
    """How a world differs from its twin where no leak is planted, by its place."""
    return cache(lambda place: compare_twins(replace(opened[place])))


@pytest.mark.parametrize("worlds", first_everyday([2, 4]))
def test_nothing_protected_reaches_a_search_reply(compared, worlds):
    result = summarize(map(compared, range(worlds)))
    assert result.status == "passed" and not result.findings
    whole = result.measure("fields that differ")
    assert whole.numerator == 0 and whole.denominator > 2_500 * worlds
    for field in ("title", "snippet", "url", "date", "error", "whole reply", "state"):
        for policy in ("tease", "strict"):
            assert result.measure("fields that differ", policy=policy, field=field).denominator > 50
    assert {m.facet("query") for m in result.measures} >= {*KINDS, *PROBES, "twin", "other values"}
    assert result.measure("fields that differ", policy="mixed:0.5").denominator > 250 * worlds
    assert {m.facet("controls") for m in result.measures} >= set(PRESETS)
    assert {m.facet("pack") for m in result.measures} >= {"smartphones", "football"}


def test_open_snippets_differ(audited_worlds):
    tally = compare_twins(audited_worlds[1], ["open"])
    assert tally.total(field="snippet")[0] > 50
    assert tally.total(field="title")[0] == tally.total(field="url")[0] == 0


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("title", planting.in_title),
        pytest.param("snippet", planting.in_snippet_words, marks=pytest.mark.slow),
        pytest.param("url", planting.in_url, marks=pytest.mark.slow),
        pytest.param("date", planting.in_date, marks=pytest.mark.slow),
    ],
)
def test_a_planted_leak_is_found_in_its_field(audited_worlds, monkeypatch, field, change):
    planting.plant(monkeypatch, change)
    result = summarize([compare_twins(audited_worlds[1], ["tease"])])
    assert result.status == "failed"
    assert result.measure("fields that differ", field=field).numerator > 20
    finding = next(one for one in result.findings if one.field == field)
    assert finding.severity == "explicit answer"
    assert finding.command.startswith("fictionworld tool worlds 1 web_search")
    [(start, end)] = finding.marks
    assert start < end <= len(finding.text)


@pytest.mark.slow
def test_a_leak_in_an_error_is_found(audited_worlds, monkeypatch):
    def errors(engine, arguments, text):
        return f"{text} ({planting.value_of(engine, engine.catalogue.web.heads[0].url)})"

    planting.plant(monkeypatch, errors=errors)
    result = summarize([compare_twins(audited_worlds[1], ["strict"])])
    assert result.status == "failed"
    assert {finding.field for finding in result.findings} == {"error", "whole reply"}


@pytest.mark.slow
def test_a_leak_beside_the_results_is_found(audited_worlds, monkeypatch):
    def change(engine, one):
        return replace(one, more=f"Rating: {planting.value_of(engine, one.url)}")

    planting.plant(monkeypatch, change)
    result = summarize([compare_twins(audited_worlds[0], ["tease"])])
    assert result.measure("fields that differ", field="error").numerator > 20


def test_queries_are_the_same_whenever_drawn(audited_worlds):
    for audited in audited_worlds:
        once, again = queries_of(audited), queries_of(audited)
        assert once == again
        assert {asked.kind for asked in once} == set(KINDS)
        assert max(len(asked.text.split()) for asked in once) >= 9_000
    assert queries_of(audited_worlds[0]) != queries_of(audited_worlds[2])


def test_prompts_to_a_model_are_compared(audited_worlds, compared):
    audited = audited_worlds[0]
    result = summarize([compared(0)])
    prompts = result.measure("fields that differ", field="prompt")
    assert prompts.numerator == 0 and prompts.denominator > 10
    opened = compare_twins(audited, ["open"])
    assert opened.total(field="prompt")[0] == 0


def test_a_value_in_a_prompt_is_found(audited_worlds, monkeypatch):
    """Were a slot's value given to the model, the prompts of twins would differ."""
    monkeypatch.setattr(passage, "_reads", lambda wording, form: str(wording.cells[1:]))
    tally = compare_twins(audited_worlds[0], ["open"])
    assert tally.total(field="prompt")[0] > 0


def unkept(audited):
    """The same world and twin, opened anew: nothing written or indexed before is used."""
    return replace(
        audited, handle=planting.reopened(audited.handle), twin=planting.reopened(audited.twin)
    )


def test_an_index_that_reads_values_is_found(audited_worlds, monkeypatch):
    """Nothing that is shown says a value: which pages come does."""
    monkeypatch.setattr(Permit, "searches", lambda self, page, column: True)
    result = summarize([compare_twins(unkept(audited_worlds[0]), ["tease"])])
    assert result.status == "failed"
    assert result.measure("fields that differ", field="whole reply").numerator > 0
    assert result.measure("fields that differ", field="state").numerator > 50
    assert result.measure("fields that differ", field="snippet").numerator == 0


def test_a_word_beside_a_value_is_found(audited_worlds, monkeypatch):
    """A word outside the mark that follows the value: under no query of the sample, perhaps."""
    mark = PageWriter.mark

    def revealing(writer, text, column, row):
        said = mark(writer, text, column, row)
        value = column.cells[row]
        follows = column.askable and isinstance(value, int) and value % 2
        return f"{said} indeed" if follows else said

    monkeypatch.setattr(PageWriter, "mark", revealing)
    result = summarize([compare_twins(unkept(audited_worlds[1]))])
    assert result.measure("fields that differ", field="state", policy="tease").numerator > 20
    assert result.measure("fields that differ", query="twin").numerator > 20


def test_probes_are_the_same_whenever_drawn(audited_worlds):
    for audited in audited_worlds:
        once = probes_of(audited, 4)
        assert once == probes_of(audited, 4)
        assert {asked.kind for asked in once} == set(PROBES)
        assert len(once) == 4 * len(PROBES)
        groups = [asked.text.split() for asked in once if asked.kind == "group test"]
        assert max(map(len, groups)) > 8
