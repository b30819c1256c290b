"""Candidates: what each slot of a world is to hold, and a specification drawn for it."""

from __future__ import annotations

from collections.abc import Sequence

from fictionworld.seeds import child_seed
from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.judging import DrawState, TaskCandidate
from fictionworld.tasks.draw.narrowing import narrow, round_between, round_day_between
from fictionworld.tasks.draw.reading_costs import ReadingCosts
from fictionworld.tasks.draw.sizes import ANY_SIZE, SizeClass, drawn_class
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.reach import hops_of
from fictionworld.tasks.specification import Condition, Specification, TaskKind
from fictionworld.tasks.task_shape import shapes_of, task_shapes
from fictionworld.worlds.rows import decode

_FEW = 3
ROUNDS = (1, 3, 5)
"""How many candidates an open slot gets, round by round: a round costs the same for few as for
many, and the first leaves few slots open."""
_SIZED_ROUNDS = 2
"""In the first so many rounds a task has the size of its slot; a world may have none left."""
_SHAPES_TRIED = 6


def draw_empty(sketch: Sketch) -> Specification | None:
    """A question whose honest answer is a table without rows."""
    base, rng = sketch.base, sketch.rng
    orders = [one for one in base.values if one.is_ordered and one.column.kind != "year"]
    if not orders:
        return None
    order = rng.pick(orders)
    narrowed = narrow(sketch, wanted=(_FEW, 30), conditions=1, without=[order.path])
    if narrowed is None:
        return None
    values = sketch.values(order.path)
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
    given = {test.path for test in narrowed.conditions if test.operator == "is"}
    shown = [one for one in base.values if one.path not in {order.path, *given}]
    outputs = [
        *sketch.naming(),
        sketch.cell(order.path),
        *(sketch.cell(one.path) for one in rng.some(shown, rng.between(1, 3))),
    ]
    return Specification(
        pack=sketch.columns.pack.name,
        kind="empty",
        shape="filter",
        table=base.table,
        outputs=tuple(outputs),
        where=(*narrowed.conditions, test),
    )


def slot_kinds(seed: int, options: TaskOptions) -> tuple[TaskKind, ...]:
    """What each slot of a world is to hold: near the shares that the options ask for."""
    weights: dict[TaskKind, float] = {
        "wide": options.wide, "deep": options.deep, "empty": options.empty,
    }  # fmt: skip
    return tuple(
        RandomStream(child_seed(seed, f"{slot}/kind")).weighted(weights)
        for slot in range(options.per_world)
    )


def slot_sizes(seed: int, kinds: Sequence[TaskKind], options: TaskOptions) -> tuple[SizeClass, ...]:
    """How large the task of each slot is to be."""
    return tuple(
        drawn_class(kind, RandomStream(child_seed(seed, f"{slot}/size"))).within(options.rows)
        for slot, kind in enumerate(kinds)
    )


def draw_candidate(
    state: DrawState, slot: int, attempt: tuple[int, int], options: TaskOptions, costs: ReadingCosts
) -> TaskCandidate | None:
    """A candidate for a slot, or None where a few tries find nothing.

    Args:
        state: The world, and what may be asked of it.
        slot: Which of its tasks is drawn for.
        attempt: The round, and which of the round's candidates.
        options: How hard tasks may be.
        costs: What reading takes.
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
            drawn = draw_empty(sketch) if kind == "empty" else shape.draw(sketch, size)
            if drawn is None or not _within(drawn, sketch, options):
                continue
            if kind == "empty" or size.holds(costs.of(drawn, columns)):
                return TaskCandidate(slot, drawn, size, sized)
    return None


def _within(drawn: Specification, sketch: Sketch, options: TaskOptions) -> bool:
    low, high = options.hops
    return drawn.kind != "deep" or low <= hops_of(drawn, sketch.columns.pack) <= high
