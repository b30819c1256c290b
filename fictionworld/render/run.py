"""One run of a rendering: requests from the first world on, drafts stored as they come."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from fictionworld.dataset import Dataset
from fictionworld.errors import UsageError
from fictionworld.render.rendered_world import RenderedWorld
from fictionworld.render.report import Clock, RenderProgress, RenderReport, Saved
from fictionworld.render.variants import Variants
from fictionworld.render.worker import (
    LOCAL_WORKERS,
    BatchPrompt,
    LanesAhead,
    PassageName,
)
from fictionworld.simulator.backends.backend import Backend, Completion
from fictionworld.simulator.backends.middleware import CircuitBreaker
from fictionworld.simulator.drafts.draft_writer import DraftWriter, Rendering
from fictionworld.simulator.drafts.prompt import PROMPT_VERSION
from fictionworld.simulator.drafts.request import structure_of
from fictionworld.simulator.drafts.store import StoredDraft
from fictionworld.simulator.drafts.wording import Draft, DraftVerdict, OutcomeCounts, worded
from fictionworld.workers import Workers

VARIANTS: Final = 32
"""Asked for of each skeleton, if nothing else is said."""
_SYNC_S: Final = 3.0
_UNFINISHED: Final = 4
_ASKED: Final = 100
"""Worlds that are held open at a time: some, and one more for so many requests in flight, which is
what a late world asks for at least.
"""


def render(  # noqa: PLR0913 - what a rendering is made of
    dataset: Dataset,
    out: Path,
    backend: Backend,
    *,
    worlds: int | None = None,
    variants: int = VARIANTS,
    settings: str = "",
    on_progress: Callable[[RenderProgress], None] = lambda _: None,
    on_end: Callable[[Saved], None] = lambda _: None,
    pages: int | None = None,
    workers: Workers = LOCAL_WORKERS,
) -> RenderReport:
    """Word the web of a dataset into the folder `out`; keep what is there already.

    Args:
        dataset: The dataset to be worded.
        out: A folder of drafts, or one that is not there yet.
        backend: The backend that words. It is closed at the end.
        worlds: How many worlds, from the first; all if None.
        variants: Drafts asked for of passages that differ in names and values alone; further ones
            take one of these. 0: every passage is asked for.
        settings: What else makes this rendering differ from others of the same model.
        on_progress: Called whenever drafts come.
        on_end: Called with what is kept if the run ends early, before the backend is closed.
        pages: How many pages of each world, from the first; all if None. For measuring.
        workers: Processes beside this one, 0 for none; or a cluster, of which they are part.

    Raises:
        UsageError: There is no such number of worlds.
        ConfigError: `out` holds another rendering.
        BackendError: No request can succeed. What was worded before is kept.
        StorageError: The disk refused, a worker process was killed, or another process renders
            into `out`.
    """
    chosen = chosen_worlds(dataset, worlds)
    if variants < 0:
        raise UsageError(f"--variants: got {variants}; allowed: 0 or more")
    structures = {world: structure_of(dataset.world(world)) for world in chosen}
    rendering = Rendering(
        backend.model, PROMPT_VERSION, variants, tuple(structures.values()), settings
    )
    begun, begun_s = time.perf_counter(), time.process_time()
    with DraftWriter(out, rendering) as writer, asyncio.Runner() as runner:
        run = _Run(writer, CircuitBreaker(backend), structures, Variants(variants), on_progress)
        try:
            try:
                runner.run(run.all(dataset, workers, pages))
            except BaseExceptionGroup as group:
                raise _first(group) from group
        except BaseException:
            writer.sync()
            on_end(run.saved)
            raise
        finally:
            runner.run(backend.aclose())
        writer.finish(run.total)
    run.total.add_spent(run.tally)
    seconds = time.perf_counter() - begun
    spent_s = time.process_time() - begun_s + run.workers_s
    return RenderReport(out, len(chosen), run.whole, run.total, seconds, spent_s)


def chosen_worlds(dataset: Dataset, worlds: int | None) -> list[int]:
    """Return the ids of the first `worlds` worlds; all if None.

    Raises:
        UsageError: The dataset has fewer worlds, or `worlds` is below 1.
    """
    if worlds is not None and not 1 <= worlds <= len(dataset):
        raise UsageError(
            f"--worlds: got {worlds}; {dataset.path} has {len(dataset)}: give 1 to {len(dataset)}"
        )
    return dataset.world_ids[:worlds]


@dataclass
class _Run:
    """One run: worlds one after another, their requests all together."""

    writer: DraftWriter
    backend: CircuitBreaker
    structures: Mapping[int, str]
    variants: Variants
    on_progress: Callable[[RenderProgress], None]
    tally: OutcomeCounts = field(default_factory=OutcomeCounts)
    """Of this run so far."""
    total: OutcomeCounts = field(default_factory=OutcomeCounts)
    """Of the worlds that are finished."""
    whole: int = 0
    """Worlds that were finished before."""
    workers_s: float = 0.0
    """Processor time of the worker processes."""
    saved: Saved = field(default_factory=lambda: Saved(0, 0))

    async def all(self, dataset: Dataset, workers: Workers, pages: int | None) -> None:
        """Word every world that is not there."""
        # twice as many as run at a time: while a reply is checked, another request is under way
        self._room = asyncio.Semaphore(2 * self.backend.at_once)
        self._unfinished = asyncio.Semaphore(_UNFINISHED + 2 * self.backend.at_once // _ASKED)
        self._disk = asyncio.Lock()
        unread = [
            world for world, structure in self.structures.items() if not self.writer.has(structure)
        ]
        self._clock = Clock(len(unread))
        lanes = LanesAhead(dataset, unread, workers, pages)
        syncing = asyncio.create_task(self._sync())
        try:
            async with asyncio.TaskGroup() as group:
                self._group = group
                learned = asyncio.Event()
                learned.set()
                for world, structure in self.structures.items():
                    learned = await self._begin(RenderedWorld(world, structure), lanes, learned)
            self.backend.check()
            self.workers_s = await lanes.processor_s()
        finally:
            syncing.cancel()
            lanes.close()

    async def _begin(
        self, rendered: RenderedWorld, lanes: LanesAhead, before: asyncio.Event
    ) -> asyncio.Event:
        """Ask for what a world lacks.

        Args:
            rendered: The world.
            lanes: The lanes, of which one opens it.
            before: Set when the variants of the worlds before it are known; the event that comes
                back is set when its own are.
        """
        learned = asyncio.Event()
        drafts = await asyncio.to_thread(self.writer.held, rendered.structure)
        if drafts is not None and drafts.is_whole:
            learned_variants = list(drafts.learned())
            for skeleton, _ in learned_variants:
                self.variants.asks(skeleton)
            self._group.create_task(self._learn(learned_variants, before, learned))
            self.whole += 1
            self._keep(rendered, drafts.written())
            self.total.add_all(drafts.tally())
            return learned
        await self._unfinished.acquire()
        rendered.lane, rendered.pages = await lanes.outline(rendered.world)
        rendered.begun = await asyncio.to_thread(self.writer.begun, rendered.structure)
        if rendered.begun:
            self._keep(rendered, len(rendered.begun))
        rendered.asked = {
            (page.number, key): skeleton
            for page in rendered.pages
            for key, skeleton, states in page.passages
            if self.variants.asks(skeleton, states=states)
        }
        waited = await self._ask(rendered, rendered.asked)
        self._group.create_task(self._finish(rendered, waited, before, learned))
        return learned

    async def _learn(
        self, variants: Iterable[tuple[str, str]], before: asyncio.Event, learned: asyncio.Event
    ) -> None:
        await before.wait()
        self.variants.learn(variants)
        learned.set()

    async def _ask(
        self, rendered: RenderedWorld, wanted: Collection[tuple[int, str]]
    ) -> list[asyncio.Task[None]]:
        """Ask for the passages that were not kept, many together; return the tasks that wait."""
        fresh: list[PassageName] = []
        for page in rendered.pages:
            for key, *_ in page.passages:
                passage = page.number, key
                if passage not in wanted:
                    continue
                stored = rendered.begun.get((page.structure, key))
                if stored is None:
                    fresh.append(passage)
                else:
                    rendered.drafts[passage] = stored._replace(
                        skeleton=rendered.asked.get(passage, "")
                    )
        batches = await rendered.lane.do("prompts", rendered.world, fresh) if fresh else []
        waited = []
        for batch in batches:
            await self._room.acquire()
            waited.append(self._group.create_task(self._word(rendered, batch)))
        return waited

    async def _word(self, rendered: RenderedWorld, batch: BatchPrompt) -> None:
        """Ask for passages, and write down what comes."""

        async def judge(completion: Completion, keys: Sequence[str], first: bool) -> DraftVerdict:
            verdict: DraftVerdict = await rendered.lane.do(
                "judge", rendered.world, batch.passages, completion, keys, first
            )
            return verdict

        assert batch.prompt.schema is not None, "drafts are asked for by their keys"
        try:
            keys = batch.prompt.schema["required"]
            wording = await worded(batch.prompt, keys, self.backend, judge)
        finally:
            self._room.release()
        structures = {page.number: page.structure for page in rendered.pages}
        written: list[tuple[str, StoredDraft]] = []
        for (number, key), draft in zip(batch.passages, wording.drafts, strict=True):
            skeleton = rendered.asked.get((number, key), "")
            stored = StoredDraft(
                draft._replace(key=key), skeleton, wording.variants.get(draft.key, "")
            )
            rendered.drafts[number, key] = stored
            if draft.reason != "backend":
                written.append((structures[number], stored))
        if written:
            self._keep(rendered, len(written))
            self.writer.add(rendered.structure, written)
        self.tally.add(wording.drafts)
        self.tally.add_spent(wording)
        # what is asked for at last, since no variant fits, is no part of a world's work
        own = sum(name in rendered.asked for name in batch.passages)
        self._tell(own / max(1, len(rendered.asked)))

    async def _finish(
        self,
        rendered: RenderedWorld,
        waited: Sequence[asyncio.Task[None]],
        before: asyncio.Event,
        learned: asyncio.Event,
    ) -> None:
        """Wait for the replies, reuse variants for the rest, and write the world's file."""
        await asyncio.gather(*waited)
        variants = [
            (skeleton, rendered.drafts[passage].variant)
            for passage, skeleton in rendered.asked.items()
        ]
        await self._learn(variants, before, learned)
        seed = int(rendered.structure, 16)
        fills = [
            (page.number, key, self.variants.choices(skeleton, seed, f"{page.name}/{key}"))
            for page, key, skeleton in rendered.missing()
        ]
        filled = await rendered.lane.do("fill", rendered.world, fills)
        reused = [Draft(key, text, "reused", "", "") for (_, key), text in filled.items()]
        rendered.drafts |= dict(zip(filled, map(StoredDraft, reused), strict=True))
        self.tally.add(reused)
        # names do not fit, or nothing that could be reused was written: asked for after all
        missing = {(page.number, key) for page, key, _ in rendered.missing()}
        await asyncio.gather(*await self._ask(rendered, missing))
        await rendered.lane.do("close", rendered.world)
        drafts = rendered.all_drafts()
        async with self._disk:
            await asyncio.to_thread(self.writer.write, rendered.structure, drafts)
        self._unfinished.release()
        self.total.add_all(drafts.tally())
        self._clock.worlds += 1
        self._tell()

    def _keep(self, rendered: RenderedWorld, drafts: int) -> None:
        """Count what is kept of a world, and the world once."""
        self.saved = Saved(self.saved.drafts + drafts, self.saved.worlds + (not rendered.is_kept))
        rendered.is_kept = True

    def _tell(self, share: float = 0.0) -> None:
        self._clock.work(share)
        self.on_progress(
            RenderProgress(
                self.whole + self._clock.worlds,
                len(self.structures),
                self.tally,
                self._clock.rate(self.tally.output_tokens),
                self._clock.left_s(),
            )
        )

    async def _sync(self) -> None:
        """Force what was added to disk every few seconds, so that a power cut loses no more."""
        while True:
            await asyncio.sleep(_SYNC_S)
            async with self._disk:
                await asyncio.to_thread(self.writer.sync)


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the error that ended the run; the others follow from it."""
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error
