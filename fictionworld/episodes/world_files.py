"""The files of a world: its web and its rows as bytes, written once and cached on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from fictionworld.episodes.disk_cache import DiskCache, code_digest
from fictionworld.episodes.source import Source
from fictionworld.episodes.stored_rows import written_truth
from fictionworld.simulator.stored.sections import is_whole
from fictionworld.simulator.stored.web import written_web
from fictionworld.web.web import FictionalWeb

if TYPE_CHECKING:
    import polars as pl


class WorldFiles(NamedTuple):
    """The files of a world, as bytes."""

    web: bytes
    """Of `written_web`."""
    rows: bytes
    """Of `written_truth`."""


class TemplateWorld(NamedTuple):
    """A world whose pages are written in the words of the template."""

    web: FictionalWeb
    frames: dict[str, pl.DataFrame]
    """The rows that the web is written from, by table."""
    columns: pl.DataFrame
    """The rows of the table `world_column`."""


def template_world(source: Source, world_id: int) -> TemplateWorld:
    """Return a world in the words of the template, read from its dataset."""
    frames, columns = source.frames(world_id), source.columns(world_id)
    world, pack = source.world(world_id), source.pack_of(world_id)
    web = FictionalWeb(pack, world, frames, columns, hosts=source.hosts)
    return TemplateWorld(web, frames, columns)


def write_files(source: Source, world_id: int) -> WorldFiles:
    """Write the files of a world, cache them on disk where possible, and return them."""
    web, frames, columns = template_world(source, world_id)
    files = WorldFiles(written_web(web), written_truth(frames, columns))
    for kind, content in files._asdict().items():
        DiskCache.beside(source.path).write(_name(source, world_id, kind), content)
    return files


def cached_file(source: Source, world_id: int, kind: Literal["web", "rows"]) -> bytes | None:
    """Return a file of a world that is on disk and whole; None where there is none."""
    content = DiskCache.beside(source.path).read(_name(source, world_id, kind))
    return content if content is not None and is_whole(content) else None


def _name(source: Source, world_id: int, kind: str) -> str:
    """Return the name of a world's file, which differs where its content would."""
    return f"{world_id}-{source.content_of(world_id)[:20]}-{code_digest()[:12]}.{kind}"
