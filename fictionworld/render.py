"""All texts of a dataset's web worded by a model, ahead of time.

    1. requests   of each world: what a model is to word on its pages and for its search results
    2. drafts     asked for in large batches, checked as they come, what failed asked for once more
    3. parts      a world's drafts, written when all of them are there
    4. manifest   last: its presence means complete

Worlds that are there already are not asked for again, unless the model gave nothing for some of
their texts. Training then needs no model for the web at all.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from fictionworld.errors import UsageError
from fictionworld.simulator.backends.merging import Merged
from fictionworld.simulator.drafts.checks import Checks
from fictionworld.simulator.drafts.desk import Tally, Wording, word
from fictionworld.simulator.drafts.prompt import PROMPT_VERSION, SYSTEM
from fictionworld.simulator.drafts.request import page_request, snippet_request, structure_of
from fictionworld.simulator.drafts.store import DraftWriter, Rendering
from fictionworld.web.permit import Permit, parse_policy
from fictionworld.web.web import FictionalWeb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from fictionworld.dataset import Dataset
    from fictionworld.simulator.backends.backend import Backend
    from fictionworld.simulator.drafts.request import Request

__all__ = ["Estimate", "RenderProgress", "RenderReport", "WorldRequests", "estimate", "render"]

_SAMPLED: Final = 12
"""Worlds whose requests an estimate looks at."""


@dataclass(frozen=True)
class WorldRequests:
    """What is asked for one world, and what its drafts are checked against."""

    structure: str
    """What they are kept under."""
    checks: Checks
    requests: tuple[Request, ...]

    @classmethod
    def of(cls, dataset: Dataset, world_id: int, policies: Sequence[str]) -> WorldRequests:
        """All pages, and the snippets of each under each policy but `open`.

        Under `open` snippets are cut from the page.
        """
        made_of = (
            dataset.pack_of(world_id),
            dataset.world(world_id),
            dataset.frames(world_id),
            dataset.columns(world_id),
        )
        web = FictionalWeb(*made_of, hosts=dataset.hosts)
        permits = [Permit.of(policy, web.world) for policy in policies if policy != "open"]

        def asked() -> Iterator[Request | None]:
            for head in web.heads:
                yield page_request(web, head.number)
                for permit in permits:
                    yield snippet_request(web, head.number, permit)

        requests = tuple(request for request in asked() if request is not None)
        return cls(structure_of(web.world), Checks(web), requests)


@dataclass(frozen=True, slots=True)
class RenderProgress:
    """How far a rendering is."""

    worlds: int
    """Done, those that were there before included."""
    all_worlds: int
    tally: Tally
    tokens_per_s: float
    """Written by the model since this run began."""
    left_s: float | None
    """By the worlds done so far; None before the first."""


@dataclass(frozen=True)
class RenderReport:
    """What came of a rendering."""

    out: Path
    worlds: int
    reused_worlds: int
    tally: Tally
    """Of all drafts; requests and tokens of this run alone."""
    merged: int
    """Requests that another one in flight answered."""
    seconds: float

    @property
    def tokens_per_s(self) -> float:
        """Written by the model."""
        return self.tally.output_tokens / self.seconds if self.seconds else 0.0

    @property
    def cached_share(self) -> float:
        """Of the prompts' tokens those that the engine's prefix cache held, as it says."""
        return self.tally.cached_tokens / max(1, self.tally.prompt_tokens)


def render(  # noqa: PLR0913 - what a rendering is made of
    dataset: Dataset,
    out: Path,
    backend: Backend,
    *,
    policies: Sequence[str] = ("tease",),
    worlds: int | None = None,
    settings: str = "",
    on_progress: Callable[[RenderProgress], None] = lambda _: None,
    requests_of: Callable[[Dataset, int, Sequence[str]], WorldRequests] | None = None,
) -> RenderReport:
    """Word the web of a dataset into the folder `out`; what is there already is kept.

    Args:
        dataset: Its worlds.
        out: A folder of drafts, or one that is not there yet.
        backend: Who words. It is closed at the end.
        policies: Those that snippets are worded for.
        worlds: So many, from the first; all if None.
        settings: What else makes this rendering differ from others of the same model.
        on_progress: Told after each world.
        requests_of: What is asked for one world; all that it has if None. For measuring a part.

    Raises:
        UsageError: There is no such policy, or no such number of worlds.
        ConfigError: `out` holds another rendering.
        BackendError: No request can succeed. What was finished before is there, and is kept.
        StorageError: The disk refused.
    """
    chosen = _chosen(dataset, worlds)
    named = tuple(dict.fromkeys(str(parse_policy(policy)) for policy in policies))
    structures = {world: structure_of(dataset.world(world)) for world in chosen}
    rendering = Rendering(
        backend.model,
        PROMPT_VERSION,
        named,
        tuple(structures.values()),
        settings,
    )
    writer = DraftWriter(out, rendering)
    asking = WorldRequests.of if requests_of is None else requests_of
    run = _Run(dataset, writer, Merged(backend), named, structures, on_progress, asking)
    begun = time.perf_counter()
    try:
        asyncio.run(run.all())
    except BaseExceptionGroup as group:
        raise _first(group) from group
    tally = writer.tally_of(structures.values())
    writer.finish(tally)
    spent = run.tally
    for name in ("requests", "prompt_tokens", "cached_tokens", "output_tokens"):
        setattr(tally, name, getattr(spent, name))
    return RenderReport(
        out,
        len(chosen),
        len(chosen) - run.done,
        tally,
        run.backend.merged,
        time.perf_counter() - begun,
    )


def _chosen(dataset: Dataset, worlds: int | None) -> list[int]:
    if worlds is not None and not 1 <= worlds <= len(dataset):
        raise UsageError(
            f"--worlds: got {worlds}; {dataset.path} has {len(dataset)}: give 1 to {len(dataset)}"
        )
    return dataset.world_ids[:worlds]


@dataclass
class _Run:
    """One run: worlds one after another, their requests all together."""

    dataset: Dataset
    writer: DraftWriter
    backend: Merged
    policies: tuple[str, ...]
    chosen: dict[int, str]
    """The structure of each world."""
    on_progress: Callable[[RenderProgress], None]
    requests_of: Callable[[Dataset, int, Sequence[str]], WorldRequests]
    tally: Tally = field(default_factory=Tally)
    done: int = 0

    async def all(self) -> None:
        """Every world that is not there."""
        begun = time.perf_counter()
        whole = self.writer.whole()
        todo = [world for world, structure in self.chosen.items() if structure not in whole]
        room = asyncio.Semaphore(max(1, self.backend.at_once))
        try:
            async with asyncio.TaskGroup() as group:
                for world in todo:
                    asked = await asyncio.to_thread(
                        self.requests_of, self.dataset, world, self.policies
                    )
                    flying = []
                    for request in asked.requests:
                        await room.acquire()
                        flying.append(group.create_task(self._one(request, asked, room)))
                    group.create_task(self._written(asked, flying, begun, len(todo)))
        finally:
            await self.backend.aclose()

    async def _one(
        self, request: Request, asked: WorldRequests, room: asyncio.Semaphore
    ) -> Wording:
        try:
            wording = await word(request, self.backend, asked.checks)
        finally:
            room.release()
        self.tally.add_wording(wording)
        return wording

    async def _written(
        self, asked: WorldRequests, flying: list[asyncio.Task[Wording]], begun: float, todo: int
    ) -> None:
        wordings = [await task for task in flying]
        await asyncio.to_thread(self.writer.write, asked.structure, wordings)
        self.done += 1
        seconds = time.perf_counter() - begun
        self.on_progress(
            RenderProgress(
                len(self.chosen) - todo + self.done,
                len(self.chosen),
                self.tally,
                self.tally.output_tokens / seconds,
                seconds / self.done * (todo - self.done),
            )
        )


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error that ended the run; the others are its echoes."""
    found = group.exceptions[0]
    return _first(found) if isinstance(found, BaseExceptionGroup) else found


