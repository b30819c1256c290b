"""Candidates: what each slot of a world is to hold, and a specification drawn for it."""

from __future__ import annotations

from fictionworld.seeds import child_seed
from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.combinations import Combinations
from fictionworld.tasks.draw.emptying import emptied
from fictionworld.tasks.draw.idle import has_idle_condition
from fictionworld.tasks.draw.judging import DrawState, TaskCandidate
from fictionworld.tasks.draw.reading_costs import ReadingCosts
from fictionworld.tasks.draw.sizes import ANY_SIZE, SIZE_CLASSES, SizeClass
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.reach import hops_of
from fictionworld.tasks.rederivation import answer_of
from fictionworld.tasks.selection import select
from fictionworld.tasks.specification import Specification, TaskKind
from fictionworld.tasks.task_shape import TaskShape, shapes_of, task_shapes

TRIES = 14
"""How many candidates a slot gets at most."""
_SIZED_TRIES = 6
"""The first so many are of the size of the slot; a world may have no task of that size left."""
_SHAPES_TRIED = 6
_FRESH_TRIED = 3
"""The first so many of them are shapes that are new to the world and not refused for the slot."""


def drawn_slots(seed: int, options: TaskOptions) -> list[tuple[TaskKind, SizeClass]]:
    """Return the kind and the size of the task that each slot of a world is to hold.

    They are drawn by the shares of kinds in `options`, and in each kind by those of the levels that
    are wanted. The rows of wide answers are limited by `options`.
    """
    shares: dict[TaskKind, float] = {
        "wide": options.wide, "deep": options.deep, "empty": options.empty,
    }  # fmt: skip
    weights = {
        (kind, size.within(options.rows)): share * size.share(kind)
        for kind, share in shares.items()
        for size in SIZE_CLASSES
        if size.level in options.levels and share > 0
    }
    return [
        RandomStream(child_seed(seed, f"{slot}/slot")).weighted(weights)
        for slot in range(options.per_world)
    ]


def draw_candidate(
    state: DrawState,
    slot: int,
    try_: int,
    options: TaskOptions,
    costs: ReadingCosts,
    combinations: Combinations,
) -> TaskCandidate | None:
    """Return a candidate for a slot, or None where a few shapes give none.

    Args:
        state: The world, and what may be asked of it.
        slot: The index of the slot.
        try_: Which of the slot's candidates, from 0 to `TRIES - 1`.
        options: How hard tasks may be.
        costs: Estimates of the characters that must be read.
        combinations: What is tried.
    """
    kind = state.kinds[slot]
    rng = RandomStream(child_seed(state.seed, f"{slot}/{try_}"))
    sized = try_ < _SIZED_TRIES
    size = state.sizes[slot] if sized else ANY_SIZE.within(options.rows)
    bases = state.bases_for(kind, size, costs)
    tables = {
        shape.name: combinations.among(shape.name, size.name, bases) for shape in shapes_of(kind)
    }
    weights = {shape.name: shape.weight_of(kind) for shape in shapes_of(kind) if tables[shape.name]}
    if not weights:
        return None
    fresh = weights
    if kind != "empty":
        # what a world has no task of it often cannot give: so once refused it waits for the others
        seen = {task.specification.shape for task in state.tasks.values()}
        seen |= state.refused_shapes[slot, size.name]
        fresh = {shape: weight for shape, weight in weights.items() if shape not in seen} or weights
    for number in range(_SHAPES_TRIED):
        shape = task_shapes[rng.weighted(fresh if number < _FRESH_TRIED else weights)]
        for table in rng.some(tables[shape.name], len(tables[shape.name])):
            sketch = Sketch(state.columns, bases[table], rng, state.context.units, state.lookups)
            drawn = draw_specification(shape, sketch, size, options, costs)
            if drawn is not None and kind == "empty":
                drawn = _emptied(drawn, sketch, state)
            if drawn is not None:
                return TaskCandidate(slot, drawn, size, sized)
    return None


def draw_specification(
    shape: TaskShape, sketch: Sketch, size: SizeClass, options: TaskOptions, costs: ReadingCosts
) -> Specification | None:
    """Return a specification of this shape that takes as much reading as its size says, or None."""
    drawn = shape.draw(sketch, size)
    if drawn is None or not _within(drawn, sketch, size, options):
        return None
    return drawn if size.holds(costs.of(drawn, sketch.columns)) else None


def _emptied(drawn: Specification, sketch: Sketch, state: DrawState) -> Specification | None:
    """Return an empty task made of one with rows; None where a condition of that one is idle."""
    empty = emptied(sketch, drawn)
    if empty is None:
        return None
    selection = select(drawn, state.rows)
    answer = answer_of(drawn, state.rows, selection)
    return None if has_idle_condition(drawn, state.rows, selection, answer) else empty


def _within(drawn: Specification, sketch: Sketch, size: SizeClass, options: TaskOptions) -> bool:
    """Return whether the look-ups of a task are as many as its size and the options want."""
    hops, (low, high) = hops_of(drawn, sketch.columns.pack), options.hops
    return hops >= size.least_hops and (drawn.kind != "deep" or low <= hops <= high)
