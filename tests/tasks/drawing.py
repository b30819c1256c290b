"""Worlds with their tasks, drawn for tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

import polars as pl

from fictionworld.building.combinations import PACKAGED_ROWS, combinations_of
from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compile import load_pack
from fictionworld.packs.source import pack_names
from fictionworld.seeds import child_seed
from fictionworld.tasks.draw.combinations import ALL_COMBINATIONS
from fictionworld.tasks.draw.draw import TaskDraw, draw_states, draw_tasks
from fictionworld.tasks.options import TaskOptions
from fictionworld.web.plan import plan_webs
from fictionworld.worlds.rows import PackRows
from fictionworld.worlds.world_rows import WorldRows
from tests.small import PACKS, made_once


@dataclass(frozen=True)
class Drawn:
    drawing: TaskDraw
    tasks: list
    refused: dict

    @property
    def pack(self):
        return self.drawing.pack

    def rows(self, world_id):
        return WorldRows(
            self.pack,
            {
                name: frame.filter(pl.col("world_id") == world_id)
                for name, frame in self.drawing.frames.items()
            },
        )

    def scenes(self):
        """What the questions of each world are worded from, by world."""
        seeds = dict.fromkeys(self.drawing.worlds["world_id"].to_list(), 0)
        states = draw_states(self.drawing, seeds, TaskOptions())
        return {state.columns.world_id: state.context for state in states}

    def columns(self, world_id):
        return PackRows(self.pack, self.drawing.frames, self.drawing.present).world(world_id)


def drawing_of(pack, ids, options=None):
    """Worlds of these ids, ready to be drawn for."""
    seeds = [WorldSeeds(i, child_seed(i, "structure"), child_seed(i, "values")) for i in ids]
    filled = fill_worlds(pack, seeds, options)
    plans = plan_webs(pack, filled.frames, filled.worlds, filled.columns)
    return TaskDraw(pack, filled.frames, filled.worlds, filled.columns, plans)


def draw(pack, ids, options=None, fill=None):
    drawing = drawing_of(pack, ids, fill)
    seeds = {i: child_seed(i, "tasks") for i in ids}
    combinations = ALL_COMBINATIONS
    if pack.name in pack_names():
        combinations = combinations_of(pack, PACKAGED_ROWS)
    tasks, refused = draw_tasks(drawing, seeds, options or TaskOptions(), combinations)
    return Drawn(drawing, tasks, refused)


@cache
def hundred(name):
    """A hundred worlds of a packaged pack with their tasks."""
    drawn = partial(draw, load_pack(name), range(100))
    # 35 MB of a pack on disk, which would be too much for all packs of `make pack-proofs`
    return made_once(f"hundred-{name}", drawn) if name in PACKS else drawn()


ANY_SIZE = FillOptions(row_range=(1, 5000))
