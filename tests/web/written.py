"""Webs of drawn worlds, written once for the tests of webs."""

from __future__ import annotations

from functools import cache

from fictionworld.generators.fill import FillOptions, fill_worlds
from fictionworld.web.web import FictionalWeb
from fictionworld.worlds.record import World
from tests.web.drawn import drawn, seeds
from tests.web.reader import Reader


def web_of(pack, filled, world_id, **options):
    """The web of one world, its record, its frames and its columns."""
    row = filled.worlds.filter(world_id=world_id).row(0, named=True)
    frames = {table: frame.filter(world_id=world_id) for table, frame in filled.frames.items()}
    present = filled.columns.filter(world_id=world_id)
    world = World(**row, split="train", attempt=0)
    return FictionalWeb.of(pack, world, frames, present, **options), world, frames, present


@cache
def written(name, world_id, values=0, worlds=12):
    """The web of a world of a packaged pack, and its reader."""
    pack, filled, _ = drawn(name, worlds, values)
    web, world, frames, present = web_of(pack, filled, world_id)
    return web, Reader(pack, world, frames, present, web)


def drawn_anew(pack, ids=(0, 1), rows=(1, 5000)):
    """Webs and readers of a pack drawn at random."""
    filled = fill_worlds(pack, seeds(ids), FillOptions(row_range=rows))
    for world_id in ids:
        web, world, frames, present = web_of(pack, filled, world_id)
        yield web, Reader(pack, world, frames, present, web)
