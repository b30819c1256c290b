"""A dataset, opened for reading: `fictionworld.open("worlds")`.

The promise: what is served is what was built. The manifest is checked when the dataset is opened,
and a shard's every byte before the first row of it is served, once in a process. Nothing here
writes; any number of processes and threads may read one dataset, and a `Dataset` pickles as its
path, to be opened again where it is used.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
from functools import cached_property
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

import polars as pl

from fictionworld.errors import DatasetError, UsageError, nearest
from fictionworld.extras import require_extra
from fictionworld.packs.compile import compile_stored
from fictionworld.tasks.choice import chosen_tasks
from fictionworld.tasks.grading.grade import grade
from fictionworld.tasks.record import KEY, TASK, key_of, specification_of, task_of, world_of_task
from fictionworld.worlds.fact import Fact, FactId, parse_fact_id
from fictionworld.worlds.manifest import read_manifest
from fictionworld.worlds.reading import open_shard, read_rows, read_table, read_world
from fictionworld.worlds.record import World
from fictionworld.worlds.schema import PACK, WORLD, WORLD_COLUMN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import SimpleNamespace

    import duckdb
    from sqlmodel import Session

    from fictionworld.episodes.episode import Episode
    from fictionworld.episodes.sampling import SampledTask
    from fictionworld.packs.compiled import CompiledPack, CompiledTable
    from fictionworld.simulator.controls import Controls
    from fictionworld.simulator.drafts.worded import Drafts
    from fictionworld.tasks.grading.grade import Grade
    from fictionworld.tasks.key import Key
    from fictionworld.tasks.record import Task
    from fictionworld.tasks.specification import Specification
    from fictionworld.web.hosts import Hosts
    from fictionworld.worlds.manifest import Manifest, ShardEntry

__all__ = ["Dataset", "open_dataset"]

_ANSWERS: Final = 2_048
"""Tasks whose keys are kept in memory, some 10 KB each."""
_LOOKED_AT: Final = 64
"""Worlds that a folder of drafts is asked for before any is read."""


_DATASETS: Final[WeakSet[Dataset]] = WeakSet()


@atexit.register
def _drop_connections() -> None:
    """A connection that outlives the interpreter is reported as a leak."""
    for dataset in _DATASETS:
        mine = [place for place in dataset._connections if place[0] == os.getpid()]
        for place in mine:
            del dataset._connections[place]


def open_dataset(path: str | os.PathLike[str], *, cache_mb: float | None = None) -> Dataset:
    """The dataset in the folder `path`, its manifest checked.

    Args:
        path: The folder.
        cache_mb: What open worlds may take of this process's memory, in MiB; the one used least
            recently is closed when they take more. None for FICTIONWORLD_CACHE_MB, and without
            that a quarter of the machine's memory.

    Raises:
        UsageError: `cache_mb` is no number above 0.
        DatasetError: There is no dataset, or its manifest is damaged or of another format version.
        StorageError: The disk refused.
    """
    if cache_mb is not None:
        from fictionworld.episodes.world_cache import parse_cache_mb  # noqa: PLC0415 - for players

        cache_mb = parse_cache_mb(cache_mb, "cache_mb")
    dataset = Dataset(Path(path).absolute(), cache_mb=cache_mb)
    _ = dataset.manifest
    return dataset


class Dataset:
    """The worlds of one build. Make it with `open_dataset`; frames it returns are yours to keep."""

    def __init__(
        self,
        path: Path,
        content_hash: str | None = None,
        backend: str = "template",
        cache_mb: float | None = None,
    ) -> None:
        self.path = path
        self.backend = backend
        """Who words its web; see `worded_by`."""
        self.cache_mb = cache_mb
        """What open worlds may take of this process's memory; None for the default."""
        self._expected_hash = content_hash
        # Kept by process, and never dropped: to close what a parent opened would hang a forked
        # child. Threads share a connection; each query has a cursor of its own.
        self._connections: dict[tuple[int, str], duckdb.DuckDBPyConnection] = {}
        self._records: dict[str, dict[int, World]] = {}
        self._tasks: dict[str, dict[str, Task]] = {}
        self._packs: dict[str, CompiledPack] = {}
        self._answers: dict[str, tuple[Key, Specification]] = {}
        _DATASETS.add(self)

    def __repr__(self) -> str:
        return f"<Dataset {self.path}: {len(self):,} worlds of {', '.join(self.manifest.packs)}>"

    def __len__(self) -> int:
        return self.manifest.counts.worlds

    def __reduce__(self) -> tuple[type[Dataset], tuple[Path, str, str, float | None]]:
        return Dataset, (self.path, self.manifest.content_hash, self.backend, self.cache_mb)

    def worded_by(self, backend: str) -> Dataset:
        """The same dataset, its web in the words of a backend; episodes of it read those.

        Args:
            backend: `template`; `drafts:FOLDER`, what `fictionworld render` made; `vllm:MODEL` or
                `endpoint:MODEL@URL`, a model that is asked while an episode waits; settings
                follow, `vllm:MODEL?temperature=0.7&fallback=template`.

        Raises:
            UsageError: There is no such backend or setting, or the folder is no rendering of these
                worlds or their twins.
        """
        # for players alone
        from fictionworld.simulator.drafts.opened import drafts_named  # noqa: PLC0415
        from fictionworld.simulator.drafts.request import structure_of  # noqa: PLC0415

        structures = (structure_of(self.world(one)) for one in self.world_ids[:_LOOKED_AT])
        drafts_named(backend, self.path, structures)
        return Dataset(self.path, self.manifest.content_hash, backend, self.cache_mb)

    @property
    def drafts(self) -> Drafts | None:
        """What words its web; None for the template. Opened once in a process."""
        from fictionworld.simulator.drafts.opened import drafts_named  # noqa: PLC0415 - as above

        return drafts_named(self.backend, self.path)

    # The dataset as a whole -----------------------------------------------------------------

    @cached_property
    def manifest(self) -> Manifest:
        """What the dataset says of itself.

        Raises:
            DatasetError: It is missing or damaged, or says that the dataset is another one than
                when this object was pickled.
        """
        manifest = read_manifest(self.path)
        if self._expected_hash not in {None, manifest.content_hash}:
            raise DatasetError(
                f"{self.path} holds another dataset than when this one was opened (content "
                f"{manifest.content_hash[:12]}..., then {str(self._expected_hash)[:12]}...); "
                "open it again with fictionworld.open"
            )
        return manifest

    @property
    def content_hash(self) -> str:
        """One hash of all tables; equal means the same rows."""
        return self.manifest.content_hash

    @property
    def content_hashes(self) -> dict[str, str]:
        """The content hash of every table, by `shard/table`; equal means the same rows."""
        return {
            f"{shard.file}/{name}": table.content_hash
            for shard in (*self.manifest.shards, *self.manifest.keys)
            for name, table in shard.tables.items()
        }

    @property
    def world_ids(self) -> list[int]:
        """The ids of all worlds, in order."""
        return [
            world_id
            for shard in self.manifest.shards
            for world_id in range(shard.first_world, shard.first_world + shard.worlds)
        ]

    def worlds(self) -> pl.DataFrame:
        """One row a world: pack, title, strategy, as-of date, seeds, rows, split."""
        return self._stored(WORLD.name)

    def table(self, pack: str, table: str) -> pl.DataFrame:
        """One table of a pack over all its worlds, `world_id` and `id` leading."""
        return self._stored(self._table(self.pack(pack), table).sql_name)

    def pack(self, name: str) -> CompiledPack:
        """A pack as this dataset stores it: what its worlds were built from.

        Raises:
            UsageError: The dataset has no pack of this name; the message lists those it has.
        """
        if name not in self.manifest.packs:
            held = list(self.manifest.packs)
            raise UsageError(
                f"got pack {name!r}; {self.path} holds {', '.join(held)}{nearest(name, held)}"
            )
        if name not in self._packs:
            self._packs[name] = self._compiled(name)
        return self._packs[name]

    def models(self, pack: str) -> SimpleNamespace:
        """The SQLModel classes of a pack's tables: `models.Phone`, `models.Setting`.

        Raises:
            MissingExtraError: sqlmodel is not installed.
        """
        require_extra("sql", "Dataset.models")
        from fictionworld.packs.models import compile_models  # noqa: PLC0415 - sqlmodel is slow

        return compile_models(self.pack(pack))

    # One world ------------------------------------------------------------------------------

    def world(self, world_id: int) -> World:
        """What the dataset says of one world as a whole.

        Raises:
            UsageError: There is no such world; the message says which there are.
            DatasetError: Its shard is damaged.
        """
        shard = self._shard_of(world_id)
        if shard.file not in self._records:
            rows = read_rows(self._connection(shard), WORLD.name)
            self._records[shard.file] = {row["world_id"]: World(**row) for row in rows}
        return self._records[shard.file][world_id]

    def content_of(self, world_id: int) -> str:
        """A hash of all that the pages of a world follow from: where equal, so are the pages."""
        manifest, shard, world = self.manifest, self._shard_of(world_id), self.world(world_id)
        tables = {name: t.content_hash for name, t in shard.tables.items() if name != TASK.name}
        follows = (world_id, str(world), manifest.packs[world.pack], self.hosts, tables)
        return hashlib.sha256(json.dumps(follows, sort_keys=True).encode()).hexdigest()

    def pack_of(self, world_id: int) -> CompiledPack:
        """The pack of a world."""
        return self.pack(self.world(world_id).pack)

    def frames(self, world_id: int) -> dict[str, pl.DataFrame]:
        """One world's rows: a frame for each table of its pack, `setting` first; about 5 ms.

        Columns that the world does not have are there, and empty; `columns` tells them apart.
        """
        pack = self.pack_of(world_id)
        return read_world(self._connection(self._shard_of(world_id)), pack, world_id)

    def columns(self, world_id: int) -> pl.DataFrame:
        """What one world calls its columns, their units, and which of them it has (`present`)."""
        return self._rows(WORLD_COLUMN.name, world_id)

    def fact(self, fact_id: str | FactId) -> Fact:
        """One cell, by its id `17/phone/12/price`.

        Raises:
            UsageError: There is no such cell; the message says which piece of the id is wrong.
        """
        place = fact_id if isinstance(fact_id, FactId) else parse_fact_id(str(fact_id))
        pack = self.pack_of(place.world_id)
        table = self._table(pack, place.table)
        stored = [column.name for column in table.stored]
        if place.column not in stored:
            raise UsageError(
                f"got fact {place}; table {place.table} of pack {pack.name} stores "
                f"{', '.join(stored)}{nearest(place.column, stored)}"
            )
        if not self._has(place):
            raise UsageError(f"got fact {place}; world {place.world_id} has no such column")
        rows = self._rows(table.sql_name, place.world_id)
        found = rows.filter(rows["id"] == place.row)
        if found.is_empty():
            raise UsageError(
                f"got fact {place}; table {place.table} of world {place.world_id} has rows "
                f"1 to {rows.height}"
            )
        return Fact(*place, value=found.item(0, place.column))

    # Tasks ----------------------------------------------------------------------------------

    def tasks(
        self,
        world_id: int | None = None,
        *,
        split: str | None = None,
        pack: str | None = None,
        kind: str | Sequence[str] | None = None,
        characters: tuple[int, int] | None = None,
    ) -> list[Task]:
        """All tasks, or those of one world, in order; without a trace of their answers.

        Args:
            world_id: Those of one world.
            split: Those of `train`, `eval` or `test`.
            pack: Those of one pack.
            kind: `wide`, `deep`, `empty`, or several of them.
            characters: The least and the most characters of the least reading
                (`Task.least_characters`): `(0, 60_000)` for those that fit a small context.

        Raises:
            UsageError: The dataset has no such world, split, pack or kind.
        """
        if pack is not None:
            self.pack(pack)
        splits = self.manifest.splits
        if split is not None and split not in splits:
            raise UsageError(
                f"got split {split!r}; {self.path} has {', '.join(splits)}{nearest(split, splits)}"
            )
        return chosen_tasks(
            self._every_task(world_id), split=split, pack=pack, kind=kind, characters=characters
        )

    def _every_task(self, world_id: int | None) -> Iterable[Task]:
        if world_id is None:
            shards = self.manifest.shards
            return (task for shard in shards for task in self._tasks_of(shard).values())
        tasks = self._tasks_of(self._shard_of(world_id))
        numbered = (f"{world_id}-{number}" for number in count(1))  # they are counted through
        return (tasks[task_id] for task_id in takewhile(tasks.__contains__, numbered))

    def task(self, task_id: str) -> Task:
        """One task by its id, `17-2`.

        Raises:
            UsageError: There is no such task.
        """
        world_id = world_of_task(task_id)
        tasks = self._tasks_of(self._shard_of(world_id))
        if task_id not in tasks:
            there = [task.task_id for task in self.tasks(world_id)]
            raise UsageError(
                f"got task {task_id}; world {world_id} has {', '.join(there) or 'no tasks'}"
            )
        return tasks[task_id]

    def sample(  # noqa: PLR0913 - filters, each by its name
        self,
        n: int | None,
        seed: int = 0,
        *,
        start: int = 0,
        split: str | None = None,
        pack: str | None = None,
        kind: str | Sequence[str] | None = None,
        characters: tuple[int, int] | None = None,
        policies: str | Mapping[str, float] = "tease",
        band: tuple[float, float] | None = None,
        agent: str | None = None,
    ) -> Iterator[SampledTask]:
        """Tasks in an order drawn by the seed, each with a policy to play it under.

        None comes twice before all have come once; the same arguments give the same tasks.

        Args:
            n: How many; more than there are begin anew, in another order. None for no end.
            seed: Of the sample, and of the groups of rollouts that play its tasks.
            start: How many to leave out at the beginning: a run that was broken off goes on where
                it was, with the `place` of the last task plus 1.
            split: As of `tasks`; likewise pack, kind and characters.
            pack: Those of one pack.
            kind: Those of one kind or several.
            characters: Those with so much to read.
            policies: One policy, or several with weights, `{"tease": 0.7, "mixed:0.5": 0.3}`, of
                which world and seed draw one.
            band: Tasks whose pass rate lies in it, ends included, by `fictionworld calibrate`:
                `(1/8, 7/8)` for those that an agent neither always nor never solves.
            agent: Whose pass rate; may be left out where one agent alone was calibrated.

        Raises:
            UsageError: There is no such task, policy or agent, or a number is below 0.
            DatasetError: The calibration is damaged.
        """
        from fictionworld.episodes.calibration import pass_rates  # noqa: PLC0415 - for trainers
        from fictionworld.episodes.sampling import sampled_tasks  # noqa: PLC0415 - likewise

        tasks = self.tasks(split=split, pack=pack, kind=kind, characters=characters)
        if band is not None:
            rates = pass_rates(self.path, self.content_hash, agent)
            tasks = [one for one in tasks if band[0] <= rates.get(one.task_id, -1) <= band[1]]
        return sampled_tasks(self, tasks, n, seed, policies, start)

    @property
    def hosts(self) -> Hosts:
        """Where the web of its worlds stands: `realistic` addresses, or `reserved` ones."""
        found: Hosts = self.manifest.config["hosts"]
        return found

    @property
    def has_keys(self) -> bool:
        """Whether the keys are here: a host may go without their files."""
        return bool(self.manifest.keys) and all(
            (self.path / keys.file).is_file() for keys in self.manifest.keys
        )

    def key(self, task_id: str) -> Key:
        """The right answer to a task.

        Raises:
            UsageError: There is no such task.
            DatasetError: The keys are not here, or damaged.
        """
        return self._answer(task_id)[0]

    def specification(self, task_id: str) -> Specification:
        """What a task asks, exactly; as secret as its key.

        Raises:
            UsageError: There is no such task.
            DatasetError: The keys are not here, or damaged.
        """
        return self._answer(task_id)[1]

    def stored_keys(self, world_id: int | None = None) -> Iterator[dict[str, Any]]:
        """The rows of the table `key` as they are stored, all or those of one world, in order.

        Raises:
            UsageError: There is no such world, or the dataset was built without tasks.
            DatasetError: The keys are not here, or damaged.
        """
        if world_id is None:
            first_worlds = [shard.first_world for shard in self.manifest.shards]
            entries = [self._keys_entry(first) for first in first_worlds]
            for entry in entries:
                yield from read_table(self._connection(entry), KEY.name).iter_rows(named=True)
            return
        query = f'FROM "{KEY.name}" WHERE world_id = $1'
        with self._connection(self._keys_entry(world_id)).cursor() as cursor:
            rows = cursor.sql(query, params=[world_id]).fetchall()
        yield from (dict(zip(KEY.columns, row, strict=True)) for row in rows)

    def keys(self, world_id: int | None = None) -> Iterator[Key]:
        """The right answers to all tasks, or to those of one world, in the order of `tasks`.

        Raises:
            UsageError: There is no such world, or the dataset was built without tasks.
            DatasetError: The keys are not here, or damaged.
        """
        return map(key_of, self.stored_keys(world_id))

    def score(self, task_id: str, answer: str | None) -> Grade:
        """The figures and the verdicts for an answer, by code alone; None is an empty answer.

        Raises:
            UsageError: There is no such task.
            DatasetError: The keys are not here, or damaged.
        """
        return grade(self.key(task_id), "" if answer is None else answer)

    def episode(
        self,
        place: str | int,
        policy: str | Mapping[str, float] = "tease",
        controls: Controls | str | None = None,
        seed: int = 0,
        *,
        calls: int | None = None,
        reply_characters: int | None = None,
        backend: str | None = None,
    ) -> Episode:
        """One agent on one task, used once; see `Episode`.

        Args:
            place: A task's id, `17-2`; or a world's, for an episode without a question.
            policy: What search results may say: `open`, `tease`, `mixed:p` or `strict`; or
                several with weights, `{"tease": 0.7, "mixed:0.5": 0.3}`, of which world and seed
                draw one.
            controls: What disturbs the tools: `fw.Controls(dead_links=0.2)`, or a text such as
                `realistic` or `hostile,dead_links=0.2`; None for nothing.
            seed: Of the group: rollouts that are compared share it.
            calls: The most calls; None for a budget by the task's size, 0 for no limit.
            reply_characters: The most characters of a reply; None for the tools' own measure.
            backend: Who words what is read, as of `worded_by`; None for this dataset's own.

        Raises:
            UsageError: There is no such task, world, policy, control or backend.
        """
        from fictionworld.episodes.episode import Episode  # noqa: PLC0415 - for players alone

        source = self if backend is None else self.worded_by(backend)
        return Episode(source, place, policy, controls, seed, calls, reply_characters)

    def prompt(
        self, task_id: str, controls: Controls | str | None = None, *, calls: int | None = None
    ) -> list[dict[str, str]]:
        """The system prompt and the question of a task, as messages; no world is opened for it.

        They are `messages` of an episode with these controls and this budget.

        Raises:
            UsageError: There is no such task or control.
        """
        return self.episode(task_id, controls=controls, calls=calls).messages

    def session(self, world_id: int) -> Session:
        """An SQLModel session over one world, read only; a context manager.

        Queries on the classes, and SQL that names tables as the pack does, see that world. Other
        worlds are out of the way, not out of reach: SQL that names the shard's file sees them all.
        It is for people and their own SQL, never for an agent's. The dataset is never written to.

            models = dataset.models("smartphones")
            with dataset.session(17) as session:
                session.exec(select(models.Phone).where(models.Phone.price < 500)).all()

        Raises:
            MissingExtraError: sqlmodel and duckdb-engine are not installed.
        """
        require_extra("sql", "Dataset.session")
        from fictionworld.session import world_session  # noqa: PLC0415 - sqlmodel is slow

        shard = self._shard_of(world_id)
        return world_session(open_shard(self.path, shard), world_id)

    # Behind the scenes ----------------------------------------------------------------------

    def _shard_of(self, world_id: int) -> ShardEntry:
        if isinstance(world_id, bool) or not isinstance(world_id, int):
            raise UsageError(f"got world {world_id!r}; a world's id is a whole number, such as 17")
        return self.manifest.shard_of(world_id)

    def _connection(self, shard: ShardEntry) -> duckdb.DuckDBPyConnection:
        """This process's connection to a shard; a forked child makes its own."""
        place = os.getpid(), shard.file
        if place not in self._connections:
            self._connections[place] = open_shard(self.path, shard)
        return self._connections[place]

    def _stored(self, name: str) -> pl.DataFrame:
        return pl.concat(
            read_table(self._connection(shard), name) for shard in self.manifest.shards
        )

    def _rows(self, name: str, world_id: int) -> pl.DataFrame:
        query = f'FROM "{name}" WHERE world_id = $1'
        with self._connection(self._shard_of(world_id)).cursor() as cursor:
            return pl.DataFrame(cursor.sql(query, params=[world_id]).to_arrow_reader())

    def _tasks_of(self, shard: ShardEntry) -> dict[str, Task]:
        if shard.file not in self._tasks:
            found = {}
            if TASK.name in shard.tables:
                for row in read_rows(self._connection(shard), TASK.name):
                    world = self.world(row["world_id"])
                    found[row["task_id"]] = task_of(row, world.pack, world.split)
            self._tasks[shard.file] = found
        return self._tasks[shard.file]

    def _keys_entry(self, world_id: int) -> ShardEntry:
        """The file of a world's keys, which is here."""
        entry = self.manifest.keys_of(world_id)
        if not (self.path / entry.file).exists():
            raise DatasetError(
                f"{self.path / entry.file} is not here, and with it the keys of world {world_id} "
                "and its neighbours; copy it from where the dataset was built"
            )
        return entry

    def _answer(self, task_id: str) -> tuple[Key, Specification]:
        """The key of a task and its specification; those last asked for are kept."""
        found = self._answers.get(task_id)
        if found is None:
            row = self._key_row(task_id)
            found = self._answers[task_id] = key_of(row), specification_of(row)
            while len(self._answers) > _ANSWERS:
                self._answers.pop(next(iter(self._answers)), None)
        return found

    def _key_row(self, task_id: str) -> dict[str, Any]:
        task = self.task(task_id)
        entry = self._keys_entry(task.world_id)
        query = f'FROM "{KEY.name}" WHERE world_id = $1 AND task_id = $2'
        with self._connection(entry).cursor() as cursor:
            rows = cursor.sql(query, params=[task.world_id, task_id]).fetchall()
        if not rows:
            raise DatasetError(f"{self.path / entry.file} lacks the key of task {task_id}")
        return dict(zip(KEY.columns, rows[0], strict=True))

    def _has(self, place: FactId) -> bool:
        columns = self.columns(place.world_id)
        absent = columns.filter(
            (columns["table_name"] == place.table)
            & (columns["column_name"] == place.column)
            & ~columns["present"]
        )
        return absent.is_empty()

    def _compiled(self, name: str) -> CompiledPack:
        rows = read_rows(self._connection(self.manifest.shards[0]), PACK.name)
        source = {row["name"]: row["source"] for row in rows}.get(name)
        if source is None:
            raise DatasetError(
                f"{self.path / self.manifest.shards[0].file} lacks the pack {name!r} that the "
                "manifest names; build the dataset anew"
            )
        return compile_stored(name, source)

    def _table(self, pack: CompiledPack, name: str) -> CompiledTable:
        if name not in pack.tables:
            raise UsageError(
                f"got table {name!r}; pack {pack.name} has {', '.join(pack.tables)}"
                f"{nearest(name, pack.tables)}"
            )
        return pack.tables[name]
