"""Where the cells that tasks ask for are stated: in tables, only in text, or on no page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fictionworld.bench.figure import Figure
from fictionworld.bench.sizes import percent
from fictionworld.dataset import open_dataset
from fictionworld.episodes.rollout import sample
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.tasks.selection import select
from fictionworld.tasks.specification import Specification
from fictionworld.tasks.world_rows import Cell, WorldRows
from fictionworld.worlds.fact import FactId

_TASKS: Final = 100


def asked_cell_figures(folder: Path) -> list[Figure]:
    """Of a dataset: which pages state what wide and deep tasks ask for, from how many tables."""
    dataset = open_dataset(folder)
    derived: list[bool] = []
    computed: list[bool] = []
    in_text: list[bool] = []
    joined: list[bool] = []
    level: list[bool] = []
    tasks = sample([task for task in dataset.tasks() if task.kind != "empty"], _TASKS)
    for task in tasks:
        handle = OPEN_WORLDS.at(dataset, task.world_id)
        plan, specification = handle.web.plan, dataset.specification(task.task_id)
        values = [one for one in specification.outputs if one.role == "value"]
        computed += [one.of != "cell" for one in values for _ in range(task.answer_rows)]
        if specification.extreme is not None:
            level.append(has_level_rows(specification, handle.rows))
        cells = list(asked_cells(specification, handle.rows))
        if task.kind == "wide":
            joined.append(len({table for table, _, _ in cells}) > 1)
        for cell in cells:
            pages = plan.pages_of(FactId(task.world_id, *cell))
            derived.append(not pages)
            in_text.append(bool(pages) and all(plan.page(one).listed is None for one in pages))
    note = f"{len(tasks)} tasks"
    return [
        Figure("asked cells that no page states", percent(derived), "%", 10, note=note),
        Figure("asked cells that stand in no table", percent(in_text), "%", note=note),
        Figure("values of answers that are computed from several cells", percent(computed), "%"),
        Figure("wide tasks that ask for cells of two tables or more", percent(joined), "%"),
        Figure("rankings in which rows are level", percent(level), "%", note=f"{len(level)} tasks"),
    ]  # fmt: skip


def asked_cells(specification: Specification, rows: WorldRows) -> Iterator[Cell]:
    """The facts that the values of an answer are, or are computed from; each once."""
    kept = select(specification, rows).kept
    paths = [
        path
        for one in specification.outputs
        if one.role == "value"
        for path in (one.path, one.until)
        if path
    ]
    found: dict[Cell, None] = {}
    for path in paths:
        trails = rows.trails(specification.table, path)
        found.update((trails[row][-1], None) for row in kept if trails[row])
    yield from found


def has_level_rows(specification: Specification, rows: WorldRows) -> bool:
    """Whether two rows of a ranking have the same value of what it is by."""
    assert specification.extreme is not None
    extreme = specification.extreme
    order = rows.cells(specification.table, extreme.order)
    groups = None if extreme.per is None else rows.cells(specification.table, extreme.per)
    places = [
        (order[row], None if groups is None else groups[row])
        for row in select(specification, rows).ranked
    ]
    return len(set(places)) < len(places)
