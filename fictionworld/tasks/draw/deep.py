"""Deep tasks: a few hops to one value or a short list; one drawing for each shape."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.specification import Condition, Extreme, Output, Specification
from fictionworld.worlds.rows import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fictionworld.tasks.draw.ground import Asking
    from fictionworld.tasks.draw.sketch import Sketch
    from fictionworld.tasks.specification import Path, Shape

__all__ = ["DEEP", "draw_deep"]

_TRIES = 12
_COUNTED = 12, 60
_MOST_GROUPS = 4
_DAYS = (20, 2500)


def draw_deep(sketch: Sketch, shape: Shape) -> Specification | None:
    """A deep task of this shape over the sketch's table; None where the world has none to give."""
    return DEEP[shape](sketch)


def _specification(
    sketch: Sketch, shape: Shape, outputs: Sequence[Output], **parts: object
) -> Specification:
    return Specification(
        pack=sketch.columns.pack.name,
        kind="deep",
        shape=shape,
        table=sketch.table,
        outputs=tuple(outputs),
        **parts,  # type: ignore[arg-type]
    )


def _chain(sketch: Sketch) -> Specification | None:
    """From a row that the question names to what stands two or three references further on."""
    # what the question names already is no way to go
    given = set() if sketch.ground.named else {path[0] for path in sketch.ground.identity}
    far = [one for one in sketch.ground.far_values if one.path[0] not in given]
    if not far:
        return None
    end = sketch.rng.pick(far)
    values = sketch.columns.values(sketch.table, end.path)
    rows = [row for row, value in enumerate(values) if value is not None]
    for _ in range(_TRIES):
        if not rows:
            return None
        row = sketch.rng.pick(rows)
        if sketch.is_telling(end, values[row]):
            keys = _passed(sketch, end.path, row) or _told(sketch)
            return _specification(
                sketch, "chain", [*keys, sketch.cell(end.path)], where=_identified(sketch, row)
            )
    return None


def _told(sketch: Sketch) -> list[Output]:
    """The columns that say which row it is, where the question names it."""
    return [sketch.cell(path, "key") for path in sketch.ground.identity]


def _identified(sketch: Sketch, row: int) -> tuple[Condition, ...]:
    """The tests by which only this row passes: its name, or what tells it apart."""
    tests = []
    for path in sketch.ground.identity:
        column = sketch.columns.steps(sketch.table, path)[-1]
        value = decode(sketch.columns.values(sketch.table, path)[row], column.kind, column.decimals)
        if len(path) == 1:
            tests.append(Condition(path, "is", (value,)))
        else:  # a reference is tested by the row that it points to
            points = sketch.columns.values(sketch.table, path[:1])[row]
            tests.append(Condition(path[:1], "is", (points,)))
    return tuple(tests)


def _passed(sketch: Sketch, path: Path, row: int) -> list[Output]:
    """The last named thing on the way, which the answer gives too; none where memory knows it."""
    pack = sketch.columns.pack
    steps = sketch.columns.steps(sketch.table, path)
    target = steps[-2].target if len(path) > 1 else None
    name = None if target is None else pack.tables[target].name_column
    if name is None or (name.table, name.name) in pack.real_names:
        return []
    way = (*path[:-1], name.name)
    if way in sketch.ground.identity or sketch.columns.values(sketch.table, way)[row] is None:
        return []
    return [sketch.cell(way, "key")]


def _comparison(sketch: Sketch) -> Specification | None:
    """Which of two named rows has more, and by how much."""
    if not sketch.ground.named:
        return None
    ordered = [
        one
        for one in (*sketch.ground.values, *sketch.ground.far_values)
        if one.is_ordered and one.column.kind in {"integer", "decimal", "money", "percent"}
    ]
    if not ordered:
        return None
    measure = sketch.rng.pick(ordered)
    values = sketch.columns.values(sketch.table, measure.path)
    rows = [row for row, value in enumerate(values) if value is not None]
    name = sketch.ground.identity[0]
    names = sketch.columns.values(sketch.table, name)
    for _ in range(_TRIES):
        pair = sketch.rng.some(rows, 2)
        if len(pair) == 2 and values[pair[0]] != values[pair[1]]:
            test = Condition(name, "one_of", tuple(names[row] for row in pair))
            lead = sketch.lead(measure)
            most = sketch.rng.chance(0.6)
            return _specification(
                sketch, "comparison", [sketch.cell(name, "key"), lead],
                where=(test,), extreme=Extreme(measure.path, most, 1, None),
            )  # fmt: skip
    return None


