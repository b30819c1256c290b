"""Twins give the same text to the same query, and what a value changes is seen wherever it is."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from fictionworld.audit.calls import CALLS, calls_of
from fictionworld.audit.noninterference import compare_replies, compare_twins, summarize
from fictionworld.audit.options import Tools
from fictionworld.audit.queries import KINDS, PROBES, probes_of, queries_of
from fictionworld.audit.tally import added
from fictionworld.simulator.controls import PRESETS, Controls
from fictionworld.simulator.drafts import passage
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.search_results import results_of
from tests.audit import planting
from tests.examples import first_everyday


@pytest.fixture(scope="module")
def compared(opened):
    """How a world differs from its twin where no leak is planted, by its place."""
    return cache(lambda place: compare_twins(replace(opened[place])))


@pytest.mark.parametrize("worlds", first_everyday([2, 4]))
def test_nothing_protected_reaches_a_search_reply(compared, worlds):
    tallies = [compared(place) for place in range(worlds)]
    result = summarize(tallies)
    assert result.status == "passed" and not result.findings
    assert added(tallies).total()[1] > 5_000 * worlds
    whole = result.measure("worlds that differ")
    assert (whole.numerator, whole.denominator) == (0, worlds)
    for field in ("title", "snippet", "url", "date", "error", "whole reply", "state"):
        for policy in ("tease", "strict"):
            measure = result.measure("worlds that differ", policy=policy, field=field)
            assert measure.denominator == worlds
    asked = {measure.facet("query") for measure in result.measures}
    assert asked >= {*KINDS, *PROBES, *CALLS, "twin", "other values"}
    assert result.measure("worlds that differ", policy="mixed:0.5").denominator == worlds
    assert {m.facet("controls") for m in result.measures} >= set(PRESETS)
    assert {m.facet("pack") for m in result.measures} >= {"smartphones", "football"}


def test_open_snippets_differ(audited_worlds):
    tally = compare_replies(audited_worlds[0], ["open"])
    assert tally.total(field="snippet")[0] > 50
    for field in ("title", "url", "prompt"):
        assert tally.total(field=field)[0] == 0


def test_the_policies_and_controls_that_are_audited_are_compared(audited_worlds, monkeypatch):
    tools = Tools(controls=Controls(dead_links=0.3), mixed=("mixed:0.5",))
    audited = replace(audited_worlds[1], tools=tools)
    controls = {"controls": "dead_links=0.3", "field": "whole reply"}

    sound = compare_replies(audited, ["strict"])
    for policy in ("strict", "mixed:0.5"):
        differing, compared = sound.total(policy=policy, **controls)
        assert differing == 0 < compared
    real = Engine.call

    def stating(self, *arguments, **options):
        reply = real(self, *arguments, **options)
        told = self.catalogue.web.page(1).body if str(self.policy) == "mixed:0.5" else ""
        return replace(reply, text=reply.text + told)

    monkeypatch.setattr(Engine, "call", stating)
    unsound = compare_replies(audited, ["strict"])
    differing, compared = unsound.total(policy="mixed:0.5", **controls)
    assert differing == compared > 0


def test_a_planted_leak_is_shown_where_it_stands(audited_worlds, monkeypatch):
    planting.plant(monkeypatch, planting.in_title)
    result = summarize([compare_replies(audited_worlds[1], ["tease"])])
    assert result.measure("worlds that differ", field="title").numerator == 1
    finding = next(one for one in result.findings if one.field == "title")
    assert finding.severity == "explicit answer"
    assert finding.command.startswith("fictionworld tool worlds 1 web_search")
    [(start, end)] = finding.marks
    assert start < end <= len(finding.text)


def test_calls_vary_in_all_that_a_reply_may_follow_from(audited_worlds):
    audited = audited_worlds[0]
    controls = ("none", "hostile")
    drawn_from = audited, queries_of(audited), ("tease", "strict"), controls
    calls = list(calls_of(*drawn_from))
    assert calls == list(calls_of(*drawn_from))
    searches = [call for call in calls if call.kind == "titles and queries"]
    asked = [query for call in searches for query in call.arguments["queries"]]
    assert {head.title for head in audited.handle.web.heads} <= set(asked)
    sizes = {
        len(call.arguments["queries"])
        for other in audited_worlds  # one world alone may lack a size by chance
        for call in calls_of(other, queries_of(other), ("tease", "strict"), controls)
        if call.kind == "titles and queries"
    }
    assert sizes == set(range(1, 11))
    assert {call.policy for call in searches} == {"tease", "strict"}
    assert {call.controls for call in searches} == set(controls)
    assert {call.times for call in searches} == {1, 2, 3}
    assert len({call.seed for call in searches}) == len(searches)
    assert len({call.budget_characters for call in searches}) == 5
    assert {call.kind for call in calls} == set(CALLS)
    assert {call.arguments["operation"] for call in calls if call.kind == "notes"} == {
        "add", "retrieve", "remove", "retrieve_all",
    }  # fmt: skip


def test_titles_of_pages_that_were_shown_are_not_asked_for(audited_worlds):
    audited = audited_worlds[0]
    queries, shown = queries_of(audited), set()
    asked = []
    for call in calls_of(audited, queries, ("tease",), ("none",), shown):
        if call.tool == "web_search" and call.kind == "titles and queries":
            asked += call.arguments["queries"]
            [reply, *again] = audited.replies(call, Memory())
            assert set(again) <= {reply}
            shown.update(result.url for result in results_of(reply)[0])
    titles = {head.title for head in audited.handle.web.heads}
    assert {query.text for query in queries} <= set(asked)
    assert len(titles.intersection(asked)) < len(titles) * 2 / 3
    unseen = {head.title for head in audited.handle.web.heads if head.url not in shown}
    assert unseen <= set(asked)


def test_queries_are_the_same_whenever_drawn(audited_worlds):
    for audited in audited_worlds:
        once, again = queries_of(audited), queries_of(audited)
        assert once == again
        assert {asked.kind for asked in once} == set(KINDS)
        assert max(len(asked.text.split()) for asked in once) >= 9_000
    assert queries_of(audited_worlds[0]) != queries_of(audited_worlds[2])


def test_prompts_to_a_model_are_compared(compared):
    result = summarize([compared(0)])
    prompts = result.measure("worlds that differ", field="prompt")
    assert (prompts.numerator, prompts.denominator) == (0, 1)


def test_a_value_in_a_prompt_is_found(audited_worlds, monkeypatch):
    """Were a slot's value given to the model, the prompts of twins would differ."""
    monkeypatch.setattr(passage, "_reads", lambda wording, form: str(wording.cells[1:]))
    tally = compare_replies(audited_worlds[0], ["open"])
    assert tally.total(field="prompt")[0] > 0


def test_probes_are_the_same_whenever_drawn(audited_worlds):
    for audited in audited_worlds:
        once = probes_of(audited, 4)
        assert once == probes_of(audited, 4)
        assert {asked.kind for asked in once} == set(PROBES)
        assert len(once) == 4 * len(PROBES)
        groups = [asked.text.split() for asked in once if asked.kind == "group test"]
        assert max(map(len, groups)) > 8
