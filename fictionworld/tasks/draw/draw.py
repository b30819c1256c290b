"""`draw_tasks`: the tasks of many worlds of one pack, drawn, evaluated, checked and worded.

slots -> specifications, drawn by seed -> answers, by SQL over all worlds at once
      -> what is unsound refused, its slot drawn for again -> evidence, pages, question
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.tasks.draw.base_table import base_tables
from fictionworld.tasks.draw.candidates import (
    ROUNDS,
    draw_candidate,
    slot_kinds,
    slot_sizes,
)
from fictionworld.tasks.draw.judging import DrawnTask, DrawState, Webs, judge
from fictionworld.tasks.draw.reading_costs import ReadingCosts
from fictionworld.tasks.evaluation.evaluate import Evaluator
from fictionworld.tasks.evaluation.parameters import AskedSpecification
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.spread import Spread
from fictionworld.tasks.wording.lexicon import QuestionContext
from fictionworld.web.plans import PageLengths, WebPlans
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
    source: TaskDraw, seeds: Mapping[int, int], options: TaskOptions
) -> tuple[list[DrawnTask], Counter[str]]:
    """Return the tasks of these worlds, in order, and how many candidates were refused, by reason.

    A world's tasks depend on the world, its seed in `seeds` and the options alone.
    """
    plans = source.plans
    lengths = PageLengths(plans)
    webs = Webs(Spread(plans), lengths, ReadingCosts(plans, lengths))
    states = list(_states(source, seeds, options))
    refused: Counter[str] = Counter()
    with Evaluator(source.pack, source.frames) as evaluator:
        for round_, tries in enumerate(ROUNDS):
            drawn = [
                (state, candidate)
                for state in states
                for try_ in range(tries)
                for slot in state.open
                if (candidate := draw_candidate(state, slot, (round_, try_), options, webs.costs))
            ]
            asked = [
                AskedSpecification(state.columns.world_id, proposed.specification)
                for state, proposed in drawn
            ]
            answers = evaluator.evaluate(asked)
            for (state, candidate), answer in zip(drawn, answers, strict=True):
                if (reason := judge(state, candidate, answer, webs, options)) is not None:
                    refused[reason] += 1
    tasks = [state.tasks[slot] for state in states for slot in sorted(state.tasks)]
    return tasks, refused


def _states(
    source: TaskDraw, seeds: Mapping[int, int], options: TaskOptions
) -> Iterator[DrawState]:
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
        kinds = slot_kinds(seeds[world_id], options)
        columns, world_rows = rows.world(world_id), WorldRows(pack, frames)
        yield DrawState(
            columns=columns,
            rows=world_rows,
            bases={name: base.within(columns.has) for name, base in bases.items()},
            context=_context(world, columns, labels[world_id], world_rows.names),
            seed=seeds[world_id],
            kinds=kinds,
            sizes=slot_sizes(seeds[world_id], kinds, options),
        )


def _by_world(frame: pl.DataFrame) -> dict[int, pl.DataFrame]:
    """Return the rows of each world by id.

    `partition_by` is called without `as_dict`, with which polars runs a query for each part.
    """
    parts = frame.partition_by("world_id", maintain_order=True)
    return {part.get_column("world_id")[0]: part for part in parts}


def _context(
    world: Mapping[str, object],
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
        pack=columns.pack,
        title=str(world["title"]),
        as_of=world["as_of"],  # type: ignore[arg-type]
        setting={
            column.name: decode(columns.setting[column.name], column.kind, column.decimals)
            for column in setting.stored
        },
        labels=labels,
        units=units,
        names=names,
    )
