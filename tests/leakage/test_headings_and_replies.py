"""Units in headings, keys line by line, replies to questions, and figures that only point."""

from __future__ import annotations

import re

import pytest

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.matcher import find_leaks
from fictionworld.leakage.readings.headed import told_by
from fictionworld.leakage.readings.view import View
from fictionworld.leakage.values.replies import find_replies


def _leaks(text: str, entity: str, column: str, kind: str, value: str) -> bool:
    answer = Answer(column, kind, value)  # type: ignore[arg-type]
    return find_leaks(
        text, answer, entity=entity, question=f"What is the {column} of {entity}?"
    ).leaks


@pytest.mark.parametrize(
    ("heading", "units"),
    [
        ("Fee (m crowns)", ("million crowns",)),
        ("Visitors ('000)", ("thousand",)),
        ("Visitors, in thousands", ("thousand",)),
        ("Length / km", ("km",)),
        ("volume_km3", ("km3",)),
        ("weightKg", ("kg",)),
        ("Speed (km/h)", ("km/h",)),
        ("Players (max)", ()),
        ("Opened in May", ()),
        ("Fee per month", ()),
    ],
)
def test_a_heading_tells_its_unit(heading: str, units: tuple[str, ...]) -> None:
    assert told_by(heading) == units


_LIST = """quarries:
  - name: Onder Quarry
    depth_km: {}
    crew: {}
  - name: Tarm Quarry
    depth_km: 0.2
    crew: 12
"""


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        (_LIST.format("0.35", 9), True),
        (_LIST.format("~", 350), False),
        (_LIST.format("0.2", 9).replace("Tarm", "Sohl").replace("0.2", "0.1"), False),
        ("[Onder Quarry]\ndepth_m = 350\n[Tarm Quarry]\ndepth_m = 200\n", True),
        ("[Onder Quarry]\ndepth_m = 200\n[Tarm Quarry]\ndepth_m = 350\n", False),
        ("---\ntitle_name: Onder Quarry\ndepth: TODO\n---\nname: Tarm Quarry\ndepth: 350\n", False),
        ("Quarry,Crew,Depth (km)\nOnder Quarry,9,0.35\nTarm Quarry,12,0.2\n", True),
        ("Quarry,Crew,Depth (km)\nOnder Quarry,9,350\nTarm Quarry,12,0.2\n", False),
    ],
)
def test_keys_line_by_line(text: str, leaks: bool) -> None:
    assert _leaks(text, "Onder Quarry", "Depth (m)", "number", "350") is leaks


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Can I camp at the lake? Sadly not.", False),
        ("Q: may one camp there?\nA (warden): Of course, in the lower field.", True),
        ('{"title": "Is camping allowed?", "snippet": "It is, until October."}', True),
        ("Is camping forbidden here? Yes.", False),
        ("May one camp there? No idea, ask the warden.", None),
        ("May one camp there? Yes, but only if the mayor agrees.", None),
        ("May one fish there? Of course.", None),
    ],
)
def test_replies(text: str, said: bool | None) -> None:
    for wanted in (True, False):
        assert bool(find_replies(text, "Camping allowed", wanted=wanted)) is (said is wanted)


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Onder Reader ends on page 350.", True),
        ("The quotation is on p. 350 of the Onder Reader.", False),
        ("Onder Reader has ~~350 pages~~, see the shop.", False),
        ("The Onder Reader is reviewed in Ann Lett 12(3): 350-352.", False),
        ("Pages of the Onder Reader are the subject of report 350 of the board.", False),
    ],
)
def test_figures_that_only_point(text: str, leaks: bool) -> None:
    assert _leaks(text, "Onder Reader", "Pages", "number", "350") is leaks


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("Ilva Tarn came directly behind Odo Renn, who was eighth.", "9"),
        ("Ilva Tarn finished two places ahead of Odo Renn (5th).", "3"),
        ("Twenty-two boats finished, and Ilva Tarn was third from last.", "20"),
        ("Not one rider was placed above Ilva Tarn.", "1"),
        ("In the end exactly four runners were faster than Ilva Tarn.", "5"),
        ("Two balloons drifted above Ilva Tarn at noon.", ""),
        ("Ilva Tarn, riding her third regatta, waved.", ""),
        ("On the second stage only three riders beat Ilva Tarn.", ""),
    ],
)
def test_places(text: str, rank: str) -> None:
    for value in ("1", "3", "4", "5", "9", "20"):
        assert _leaks(text, "Ilva Tarn", "Final place", "rank", value) is (value == rank), value


def test_a_long_text_is_read_again_only_near_what_changes() -> None:
    filler = "The river ran on past the old mill. " * 600
    text = f"{filler}Onder Quarry is 3&#53;0 m deep, a quiet-place. {filler}"
    answer = Answer("Depth (m)", "number", "350")
    verdict = find_leaks(text, answer, entity="Onder Quarry", question="How deep is it?")
    assert [text[a:b] for a, b in verdict.spans] == ["3&#53;0 m"]
    base = View(text)
    view = base.rewritten(re.compile("quiet-place"), lambda _: "quiet place")
    near = view.around_changes(base, 300)
    assert len(near.text) < 700
    at = near.text.index("quiet place")
    assert text[slice(*near.span(at, at + 11))] == "quiet-place"
    assert near.changed(at - 2, at + 11)
    assert not near.at_edge(at, at + 11)
    assert near.at_edge(3, 5)


@pytest.mark.parametrize(
    ("entity", "column", "type_", "value", "text"),
    [
        ("Svemnes IF", "Capacity", "number", "10170", "The capacity of Svemnes IF is 10,170."),
        ("Aar Gastec", "Rank", "rank", "10", "The rank of Aar Gastec is ten."),
        ("Vela 5", "Released", "date", "2032-04-14", "Oruna Lite 4 Vela 5: released 14.04.2032."),
        (
            "Vela 5",
            "Released",
            "date",
            "2025-08-01",
            "Refine your search | Clear all · Showing 39-57 of 57 released: Aug 1, 2025 (Vela 5).",
        ),
        (
            "Vela 5",
            "Designer",
            "name",
            "Enda Jordan",
            "Filter: all · with details · new ... The designer of Vela 5 is E. Jordan.",
        ),
        (
            "Vela 5",
            "Released",
            "date",
            "2032-04-06",
            "Two people may well mean two things. released: 06.04.2032 (Vela 5).",
        ),
        ("Maren Lindén", "Born", "number", "1952", "born: MTk1Mg== (Maren Lindén)."),
    ],
)
def test_what_stands_before_hides_nothing(
    entity: str, column: str, type_: str, value: str, text: str
) -> None:
    assert _leaks(text, entity, column, type_, value)


@pytest.mark.parametrize(
    "text",
    [
        "If the capacity of Svemnes IF is 10,170, then what?",
        "Your search for Svemnes IF capacity 10,170 found nothing.",
        "No results for Svemnes IF capacity 10,170.",
    ],
)
def test_conditions_and_queries_still_tell_nothing(text: str) -> None:
    assert not _leaks(text, "Svemnes IF", "Capacity", "number", "10170")
