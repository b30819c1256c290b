"""Page plans: which pages the web of a world has, and which facts each of them states.

A plan is a pure function of the pack, the structure seed, and what twins share: rows, names,
references, context columns, and which columns there are. It is cheap, so it is never stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fictionworld.packs.compiled import CompiledPack
from fictionworld.web.batch import WebBatch
from fictionworld.web.page_kind import page_kinds
from fictionworld.web.plan_builder import PlanBuilder
from fictionworld.web.plans import WebPlans
from fictionworld.web.subjects import add_subjects, list_on_subjects, name_kin, state_subjects
from fictionworld.web.tables import add_remainder, add_tables
from fictionworld.web.world_plan import WebPlan
from fictionworld.worlds.record import World, world_frame

if TYPE_CHECKING:
    import polars as pl


def plan_webs(
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    worlds: pl.DataFrame,
    present: pl.DataFrame,
) -> WebPlans:
    """Return the plans of worlds of one pack. Each depends on its own world alone.

    Args:
        pack: What the worlds are.
        frames: Their rows by table: `world_id`, `id`, the stored columns. Askable columns are not
            read, and may be missing.
        worlds: At least `world_id` and `structure_seed` of each.
        present: The rows of `world_column`: which columns each world has.
    """
    return _added(WebBatch(pack, frames, worlds, present)).built()


def plan_each(
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    worlds: pl.DataFrame,
    present: pl.DataFrame,
) -> dict[int, WebPlan]:
    """Return the plan of each of some worlds of one pack; see `plan_webs`."""
    plans = _added(WebBatch(pack, frames, worlds, present)).built_each()
    return {plan.world_id: plan for plan in plans}


def _added(batch: WebBatch) -> PlanBuilder:
    """Return the builder of a batch's plans, with all pages added and what they state."""
    builder = PlanBuilder(batch)
    subjects = add_subjects(builder)
    for table in batch.lines:
        state_subjects(builder, subjects, table)
        list_on_subjects(builder, subjects, table)
        name_kin(builder, subjects, table)
        add_tables(builder, table)
        for kind in page_kinds:
            kind.plan_table(builder, table)
        add_remainder(builder, subjects, table)
    for kind in page_kinds:
        kind.plan(builder)
    return builder


def plan_web(
    pack: CompiledPack, frames: Mapping[str, pl.DataFrame], world: World, present: pl.DataFrame
) -> WebPlan:
    """Return the plan of one world, from its rows, its record and its columns; see `plan_webs`."""
    return plan_each(pack, frames, world_frame([world]), present)[world.world_id]
