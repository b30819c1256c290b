"""Wide tasks: one drawing for each shape. Each gives a specification, or None where none fits."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fictionworld.tasks.columns import decode
from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.sketch import FEWEST_COLUMNS, Size
from fictionworld.tasks.evaluation.parameters import AGGREGATES
from fictionworld.tasks.specification import (
    Against,
    Condition,
    Extreme,
    Membership,
    Output,
    Specification,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fictionworld.tasks.columns import Code
    from fictionworld.tasks.draw.ground import Asking, Child
    from fictionworld.tasks.draw.sketch import Sketch
    from fictionworld.tasks.specification import Path, Shape

__all__ = ["WIDE", "draw_wide"]

_FEW_GROUPS = 5
_CUTS = (5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
"""Where a person cuts a ranking."""


def draw_wide(sketch: Sketch, shape: Shape, *, large: bool) -> Specification | None:
    """A wide task of this shape over the sketch's table; None where the world has none to give."""
    return WIDE[shape](sketch, Size.drawn(sketch.dice, large=large))


def _specification(
    sketch: Sketch,
    size: Size,
    shape: Shape,
    rows: int,
    outputs: Sequence[Output],
    **parts: object,
) -> Specification | None:
    """The task, if its answer of so many rows is as large as wanted."""
    if rows * len(outputs) < size.cells or len(outputs) < FEWEST_COLUMNS:
        return None
    return Specification(
        pack=sketch.columns.pack.name,
        kind="wide",
        shape=shape,
        table=sketch.table,
        outputs=tuple(outputs),
        **parts,  # type: ignore[arg-type]
    )


def _filter(sketch: Sketch, size: Size) -> Specification | None:
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.dice,
        wanted=size.rows,
        conditions=sketch.dice.weighted({1: 3.0, 2: 4.0, 3: 2.0}),
    )
    if narrowed is None or (keys := sketch.keys(narrowed.rows)) is None:
        return None
    told = sketch.told(narrowed.conditions, narrowed.rows)
    values = sketch.choose(
        sketch.ground.values, narrowed.rows, size.columns - len(keys), without=told
    )
    if values is None:
        return None
    return _specification(
        sketch,
        size,
        "filter",
        len(narrowed.rows),
        [*keys, *map(sketch.cell, values)],
        where=narrowed.conditions,
    )


def _join(sketch: Sketch, size: Size) -> Specification | None:
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.dice,
        wanted=size.rows,
        conditions=sketch.dice.weighted({1: 4.0, 2: 3.0}),
    )
    if narrowed is None or (keys := sketch.keys(narrowed.rows)) is None:
        return None
    told = sketch.told(narrowed.conditions, narrowed.rows)
    far = sketch.choose(sketch.ground.far_values, narrowed.rows, 2, without=told)
    if far is None:
        return None
    # what is read of another row is easier to follow where that row is named
    direct = [
        path
        for path in sketch.ground.far_names
        if path[:1] in {path[:1] for path in far}
        and sketch.columns.has(sketch.table, path)
        and sketch.missing(path, narrowed.rows) == 0
    ]
    if direct and len(keys) == 1:
        keys.append(sketch.cell(direct[0], "key"))
    values = sketch.choose(
        sketch.ground.values,
        narrowed.rows,
        size.columns - len(keys),
        start=far[: max(1, size.columns - len(keys))],
        without=told,
    )
    if values is None:
        return None
    return _specification(
        sketch,
        size,
        "join",
        len(narrowed.rows),
        [*keys, *map(sketch.cell, values)],
        where=narrowed.conditions,
    )


