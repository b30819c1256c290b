"""Sentences round what people round; another page has the exact figure, which alone is evidence."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.text.approximate import APPROXIMATE, WAYS, approximation, nearest
from fictionworld.web.permit import Permit
from tests.examples import first_everyday
from tests.small import PACKS
from tests.web.written import written

ROUNDING = (*PACKS, "municipality", "rail_network", "shipping")


@pytest.fixture(params=first_everyday(ROUNDING, len(PACKS)))
def web(request):
    return written(request.param, 1)[0]


def rounded_on(web):
    for head in web.heads:
        page = web.page(head.number)
        for mark in page.marks:
            if mark.truth == "rounded":
                yield page, mark


def test_sentences_round_figures_that_people_round(web):
    columns = web.plan.codes.by_name
    rounded = list(rounded_on(web))
    assert len(rounded) >= 5
    for page, mark in rounded:
        assert columns[mark.fact.table, mark.fact.column].spec.rounds_to is not None
        line = page.body[page.body.rfind("\n", 0, mark.start) + 1 :].partition("\n")[0]
        assert not line.startswith("|"), "tables are exact"


def test_an_exact_source_of_each_rounded_figure_exists_and_is_its_page(web):
    for page, mark in rounded_on(web):
        sources = web.plan.pages_of(mark.fact)
        assert sources and page.head.number not in sources
        for number in sources:
            assert mark.fact[1:] in web.cells_between(number, 0, len(web.page(number).body))


def test_no_rounded_figure_is_evidence_or_untrue(web):
    for page, mark in rounded_on(web):
        assert mark.fact[1:] not in page.cells_between(mark.start, mark.end)
        assert page.untrue_between(mark.start, mark.end) == []


def test_a_snippet_that_rounds_a_figure_does_not_show_it(web):
    permit, shown = Permit.of("open", web.world), 0
    for page, mark in rounded_on(web):
        if any(m.fact == mark.fact and m.truth == "current" for m in page.marks):
            continue
        text = page.body[mark.start : mark.end]
        cut = web.windows(page.head.number, permit).cut(text.lower().split())
        shown += text in cut
        assert mark.fact not in {fact for _, fact in cut.stated}
    assert shown


@given(
    st.decimals(0, 10**9, places=2, allow_nan=False),
    st.sampled_from([1, 5, 50, 1000]),
    st.integers(0, WAYS - 1),
)
def test_what_stands_before_a_figure_is_so(value, step, way):
    word, figure = approximation(value, step, way)
    assert word in APPROXIMATE and figure % step == 0 and abs(figure - value) <= step
    assert word not in {"nearly", "almost"} or value < figure
    assert word not in {"more than", "just over"} or value > figure
    assert word != "under" or value < step
    assert figure > 0 or value == 0


def test_halves_are_rounded_away_from_zero():
    assert nearest(Decimal("2.5"), 1) == 3 and nearest(-1500, 1000) == -2000
