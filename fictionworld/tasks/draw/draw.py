"""`draw_tasks`: the tasks of many worlds of one pack, drawn, judged and worded.

of each world: slots -> specifications, drawn by seed -> answer, evidence, pages, question
                     -> what is unsound refused, its slot drawn for again
of all worlds: the answers of what was accepted, confirmed by SQL
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.packs.nouns import called_in
from fictionworld.tasks.draw.base_table import base_tables
from fictionworld.tasks.draw.candidates import (
    TRIES,
    draw_candidate,
    drawn_slots,
)
from fictionworld.tasks.draw.combinations import ALL_COMBINATIONS, Combinations
from fictionworld.tasks.draw.judging import AcceptedTask, DrawnTask, DrawState, Webs, judge
from fictionworld.tasks.draw.lookups import Lookups
from fictionworld.tasks.evaluation.confirmation import confirm_answers
from fictionworld.tasks.evaluation.evaluate import Evaluator
from fictionworld.tasks.evaluation.parameters import AskedSpecification
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.wording.lexicon import QuestionContext
from fictionworld.web.plans import WebPlans
from fictionworld.worlds.rows import PackRows, WorldColumns, decode
from fictionworld.worlds.world_rows import WorldRows

if TYPE_CHECKING:
    import polars as pl

_CALLED = ("table_name", "column_name", "label", "unit")


@dataclass(frozen=True)
class TaskDraw:
    """Worlds of one pack that tasks are drawn for."""

    pack: CompiledPack
    frames: Mapping[str, pl.DataFrame]
    """The pack's tables by name, `setting` among them."""
    worlds: pl.DataFrame
    """One row a world: `world_id`, `title`, `as_of`..."""
    present: pl.DataFrame
    """Rows of `world_column`: what each world calls its columns, and whether it has them."""
    plans: WebPlans
    """The pages of these worlds."""


def draw_tasks(
    source: TaskDraw,
    seeds: Mapping[int, int],
    options: TaskOptions,
    combinations: Combinations = ALL_COMBINATIONS,
) -> tuple[list[DrawnTask], Counter[str]]:
    """Return the tasks of these worlds, in order, and how many candidates were refused, by reason.

    A world's tasks depend on the world, its seed in `seeds`, the options and the combinations that
    are tried alone.

    Raises:
        KeyMismatchError: The two evaluators differ in an answer.
    """
    webs = Webs.of(source.plans)
    refused: Counter[str] = Counter()
    tasks: list[DrawnTask] = []
    columns: dict[int, WorldColumns] = {}
    for state in draw_states(source, seeds, options):
        _fill_slots(state, webs, options, combinations, refused)
        tasks += [state.tasks[slot] for slot in sorted(state.tasks)]
        columns[state.columns.world_id] = state.columns
    with Evaluator(source.pack, source.frames) as evaluator:
        asked = [AskedSpecification(task.world_id, task.specification) for task in tasks]
        confirm_answers(evaluator, asked, [task.rows for task in tasks], columns)
    return tasks, refused


def _fill_slots(
    state: DrawState,
    webs: Webs,
    options: TaskOptions,
    combinations: Combinations,
    refused: Counter[str],
) -> None:
    """Fill the slots of a world, as far as it has tasks for them; count refusals in `refused`.

    Every open slot gets one candidate before any gets its next.
    """
    for try_ in range(TRIES):
        for slot in range(len(state.kinds)):
            if slot in state.tasks:
                continue
            candidate = draw_candidate(state, slot, try_, options, webs.costs, combinations)
            if candidate is None:
                continue
            verdict = judge(state, candidate, webs, options)
            if isinstance(verdict, AcceptedTask):
                state.add(verdict)
            else:
                refused[verdict] += 1
                state.refuse(candidate)


def draw_states(
    source: TaskDraw, seeds: Mapping[int, int], options: TaskOptions
) -> Iterator[DrawState]:
    """Yield each world with open slots and no tasks."""
    pack = source.pack
    bases = base_tables(pack)
    rows = PackRows(pack, source.frames, source.present)
    parts = {name: _by_world(frame) for name, frame in source.frames.items()}
    empty_frames = {name: frame.clear() for name, frame in source.frames.items()}
    labels = _by_world(source.present.select("world_id", *_CALLED))
    for world in source.worlds.iter_rows(named=True):
        world_id = world["world_id"]
        frames = {
            name: frames_by_world.get(world_id, empty_frames[name])
            for name, frames_by_world in parts.items()
        }
        slots = drawn_slots(seeds[world_id], options)
        columns, world_rows = rows.world(world_id), WorldRows(pack, frames)
        yield DrawState(
            columns=columns,
            rows=world_rows,
            bases={
                name: base.within(columns.has)
                for name, base in bases.items()
                if columns.has(name, base.identity[0])
            },
            lookups=Lookups(columns),
            context=_context(world, columns, labels[world_id], world_rows.names),
            seed=seeds[world_id],
            kinds=tuple(kind for kind, _ in slots),
            sizes=tuple(size for _, size in slots),
        )


def _by_world(frame: pl.DataFrame) -> dict[int, pl.DataFrame]:
    """Return the rows of each world by id.

    `partition_by` is called without `as_dict`, with which polars runs a query for each part.
    """
    parts = frame.partition_by("world_id", maintain_order=True)
    return {part.get_column("world_id")[0]: part for part in parts}


def _context(
    world: Mapping[str, Any],
    columns: WorldColumns,
    called: pl.DataFrame,
    names: Mapping[tuple[str, int], str],
) -> QuestionContext:
    setting = columns.pack.tables[SETTING]
    labels: dict[tuple[str, str], str] = {}
    units: dict[tuple[str, str], str | None] = {}
    for _, table, column, label, unit in called.iter_rows():
        labels[table, column] = label
        units[table, column] = unit
    return QuestionContext(
        # worlds of the pilot have no split
        pack=called_in(columns.pack, world["structure_seed"], world.get("split", "train")),
        title=str(world["title"]),
        as_of=world["as_of"],
        setting={
            column.name: decode(columns.setting[column.name], column.kind, column.decimals)
            for column in setting.stored
        },
        labels=labels,
        units=units,
        names=names,
    )
