"""The file of a world: its rows and the plan of its web, written once and cached on disk."""

from __future__ import annotations

from fictionworld.episodes.disk_cache import DiskCache, code_digest
from fictionworld.episodes.sections import is_whole
from fictionworld.episodes.source import Source
from fictionworld.episodes.stored_world import written_world_file
from fictionworld.web.plan import plan_web
from fictionworld.web.web import FictionalWeb


def template_web(source: Source, world_id: int) -> FictionalWeb:
    """Return the web of a world in the words of the template, to be read whole and once."""
    world, pack = source.world(world_id), source.pack_of(world_id)
    frames, columns = source.frames(world_id), source.columns(world_id)
    return FictionalWeb.of(pack, world, frames, columns, hosts=source.hosts)


def write_file(source: Source, world_id: int) -> bytes:
    """Write the file of a world, cache it on disk where possible, and return it."""
    frames, columns = source.frames(world_id), source.columns(world_id)
    plan = plan_web(source.pack_of(world_id), frames, source.world(world_id), columns)
    content = written_world_file(frames, columns, plan)
    DiskCache.beside(source.path).write(_name(source, world_id), content)
    return content


def cached_file(source: Source, world_id: int) -> bytes | None:
    """Return the file of a world that is on disk and whole; None where there is none."""
    content = DiskCache.beside(source.path).read(_name(source, world_id))
    return content if content is not None and is_whole(content) else None


def _name(source: Source, world_id: int) -> str:
    """Return the name of a world's file, which differs where its content would."""
    return f"{world_id}-{source.content_of(world_id)[:20]}-{code_digest()[:12]}.world"
