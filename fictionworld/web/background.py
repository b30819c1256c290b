"""Pages about subjects outside the world's tables: they state no fact, and satisfy no question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fictionworld.streams import chance
from fictionworld.web.sheets import SheetBlock
from fictionworld.web.sites import by_outlet

if TYPE_CHECKING:
    from fictionworld.web.sheets import Sheets

__all__ = ["add_background"]

_FEWEST, _SPREAD = 0.04, 0.02
"""Background pages for each row of a world: 15 to 30 where it has 300 to 500 rows."""


def add_background(sheets: Sheets) -> None:
    """The background pages of each world."""
    batch = sheets.batch
    rows = np.sum([lines.counts for lines in batch.lines.values()], axis=0)
    zero = np.zeros(len(batch), np.int64)
    luck = chance(batch.seeds, "web/background/count", zero)
    count = np.clip(np.rint(rows * (_FEWEST + _SPREAD * luck)), 2, 30).astype(np.int64)
    world = np.repeat(np.arange(len(batch)), count)
    number = np.arange(len(world)) - np.repeat(np.cumsum(count) - count, count) + 1
    where = chance(batch.seeds[world], "web/background/site", number)
    outlets = zip(by_outlet((where % 0.5) * 2), (where >= 0.5).tolist(), strict=True)
    sheets.add(
        SheetBlock(
            kind="background",
            name="background",
            world=world,
            site=["encyclopedia" if told else outlet for outlet, told in outlets],
            part=number,
            parts=count[world],
        )
    )
