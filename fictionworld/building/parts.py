"""The steps of a build for the worlds of one part; `fictionworld/build.py` shows their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from fictionworld.building.config import ResolvedBuild
from fictionworld.errors import FictionworldError, UnsatisfiableError, UsageError
from fictionworld.generators.fill import FilledWorlds, FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compiled import CompiledPack
from fictionworld.seeds import child_seed, child_share
from fictionworld.tasks.draw.combinations import ALL_COMBINATIONS
from fictionworld.tasks.draw.draw import TaskDraw, draw_tasks
from fictionworld.tasks.record import KEY, TASK, key_rows, task_rows
from fictionworld.validators.check import check_worlds
from fictionworld.web.plan import plan_webs
from fictionworld.web.web import FictionalWeb
from fictionworld.web.world_plan import PlannedPage
from fictionworld.worlds.record import World
from fictionworld.worlds.schema import WORLD, WORLD_COLUMN

MOST_ATTEMPTS = 8
"""How often a world that breaks a rule is drawn again before its pack counts as unsatisfiable."""

_SPLITS = (("train", 0.9), ("eval", 0.95), ("test", 1.0))


def generate_worlds(
    build: ResolvedBuild, world_ids: Sequence[int]
) -> tuple[dict[str, pl.DataFrame], Counter[str]]:
    """Return the tables of worlds of one pack, redrawn until they pass, and the refusals by reason.

    The tables are those of a shard, their rows sorted by world id.

    Raises:
        UnsatisfiableError: A world broke a rule in every attempt; names the rule and an example.
    """
    pack = build.pack_of(world_ids[0])
    options = FillOptions(build.config.rows, build.config.real_names == "brands", build.known)
    refused: Counter[str] = Counter()
    valid: list[FilledWorlds] = []
    ids, example = list(world_ids), ""
    for attempt in range(MOST_ATTEMPTS):
        if not ids:
            break
        filled = fill_worlds(pack, [_seeds(build, i, attempt) for i in ids], options)
        bad_worlds, example = _validate(build, pack, filled, refused)
        valid.append(_recorded(build, _without(filled, bad_worlds), attempt))
        ids = sorted(bad_worlds)
    if ids:
        raise UnsatisfiableError(
            f"pack {pack.name}: world {ids[0]} broke a rule in each of {MOST_ATTEMPTS} attempts; "
            f"the last time: {example}. Loosen the rule, or widen what it speaks of "
            f"(`fictionworld packs check` tries a pack)"
        )
    frames = {
        WORLD.name: [filled_worlds.worlds for filled_worlds in valid],
        WORLD_COLUMN.name: [filled_worlds.columns for filled_worlds in valid],
    }
    for name in valid[0].frames:
        frames[pack.tables[name].sql_name] = [filled_worlds.frames[name] for filled_worlds in valid]
    tables = {
        # stable, so that rows of a world keep their order
        name: pl.concat(attempts).sort("world_id", maintain_order=True)
        for name, attempts in frames.items()
    }
    return tables, refused


def _seeds(build: ResolvedBuild, world_id: int, attempt: int) -> WorldSeeds:
    # the first attempt's names are bare, so that worlds read as `world/17/structure`
    again = f"/{attempt}" if attempt else ""
    if build.structure is not None:
        structure = build.structure[world_id][0]
    else:
        structure = child_seed(build.config.seed, f"world/{world_id}/structure{again}")
    values = child_seed(build.value_seed, f"world/{world_id}/values{again}")
    return WorldSeeds(world_id, structure, values)


def _validate(
    build: ResolvedBuild, pack: CompiledPack, filled: FilledWorlds, refused: Counter[str]
) -> tuple[set[int], str]:
    """Return the ids of refused worlds and an example of a reason; count them all in `refused`."""
    low, high = build.config.rows
    outside = filled.worlds.filter(~pl.col("row_count").is_between(low, high))
    bad_worlds = set(outside["world_id"].to_list())
    example = ""
    if bad_worlds:
        refused["rows: number of rows"] += len(bad_worlds)
        row_count = outside["row_count"][0]
        example = f"rows: world {min(bad_worlds)} has {row_count} rows, allowed is {low}-{high}"
    report = check_worlds(
        pack,
        filled.frames,
        worlds=filled.worlds,
        present=filled.columns,
        known_names=build.known,
    )
    for rule, worlds in report.worlds_by_rule.items():
        refused[rule] += len(worlds)
        bad_worlds |= set(worlds)
    if report.violations:
        example = f"{report.violations[0].rule}: {report.violations[0].sentence}"
    return bad_worlds, example


def _without(filled: FilledWorlds, bad: set[int]) -> FilledWorlds:
    if not bad:
        return filled
    keep = ~pl.col("world_id").is_in(sorted(bad))
    return replace(
        filled,
        frames={name: frame.filter(keep) for name, frame in filled.frames.items()},
        columns=filled.columns.filter(keep),
        worlds=filled.worlds.filter(keep),
    )


def _recorded(build: ResolvedBuild, filled: FilledWorlds, attempt: int) -> FilledWorlds:
    """Return the worlds with their splits, and with the attempt in which they passed."""
    splits = [_split(build, i) for i in filled.worlds["world_id"].to_list()]
    worlds = filled.worlds.with_columns(
        pl.Series("split", splits, dtype=pl.String), pl.lit(attempt, pl.Int32).alias("attempt")
    )
    return replace(filled, worlds=worlds)


def _split(build: ResolvedBuild, world_id: int) -> str:
    """Return the split of a world: 90% train, 5% eval, 5% test, by a seed of its own.

    The worlds of packs that are held out are half `eval`, half `test`.
    """
    share = child_share(build.config.seed, f"world/{world_id}/split")
    if build.pack_of(world_id).name in (build.config.held_out or ()):
        return "eval" if share < 0.5 else "test"
    return next(name for name, below in _SPLITS if share < below)


def plan_pages(build: ResolvedBuild, tables: Mapping[str, pl.DataFrame]) -> TaskDraw:
    """Plan the webs of these worlds, and return what their tasks are drawn from."""
    worlds, present = tables[WORLD.name], tables[WORLD_COLUMN.name]
    pack = build.pack_of(worlds["world_id"][0])
    frames = {name: tables[table.sql_name] for name, table in pack.tables.items()}
    return TaskDraw(pack, frames, worlds, present, plan_webs(pack, frames, worlds, present))


def write_sample_pages(build: ResolvedBuild, tables: Mapping[str, pl.DataFrame]) -> None:
    """Write one page of each kind and form of the first world, and drop them.

    Pages are written when they are read: without this, a dataset would be published whose pages
    nobody can read.

    Raises:
        UsageError: A page cannot be written; names its pack, its kind and the reason.
    """
    world = World(**tables[WORLD.name].row(0, named=True))
    pack = build.pack_of(world.world_id)
    frames = {
        name: tables[table.sql_name].filter(world_id=world.world_id)
        for name, table in pack.tables.items()
    }
    present = tables[WORLD_COLUMN.name].filter(world_id=world.world_id)
    web = FictionalWeb.of(pack, world, frames, present, hosts=build.config.hosts)
    samples: dict[tuple[str, bool], PlannedPage] = {}
    what = "list of pages"
    try:
        for page in web.plan.pages:
            samples.setdefault((page.kind, page.listed is None), page)
        what = "titles and addresses"
        _ = web.heads
        for page in samples.values():
            what = f"page {page.name} of kind {page.kind}"
            web.page(page.number)
    except Exception as error:  # kinds of others may raise anything
        reason = str(error) if isinstance(error, FictionworldError) else repr(error)
        raise UsageError(
            f"pack {pack.name}: the {what} of world {world.world_id} cannot be written: {reason}. "
            "Nothing was published; mend the pack or the page kind and build again"
        ) from error


def draw_part_tasks(
    build: ResolvedBuild, planned: TaskDraw
) -> tuple[dict[str, pl.DataFrame], Counter[str]]:
    """Return the tables of tasks and of keys, and how many draws were refused, by reason."""
    ids = planned.worlds["world_id"].to_list()
    seeds = {i: child_seed(build.value_seed, f"world/{i}/tasks") for i in ids}
    combinations = build.combinations.get(planned.pack.name, ALL_COMBINATIONS)
    drawn, refused = draw_tasks(planned, seeds, build.config.tasks, combinations)
    return {TASK.name: task_rows(drawn), KEY.name: key_rows(drawn)}, refused
