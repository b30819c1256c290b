"""Worlds for the tests of webs, drawn once, and their plans."""

from __future__ import annotations

from functools import cache

from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compile import load_pack
from fictionworld.seeds import child_seed
from fictionworld.web.plan import plan_webs


def seeds(ids, values=0):
    return [
        WorldSeeds(
            i, child_seed(0, f"world/{i}/structure"), child_seed(values, f"world/{i}/values")
        )
        for i in ids
    ]


def planned(pack, filled):
    return plan_webs(pack, filled.frames, filled.worlds, filled.columns)


@cache
def drawn(name, worlds=40, values=0, rows=(300, 500)):
    """The pack, its worlds, their plans."""
    pack = load_pack(name)
    filled = fill_worlds(pack, seeds(range(worlds), values), FillOptions(row_range=rows))
    return pack, filled, planned(pack, filled)
