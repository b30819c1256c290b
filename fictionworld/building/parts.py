"""The steps of a build for the worlds of one part; `fictionworld/build.py` shows their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from fictionworld.building.config import ResolvedBuild
from fictionworld.errors import UnsatisfiableError
from fictionworld.generators.fill import FilledWorlds, FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compiled import CompiledPack
from fictionworld.seeds import child_seed
from fictionworld.tasks.draw.draw import TaskDraw, draw_tasks
from fictionworld.tasks.record import KEY, TASK, key_rows, task_rows
from fictionworld.validators.check import check_worlds
from fictionworld.web.plan import plan_webs
from fictionworld.worlds.part import WorldPart
from fictionworld.worlds.schema import WORLD, WORLD_COLUMN

MOST_ATTEMPTS = 8
"""How often a world that breaks a rule is drawn again before its pack counts as unsatisfiable."""

_SPLITS = (("train", 0.9), ("eval", 0.95), ("test", 1.0))


@dataclass(frozen=True)
class ValidWorlds:
    """Worlds of one pack that passed all checks in one attempt."""

    pack: CompiledPack
    attempt: int
    worlds: FilledWorlds


def generate_valid_worlds(
    build: ResolvedBuild, world_ids: Sequence[int]
) -> tuple[list[ValidWorlds], Counter[str]]:
    """These worlds of one pack, drawn again until they pass; and how many were refused, by reason.

    Raises:
        UnsatisfiableError: A world broke a rule in every attempt; names the rule and an example.
    """
    pack = build.pack_of(world_ids[0])
    options = FillOptions(build.config.rows, build.config.real_names == "brands", build.known)
    refused: Counter[str] = Counter()
    valid: list[ValidWorlds] = []
    ids, example = list(world_ids), ""
    for attempt in range(MOST_ATTEMPTS):
        if not ids:
            break
        filled = fill_worlds(pack, [_seeds(build, i, attempt) for i in ids], options)
        bad, example = _validate(build, pack, filled, refused)
        valid.append(ValidWorlds(pack, attempt, _without(filled, bad)))
        ids = sorted(bad)
    if ids:
        raise UnsatisfiableError(
            f"pack {pack.name}: world {ids[0]} broke a rule in each of {MOST_ATTEMPTS} attempts; "
            f"the last time: {example}. Loosen the rule, or widen what it speaks of "
            f"(`fictionworld packs check` tries a pack)"
        )
    return valid, refused


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
    """The worlds that are refused, counted by reason, and one reason in words."""
    low, high = build.config.rows
    outside = filled.worlds.filter(~pl.col("row_count").is_between(low, high))
    bad = set(outside["world_id"].to_list())
    example = ""
    if bad:
        refused["rows: number of rows"] += len(bad)
        got = outside["row_count"][0]
        example = f"rows: world {min(bad)} has {got} rows, allowed is {low}-{high}"
    report = check_worlds(
        pack,
        filled.frames,
        worlds=filled.worlds,
        present=filled.columns,
        known_names=build.known,
        thorough=False,
    )
    for rule, worlds in report.worlds_by_rule.items():
        refused[rule] += len(worlds)
        bad |= set(worlds)
    if report.violations:
        example = f"{report.violations[0].rule}: {report.violations[0].sentence}"
    return bad, example


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


def world_tables(build: ResolvedBuild, valid: Sequence[ValidWorlds]) -> dict[str, pl.DataFrame]:
    """These worlds in the order of their ids, as the tables that a shard has."""
    frames: dict[str, list[pl.DataFrame]] = {WORLD.name: [], WORLD_COLUMN.name: []}
    for one in valid:
        frames[WORLD.name].append(_world_rows(build, one))
        frames[WORLD_COLUMN.name].append(one.worlds.columns)
        for name, frame in one.worlds.frames.items():
            frames.setdefault(one.pack.tables[name].sql_name, []).append(frame)
    return {
        # stable, so that rows of a world keep their order
        name: pl.concat(parts).sort("world_id", maintain_order=True)
        for name, parts in frames.items()
        if parts
    }


def plan_pages(build: ResolvedBuild, tables: Mapping[str, pl.DataFrame]) -> TaskDraw:
    """The webs of these worlds, from which their tasks are drawn."""
    worlds, present = tables[WORLD.name], tables[WORLD_COLUMN.name]
    pack = build.pack_of(worlds["world_id"][0])
    frames = {name: tables[table.sql_name] for name, table in pack.tables.items()}
    return TaskDraw(pack, frames, worlds, present, plan_webs(pack, frames, worlds, present))


def draw_part_tasks(
    build: ResolvedBuild, planned: TaskDraw
) -> tuple[dict[str, pl.DataFrame], Counter[str]]:
    """The tables of tasks and of keys, and how many draws were refused, by reason."""
    ids = planned.worlds["world_id"].to_list()
    seeds = {i: child_seed(build.value_seed, f"world/{i}/tasks") for i in ids}
    drawn, refused = draw_tasks(planned, seeds, build.config.tasks)
    return {TASK.name: task_rows(drawn), KEY.name: key_rows(drawn)}, refused


def part_of(
    build: ResolvedBuild,
    world_ids: tuple[int, ...],
    tables: Mapping[str, pl.DataFrame],
    **refused: Counter[str],
) -> WorldPart:
    """The part with these tables, and by step what was refused."""
    return WorldPart(
        config_hash=build.config_hash,
        pack=build.pack_of(world_ids[0]).name,
        world_ids=world_ids,
        frames=tables,
        counts={step: dict(sorted(reasons.items())) for step, reasons in refused.items()},
    )


def _world_rows(build: ResolvedBuild, one: ValidWorlds) -> pl.DataFrame:
    splits = [_split(build, i) for i in one.worlds.worlds["world_id"].to_list()]
    return one.worlds.worlds.with_columns(
        pl.Series("split", splits, dtype=pl.String),
        pl.lit(one.attempt, pl.Int32).alias("attempt"),
    )


def _split(build: ResolvedBuild, world_id: int) -> str:
    """The split of a world: 90% train, 5% eval, 5% test, by a seed of its own.

    The worlds of packs that are held out are half `eval`, half `test`.
    """
    share = child_seed(build.config.seed, f"world/{world_id}/split") / 2**64
    if build.pack_of(world_id).name in (build.config.held_out or ()):
        return "eval" if share < 0.5 else "test"
    return next(name for name, below in _SPLITS if share < below)