# Before anything is asked ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a rendering will take, if every draft is let through as first written."""

    worlds: int
    """Of the dataset."""
    sampled: int
    """Worlds that were looked at."""
    pages: float
    """Of one world; likewise all that follows."""
    requests: float
    prompt_tokens: float
    shared_tokens: float
    """Of the prompts' tokens those of the rules, which all requests begin with."""
    output_tokens: float
    counted_by: str
    """Whose tokens: a tokenizer's, or a third of the characters."""

    def cost(self, price_in: float, price_out: float) -> float:
        """Of a thousand worlds, where a million tokens cost so much."""
        return 1000 * (self.prompt_tokens * price_in + self.output_tokens * price_out) / 1e6


def estimate(
    dataset: Dataset,
    *,
    policies: Sequence[str] = ("tease",),
    worlds: int | None = None,
    count: Callable[[str], int] | None = None,
    counted_by: str = "",
) -> Estimate:
    """What a rendering will take, from some of its worlds; nothing is asked of any model.

    Args:
        dataset: Its worlds.
        policies: Those that snippets are worded for.
        worlds: As of `render`.
        count: The tokens of a text; a third of its characters if None.
        counted_by: What to call `count`.

    Raises:
        UsageError: There is no such policy, or no such number of worlds.
    """
    chosen = _chosen(dataset, worlds)
    named = tuple(dict.fromkeys(str(parse_policy(policy)) for policy in policies))
    step = max(1, len(chosen) // _SAMPLED)
    sample = chosen[::step][:_SAMPLED]
    tokens = count or _third
    pages = requests = prompt = output = 0
    shared = tokens(SYSTEM)
    for world in sample:
        asked = WorldRequests.of(dataset, world, named)
        pages += len({request.head.number for request in asked.requests})
        requests += len(asked.requests)
        for request in asked.requests:
            prompt += sum(tokens(text) for _, text in request.prompt.messages)
            output += sum(tokens(p.plain) + 6 for p in request.passages)
    n = len(sample)
    return Estimate(
        len(chosen),
        n,
        pages / n,
        requests / n,
        prompt / n,
        shared * requests / n,
        output / n,
        counted_by if count is not None else "a third of the characters",
    )


def _third(text: str) -> int:
    return len(text) // 3
