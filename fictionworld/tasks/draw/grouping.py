"""Groups of rows and the figures that are drawn for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from math import fsum

from fictionworld.tasks.draw.narrowing import narrow
from fictionworld.tasks.draw.refusals import MOST_GUESSED, share_guessed
from fictionworld.tasks.draw.sizes import AnswerSize
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.evaluation.parameters import AGGREGATES
from fictionworld.tasks.specification import Output, Specification
from fictionworld.tasks.task_shape import WideShape
from fictionworld.worlds.rows import Code


def draw_groups(
    shape: WideShape, sketch: Sketch, size: AnswerSize, *, groups: int
) -> Specification | None:
    """Figures of groups by one path, or by two at once."""
    chosen = sketch.rng.some(sketch.base.groups, groups)
    if len(chosen) < groups or (groups > 1 and chosen[0][:1] == chosen[1][:1]):
        return None
    lists = [sketch.values(path) for path in chosen]
    count = sketch.row_count
    if len(set(zip(*lists, strict=True))) < size.rows[0]:
        return None
    narrowed = narrow(
        sketch,
        wanted=(max(10, count // 4), count),
        conditions=sketch.rng.below(2),
        without=chosen,
        alternatives=True,
    )
    if narrowed is None:
        return None
    parts: defaultdict[tuple[Code, ...], list[int]] = defaultdict(list)
    for row in narrowed.rows:
        part = tuple(values[row] for values in lists)
        if None not in part:
            parts[part].append(row)
    if not size.rows[0] <= len(parts) <= size.rows[1] or _mostly_single(parts.values()):
        return None
    # by harvest and year of harvest is by harvest
    if groups > 1 and any(
        not 1 < len({part[place] for part in parts}) < len(parts) for place in range(groups)
    ):
        return None
    figures = _figures(sketch, size.columns - groups, list(parts.values()))
    if not figures:
        return None
    outputs = [*(sketch.cell(path, "key") for path in chosen), *figures]
    return shape.sized(
        sketch,
        size,
        len(parts),
        outputs,
        where=narrowed.conditions,
        either=narrowed.either,
        groups=tuple(chosen),
    )


def _mostly_single(parts: Collection[Sequence[int]]) -> bool:
    """Groups of one row each are no groups."""
    return sum(len(rows) == 1 for rows in parts) > len(parts) // 3


def _figures(sketch: Sketch, most: int, parts: Sequence[Sequence[int]]) -> list[Output]:
    """Totals and averages first, which differ from group to group; then extremes, and a count.

    Empty where guessing them would pay.
    """
    means: list[Output] = []
    ends: list[Output] = []
    for one in sketch.base.values:
        if one.adds_up:
            means.append(sketch.figure("total", one))
        if one.is_figure:
            means.append(sketch.figure("average", one))
        if one.is_ordered:
            ends += [sketch.figure("least", one), sketch.figure("most", one)]
    count = max(1, min(most, AGGREGATES))
    chosen = sketch.rng.some(means, max(1, count - sketch.rng.below(3)))
    chosen += sketch.rng.some(ends, count - len(chosen))
    if len(chosen) > 1 and sketch.rng.chance(0.4):
        chosen[-1] = Output("", "value", "count", "integer", 0, None)
    shares = [share_guessed([_figure(sketch, one, rows) for rows in parts]) for one in chosen]
    return chosen if fsum(shares) <= MOST_GUESSED * len(shares) else []


def _figure(sketch: Sketch, output: Output, rows: Sequence[int]) -> Code:
    """The figure of a group as code; of an average as text."""
    if output.of == "count":
        return len(rows)
    values = sketch.values(output.path)
    there: list[int] = [one for row in rows if isinstance(one := values[row], int)]
    if not there:
        return None
    if output.of in {"least", "most"}:
        return min(there) if output.of == "least" else max(there)
    return sum(there) if output.of == "total" else f"{sum(there) / len(there):.9g}"
