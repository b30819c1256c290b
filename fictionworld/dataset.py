"""A dataset, opened for reading: `fictionworld.open("worlds")`.

What is served is what was built: the manifest is checked when the dataset is opened, and every byte
of a shard before its first row is served, once in a process. Nothing here writes. A `Dataset`
pickles as its path, to be opened again where it is used.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from fictionworld.episodes.calibration import pass_rates
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.sampling import SampledTask, sampled_tasks
from fictionworld.episodes.token_counts import completion_tokens
from fictionworld.episodes.training_rows import TrainingRow, training_rows
from fictionworld.episodes.world_cache import parse_cache_mb
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.drafts.opened import drafts_named
from fictionworld.simulator.drafts.request import structure_of
from fictionworld.simulator.drafts.worded import Drafts
from fictionworld.tasks.record import TASK, Task
from fictionworld.tasks.task_store import TaskStore
from fictionworld.text.dates import written_date
from fictionworld.web.hosts import Hosts
from fictionworld.worlds.reading import open_shard
from fictionworld.worlds.store import dataset_folder, place_of

if TYPE_CHECKING:
    from sqlmodel import Session

    from fictionworld.episodes.joined_worlds import OpenedFederation

_LOOKED_AT: Final = 64
"""Worlds that a folder of drafts is asked for before any is read."""


def open_dataset(path: str | os.PathLike[str], *, cache_mb: float | None = None) -> Dataset:
    """Open the dataset in the folder `path`, and check its manifest.

    Args:
        path: The folder; or an address in an object store, `s3://BUCKET/FOLDER`, whose files are
            copied to the user's cache as they are read.
        cache_mb: What open worlds may take of this process's memory, in MiB; the one used least
            recently is closed when they take more. None for FICTIONWORLD_CACHE_MB, and without
            that a quarter of the machine's memory.

    Raises:
        UsageError: `cache_mb` is no number above 0.
        DatasetError: There is no dataset, or its manifest is damaged or of another format version.
        StorageError: The disk refused.
    """
    if cache_mb is not None:
        cache_mb = parse_cache_mb(cache_mb, "cache_mb")
    dataset = Dataset(dataset_folder(path).absolute(), cache_mb=cache_mb)
    _ = dataset.manifest
    return dataset


class Dataset(TaskStore):
    """The worlds of one build, their tasks, and episodes on them. Make it with `open_dataset`."""

    def __init__(
        self,
        path: Path,
        content_hash: str | None = None,
        backend: str = "template",
        cache_mb: float | None = None,
    ) -> None:
        super().__init__(path, content_hash)
        self.backend = backend
        """Who words its web; see `worded_by`."""
        self.cache_mb = cache_mb
        """What open worlds may take of this process's memory; None for the default."""

    def __repr__(self) -> str:
        return f"<Dataset {self.path}: {len(self):,} worlds of {', '.join(self.manifest.packs)}>"

    def __reduce__(self) -> tuple[Callable[..., Dataset], tuple[object, ...]]:
        content, place = self.manifest.content_hash, place_of(self.path)
        return _opened_again, (place, content, self.backend, self.cache_mb)

    # Playing -----------------------------------------------------------------------------------

    def episode(
        self,
        task_or_world: str | int,
        policy: str | Mapping[str, float] = "tease",
        controls: Controls | str | None = None,
        seed: int = 0,
        *,
        calls: int | None = None,
        reply_characters: int | None = None,
        backend: str | None = None,
    ) -> Episode:
        """Return an episode of one agent on one task, used once; see `Episode`.

        Args:
            task_or_world: A task's id, `17-2`; or a world's, for an episode without a question.
            policy: What search results may say: `open`, `tease`, `mixed:p` or `strict`; or
                several with weights, `{"tease": 0.7, "mixed:0.5": 0.3}`, of which world and seed
                draw one.
            controls: What perturbs the tools: `fw.Controls(dead_links=0.2)`, or a text such as
                `realistic` or `hostile,dead_links=0.2`; None for nothing.
            seed: Random seed of the group of rollouts; rollouts that are compared share it.
            calls: The most calls; None for the budget of the task's level, 0 for no limit.
            reply_characters: The most characters of a reply; None for the tools' own measure.
            backend: The backend that words the web, as `worded_by` takes it; None for this
                dataset's own.

        Raises:
            UsageError: There is no such task, world, policy, control or backend.
        """
        source = self if backend is None else self.worded_by(backend)
        return Episode(source, task_or_world, policy, controls, seed, calls, reply_characters)

    def prompt(
        self, task_id: str, controls: Controls | str | None = None, *, calls: int | None = None
    ) -> list[dict[str, str]]:
        """Return the system prompt and the question of a task as messages; no world is opened.

        They equal `messages` of an episode with these controls and this budget.

        Raises:
            UsageError: There is no such task or control.
        """
        return self.episode(task_id, controls=controls, calls=calls).messages

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
        level: int | Collection[int] | None = None,
        policies: str | Mapping[str, float] = "tease",
        band: tuple[float, float] | None = None,
        agent: str | None = None,
    ) -> Iterator[SampledTask]:
        """Yield tasks in an order drawn by the seed, each with a policy to play it under.

        No task comes twice before all have come once; equal arguments give equal tasks. Each
        beginning of the order has its share of packs, levels and worlds.

        Args:
            n: How many tasks; after all have come, all come again in another order, with other
                seeds of groups and policies. None: no end.
            seed: Random seed of the sample, and of the groups that play its tasks for the first
                time.
            start: How many tasks to leave out at the beginning: a run that was broken off goes on
                with the `index` of its last task plus 1.
            split: Tasks of this split alone; this and the next four filter as in `tasks`.
            pack: Tasks of this pack alone.
            kind: Tasks of one kind or several.
            characters: Tasks with this many characters to read, from least to most.
            level: Tasks of one level, 1 to 5, or of several: a curriculum before anything was
                played.
            policies: One policy, or several with weights, `{"tease": 0.7, "mixed:0.5": 0.3}`, of
                which world and visit draw one.
            band: Tasks whose pass rate lies in it, ends included, by `fictionworld calibrate`:
                `(1/8, 7/8)` for tasks that an agent neither always nor never solves.
            agent: The agent whose pass rate counts; needless where only one was calibrated.

        Raises:
            UsageError: There is no such task, level, policy or agent, or a number is below 0.
            DatasetError: The calibration is damaged.
        """
        tasks = self.tasks(split=split, pack=pack, kind=kind, characters=characters, level=level)
        tasks = self.calibrated(tasks, band, agent)
        return sampled_tasks(self, tasks, n, seed, policies, start)

    def rows(  # noqa: PLR0913 - filters, each by its name
        self,
        *,
        split: str | None = None,
        pack: str | None = None,
        level: int | Collection[int] | None = None,
        band: tuple[float, float] | None = None,
        agent: str | None = None,
        policies: str | Mapping[str, float] = "tease",
        epochs: int = 1,
        seed: int = 0,
        tokens: int | None = None,
        margin: str = "oracle",
        tokenizer: str | None = None,
        controls: Controls | str | None = None,
        calls: int | None = None,
    ) -> Iterator[TrainingRow]:
        """Return rows for a trainer, one after another: the tasks of a sample, with prompts.

        Args:
            split: The first six as of `sample`.
            pack: A pack.
            level: One level or several.
            band: The least and the most pass rate.
            agent: Whose pass rate.
            policies: One policy, or several with weights.
            epochs: How often each task comes, each time with another seed and in another order.
            seed: Random seed of the sample.
            tokens: The most tokens of a completion, as of `fitting`; None for any. The next two
                are as there.
            margin: What must fit.
            tokenizer: What counted the tokens.
            controls: As of `episode`; prompts tell of them.
            calls: As of `episode`; likewise.

        Raises:
            UsageError: As `sample` and `fitting`, or `epochs` is below 1.
            DatasetError: The calibration or the counts are damaged.
        """
        if epochs < 1:
            raise UsageError(f"got epochs={epochs}; allowed: 1 or more")
        tasks = self.calibrated(self.tasks(split=split, pack=pack, level=level), band, agent)
        if tokens is not None:
            tasks = self.fitting(tasks, tokens, margin, tokenizer)
        drawn = sampled_tasks(self, tasks, epochs * len(tasks), seed, policies)
        return training_rows(self, drawn, controls, calls)

    def fitting(
        self,
        tasks: Sequence[Task],
        tokens: int,
        margin: str = "oracle",
        tokenizer: str | None = None,
    ) -> list[Task]:
        """Return those of some tasks whose completion fits.

        Args:
            tasks: The tasks.
            tokens: The most tokens of a completion: of all that a rollout writes and all that
                tools reply to it, the prompt apart.
            margin: Whose completion must fit: `oracle`, an agent that knows which pages to read;
                `scout`, one that searches for them.
            tokenizer: A tokenizer that `fictionworld tokens` counted with, for exact figures; None
                for an estimate at 2.6 characters a token.

        Raises:
            UsageError: No task fits, and the message says what the smallest needs; or there is no
                such margin, or nothing was counted with the tokenizer.
            DatasetError: The counts are damaged.
        """
        needed = completion_tokens(self.path, self.content_hash, tasks, margin, tokenizer)
        fit = [task for task in tasks if needed[task.task_id] <= tokens]
        if tasks and not fit:
            remedy = "" if tokenizer else "; `fictionworld tokens` counts instead of estimating"
            raise UsageError(
                f"got {tokens:,} tokens for a completion, in which the tools' replies count; by "
                f"margin {margin} the smallest of {len(tasks):,} tasks needs "
                f"{min(needed.values()):,}{remedy}"
            )
        return fit

    def calibrated(
        self, tasks: list[Task], band: tuple[float, float] | None, agent: str | None = None
    ) -> list[Task]:
        """Return those of some tasks whose pass rate lies in a band, ends included.

        Args:
            tasks: The tasks.
            band: The least and the most pass rate; all tasks if None.
            agent: Whose pass rate; needless where only one was calibrated.

        Raises:
            UsageError: No agent was calibrated, or not this one.
            DatasetError: The calibration is damaged.
        """
        if band is None:
            return tasks
        rates = pass_rates(self.path, self.content_hash, agent)
        return [task for task in tasks if band[0] <= rates.get(task.task_id, -1) <= band[1]]

    def sample_worlds(self, most: int) -> list[int]:
        """Return at most `most` ids of worlds, in order, about as many of each pack."""
        by_pack: dict[str, list[int]] = {}
        for world_id in self.world_ids:
            by_pack.setdefault(self.world(world_id).pack, []).append(world_id)
        chosen: list[int] = []
        for index, pack in enumerate(sorted(by_pack)):
            worlds = by_pack[pack]
            share = min(len(worlds), (most - len(chosen)) // (len(by_pack) - index))
            chosen += [worlds[n * len(worlds) // share] for n in range(share)]
        return sorted(chosen)

    # Its web -----------------------------------------------------------------------------------

    @property
    def federation(self) -> OpenedFederation | None:
        """Return the worlds whose webs are one: here none, each world has its own."""
        return None

    def today(self, world_id: int) -> str:
        """Return what the system prompt says after `Today is`: the world's as-of date."""
        return written_date(self.world(world_id).as_of)

    @property
    def hosts(self) -> Hosts:
        """Return where the web of its worlds stands: `realistic` addresses, or `reserved` ones."""
        hosts: Hosts = self.manifest.config["hosts"]
        return hosts

    def worded_by(self, backend: str) -> Dataset:
        """Return this dataset with its web in the words of a backend, for its episodes too.

        Args:
            backend: `template`; `drafts:FOLDER`, what `fictionworld render` made; `vllm:MODEL` or
                `endpoint:MODEL@URL`, a model that is asked while an episode waits; `simulate:`
                with the rest of either, one that words what searches show too; settings follow,
                `vllm:MODEL?temperature=0.7&fallback=template`.

        Raises:
            UsageError: There is no such backend or setting, or the folder is no rendering of these
                worlds or their twins.
        """
        structures = (
            structure_of(self.world(world_id)) for world_id in self.world_ids[:_LOOKED_AT]
        )
        drafts_named(backend, self.path, structures)
        return Dataset(self.path, self.manifest.content_hash, backend, self.cache_mb)

    @property
    def drafts(self) -> Drafts | None:
        """Return the drafts that word its web, opened once a process; None for the template."""
        return drafts_named(self.backend, self.path)

    def content_of(self, world_id: int) -> str:
        """Return a hash of all that a world's pages follow from: where equal, so are the pages."""
        manifest, shard, world = self.manifest, self._shard_of(world_id), self.world(world_id)
        held = self._tables_in(shard).items()
        tables = {name: table.content_hash for name, table in held if name != TASK.name}
        content = (world_id, str(world), manifest.packs[world.pack], self.hosts, tables)
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    # SQL, for people -----------------------------------------------------------------------------

    def models(self, pack: str) -> SimpleNamespace:
        """Return the SQLModel classes of a pack's tables: `models.Phone`, `models.Setting`."""
        from fictionworld.packs.models import compile_models  # noqa: PLC0415 - sqlmodel is slow

        return compile_models(self.pack(pack))

    def session(self, world_id: int) -> Session:
        """Return an SQLModel session over one world, read only; a context manager.

        Queries on the classes, and SQL that names tables as the pack does, see that world. Other
        worlds are out of the way, not out of reach: SQL that names the shard's file sees them all.
        It is for people and their own SQL, never for an agent's. The dataset is never written to.

            models = dataset.models("smartphones")
            with dataset.session(17) as session:
                session.exec(select(models.Phone).where(models.Phone.price < 500)).all()
        """
        from fictionworld.session import world_session  # noqa: PLC0415 - sqlmodel is slow

        shard = self._shard_of(world_id)
        return world_session(open_shard(self.path, shard), world_id)


def _opened_again(place: Path | str, *given: Any) -> Dataset:  # noqa: ANN401 - as `Dataset` takes it
    """Return the dataset of a pickle, on any machine that reaches its folder or store."""
    return Dataset(dataset_folder(place), *given)
