"""Every header and every condition names one column, in the words of its question."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from fictionworld.packs.compile import load_pack
from fictionworld.tasks.specification import Condition
from fictionworld.tasks.wording.lexicon import Lexicon, QuestionContext
from fictionworld.tasks.wording.voice import Voice
from tests.small import each_pack
from tests.tasks.drawing import hundred
from tests.tasks.wording.reading import AWKWARD, doubts
from tests.tasks.wording.samples import samples, worlds

both_packs = pytest.mark.parametrize("pack", each_pack())


@both_packs
def test_drawn_tasks_leave_no_doubt(pack):
    drawn = hundred(pack)
    scenes = drawn.scenes()
    assert len(drawn.tasks) >= 590
    for task in drawn.tasks:
        context = scenes[task.world_id]
        assert not list(doubts(task.specification, context, task.question)), task.question
        assert not AWKWARD.search(task.question), task.question


@both_packs
def test_the_largest_and_the_smallest_value_have_two_headers(pack):
    """Largest change for the largest rise and for the largest fall names neither."""
    compiled = load_pack(pack)
    lexicon = Lexicon(QuestionContext(compiled, "", date(2030, 1, 1), {}, {}, {}, {}), Voice(0))
    columns = [column for table in compiled.tables.values() for column in table.stored]
    assert columns
    for column in columns:
        assert lexicon.bound(column, most=True) != lexicon.bound(column, most=False), column.name


@pytest.mark.parametrize(
    "bad",
    [
        "all ships with a yearly figure for the year 2033",
        "a cost above the average of all these flights with the same fuel of the lander",
        "The subject is the railways of Tarvfjord as it stood on 18 August 2028.",
        "units with a floor area of at most 750 m² and Old Mill or Tower as building",
        "rooms with V. Vantini as keeper and number of cases and racks of at most 15",
        "clubs with a goal difference of at least 0 and at least 14,000 members",
        "all white wines or red wines",
        "a unit with a budget of 1,000 thousand EUR or more",
        "films made for at most €1,350 thousand",
        "What is the date of check of its object?",
        "every appellation that allow a yield of 55 hl/ha",
        "every combination of harvest and year of harvest",
        "departments and years not of the Schools Department",
        "with a cost below the average of all lines and years of the same year",
        "all years in 2013 for rooms whose keeper is not V. Vantini",
    ],
)
def test_what_no_person_writes_is_found(bad):
    assert AWKWARD.search(bad)


def sample(shape="join"):
    spec, context, _ = next(
        one for one in samples(worlds("smartphones"), shape, 60) if one[0].table == "phone"
    )
    return spec, context, " ".join(output.header for output in spec.outputs)


def test_a_header_that_is_not_in_the_question_is_found():
    spec, context, question = sample()
    assert not doubts(spec, context, question)
    assert doubts(spec, context, question.replace(spec.outputs[-1].header, ""))


def test_a_header_of_two_columns_is_found():
    spec, context, question = sample()
    labels = {**context.labels, ("phone", "price"): "Price", ("chip", "price"): "Price"}
    cell = replace(spec.outputs[-1], header="Price (EUR)", of="cell", path=("price",))
    spec = replace(spec, outputs=(*spec.outputs[:1], cell))
    found = doubts(spec, replace(context, labels=labels), f"{question} Price (EUR)")
    assert any("is read as" in one for one in found)


def test_a_header_of_another_column_is_found():
    spec, context, question = sample()
    cell = replace(spec.outputs[-1], header="Weight (g)", of="cell", path=("battery",))
    spec = replace(spec, outputs=(*spec.outputs[:1], cell))
    assert any("is read as" in one for one in doubts(spec, context, f"{question} Weight (g)"))


def test_two_conditions_on_a_column_are_found():
    spec, context, question = sample()
    tests = (Condition(("weight",), "at_least", (150,)), Condition(("weight",), "at_most", (200,)))
    found = doubts(replace(spec, where=tests), context, question)
    assert any("two conditions" in one for one in found)


def test_bounds_that_are_none_are_found():
    spec, context, question = sample()
    assert doubts(spec, context, f"{question} with at most 0 goals")
    assert doubts(spec, context, f"{question} with 1 to 1 goal")
    assert not doubts(spec, context, f"{question} with 1 to 12 goals")
