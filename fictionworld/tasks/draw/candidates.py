"""Candidates: what each slot of a world is to hold, and a specification drawn for it."""

from __future__ import annotations

from collections.abc import Sequence

from fictionworld.seeds import child_seed
from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.emptying import emptied
from fictionworld.tasks.draw.judging import DrawState, TaskCandidate
from fictionworld.tasks.draw.reading_costs import ReadingCosts
from fictionworld.tasks.draw.sizes import ANY_SIZE, SizeClass, drawn_class
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.reach import hops_of
from fictionworld.tasks.specification import Specification, TaskKind
from fictionworld.tasks.task_shape import shapes_of, task_shapes

ROUNDS = (1, 3, 5)
"""How many candidates an open slot gets, round by round: a round costs the same for few as for
many, and the first leaves few slots open."""
_SIZED_ROUNDS = 2
"""In the first so many rounds a task has the size of its slot; a world may have none left."""
_SHAPES_TRIED = 6


def slot_kinds(seed: int, options: TaskOptions) -> tuple[TaskKind, ...]:
    """Return the kind of task that each slot is to hold, drawn by the shares in `options`."""
    weights: dict[TaskKind, float] = {
        "wide": options.wide, "deep": options.deep, "empty": options.empty,
    }  # fmt: skip
    return tuple(
        RandomStream(child_seed(seed, f"{slot}/kind")).weighted(weights)
        for slot in range(options.per_world)
    )


def slot_sizes(seed: int, kinds: Sequence[TaskKind], options: TaskOptions) -> tuple[SizeClass, ...]:
    """Return the size class drawn for the task of each slot, its rows limited by `options`."""
    return tuple(
        drawn_class(kind, RandomStream(child_seed(seed, f"{slot}/size"))).within(options.rows)
        for slot, kind in enumerate(kinds)
    )


def draw_candidate(
    state: DrawState, slot: int, attempt: tuple[int, int], options: TaskOptions, costs: ReadingCosts
) -> TaskCandidate | None:
    """Return a candidate for a slot, or None where a few tries find none.

    Args:
        state: The world, and what may be asked of it.
        slot: The index of the slot.
        attempt: The round, and which of the round's candidates.
        options: How hard tasks may be.
        costs: Estimates of the characters that must be read.
    """
    kind, columns = state.kinds[slot], state.columns
    round_, try_ = attempt
    rng = RandomStream(child_seed(state.seed, f"{slot}/{round_}/{try_}"))
    sized = round_ < _SIZED_ROUNDS
    size = state.sizes[slot] if sized else ANY_SIZE.within(options.rows)
    weights = {shape.name: shape.weight for shape in shapes_of(kind)}
    # shapes that no task of this world has come first
    used = {task.specification.shape for task in state.tasks.values()}
    fresh = {shape: weight for shape, weight in weights.items() if shape not in used} or weights
    bases = state.bases_for(kind, size, costs)
    tables = sorted(bases)
    for _ in range(_SHAPES_TRIED):
        shape = task_shapes[rng.weighted(fresh)]
        for name in rng.some(tables, len(tables)):
            sketch = Sketch(columns, bases[name], rng, state.context.units)
            drawn = shape.draw(sketch, size)
            if drawn is None or not _within(drawn, sketch, options):
                continue
            if not size.holds(costs.of(drawn, columns)):
                continue
            if kind == "empty":
                drawn = emptied(sketch, drawn)
            if drawn is not None:
                return TaskCandidate(slot, drawn, size, sized)
    return None


def _within(drawn: Specification, sketch: Sketch, options: TaskOptions) -> bool:
    low, high = options.hops
    return drawn.kind != "deep" or low <= hops_of(drawn, sketch.columns.pack) <= high