def _superlative(sketch: Sketch) -> Specification | None:
    """What else is true of the row that has the most, or the least, of something."""
    orders = [one for one in sketch.ground.values if one.is_ordered]
    if not orders:
        return None
    order = sketch.rng.pick(orders)
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.rng,
        wanted=(6, max(6, sketch.columns.rows(sketch.table) * 3 // 4)),
        conditions=sketch.rng.weighted({1: 4.0, 2: 2.0}),
        without=[order.path],
    )
    if narrowed is None:
        return None
    values = sketch.columns.values(sketch.table, order.path)
    rows = [row for row in narrowed.rows if values[row] is not None]
    if len(rows) < 4:
        return None
    most = sketch.rng.chance(0.6)
    pick = max if most else min
    best = pick(rows, key=lambda row: values[row])  # type: ignore[arg-type, return-value]
    if sum(values[row] == values[best] for row in rows) > 1:
        return None
    keys = sketch.keys(rows)
    if keys is None:
        return None
    far = sketch.ground.far_values
    own = [one for one in sketch.ground.values if one.path != order.path]
    told = sketch.told(narrowed.conditions, rows)
    for _ in range(_TRIES):
        pool = far if far and sketch.rng.chance(0.6) else own
        if not pool:
            continue
        end = sketch.rng.pick(pool)
        value = sketch.columns.values(sketch.table, end.path)[best]
        if end.path not in told and value is not None and sketch.is_telling(end, value):
            return _specification(
                sketch, "superlative", [*keys, sketch.cell(end.path)],
                where=narrowed.conditions, extreme=Extreme(order.path, most, 1, None),
            )  # fmt: skip
    return None


def _count(sketch: Sketch) -> Specification | None:
    """How many rows of each of a few groups pass a test or two, and a figure of theirs.

    The counts differ, and are drawn wide: where most were about five, that was a good guess. The
    figure is one that is not guessed at all.
    """
    figures = [
        sketch.figure("total" if one.adds_up and sketch.rng.chance(0.5) else "average", one)
        for one in sketch.ground.values
        if one.is_figure
    ]
    if not figures:
        return None
    rows = sketch.columns.rows(sketch.table)
    least = sketch.rng.between(_COUNTED[0], max(_COUNTED[0], min(_COUNTED[1], rows) // 2))
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.rng,
        wanted=(least, _COUNTED[1]),
        conditions=sketch.rng.weighted({1: 2.0, 2: 3.0}),
    )
    if narrowed is None or not any(_asks(sketch, test) for test in narrowed.conditions):
        return None
    tested = {test.path[0] for test in narrowed.conditions}
    paths = [path for path in sketch.ground.groups if path[0] not in tested]
    for path in sketch.rng.some(paths, len(paths)):
        values = sketch.columns.values(sketch.table, path)
        counts = Counter(values[row] for row in narrowed.rows if values[row] is not None)
        few = 2 <= len(counts) <= _MOST_GROUPS
        if few and min(counts.values()) > 1 and len(set(counts.values())) == len(counts):
            count = Output("", "value", "count", "integer", 0, None)
            return _specification(
                sketch, "count", [sketch.cell(path, "key"), count, sketch.rng.pick(figures)],
                where=narrowed.conditions, groups=(path,),
            )  # fmt: skip
    return None


def _asks(sketch: Sketch, test: Condition) -> bool:
    """Whether the test is on something that has to be looked up."""
    return sketch.columns.steps(sketch.table, test.path)[-1].role == "askable"


def _time_difference(sketch: Sketch) -> Specification | None:
    """Days from one date to another, for a row that the question names."""
    dates: list[Asking] = [
        one
        for one in (*sketch.ground.values, *sketch.ground.far_values)
        if one.column.kind == "date"
    ]
    if len(dates) < 2:
        return None
    pair = sketch.rng.some(dates, 2)
    first, last = (sketch.columns.values(sketch.table, one.path) for one in pair)
    days: dict[int, int] = {}
    for row, (start, end) in enumerate(zip(first, last, strict=True)):
        if isinstance(start, int) and isinstance(end, int):
            days[row] = end - start
    if not days:
        return None
    if sum(days.values()) < 0:
        pair.reverse()
        days = {row: -count for row, count in days.items()}
    # shorter spans are guessed, and a span the other way round would be asked for otherwise
    far_apart = [row for row, count in days.items() if count > 20]
    if not far_apart:
        return None
    row = sketch.rng.pick(far_apart)
    span = Output(
        "", "value", "days_between", "integer", 0, "days", path=pair[0].path, until=pair[1].path
    )
    return _specification(
        sketch, "time_difference", [*_told(sketch), span], where=_identified(sketch, row)
    )


def _two_clues(sketch: Sketch) -> Specification | None:
    """One row that two or three clues single out together, and none of them alone."""
    narrowed = narrow(
        sketch.columns,
        sketch.ground,
        sketch.rng,
        wanted=(1, 1),
        conditions=sketch.rng.weighted({2: 3.0, 3: 3.0}),
        each_several=True,
    )
    if narrowed is None or len(narrowed.conditions) < 2:
        return None
    if not any(_asks(sketch, test) for test in narrowed.conditions):
        return None
    row = narrowed.rows[0]
    keys = _told(sketch)
    told = {test.path for test in narrowed.conditions}
    open_ = [
        one
        for one in (*sketch.ground.values, *sketch.ground.far_values)
        if one.path not in told
        and sketch.is_telling(one, sketch.columns.values(sketch.table, one.path)[row])
    ]
    values = sketch.rng.some(open_, sketch.rng.between(1, 2))
    if not values:
        return None
    outputs = [*keys, *(sketch.cell(one.path) for one in values)]
    return _specification(sketch, "two_clues", outputs, where=narrowed.conditions)


DEEP: dict[Shape, Callable[[Sketch], Specification | None]] = {
    "chain": _chain,
    "comparison": _comparison,
    "superlative": _superlative,
    "count": _count,
    "time_difference": _time_difference,
    "two_clues": _two_clues,
}
