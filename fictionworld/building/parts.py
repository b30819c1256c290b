"""One part of a build: its worlds drawn, checked, redrawn where they broke a rule; their tasks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from fictionworld.errors import UnsatisfiableError
from fictionworld.generators.fill import FilledWorlds, FillOptions, WorldSeeds, fill_worlds
from fictionworld.seeds import child_seed
from fictionworld.tasks.draw.draw import TaskDraw, draw_tasks
from fictionworld.tasks.record import KEY, TASK, key_rows, task_rows
from fictionworld.validators.check import check_worlds
from fictionworld.web.plan import plan_webs
from fictionworld.worlds.part import WorldPart
from fictionworld.worlds.schema import WORLD, WORLD_COLUMN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fictionworld.building.config import ResolvedBuild
    from fictionworld.packs.compiled import CompiledPack

__all__ = ["MOST_ATTEMPTS", "make_part"]

MOST_ATTEMPTS = 8
"""How often a world that breaks a rule is drawn anew before its pack is held to be impossible."""

_SPLITS = (("train", 0.9), ("eval", 0.95), ("test", 1.0))


@dataclass(frozen=True)
class _Drawn:
    """Worlds that passed, of one pack and one attempt."""

    pack: CompiledPack
    attempt: int
    worlds: FilledWorlds


def make_part(build: ResolvedBuild, first_world: int, count: int) -> WorldPart:
    """The worlds `first_world` to `first_world + count - 1`, each checked, with their tasks.

    Raises:
        UnsatisfiableError: A world broke a rule in every attempt; names the rule and an example.
    """
    refused: dict[str, Counter[str]] = {}
    drawn: list[_Drawn] = []
    for pack in build.packs:
        ids = [i for i in range(first_world, first_world + count) if build.pack_of(i) is pack]
        reasons = refused.setdefault(pack.name, Counter())
        drawn += _draw_worlds(build, pack, ids, reasons)
    return _gather(build, first_world, count, drawn, refused)


def _draw_worlds(
    build: ResolvedBuild, pack: CompiledPack, ids: list[int], refused: Counter[str]
) -> list[_Drawn]:
    options = FillOptions(build.config.rows, build.config.real_names == "brands", build.known)
    drawn: list[_Drawn] = []
    example = ""
    for attempt in range(MOST_ATTEMPTS):
        if not ids:
            return drawn
        filled = fill_worlds(pack, [_seeds(build, i, attempt) for i in ids], options)
        bad, example = _refuse(build, pack, filled, refused)
        drawn.append(_Drawn(pack, attempt, _without(filled, bad)))
        ids = sorted(bad)
    if ids:
        raise UnsatisfiableError(
            f"pack {pack.name}: world {ids[0]} broke a rule in each of {MOST_ATTEMPTS} attempts; "
            f"the last time: {example}. Loosen the rule, or widen what it speaks of "
            f"(`fictionworld packs check` tries a pack)"
        )
    return drawn


def _seeds(build: ResolvedBuild, world_id: int, attempt: int) -> WorldSeeds:
    # the first attempt's names are bare, so that worlds read as `world/17/structure`
    again = f"/{attempt}" if attempt else ""
    if build.structure is not None:
        structure = build.structure[world_id][0]
    else:
        structure = child_seed(build.config.seed, f"world/{world_id}/structure{again}")
    values = child_seed(build.value_seed, f"world/{world_id}/values{again}")
    return WorldSeeds(world_id, structure, values)


def _refuse(
    build: ResolvedBuild, pack: CompiledPack, filled: FilledWorlds, refused: Counter[str]
) -> tuple[set[int], str]:
    """The worlds set aside, counted by reason, and one reason in words."""
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


def _gather(
    build: ResolvedBuild,
    first_world: int,
    count: int,
    drawn: list[_Drawn],
    refused: dict[str, Counter[str]],
) -> WorldPart:
    """All worlds of the part in the order of their ids, as the tables that a shard has."""
    frames: dict[str, list[pl.DataFrame]] = {WORLD.name: [], WORLD_COLUMN.name: []}
    for one in drawn:
        frames[WORLD.name].append(_world_rows(build, one))
        frames[WORLD_COLUMN.name].append(one.worlds.columns)
        for name, frame in one.worlds.frames.items():
            frames.setdefault(one.pack.tables[name].sql_name, []).append(frame)
    whole = {
        # stable, so that rows of a world keep their order
        name: pl.concat(parts).sort("world_id", maintain_order=True)
        for name, parts in frames.items()
        if parts
    }
    tasks, tasks_refused = _draw_tasks(build, whole)
    return WorldPart(
        config_hash=build.config_hash,
        first_world=first_world,
        worlds=count,
        frames=whole | tasks,
        counts={"refused": _sorted(refused), "tasks_refused": _sorted(tasks_refused)},
    )


def _sorted(refused: Mapping[str, Counter[str]]) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(reasons.items())) for name, reasons in refused.items() if reasons}


def _draw_tasks(
    build: ResolvedBuild, whole: Mapping[str, pl.DataFrame]
) -> tuple[dict[str, pl.DataFrame], dict[str, Counter[str]]]:
    """The rows of tasks and keys, and by pack why drawings were refused."""
    tasks, keys = [], []
    refused: dict[str, Counter[str]] = {}
    if build.config.tasks.per_world == 0:
        return {}, refused
    for pack in build.packs:
        worlds = whole[WORLD.name].filter(pl.col("pack") == pack.name)
        if worlds.is_empty():
            continue
        ids = worlds["world_id"].to_list()
        present = whole[WORLD_COLUMN.name].filter(pl.col("world_id").is_in(ids))
        frames = {name: whole[table.sql_name] for name, table in pack.tables.items()}
        plans = plan_webs(pack, frames, worlds, present)
        seeds = {i: child_seed(build.value_seed, f"world/{i}/tasks") for i in ids}
        drawing = TaskDraw(pack, frames, worlds, present, plans)
        drawn, refused[pack.name] = draw_tasks(drawing, seeds, build.config.tasks)
        tasks.append(task_rows(drawn))
        keys.append(key_rows(drawn))
    return {TASK.name: pl.concat(tasks), KEY.name: pl.concat(keys)}, refused


def _world_rows(build: ResolvedBuild, one: _Drawn) -> pl.DataFrame:
    splits = [_split(build, i) for i in one.worlds.worlds["world_id"].to_list()]
    return one.worlds.worlds.with_columns(
        pl.Series("split", splits, dtype=pl.String),
        pl.Series("attempt", np.full(len(splits), one.attempt, np.int32)),
    )


def _split(build: ResolvedBuild, world_id: int) -> str:
    """The split of a world: 90% train, 5% eval, 5% test, by a seed of its own.

    A pack that is held out is `test` altogether.
    """
    if build.pack_of(world_id).name == build.config.held_out:
        return "test"
    place = child_seed(build.config.seed, f"world/{world_id}/split") / 2**64
    return next(name for name, below in _SPLITS if place < below)
