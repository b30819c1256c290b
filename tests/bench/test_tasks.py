"""The bench says how large tasks are, what their conditions are combined by, what they ask."""

from __future__ import annotations

import pytest

from fictionworld.bench.figure import Figure
from fictionworld.bench.tasks import (
    asked_cell_figures,
    asked_cells,
    has_ties,
    logic_of,
    size_figures,
)
from fictionworld.tasks.specification import Condition, MembershipCondition, Specification
from fictionworld.worlds.world_rows import WorldRows
from tests.small import small_dataset

PLAIN = Condition(("size",), "at_least", (3,))
EITHER = Condition(("town",), "one_of", ("A", "B"))


def test_figures_of_sizes():
    figures = {one.name: one for one in size_figures(small_dataset())}
    assert figures["wide tasks that need 4 to 8 pages"].at_least == 20
    assert figures["deep tasks that need fewer than 2 pages"].met
    assert 0 <= figures["wide tasks with OR"].value <= 100


def test_a_bound_from_below():
    assert Figure("x", 3.0, "%", at_least=3).met is True
    assert Figure("x", 2.9, "%", at_least=3).met is False


def test_logic_of_conditions():
    def logic(where, members=()):
        return logic_of(Specification("p", "wide", "filter", "ship", (), where, members=members))

    assert logic((PLAIN,)) == set()
    assert logic((PLAIN, EITHER)) == {"AND", "OR"}
    assert logic((Condition(("town",), "is_not", ("A",)),)) == {"NOT"}
    without = MembershipCondition("voyage", "ship", (), holds=False)
    assert logic((PLAIN,), (without,)) == {"AND", "NOT"}


# Asked cells ------------------------------------------------------------------------------------


def asked_of(dataset, task):
    rows = WorldRows(dataset.pack_of(task.world_id), dataset.frames(task.world_id))
    return dataset.specification(task.task_id), rows


def test_asked_cells_are_those_of_the_key(dataset):
    seen = 0
    for task in dataset.tasks():
        specification, rows = asked_of(dataset, task)
        key = dataset.key(task.task_id)
        values = [one for one in specification.outputs if one.role == "value"]
        if task.shape != "filter" or any(len(one.path) != 1 for one in values):
            continue
        cells = list(asked_cells(specification, rows))
        assert {(table, column) for table, _, column in cells} == {
            (specification.table, one.path[0]) for one in values
        }
        assert len(cells) == len(key.rows) * len(values)
        seen += 1
    assert seen


def test_level_rows_are_seen(dataset):
    found = {}
    for task in dataset.tasks():
        specification, rows = asked_of(dataset, task)
        if specification.extreme is not None and specification.extreme.per is None:
            found[task.task_id] = has_ties(specification, rows)
            order = rows.cells(specification.table, specification.extreme.order)
            if len(set(order)) == len(order):
                assert not found[task.task_id]
    assert found


@pytest.mark.slow
def test_figures_of_asked_cells():
    figures = {one.name: one for one in asked_cell_figures(small_dataset())}
    assert figures["asked cells that no page states"].met
    assert all(0 <= one.value <= 100 for one in figures.values())
    assert figures["asked cells that stand in no table"].value < 50
