"""The cells that a task asks for are those of its key, and the figures count where they stand."""

from __future__ import annotations

import pytest

import fictionworld as fw
from fictionworld.bench.asked_cells import asked_cell_figures, asked_cells, has_level_rows
from fictionworld.tasks.world_rows import WorldRows
from tests.small import small_dataset


@pytest.fixture(scope="module")
def dataset():
    return fw.open(small_dataset())


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
            found[task.task_id] = has_level_rows(specification, rows)
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
