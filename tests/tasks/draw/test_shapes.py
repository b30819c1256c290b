"""Shapes of tasks: a shape that a package adds is drawn, worded, keyed twice and has evidence."""

from __future__ import annotations

import importlib
import sys

import pytest

from fictionworld.errors import UsageError
from fictionworld.packs.compile import load_pack
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.task_shape import shapes_of, task_shapes
from tests.tasks.drawing import draw

NARROW = '''
"""Rows that pass one test: few columns."""

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.task_shape import WideShape
from fictionworld.tasks.wording.need import Need, phrase_of


class Narrow(WideShape):
    name = "narrow"
    weight = 1000.0

    def draw_sized(self, sketch, size):
        narrowed = narrow(sketch, wanted=size.rows, conditions=1)
        keys = narrowed and sketch.keys(narrowed.rows, narrowed.conditions)
        given = narrowed and sketch.given(narrowed.conditions, narrowed.rows)
        paths = keys and sketch.choose(sketch.base.values, narrowed.rows, 2, without=given)
        if not paths:
            return None
        outputs = [*keys, *map(sketch.cell, paths)]
        return self.sized(sketch, size, len(narrowed.rows), outputs, where=narrowed.conditions)

    def word(self, lexicon, specification):
        many = phrase_of(lexicon, specification).plural
        return Need([f"narrow it down to {many}"], [])


SHAPE = Narrow()
'''


@pytest.fixture
def narrow(tmp_path, monkeypatch):
    (tmp_path / "narrowing_shape.py").write_text(NARROW, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    shape = importlib.import_module("narrowing_shape").SHAPE
    task_shapes.register(shape)
    yield shape
    task_shapes.remove(shape.name)
    sys.modules.pop("narrowing_shape")


def test_a_shape_of_a_package_is_drawn_worded_and_keyed(narrow):
    drawn = draw(load_pack("smartphones"), range(4))
    tasks = [task for task in drawn.tasks if task.specification.shape == narrow.name]
    assert tasks
    for task in tasks:
        assert "narrow it down to" in task.question.lower()
        rows = drawn.rows(task.world_id)
        assert rederive(task.specification, rows) == task.rows
        evidence = evidence_of(task.specification, rows, task.world_id)
        assert len(evidence.cells) == task.evidence_facts > 0


def test_a_second_shape_of_a_name_is_refused(narrow):
    with pytest.raises(UsageError, match="second task shape 'narrow'"):
        task_shapes.register(type(narrow)())


def test_an_unknown_shape_is_answered_with_those_there_are():
    with pytest.raises(UsageError, match="allowed: against_average, aggregate"):
        task_shapes["topk"]


def test_shapes_keep_the_order_in_which_they_are_drawn():
    assert [shape.name for shape in shapes_of("wide")] == [
        "filter", "join", "top_k", "aggregate", "grid", "set_operation", "extreme_per_group",
        "against_average",
    ]  # fmt: skip
    assert [shape.name for shape in shapes_of("empty")] == [
        "filter", "join", "set_operation", "two_clues",
    ]  # fmt: skip
    assert [shape.name for shape in shapes_of("deep")] == [
        "chain", "comparison", "superlative", "count", "time_difference", "two_clues",
    ]  # fmt: skip
