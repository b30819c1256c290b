"""How many invented names the worlds of a dataset share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.worlds.reading import open_shard

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb

    from fictionworld.packs.compiled import CompiledColumn, CompiledPack
    from fictionworld.worlds.manifest import Manifest

__all__ = ["Overlap", "name_overlap"]

_SHARDS_COMPARED = 4


@dataclass(frozen=True, slots=True)
class Overlap:
    """Invented names (people, places, firms, products) and how many stand in several worlds."""

    names: int
    """Different names."""
    shared: int
    """Of these, names that two worlds or more use."""
    worlds: int
    """Worlds compared: the first few thousand of a large dataset, to keep memory flat."""

    @property
    def share(self) -> float:
        """Shared names of all names, from 0 to 1."""
        return self.shared / self.names if self.names else 0.0


def name_overlap(folder: Path, manifest: Manifest, packs: Sequence[CompiledPack]) -> Overlap:
    """The overlap of invented names between worlds; real brands are left out."""
    import duckdb  # noqa: PLC0415

    seen = duckdb.connect(config={"threads": 1, "memory_limit": "400MB"})
    seen.execute("CREATE TABLE name (name VARCHAR, world_id INTEGER)")
    worlds = 0
    for shard in manifest.shards[:_SHARDS_COMPARED]:
        worlds += shard.worlds
        with open_shard(folder, shard) as connection:
            for pack in packs:
                _collect(connection, pack, seen)
    names, shared = seen.execute(
        "SELECT count(*), count(*) FILTER (least <> most) FROM "
        "(SELECT min(world_id) AS least, max(world_id) AS most FROM name GROUP BY name)"
    ).fetchall()[0]
    seen.close()
    return Overlap(names, shared, worlds)


def _collect(
    connection: duckdb.DuckDBPyConnection, pack: CompiledPack, seen: duckdb.DuckDBPyConnection
) -> None:
    for table in pack.tables.values():
        for column in table.stored:
            if _is_invented(column) and (table.name, column.name) not in pack.real_names:
                query = (
                    f'SELECT DISTINCT "{column.name}" AS name, world_id FROM "{table.sql_name}" '  # noqa: S608
                    f'WHERE "{column.name}" IS NOT NULL'
                )
                found = connection.sql(query).to_arrow_reader()
                seen.register("found", found)
                seen.execute("INSERT INTO name SELECT * FROM found")
                seen.unregister("found")


def _is_invented(column: CompiledColumn) -> bool:
    draw = column.spec.draw
    return column.kind == "name" and draw is not None and draw.kind in {"pool", "pattern"}
