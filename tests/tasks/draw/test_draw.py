"""A world's tasks depend on the world, its seed and the options alone."""

from dataclasses import replace

import pytest
from hypothesis import given

from fictionworld.errors import UsageError
from fictionworld.packs.compile import compile_source, load_pack
from fictionworld.packs.source import parse_source
from fictionworld.tasks.draw.base_table import base_tables
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.rederivation import rederive
from tests.examples import examples
from tests.small import each_pack
from tests.strategies import packs, source_text
from tests.tasks.drawing import ANY_SIZE, draw


@pytest.mark.parametrize("name", each_pack())
def test_a_world_alone_has_the_tasks_that_it_has_among_others(name):
    pack = load_pack(name)
    together = draw(pack, range(6)).tasks
    alone = draw(pack, [4]).tasks
    assert alone == [task for task in together if task.world_id == 4]


def test_more_tasks_leave_the_kinds_of_the_first_as_they_are():
    pack = load_pack("football")
    few = draw(pack, [1], TaskOptions(per_world=3)).tasks
    assert len(few) == 3
    assert draw(pack, [1], TaskOptions(per_world=0)).tasks == []


def test_what_a_row_has_itself_is_not_reached_by_another_way_too():
    groups = base_tables(load_pack("film_festivals"))["screening"].groups
    assert ("festival", "name") in groups
    assert ("section", "festival", "name") not in groups
    asked = {one.path for one in base_tables(load_pack("hospital_wards"))["duty"].far_values}
    assert ("shift", "ward", "beds") in asked
    assert ("nurse", "ward", "beds") not in asked


def test_kinds_can_be_chosen():
    pack = load_pack("smartphones")
    deep = draw(pack, range(3), TaskOptions(wide=0, deep=1, empty=0)).tasks
    assert {task.specification.kind for task in deep} == {"deep"}


def test_difficulty_can_be_chosen():
    pack = load_pack("smartphones")
    options = TaskOptions(per_world=4, wide=0, deep=1, empty=0, hops=(3, 4))
    assert {task.hops for task in draw(pack, range(4), options).tasks} <= {3, 4}
    options = TaskOptions(per_world=4, wide=1, deep=0, empty=0, rows=(5, 30))
    assert all(5 <= len(task.rows) <= 30 for task in draw(pack, range(4), options).tasks)


def test_levels_can_be_chosen():
    options = TaskOptions(per_world=4, levels=(1, 2))
    tasks = draw(load_pack("smartphones"), range(4), options).tasks
    assert {task.level for task in tasks} == {1, 2}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"per_world": 41}, "allowed is 0 to 40"),
        ({"empty": 0.05, "wide": 0.95, "deep": 0}, "empty is at most 0.03"),
        ({"wide": 0.9, "deep": 0.9}, "add up to 1"),
        ({"rows": (4, 20)}, "within 5-120"),
        ({"rows": (30, 20)}, "LOW-HIGH"),
        ({"hops": (1, 3)}, "within 2-6"),
        ({"levels": (1, 6)}, "got level 1, 6"),
        ({"levels": ()}, "got level none"),
    ],
)
def test_options_that_are_refused(wrong, said):
    with pytest.raises(UsageError, match=said):
        replace(TaskOptions(), **wrong)


@examples(25)
@given(packs())
def test_drawing_is_generic_over_packs(data):
    """Whatever pack is drawn: what tasks its worlds have to give are sound."""
    pack = compile_source(parse_source(source_text(data), "drawn.yaml"))
    drawn = draw(pack, range(3), fill=ANY_SIZE)
    for task in drawn.tasks:
        assert rederive(task.specification, drawn.rows(task.world_id)) == task.rows
        assert task.question
