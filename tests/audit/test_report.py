"""The report: one file that opens offline, says every figure, and shows findings as text."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.audit.record import (
    AuditRecord,
    CheckResult,
    LeakEvidence,
    Thresholds,
    figure,
    rate,
)
from fictionworld.audit.report.report import report as page_of
from fictionworld.reports.plots import BarPlot, HeatMap, LinePlot, axis_end, percent

HOSTILE = 'the "Vela 5" <script>alert(1)</script> has 5,000 mAh & more'


def record(*results):
    return AuditRecord(
        "worlds", "c0ffee" * 8, "0.1", ("phones",), 12, 72, (1, 2), ("tease",), Thresholds(),
        results, 3.0,
    )  # fmt: skip


def report(found):
    return page_of(found, date(2031, 5, 4))


def result_of(status="passed", findings=(), measures=(), check="question", curves=()):
    return CheckResult(
        check, f"On {check}", "Does it?", status, tuple(measures), tuple(findings), len(findings),
        "Under `open` it may.", tuple(curves),
    )  # fmt: skip


def finding(text=HOSTILE, marks=((30, 38),)):
    return LeakEvidence(
        check="question",
        severity="explicit answer",
        world_id=1,
        task_id="1-2",
        page="https://vela.example/5",
        field="snippet",
        text=text,
        marks=marks,
        why="it tells",
        command="fictionworld tool worlds 1",
    )


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.seen, self.links = [], [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.links += [value for name, value in attrs if name in {"src", "href"}]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


FACETS = (("policy", "tease"), ("field", "snippet"))
WHOLE = [
    result_of(
        check="noninterference", measures=[rate("worlds that differ", 0, 400, FACETS, 0.0)]
    ),
    result_of(check="baselines", measures=[
        figure("f1_value", 0.25, 0.2, 0.3, 40, (("agent", "snippets-only"), ("policy", "open"))),
        figure("f1_value", 1.0, 0.9, 1.0, 40, (("agent", "oracle"), ("policy", "all"))),
    ]),
    result_of(check="guessability", measures=[
        rate("share of the commonest value", 3, 10, (("pack", "p"), ("column", "c")))
    ]),
    result_of(check="overlap", measures=[
        rate("runs of words shared", n, 10, (
            ("of", "train"), ("in", split), ("words", "8"), ("masked", "no")))
        for n, split in enumerate(("train", "eval"))
    ]),
    result_of(check="traces", status="measured", curves=[("scout, tease", ((1, 0.0), (9, 1.0)))]),
    result_of(check="real_world", status="not measured"),
]  # fmt: skip


def test_the_page_is_whole_and_fetches_nothing():
    page = report(record(*WHOLE))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "script" not in tags.seen and "link" not in tags.seen and "img" not in tags.seen
    assert all(link.startswith("#") for link in tags.links), tags.links
    assert "url(" not in page and "@import" not in page
    # all that was measured has a plot
    assert page.count('<table class="plot') == 4 and tags.seen.count("polyline") == 1
    assert "prefers-color-scheme: dark" in page and "@media print" in page
    assert "<code>open</code>" in page


def test_every_figure_is_there_with_its_interval():
    page = report(record(*WHOLE))
    assert "0 of 400" in page and "0% – 0.95%" in page  # noqa: RUF001 - zero has an upper bound
    assert "0.250" in page and "0.200 – 0.300" in page  # noqa: RUF001
    assert "Passed" in page and "1 not measured" in page


def test_a_finding_is_text_with_its_characters_marked():
    page = report(record(result_of("failed", [finding()])))
    assert "<script>" not in page and "&lt;script&gt;" in page
    marked = re.findall(r"<mark>(.*?)</mark>", page)
    assert [unescape(text) for text in marked] == [HOSTILE[30:38]]
    assert "fictionworld tool worlds 1" in page and "1 of 1 checks failed" in page


def test_its_first_page_says_what_it_is_and_how_it_was_made():
    made = replace(
        record(*WHOLE),
        command="fictionworld audit worlds --sample 2 --seed 7",
        seed=7,
        controls="timeout=0.05",
        versions=(("Python", "3.11.9"), ("numpy", "2.4.0")),
    )
    page = page_of(made, date(2031, 5, 4))
    first, _, rest = page.partition('<section id="noninterference">')
    assert rest
    for said in (
        "2031-05-04", "fictionworld audit worlds --sample 2 --seed 7", "timeout=0.05",
        "Python 3.11.9, numpy 2.4.0", "mean f1_value of an agent that opens no page: at most 0.05",
        "Threat model", "Glossary", "protected value",
    ):  # fmt: skip
        assert said in unescape(first), said
    assert page_of(made, date(2031, 5, 5)).replace("2031-05-05", "2031-05-04") == page


def test_an_inconclusive_check_is_neither_passed_nor_failed():
    few = [figure("f1_value", 0.0, 0.0, 0.3, 9, (("agent", "guess"),), at_most=0.05)]
    page = report(record(result_of("inconclusive", measures=few)))
    assert "<strong>Inconclusive</strong>" in page and "1 of 1 checks inconclusive" in page
    assert "n = 9" in page and 'class="open"' in page
    both = report(record(result_of("failed"), result_of("inconclusive")))
    assert "<strong>Failed</strong>" in both


@pytest.mark.parametrize("at", [0, 4000, 9990])
def test_a_long_text_is_cut_around_its_mark(at):
    text = "x" * at + "5,000 mAh" + "y" * (10_000 - at)
    page = report(record(result_of("failed", [finding(text, ((at, at + 9),))])))
    assert re.findall(r"<mark>(.*?)</mark>", page) == ["5,000 mAh"]
    assert len(page) < 30_000


@given(st.floats(1e-9, 1e9))
def test_an_axis_holds_its_values(most):
    assert most * (1 - 1e-9) <= axis_end(most) <= 2 * most * (1 + 1e-9)
    assert axis_end(most, 1.0) <= 1 and axis_end(0.0) == 1


def test_bars_say_what_was_not_measured():
    plot = BarPlot({"a": {"open": None, "tease": 0.5}, "b": {"tease": 1.0}}, ("open",))
    assert plot.series == ["open", "tease"]
    assert plot.groups == [
        ("a", [(0, 0.0, "not measured"), (1, 0.5, "0.50")]), ("b", [(1, 1.0, "1.00")]),
    ]  # fmt: skip


def test_a_line_is_drawn_from_the_axis_up():
    plot = LinePlot({"scout": [(0, 0), (5, 1)]})
    assert plot.end == 6 and plot.paths == ["0.0,100.0 83.3,0.0"]


def test_a_heat_map_is_darkest_at_the_largest_share():
    plot = HeatMap(["a", "b"], {("a", "b"): 0.2, ("b", "a"): 0.1})
    assert plot.strength("a", "b") == 1 and plot.strength("b", "a") == 0.5
    assert plot.strength("a", "a") == 0


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0%"), (1, "100%"), (0.0004, "0.04%"), (0.043, "4.3%"), (0.42, "42%")]
)
def test_shares_are_said_in_as_many_digits_as_tell(value, text):
    assert percent(value) == text
