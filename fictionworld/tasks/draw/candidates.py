"""Candidates: what each slot of a world is to hold, and a specification drawn for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fictionworld.seeds import child_seed
from fictionworld.streams import RandomStream
from fictionworld.tasks.draw.judging import DrawState
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


def draw_empty(sketch: Sketch) -> Specification | None:
    """A question whose honest answer is a table without rows."""
    columns, base, rng = sketch.columns, sketch.base, sketch.rng
    orders = [one for one in base.values if one.is_ordered and one.column.kind != "year"]
    if not orders:
        return None
    order = rng.pick(orders)
    narrowed = narrow(columns, base, rng, wanted=(_FEW, 30), conditions=1, without=[order.path])
    if narrowed is None:
        return None
    values = columns.values(base.table, order.path)
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
    keys = [sketch.cell(path, "key") for path in base.identity]
    outputs = [
        *keys,
        sketch.cell(order.path),
        *(sketch.cell(one.path) for one in rng.some(shown, rng.between(1, 3))),
    ]
    return Specification(
        pack=columns.pack.name,
        kind="empty",
        shape="filter",
        table=base.table,
        outputs=tuple(outputs),
        where=(*narrowed.conditions, test),
    )


ROUNDS = (1, 3, 5)
"""How many candidates an open slot gets, round by round: a round costs the same for few as for
many, and the first leaves few slots open."""
_SIZED_ROUNDS = 2
"""In the first so many rounds a task has the size of its slot; a world may have none left."""
_SHAPES_TRIED = 6


@dataclass(frozen=True, slots=True)
class TaskCandidate:
    """A specification drawn for a slot, not yet evaluated."""

    slot: int
    specification: Specification
    size: SizeClass
    """The size of its slot."""
    sized: bool
    """It may only fill a slot of its size; later ones may be of any."""


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


@dataclass(frozen=True, slots=True)
class TaskSlot:
    """A slot of a world in one round."""

    number: int
    kind: TaskKind
    """What it is to hold."""
    round_: int
    try_: int
    """Which of the round's candidates."""
    used: frozenset[str]
    """Shapes that tasks of this world have already; others come first."""


def draw_candidate(
    state: DrawState, slot: TaskSlot, options: TaskOptions, costs: ReadingCosts
) -> TaskCandidate | None:
    """A candidate for a slot, or None where a few tries find nothing.

    Args:
        state: The world, and what may be asked of it.
        slot: What is drawn for.
        options: How hard tasks may be.
        costs: What reading takes.
    """
    kind, columns = slot.kind, state.columns
    rng = RandomStream(child_seed(state.seed, f"{slot.number}/{slot.round_}/{slot.try_}"))
    sized = slot.round_ < _SIZED_ROUNDS
    size = state.sizes[slot.number] if sized else ANY_SIZE.within(options.rows)
    weights = {shape.name: shape.weight for shape in shapes_of(kind)}
    fresh = {
        shape: weight for shape, weight in weights.items() if shape not in slot.used
    } or weights
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
                return TaskCandidate(slot.number, drawn, size, sized)
    return None


def _within(drawn: Specification, sketch: Sketch, options: TaskOptions) -> bool:
    low, high = options.hops
    return drawn.kind != "deep" or low <= hops_of(drawn, sketch.columns.pack) <= high
