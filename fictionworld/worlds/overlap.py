"""What the worlds of a dataset share: names between worlds, and anything between splits.

Every world is looked at, shard by shard; of what they hold a `HashSample` is compared: time grows
with the number of worlds, and memory does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, get_args

import polars as pl

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.worlds.manifest import Manifest, ShardEntry
from fictionworld.worlds.reading import open_shard

if TYPE_CHECKING:
    import duckdb

_HASHES: Final = 2**64
"""How many hashes there are."""
_BOTH: Final = ("taught", "held")
_HAS_TASKS: Final = "FROM duckdb_tables() WHERE table_name = 'task'"
_SENTENCES: Final = r"""
    SELECT world_id, hash(sentence) AS hash FROM (
        SELECT world_id, unnest(regexp_split_to_array(
            regexp_replace(question, '[[:upper:]][^\s.,;:!?]*|[0-9][0-9.,]*', '#', 'g'),
            '[.;:?!]\s+|\n+')) AS sentence
        FROM task
    ) WHERE len(sentence) >= 20
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
    """What worlds share; counts of more than 262,144 different things are estimates."""

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


_Kind = Literal["name", "fact", "phrasing"]
_KINDS: Final[tuple[_Kind, ...]] = get_args(_Kind)


class HashSample:
    """A sample of the different things that worlds hold: those of the least hashes, all or `most`.

    The same things are sampled in every world, so samples of parts merge into that of the whole.
    Shares are true to about 1 / sqrt(`most`), and exact where there are no more than `most` things.
    """

    def __init__(self, most: int = 262_144) -> None:
        self.most = most
        self._rows: pl.DataFrame | None = None

    def add(self, rows: pl.DataFrame) -> None:
        """Add things: a line each with `hash`, the `first` and `last` world that holds it, and
        whether worlds of `train` hold it (`taught`), and others (`held`).
        """
        together = rows if self._rows is None else pl.concat([self._rows, rows])
        self._rows = (
            together.group_by("hash")
            .agg(pl.min("first"), pl.max("last"), pl.any("taught"), pl.any("held"))
            .bottom_k(self.most, by="hash")
        )

    @property
    def limit(self) -> int:
        """Return the hash from which on nothing more is sampled."""
        return _HASHES if len(self) < self.most else self._greatest() + 1

    def __len__(self) -> int:
        return 0 if self._rows is None else len(self._rows)

    def count(self, condition: pl.Expr | None = None) -> int:
        """Return how many different things there are, or how many that meet a condition."""
        if self._rows is None:
            return 0
        sampled = len(self if condition is None else self._rows.filter(condition))
        if len(self) < self.most:
            return sampled
        # `most` hashes spread evenly reach as far as the greatest of them
        return round(sampled * (1 - 1 / self.most) * _HASHES / self._greatest())

    def _greatest(self) -> int:
        assert self._rows is not None
        greatest = self._rows["hash"].max()
        assert isinstance(greatest, int)
        return greatest


ShardSample = dict[_Kind, pl.DataFrame]
"""What the worlds of a shard add to the samples, as `HashSample.add` takes it."""


def compare_worlds(
    folder: Path,
    manifest: Manifest,
    packs: Sequence[CompiledPack],
    sampled: Iterable[ShardSample] | None = None,
) -> Overlap:
    """Return the overlap between the worlds, and between the splits, of a dataset.

    Args:
        folder: The dataset.
        manifest: Its manifest.
        packs: Its packs.
        sampled: What `sample_shard` returned for each shard, in any order; None to read them here.
    """
    samples: dict[_Kind, HashSample] = {kind: HashSample() for kind in _KINDS}
    if sampled is None:
        sampled = (sample_shard(folder, shard, packs, samples) for shard in manifest.shards)
    for rows in sampled:
        for kind, things in rows.items():
            samples[kind].add(things)
    names = samples["name"]
    return Overlap(
        names.count(),
        names.count(pl.col("first") != pl.col("last")),
        manifest.counts.worlds,
        *(
            SplitOverlap(sample.count(pl.col("held")), sample.count(pl.all_horizontal(_BOTH)))
            for sample in samples.values()
        ),
    )


def sample_shard(
    folder: Path,
    shard: ShardEntry,
    packs: Sequence[CompiledPack],
    before: Mapping[_Kind, HashSample] | None = None,
) -> ShardSample:
    """Return what the worlds of a shard add to the samples `before`, or to empty ones."""
    with open_shard(folder, shard) as connection:
        has_tasks = connection.sql(_HAS_TASKS).fetchall()
        queries: dict[_Kind, list[str]] = {
            "name": [query for pack in packs for query in _name_queries(pack)],
            "fact": [query for pack in packs for query in _fact_queries(pack)],
            "phrasing": [_SENTENCES] if has_tasks else [],
        }
        return {
            kind: _sampled(connection, of_kind, before[kind] if before else HashSample())
            for kind, of_kind in queries.items()
            if of_kind
        }


def _sampled(
    connection: duckdb.DuckDBPyConnection, queries: list[str], sample: HashSample
) -> pl.DataFrame:
    """Return what a shard adds to a sample, from queries for things and their worlds."""
    things = " UNION ALL ".join(queries)
    sampled: pl.DataFrame = connection.sql(
        f"""
        SELECT hash, min(w.world_id) AS first, max(w.world_id) AS last,
               bool_or(w.split = 'train') AS taught, bool_or(w.split <> 'train') AS held
        FROM ({things})
        JOIN world AS w USING (world_id)
        WHERE hash < {sample.limit}
        GROUP BY hash ORDER BY hash LIMIT {sample.most}
        """  # noqa: S608 - names of our packs, numbers of our own
    ).pl()
    return sampled


def _name_queries(pack: CompiledPack) -> Iterator[str]:
    """Yield queries for the invented names of each world, as hashes; real brands are left out."""
    for table in pack.tables.values():
        for column in table.stored:
            if _is_invented(column) and (table.name, column.name) not in pack.real_names:
                yield (
                    f'SELECT world_id, hash("{column.name}") AS hash '  # noqa: S608
                    f'FROM "{table.sql_name}" WHERE "{column.name}" IS NOT NULL'
                )


def _fact_queries(pack: CompiledPack) -> Iterator[str]:
    """Yield queries for the askable values of each row with a name, as hashes."""
    for table in pack.world_tables:
        if table.name_column is None:
            continue
        name = table.name_column.name
        for column in table.stored:
            if column.role == "askable":
                yield (
                    f"SELECT world_id, hash(\"{name}\", '{column.name}', "  # noqa: S608
                    f'"{column.name}"::VARCHAR) AS hash FROM "{table.sql_name}" '
                    f'WHERE "{column.name}" IS NOT NULL'
                )


def _is_invented(column: CompiledColumn) -> bool:
    draw = column.spec.draw
    return column.kind == "name" and draw is not None and draw.kind in {"pool", "pattern"}
