"""Episodes of many agents, each found whichever worker process of whichever server is asked.

A worker keeps the episodes that it used last in memory. Before each call it asks the store how many
calls there are: where its copy is behind it is replayed, so a copy is never trusted, only reused.
What may wait for the disk, for another process or for a world is done in threads.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, TypeVar

from fictionworld.dataset import Dataset
from fictionworld.episodes.call import Call
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import EpisodeError, InfrastructureError
from fictionworld.episodes.rewards.registry import reward_named
from fictionworld.episodes.trace import Trace
from fictionworld.server.episode_store import EpisodeStore, StoredEpisode
from fictionworld.server.settings import ServerSettings

_LIVE: Final = 4096
"""Episodes that a worker keeps in memory, some 10 KB each."""
_TRIES: Final = 8

T = TypeVar("T")


class NoEpisodeError(EpisodeError):
    """There is no episode of this id, or no longer."""


class _Live:
    """An episode in this worker's memory."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.episode: Episode | None = None


class ServedEpisodes:
    """All episodes of a server, seen from one worker process."""

    def __init__(self, dataset: Dataset, store: EpisodeStore, settings: ServerSettings) -> None:
        self._dataset = dataset
        self._store = store
        self._settings = settings
        self._live: OrderedDict[str, _Live] = OrderedDict()
        self._threads = ThreadPoolExecutor(store.threads, "episode-store")

    async def create(
        self, given: dict[str, Any], idempotency: str | None
    ) -> tuple[StoredEpisode, Episode]:
        """Create an episode; the same idempotency key returns the same episode again.

        The `Episode` returned has the prompt, but none of the calls that were made in it.

        Args:
            given: The arguments of `Dataset.episode`, and `reward`.
            idempotency: A text chosen by the client for one episode.

        Raises:
            UsageError: There is no such task, policy, control or reward.
            EpisodeError: The idempotency key was used with other arguments.
            FullError: Too many episodes are open.
        """
        request = json.dumps(given, sort_keys=True)
        arguments = dict(given)
        chosen = reward_named(arguments.pop("reward")).name
        make = partial(self._dataset.episode, arguments.pop("task"), **arguments)
        episode = await asyncio.to_thread(make)
        stored = await self._stored(
            self._store.create, episode, request, chosen, idempotency, self._settings.most_episodes
        )
        if stored.request != request:
            raise EpisodeError(
                "got an idempotency key that made an episode with other arguments; use a new key "
                "for each episode"
            )
        return stored, episode

    async def find(self, episode_id: str) -> StoredEpisode:
        """Return an episode in its current state.

        Raises:
            NoEpisodeError: There is no such episode.
        """
        stored = await self._looked_up(self._store.find, episode_id)
        if stored is None:
            raise NoEpisodeError(
                "there is no episode of this id; it was never made, or its record was dropped "
                "some time after its end"
            )
        return stored

    async def play(self, episode_id: str, work: Callable[[Episode], Awaitable[T]]) -> T:
        """Return the result of `work`, which makes one call; the call is stored before this
        returns.

        Raises:
            NoEpisodeError, EpisodeError: There is no such episode, or it is over.
            InfrastructureError: The call failed for reasons of ours.
        """
        async with self._held(episode_id) as live:
            for _ in range(_TRIES):
                episode = live.episode
                if episode is None:
                    await self._open(episode_id)
                    episode = live.episode = await self._opened(episode_id)
                result = await work(episode)
                before = episode.calls_made - 1
                if await self._noted(episode_id, before, episode.calls[-1]):
                    return result
                live.episode = None  # it is over, or another worker was faster
        raise InfrastructureError("the episode is called from too many sides at once; try again")

    async def answer(self, episode_id: str, answer: str) -> StoredEpisode:
        """Score the answer and close the episode; the same answer again changes nothing.

        Raises:
            NoEpisodeError, EpisodeError: There is no such episode, it is over, has no task, or the
                keys are not here.
            DatasetError: The keys are damaged.
        """
        async with self._held(episode_id) as live:
            for _ in range(_TRIES):
                stored = await self.find(episode_id)
                if stored.state == "answered" and stored.answer == answer:
                    return stored
                stored = await self._open(episode_id)
                if not self._dataset.has_keys:
                    raise EpisodeError(
                        "no answer can be scored here: the server lacks keys of the dataset; copy "
                        "the files keys-*.duckdb to it, or close the episode without an answer"
                    )
                episode = live.episode
                if episode is None or episode.calls_made != stored.calls:
                    episode = await self._opened(episode_id)
                reward = await episode.ascore(answer, stored.chosen)
                live.episode = None
                arguments = episode_id, stored.calls, answer, reward
                if await self._stored(self._store.answer, *arguments):
                    self._live.pop(episode_id, None)
                    return await self.find(episode_id)
        raise InfrastructureError("the episode is called from too many sides at once; try again")

    async def end(self, episode_id: str) -> StoredEpisode:
        """Close an episode without an answer; nothing changes if it is closed.

        Raises:
            NoEpisodeError: There is no such episode.
        """
        await self.find(episode_id)
        await self._stored(self._store.end, episode_id)
        self._live.pop(episode_id, None)
        return await self.find(episode_id)

    async def trace(self, episode_id: str, *, texts: bool) -> Trace:
        """Return the record of an episode.

        Raises:
            NoEpisodeError: There is no such episode.
            InfrastructureError: The world cannot be read.
        """
        await self.find(episode_id)
        episode = await self._opened(episode_id)
        return await asyncio.to_thread(lambda: episode.trace(texts=texts))

    async def expire(self) -> None:
        """Expire idle episodes, and drop ended ones from memory."""
        await self._stored(self._store.expire, self._settings.idle_s, self._settings.keep_s)
        are_open = await self._stored(self._store.open_ids)
        for episode_id, live in list(self._live.items()):
            if not live.lock.locked() and episode_id not in are_open:
                del self._live[episode_id]

    async def listed(self, state: str, after: str, most: int) -> list[StoredEpisode]:
        """Return at most `most` episodes of a state, by id, whose ids are greater than `after`."""
        return await self._stored(self._store.listed, state, after, most)

    async def count_open(self) -> int:
        """Return how many episodes are open."""
        return await self._looked_up(self._store.open_episodes)

    async def checkpoint(self) -> None:
        """Copy SQLite's write-ahead log into the file, which keeps the log small."""
        await self._stored(self._store.checkpoint)

    def close(self) -> None:
        """Wait until running work of the store has ended."""
        self._threads.shutdown()

    # Behind the scenes ---------------------------------------------------------------------------

    @asynccontextmanager
    async def _held(self, episode_id: str) -> AsyncIterator[_Live]:
        """An episode's place in memory, held by one request of this worker at a time."""
        live = self._live.setdefault(episode_id, _Live())
        self._live.move_to_end(episode_id)
        await live.lock.acquire()
        try:
            yield live
        except BaseException:
            live.episode = None  # the copy may have a call that is not stored
            raise
        finally:
            live.lock.release()
            while len(self._live) > _LIVE:
                self._live.popitem(last=False)

    async def _open(self, episode_id: str) -> StoredEpisode:
        stored = await self.find(episode_id)
        if stored.state != "open":
            raise EpisodeError(
                f"the episode is over: it is {stored.state}, after {stored.calls} calls; create "
                "another one"
            )
        return stored

    async def _opened(self, episode_id: str) -> Episode:
        """Return the episode in its current state, replayed from its log."""
        log = await self._stored(self._store.log, episode_id)
        return await asyncio.to_thread(Episode.from_log, self._dataset, log)

    async def _noted(self, episode_id: str, before: int, call: Call) -> bool:
        """Store a call like `EpisodeStore.note`: at once, or in a thread where that would wait."""
        noted = self._store.note_at_once(episode_id, before, call)
        if noted is None:
            noted = await self._stored(self._store.note, episode_id, before, call)
        return noted

    async def _looked_up(self, work: Callable[..., T], *given: object) -> T:
        """Return the result of a method that waits for nobody where the store is a file."""
        return await self._stored(work, *given) if self._store.is_remote else work(*given)

    async def _stored(self, work: Callable[..., T], *given: object) -> T:
        """Return the result of a method of the store, called in a thread for it."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
