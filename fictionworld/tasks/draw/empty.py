"""Empty tasks: well posed, each clue true of some row, and no row for which all of them are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.thresholds import round_between, round_day_between
from fictionworld.tasks.specification import Condition, Specification
from fictionworld.worlds.rows import decode

if TYPE_CHECKING:
    from fictionworld.tasks.draw.sketch import Sketch

__all__ = ["draw_empty"]

_FEW = 3


def draw_empty(sketch: Sketch) -> Specification | None:
    """A question whose honest answer is a table without rows."""
    columns, ground, rng = sketch.columns, sketch.ground, sketch.rng
    orders = [one for one in ground.values if one.is_ordered and one.column.kind != "year"]
    if not orders:
        return None
    order = rng.pick(orders)
    narrowed = narrow(columns, ground, rng, wanted=(_FEW, 30), conditions=1, without=[order.path])
    if narrowed is None:
        return None
    values = columns.values(ground.table, order.path)
    here = [value for row in narrowed.rows if isinstance(value := values[row], int)]
    everywhere = sorted(value for value in values if isinstance(value, int))
    if len(here) < _FEW:
        return None
    # more than any of these rows has, and less than some others have
    highest, others = max(here), [value for value in everywhere if value > max(here)]
    if len(others) < _FEW:
        return None
    between = round_day_between if order.column.kind == "date" else round_between
    bound = between(highest, others[-_FEW])
    if bound is None:
        return None
    kind, decimals = order.column.kind, order.column.decimals
    test = Condition(order.path, "at_least", (decode(bound, kind, decimals),))
    shown = [one for one in ground.values if one.path != order.path]
    keys = [sketch.cell(path, "key") for path in ground.identity]
    outputs = [
        *keys,
        sketch.cell(order.path),
        *(sketch.cell(one.path) for one in rng.some(shown, rng.between(1, 3))),
    ]
    return Specification(
        pack=columns.pack.name,
        kind="empty",
        shape="filter",
        table=ground.table,
        outputs=tuple(outputs),
        where=(*narrowed.conditions, test),
    )
