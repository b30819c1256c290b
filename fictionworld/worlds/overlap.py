"""What the worlds of a dataset share: names between worlds, and anything between splits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.worlds.manifest import Manifest
from fictionworld.worlds.reading import open_shard

_SHARDS_COMPARED = 4
_SENTENCES = r"""
    SELECT DISTINCT w.split, s.sentence FROM task AS t JOIN world AS w USING (world_id),
    LATERAL (SELECT unnest(regexp_split_to_array(
        regexp_replace(t.question, '[[:upper:]][^\s.,;:!?]*|[0-9][0-9.,]*', '#', 'g'),
        '[.;:?!]\s+|\n+')) AS sentence) AS s
    WHERE len(s.sentence) >= 20
"""
"""The sentences of all questions, names and numbers masked."""


@dataclass(frozen=True, slots=True)
class SplitOverlap:
    """How much of what is in worlds of `eval` and `test` is in worlds of `train` too."""

    all: int
    """Distinct items in worlds of `eval` and `test`."""
    shared: int
    """Of these, items that worlds of `train` have too."""

    @property
    def share(self) -> float:
        """Return the share of `all` that `train` has too, from 0 to 1."""
        return self.shared / self.all if self.all else 0.0


@dataclass(frozen=True, slots=True)
class Overlap:
    """What worlds share; for a large dataset the first few thousand worlds, to keep memory flat."""

    names: int
    """Distinct invented names: of people, places, firms, products."""
    shared: int
    """Of these, names that two worlds or more use."""
    worlds: int
    """Worlds compared."""
    split_names: SplitOverlap
    """Invented names."""
    split_facts: SplitOverlap
    """Facts: the name of a row, the column, the value, of askable columns of rows with names."""
    split_phrasings: SplitOverlap
    """Sentences of questions, names and numbers masked. Much is shared by design."""

    @property
    def share(self) -> float:
        """Return the share of names that two worlds or more use, from 0 to 1."""
        return self.shared / self.names if self.names else 0.0


_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "memory_limit": "600MB",
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
}


def compare_worlds(folder: Path, manifest: Manifest, packs: Sequence[CompiledPack]) -> Overlap:
    """Return the overlap between the worlds, and between the splits, of a dataset."""
    with duckdb.connect(config=_CONFIG) as seen:
        seen.execute("CREATE TABLE name (split VARCHAR, world_id INTEGER, item VARCHAR)")
        seen.execute("CREATE TABLE fact (split VARCHAR, item UBIGINT)")
        seen.execute("CREATE TABLE phrasing (split VARCHAR, item UBIGINT)")
        worlds = 0
        for shard in manifest.shards[:_SHARDS_COMPARED]:
            worlds += shard.worlds
            with open_shard(folder, shard) as connection:
                for pack in packs:
                    for query in _name_queries(pack):
                        _add(connection, query, seen, "name")
                    for query in _fact_queries(pack):
                        _add(connection, query, seen, "fact")
                if "task" in shard.tables:
                    query = f"SELECT split, hash(sentence) FROM ({_SENTENCES})"  # noqa: S608
                    _add(connection, query, seen, "phrasing")
        names, shared = seen.execute(
            "SELECT count(*), count(*) FILTER (least <> most) FROM "
            "(SELECT min(world_id) AS least, max(world_id) AS most FROM name GROUP BY item)"
        ).fetchall()[0]
        between_splits = (_between_splits(seen, table) for table in ("name", "fact", "phrasing"))
        return Overlap(names, shared, worlds, *between_splits)


def _add(
    connection: duckdb.DuckDBPyConnection,
    query: str,
    seen: duckdb.DuckDBPyConnection,
    table: str,
) -> None:
    reader = connection.sql(query).to_arrow_reader()
    seen.register("found", reader)
    seen.execute(f"INSERT INTO {table} SELECT * FROM found")  # noqa: S608 - one of our three
    seen.unregister("found")


def _between_splits(seen: duckdb.DuckDBPyConnection, table: str) -> SplitOverlap:
    query = f"""
        SELECT count(*), count(*) FILTER (in_train) FROM (
            SELECT bool_or(split = 'train') AS in_train, bool_or(split <> 'train') AS in_others
            FROM {table} GROUP BY item
        ) WHERE in_others
    """  # noqa: S608 - one of our three
    return SplitOverlap(*seen.execute(query).fetchall()[0])


def _name_queries(pack: CompiledPack) -> Iterator[str]:
    """Yield queries for the invented names of each world; real brands are left out."""
    for table in pack.tables.values():
        for column in table.stored:
            if _is_invented(column) and (table.name, column.name) not in pack.real_names:
                yield (
                    f'SELECT DISTINCT w.split, w.world_id, t."{column.name}" '  # noqa: S608
                    f'FROM "{table.sql_name}" AS t JOIN world AS w USING (world_id) '
                    f'WHERE t."{column.name}" IS NOT NULL'
                )


def _fact_queries(pack: CompiledPack) -> Iterator[str]:
    """Yield queries for the askable values of each row with a name."""
    for table in pack.world_tables:
        if table.name_column is None:
            continue
        name = table.name_column.name
        for column in table.stored:
            if column.role == "askable":
                yield (
                    f"SELECT w.split, hash(t.\"{name}\", '{column.name}', "  # noqa: S608
                    f't."{column.name}"::VARCHAR) FROM "{table.sql_name}" AS t '
                    f'JOIN world AS w USING (world_id) WHERE t."{column.name}" IS NOT NULL'
                )


def _is_invented(column: CompiledColumn) -> bool:
    draw = column.spec.draw
    return column.kind == "name" and draw is not None and draw.kind in {"pool", "pattern"}
