"""The file of a world: its rows and the plan of its web, written once and cached on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from fictionworld.episodes.disk_cache import DiskCache, code_digest
from fictionworld.episodes.sections import is_whole
from fictionworld.episodes.source import Source
from fictionworld.episodes.stored_world import written_world_file
from fictionworld.web.plan import plan_webs
from fictionworld.web.web import FictionalWeb
from fictionworld.web.world_plan import WebPlan
from fictionworld.web.writing.context import WritingContext, present_columns
from fictionworld.worlds.record import world_frame
from fictionworld.worlds.rows import rows_of_world
from fictionworld.worlds.world_rows import WorldRows

_BATCH: Final = 32
"""Worlds that are planned together: more would save less than a tenth."""


def template_web(source: Source, world_id: int) -> FictionalWeb:
    """Return the web of a world in the words of the template, to be read whole and once."""
    world, pack = source.world(world_id), source.pack_of(world_id)
    frames, columns = source.frames(world_id), source.columns(world_id)
    return FictionalWeb.of(pack, world, frames, columns, hosts=source.hosts)


def write_files(source: Source, world_ids: Sequence[int]) -> dict[int, bytes]:
    """Write the files of worlds, cache them on disk where possible, and return them by world.

    Worlds of one pack are read and planned together: a world alone takes five times as long.
    """
    files: dict[int, bytes] = {}
    for batch in batches(source, world_ids):
        frames, columns = source.frames(*batch), source.columns(*batch)
        worlds = world_frame(map(source.world, batch))
        plans = plan_webs(source.pack_of(batch[0]), frames, worlds, columns)
        for world_id in batch:
            files[world_id] = written_world_file(
                {name: rows_of_world(frame, world_id) for name, frame in frames.items()},
                rows_of_world(columns, world_id),
                WebPlan.of(plans, world_id),
            )
            DiskCache.beside(source.path).write(_name(source, world_id), files[world_id])
    return files


def planned_webs(source: Source, world_ids: Iterable[int]) -> Iterator[FictionalWeb]:
    """Yield the webs of worlds in the words of the template, to be read whole and once.

    Worlds of one pack come together, in the order of their ids, and are read and planned together;
    no file is written.
    """
    for batch in batches(source, sorted(world_ids)):
        pack, worlds = source.pack_of(batch[0]), world_frame(map(source.world, batch))
        frames, columns = source.frames(*batch), source.columns(*batch)
        plans = plan_webs(pack, frames, worlds, columns)
        for world_id in batch:
            rows = {name: rows_of_world(frame, world_id) for name, frame in frames.items()}
            present = present_columns(rows_of_world(columns, world_id))
            context = WritingContext(pack, source.world(world_id), WorldRows(pack, rows), present)
            plan = partial(WebPlan.of, plans, world_id)
            yield FictionalWeb(context, plan, hosts=source.hosts)


def batches(source: Source, world_ids: Iterable[int]) -> list[list[int]]:
    """Return worlds in groups of one pack, none too large to be written within half a second."""
    by_pack: dict[str, list[int]] = {}
    for world_id in world_ids:
        by_pack.setdefault(source.world(world_id).pack, []).append(world_id)
    return [
        world_ids[start : start + _BATCH]
        for world_ids in by_pack.values()
        for start in range(0, len(world_ids), _BATCH)
    ]


def cached_file(source: Source, world_id: int) -> bytes | None:
    """Return the file of a world that is on disk and whole; None where there is none."""
    content = DiskCache.beside(source.path).read(_name(source, world_id))
    return content if content is not None and is_whole(content) else None


def _name(source: Source, world_id: int) -> str:
    """Return the name of a world's file, which differs where its content would."""
    return f"{world_id}-{source.content_of(world_id)[:20]}-{code_digest()[:12]}.world"