def _top_k(sketch: Sketch, size: Size) -> Specification | None:
    order = _measure(sketch)
    if order is None:
        return None
    fits = [k for k in _CUTS if size.rows[0] <= k <= size.rows[1]]
    if not fits:
        return None
    k = sketch.dice.pick(fits)
    rows: Sequence[int] = range(sketch.columns.rows(sketch.table))
    conditions: tuple[Condition, ...] = ()
    if sketch.dice.chance(0.7):
        narrowed = narrow(
            sketch.columns,
            sketch.ground,
            sketch.dice,
            wanted=(k + max(2, k // 3), len(rows)),
            conditions=sketch.dice.weighted({1: 3.0, 2: 1.0}),
            without=[order.path],
        )
        if narrowed is None:
            return None
        rows, conditions = narrowed.rows, narrowed.conditions
    values = sketch.columns.values(sketch.table, order.path)
    most = sketch.dice.chance(0.75)
    ranked = sorted(
        (row for row in rows if values[row] is not None),
        key=lambda row: values[row],  # type: ignore[arg-type, return-value]
        reverse=most,
    )
    if len(ranked) < k + 2 or values[ranked[k]] == values[ranked[k - 1]]:
        return None
    return _ordered(sketch, size, ranked[:k], conditions, Extreme(order.path, most, k, None))


def _ordered(
    sketch: Sketch,
    size: Size,
    rows: Sequence[int],
    conditions: tuple[Condition, ...],
    extreme: Extreme,
) -> Specification | None:
    keys = sketch.keys(rows)
    if keys is None:
        return None
    values = sketch.columns.values(sketch.table, extreme.order)
    level = len({values[row] for row in rows}) < len(rows)
    ranked = not level and sketch.dice.chance(0.8)
    others = size.columns - len(keys) - ranked
    shown = sketch.choose(
        sketch.ground.values,
        rows,
        max(1, others),
        start=[extreme.order],
        without=sketch.told(conditions, rows),
    )
    if shown is None:
        return None
    place = [Output("", "place", "place", "integer", 0, None)] if ranked else []
    outputs = [*place, *keys, *map(sketch.cell, shown)]
    return _specification(
        sketch, size, "top_k", len(rows), outputs, where=conditions, extreme=extreme
    )


def _measure(sketch: Sketch, *, figures: bool = False) -> Asking | None:
    """An own column that rows can be ordered by; with `figures` one that can be averaged."""
    found = [
        one
        for one in sketch.there(sketch.ground.values)
        if (one.is_figure if figures else one.is_ordered)
    ]
    return sketch.dice.pick(found) if found else None


def _aggregate(sketch: Sketch, size: Size) -> Specification | None:
    return _grouped(sketch, size, "aggregate", groups=1)


def _grid(sketch: Sketch, size: Size) -> Specification | None:
    if sketch.ground.years and sketch.dice.chance(0.75):
        return _year_grid(sketch, size)
    return _grouped(sketch, size, "grid", groups=2)


def _year_grid(sketch: Sketch, size: Size) -> Specification | None:
    """Rows told apart by what they are about and by the year."""
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.dice,
        wanted=size.rows,
        conditions=sketch.dice.weighted({1: 3.0, 2: 1.0}),
        without=sketch.ground.years,
    )
    if narrowed is None:
        return None
    keys = sketch.keys(narrowed.rows)
    if keys is None or len(keys) != len(sketch.ground.identity):
        return None
    values = sketch.choose(
        sketch.ground.values,
        narrowed.rows,
        size.columns - len(keys),
        without=sketch.told(narrowed.conditions, narrowed.rows),
    )
    if values is None:
        return None
    return _specification(
        sketch,
        size,
        "grid",
        len(narrowed.rows),
        [*keys, *map(sketch.cell, values)],
        where=narrowed.conditions,
    )


def _grouped(sketch: Sketch, size: Size, shape: Shape, *, groups: int) -> Specification | None:
    rows: Sequence[int] = range(sketch.columns.rows(sketch.table))
    conditions: tuple[Condition, ...] = ()
    if sketch.dice.chance(0.5):
        narrowed = narrow(
            sketch.columns,
            sketch.ground,
            sketch.dice,
            wanted=(max(10, len(rows) // 4), len(rows)),
            conditions=1,
        )
        if narrowed is None:
            return None
        rows, conditions = narrowed.rows, narrowed.conditions
    tested = {condition.path[0] for condition in conditions}
    paths = [path for path in _group_paths(sketch) if path[0] not in tested]
    chosen = sketch.dice.some(paths, groups)
    if len(chosen) < groups:
        return None
    if groups > 1 and chosen[0][:1] == chosen[1][:1]:
        return None
    lists = [sketch.columns.values(sketch.table, path) for path in chosen]
    counts = Counter(tuple(values[row] for values in lists) for row in rows)
    counts = Counter({part: count for part, count in counts.items() if None not in part})
    if not size.rows[0] <= len(counts) <= size.rows[1] or _mostly_single(counts):
        return None
    if groups > 1 and any(len({part[place] for part in counts}) < 2 for place in range(groups)):
        return None
    figures = _figures(sketch, size.columns - groups)
    if not figures:
        return None
    outputs = [*(sketch.cell(path, "key") for path in chosen), *figures]
    return _specification(
        sketch, size, shape, len(counts), outputs, where=conditions, groups=tuple(chosen)
    )


def _mostly_single(counts: Counter[tuple[Code, ...]]) -> bool:
    """Groups of one row each are no groups."""
    return sum(count == 1 for count in counts.values()) > len(counts) // 3


def _group_paths(sketch: Sketch) -> list[Path]:
    """What rows are grouped by, references spelled out as the names they stand for."""
    found: list[Path] = []
    for path in sketch.ground.groups:
        if not sketch.columns.has(sketch.table, path):
            continue
        target = sketch.columns.steps(sketch.table, path)[-1].target
        name = None if target is None else sketch.columns.pack.tables[target].name_column
        found.append(path if name is None else (*path, name.name))
    return found


def _figures(sketch: Sketch, most: int) -> list[Output]:
    """Totals and averages first, which differ from group to group; then extremes, and a count."""
    means: list[Output] = []
    ends: list[Output] = []
    for one in sketch.there(sketch.ground.values):
        if one.adds_up:
            means.append(sketch.figure("total", one))
        if one.is_figure:
            means.append(sketch.figure("average", one))
        if one.is_ordered:
            ends += [sketch.figure("least", one), sketch.figure("most", one)]
    count = max(1, min(most, AGGREGATES))
    chosen = sketch.dice.some(means, max(1, count - sketch.dice.below(3)))
    chosen += sketch.dice.some(ends, count - len(chosen))
    if len(chosen) > 1 and sketch.dice.chance(0.4):
        chosen[-1] = Output("", "value", "count", "integer", 0, None)
    return chosen


def _set_operation(sketch: Sketch, size: Size) -> Specification | None:
    if not sketch.ground.named or not sketch.ground.children:
        return None
    child = sketch.dice.pick(sketch.ground.children)
    members = _memberships(sketch, child, size)
    if members is None:
        return None
    first, second, rows = members
    keys = sketch.keys(rows)
    if keys is None:
        return None
    values = sketch.choose(sketch.ground.values, rows, size.columns - len(keys))
    if values is None:
        return None
    outputs = [*keys, *map(sketch.cell, values)]
    return _specification(
        sketch, size, "set_operation", len(rows), outputs, members=(first, second)
    )


def _memberships(
    sketch: Sketch, child: Child, size: Size
) -> tuple[Membership, Membership, list[int]] | None:
    """Two tests on rows that point here: both, or one and not the other."""
    columns, dice = sketch.columns, sketch.dice
    table = columns.pack.tables[child.table]
    telling = [
        column
        for column in table.stored
        if column.name != child.by
        and column.role == "context"
        and column.kind in {"reference", "category", "year", "name"}
        and columns.has(child.table, (column.name,))
    ]
    if not telling:
        return None
    column = dice.pick(telling)
    points = columns.values(child.table, (child.by,))
    sets: dict[object, set[int]] = {}
    for target, value in zip(points, columns.values(child.table, (column.name,)), strict=True):
        if isinstance(target, int) and value is not None:
            sets.setdefault(value, set()).add(target - 1)
    for _ in range(6):
        pair = dice.some(list(sets), 2)
        if len(pair) < 2:
            return None
        holds = dice.chance(0.4)
        first, second = sets[pair[0]], sets[pair[1]]
        rows = sorted(first & second if holds else first - second)
        if size.rows[0] <= len(rows) <= size.rows[1] and len(first & second) > 0:
            tests = [
                Condition(
                    (column.name,),
                    "is",
                    (decode(value, column.kind, column.decimals),),  # type: ignore[arg-type]
                )
                for value in pair
            ]
            return (
                Membership(child.table, child.by, (tests[0],), holds=True),
                Membership(child.table, child.by, (tests[1],), holds=holds),
                rows,
            )
    return None


def _extreme_per_group(sketch: Sketch, size: Size) -> Specification | None:
    order = _measure(sketch)
    paths = _group_paths(sketch)
    if order is None or not paths:
        return None
    path = sketch.dice.pick(paths)
    parts = sketch.columns.values(sketch.table, path)
    values = sketch.columns.values(sketch.table, order.path)
    most = sketch.dice.chance(0.7)
    by_part: dict[object, list[int]] = {}
    for row, part in enumerate(parts):
        if part is not None and values[row] is not None:
            by_part.setdefault(part, []).append(row)
    k = sketch.dice.weighted({1: 4.0, 2: 2.0, 3: 2.0, 5: 1.0})
    chosen: list[int] = []
    for rows in by_part.values():
        rows.sort(key=lambda row: values[row], reverse=most)  # type: ignore[arg-type, return-value]
        if len(rows) > k and values[rows[k]] == values[rows[k - 1]]:
            return None
        chosen += rows[:k]
    whole = sum(len(rows) > k for rows in by_part.values())
    if not size.rows[0] <= len(chosen) <= size.rows[1] or whole < max(2, len(by_part) // 2):
        return None
    if k == 1 and len(by_part) < _FEW_GROUPS:
        return None
    keys = sketch.keys(chosen)
    if keys is None:
        return None
    if path not in {key.path for key in keys}:
        keys.insert(0, sketch.cell(path, "key"))
    if len(keys) > 2:
        return None
    columns = sketch.choose(
        sketch.ground.values, chosen, max(1, size.columns - len(keys)), start=[order.path]
    )
    if columns is None:
        return None
    return _specification(
        sketch,
        size,
        "extreme_per_group",
        len(chosen),
        [*keys, *map(sketch.cell, columns)],
        extreme=Extreme(order.path, most, k, path),
    )


def _against_average(sketch: Sketch, size: Size) -> Specification | None:
    measure = _measure(sketch, figures=True)
    if measure is None:
        return None
    rows: Sequence[int] = range(sketch.columns.rows(sketch.table))
    conditions: tuple[Condition, ...] = ()
    if sketch.dice.chance(0.4):
        narrowed = narrow(
            sketch.columns,
            sketch.ground,
            sketch.dice,
            wanted=(size.rows[0] * 2, len(rows)),
            conditions=1,
            without=[measure.path],
        )
        if narrowed is None:
            return None
        rows, conditions = narrowed.rows, narrowed.conditions
    paths = [
        path for path in _group_paths(sketch) if path[0] not in {c.path[0] for c in conditions}
    ]
    per = sketch.dice.pick(paths) if paths and sketch.dice.chance(0.6) else None
    above = sketch.dice.chance(0.6)
    values = sketch.columns.values(sketch.table, measure.path)
    parts = sketch.columns.values(sketch.table, per) if per else [""] * len(values)
    sums: dict[object, list[int]] = {}
    for row in rows:
        value = values[row]
        if isinstance(value, int) and parts[row] is not None:
            sums.setdefault(parts[row], []).append(value)
    if any(len(found) < 2 for found in sums.values()):
        return None
    kept = []
    for row in rows:
        value = values[row]
        if isinstance(value, int) and parts[row] is not None:
            others = sums[parts[row]]
            side = value * len(others) - sum(others)
            if (side > 0) if above else (side < 0):
                kept.append(row)
    if not size.rows[0] <= len(kept) <= size.rows[1] or (keys := sketch.keys(kept)) is None:
        return None
    columns = sketch.choose(
        sketch.ground.values,
        kept,
        max(1, size.columns - len(keys)),
        start=[measure.path],
        without=sketch.told(conditions, kept),
    )
    if columns is None:
        return None
    return _specification(
        sketch,
        size,
        "against_average",
        len(kept),
        [*keys, *map(sketch.cell, columns)],
        where=conditions,
        against=Against(measure.path, above, per),
    )


WIDE: dict[Shape, Callable[[Sketch, Size], Specification | None]] = {
    "filter": _filter,
    "join": _join,
    "top_k": _top_k,
    "aggregate": _aggregate,
    "grid": _grid,
    "set_operation": _set_operation,
    "extreme_per_group": _extreme_per_group,
    "against_average": _against_average,
}
