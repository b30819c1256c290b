"""The pilot: a few worlds of a pack, of a seed of their own, in which every combination is tried.

What it finds follows from the pack and the rows of a world alone, so that the tasks of a build do
too, whatever its seed and size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compiled import CompiledPack
from fictionworld.seeds import child_seed
from fictionworld.streams import RandomStream
from fictionworld.tasks import shapes
from fictionworld.tasks.draw.candidates import draw_specification
from fictionworld.tasks.draw.combinations import Combinations
from fictionworld.tasks.draw.draw import TaskDraw, draw_states
from fictionworld.tasks.draw.judging import AcceptedTask, DrawState, TaskCandidate, Webs, judge
from fictionworld.tasks.draw.sizes import ANY_SIZE, SIZE_CLASSES
from fictionworld.tasks.draw.sketch import Sketch
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.specification import TaskKind
from fictionworld.tasks.task_shape import TaskShape, shapes_of
from fictionworld.web.plan import plan_webs

_SEED: Final = child_seed(0, "pilot")
_WORLDS: Final = 12
_TRIES: Final = 6
"""How often a combination that has given no task yet is tried in each world."""
_OPTIONS: Final = TaskOptions()
_KINDS: Final[tuple[TaskKind, ...]] = ("wide", "deep")
_SLOTS: Final = [
    (kind, size)
    for kind, size in product(_KINDS, (*SIZE_CLASSES, ANY_SIZE))
    if size is ANY_SIZE or size.share(kind)
]
"""The slots that worlds have; an empty task is drawn as a wide one."""


def find_combinations(pack: CompiledPack, rows: tuple[int, int]) -> Combinations:
    """Return the combinations of which a pilot has made a task.

    Args:
        pack: The pack.
        rows: The least and the most rows of a world.
    """
    seeds = [
        WorldSeeds(i, child_seed(_SEED, f"{i}/structure"), child_seed(_SEED, f"{i}/values"))
        for i in range(_WORLDS)
    ]
    filled = fill_worlds(pack, seeds, FillOptions(rows))
    plans = plan_webs(pack, filled.frames, filled.worlds, filled.columns)
    source = TaskDraw(pack, filled.frames, filled.worlds, filled.columns, plans)
    webs = Webs.of(plans)
    found: set[tuple[str, str, str]] = set()
    for world in draw_states(source, dict.fromkeys(range(_WORLDS), _SEED), _OPTIONS):
        for kind, size in _SLOTS:
            state = replace(world, kinds=(kind,), sizes=(size,))
            for shape, table in product(_own(kind), state.bases_for(kind, size, webs.costs)):
                combination = shape.name, size.name, table
                if combination not in found and _gives_a_task(state, shape, table, webs):
                    found.add(combination)
    return Combinations.of(sorted(shape.name for kind in _KINDS for shape in _own(kind)), found)


def _own(kind: TaskKind) -> Iterator[TaskShape]:
    """Yield our shapes. Those of other packages may change unseen, so all their draws are tried."""
    ours = shapes.__name__
    return (shape for shape in shapes_of(kind) if type(shape).__module__.startswith(ours))


def _gives_a_task(state: DrawState, shape: TaskShape, table: str, webs: Webs) -> bool:
    """Return whether one of a few tries gives a task for the only slot of this world."""
    [kind], [size] = state.kinds, state.sizes
    base = state.bases_for(kind, size, webs.costs)[table]
    for try_ in range(_TRIES):
        name = f"{state.columns.world_id}/{shape.name}/{size.name}/{table}/{try_}"
        sketch = Sketch(
            state.columns,
            base,
            RandomStream(child_seed(_SEED, name)),
            state.context.units,
            state.lookups,
        )
        drawn = draw_specification(shape, sketch, size, _OPTIONS, webs.costs)
        if drawn is not None:
            candidate = TaskCandidate(0, drawn, size, sized=True)
            if isinstance(judge(state, candidate, webs, _OPTIONS), AcceptedTask):
                return True
    return False
