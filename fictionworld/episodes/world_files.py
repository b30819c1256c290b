"""The file of a world: its rows and the plan of its web, written once and cached on disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Final, NamedTuple

from fictionworld.cores import is_forked
from fictionworld.episodes.disk_cache import DiskCache, code_digest
from fictionworld.episodes.sections import is_whole
from fictionworld.episodes.source import Source
from fictionworld.episodes.stored_world import written_world_file
from fictionworld.web.hosts import Hosts
from fictionworld.web.neighbours import Neighbours
from fictionworld.web.plan import plan_each
from fictionworld.web.web import FictionalWeb
from fictionworld.web.world_plan import WebPlan
from fictionworld.web.writing.context import WritingContext, present_columns
from fictionworld.worlds.record import world_frame
from fictionworld.worlds.rows import rows_of_world
from fictionworld.worlds.world_rows import WorldRows

_BATCH: Final = 32
"""Worlds that are planned together: more would save less than a tenth."""


class PlannedWorld(NamedTuple):
    """A world that was read, and the plan of its web."""

    context: WritingContext
    plan: WebPlan

    def web(
        self, hosts: Hosts, *, most_pages: float = inf, neighbours: Neighbours | None = None
    ) -> FictionalWeb:
        """Return its web in the words of the template; for the arguments see `FictionalWeb`."""
        return FictionalWeb(
            self.context,
            lambda: self.plan,
            hosts=hosts,
            most_pages=most_pages,
            neighbours=neighbours,
        )


def planned_worlds(source: Source, world_ids: Sequence[int]) -> dict[int, PlannedWorld]:
    """Read and plan worlds of one pack together: a world alone takes five times as long."""
    pack, worlds = source.pack_of(world_ids[0]), world_frame(map(source.world, world_ids))
    frames, columns = source.frames(*world_ids), source.columns(*world_ids)
    plans = plan_each(pack, frames, worlds, columns)
    planned = {}
    for world_id in world_ids:
        rows = {name: rows_of_world(frame, world_id) for name, frame in frames.items()}
        present = present_columns(rows_of_world(columns, world_id))
        context = WritingContext(pack, source.world(world_id), WorldRows(pack, rows), present)
        planned[world_id] = PlannedWorld(context, plans[world_id])
    return planned


def template_web(source: Source, world_id: int) -> FictionalWeb:
    """Return the web of a world in the words of the template, to be read whole and once."""
    return planned_worlds(source, [world_id])[world_id].web(source.hosts)


def planned_webs(source: Source, world_ids: Iterable[int]) -> Iterator[FictionalWeb]:
    """Yield the webs of worlds in the words of the template, to be read whole and once.

    Worlds of one pack come together, in the order of their ids, and are read and planned together;
    no file is written.
    """
    for batch in batches(source, sorted(world_ids)):
        for planned in planned_worlds(source, batch).values():
            yield planned.web(source.hosts)


def write_files(source: Source, world_ids: Sequence[int]) -> dict[int, bytes]:
    """Write the files of worlds, cache them on disk where possible, and return them by world."""
    return {
        world_id: write_file(source, planned)
        for batch in batches(source, world_ids)
        for world_id, planned in planned_worlds(source, batch).items()
    }


def write_missing(source: Source, world_ids: Iterable[int]) -> None:
    """Write the files of those worlds that have none; a forked process cannot, and does not."""
    if not is_forked():
        write_files(source, [i for i in world_ids if cached_file(source, i) is None])


def write_file(source: Source, planned: PlannedWorld) -> bytes:
    """Write the file of a world, cache it on disk where possible, and return it."""
    context, plan = planned
    content = written_world_file(context.rows.frames, context.columns, plan)
    DiskCache.beside(source.path).write(_name(source, plan.world_id), content)
    return content


def batches(source: Source, world_ids: Iterable[int]) -> list[list[int]]:
    """Return worlds, each once, in groups of one pack, none too large to be written in .5 s."""
    by_pack: dict[str, list[int]] = {}
    for world_id in dict.fromkeys(world_ids):
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
