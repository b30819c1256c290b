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
    """Draw a task about figures of groups, by one path or by two at once; None where none fits."""
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
        not 1 < len({part[index] for part in parts}) < len(parts) for index in range(groups)
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
    """Return whether more than a third of the groups have one row only."""
    return sum(len(rows) == 1 for rows in parts) > len(parts) // 3


def _figures(sketch: Sketch, most: int, parts: Sequence[Sequence[int]]) -> list[Output]:
    """Draw totals and averages first, which differ from group to group; then extremes.

    Empty where guessing them would pay. No count is drawn: in groups as small as these it is mostly
    what search results tell (`share_told`).
    """
    means: list[Output] = []
    ends: list[Output] = []
    for candidate in sketch.base.values:
        if candidate.adds_up:
            means.append(sketch.figure("total", candidate))
        if candidate.is_figure:
            means.append(sketch.figure("average", candidate))
        if candidate.is_ordered:
            ends += [sketch.figure("least", candidate), sketch.figure("most", candidate)]
    count = max(1, min(most, AGGREGATES))
    chosen = sketch.rng.some(means, max(1, count - sketch.rng.below(3)))
    chosen += sketch.rng.some(ends, count - len(chosen))
    shares = [share_guessed([_figure(sketch, output, rows) for rows in parts]) for output in chosen]
    return chosen if fsum(shares) <= MOST_GUESSED * len(shares) else []


def _figure(sketch: Sketch, output: Output, rows: Sequence[int]) -> Code:
    """Return a group's figure as code, an average as text; None where no row has a value."""
    cells = sketch.values(output.path)
    values: list[int] = [cell for row in rows if isinstance(cell := cells[row], int)]
    if not values:
        return None
    if output.of in {"least", "most"}:
        return min(values) if output.of == "least" else max(values)
    return sum(values) if output.of == "total" else f"{sum(values) / len(values):.9g}"
