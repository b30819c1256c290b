"""Rules learned from the pages of some worlds fill cells of their own pack, few of another."""

from __future__ import annotations

import fictionworld as fw
from fictionworld.bench.rules import filled_cells, locations_of
from fictionworld.episodes.world_cache import OPEN_WORLDS
from tests.small import small_dataset


def test_rules_carry_over_to_worlds_of_their_own_pack():
    dataset = fw.open(small_dataset())
    packs = ("smartphones", "football")
    worlds = {pack: dataset.worlds().filter(pack=pack)["world_id"] for pack in packs}
    first, second, other = (
        [locations_of(OPEN_WORLDS.at(dataset, world_id))]
        for world_id in (*worlds["smartphones"][:2], worlds["football"][0])
    )
    filled, cells = filled_cells(first, second)
    assert filled > 0.15 * cells > 150
    filled, cells = filled_cells(first, other)
    assert 0 < filled < 0.1 * cells
    assert filled_cells([], other) == (0, cells)
