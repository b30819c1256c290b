"""What a request is bound to, an episode or a world, as three tools."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from fictionworld.dataset import Dataset
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.results import PageText, Results
from fictionworld.errors import UsageError
from fictionworld.server.access import Caller, WorldPlay
from fictionworld.server.episodes import ServedEpisodes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Player:
    """The tools of an episode, or of a world; each use is one call."""

    _play: Callable[[Callable[[Episode], Awaitable[Any]]], Awaitable[Any]]
    keeps_notes: bool
    """Whether a call knows those before it; a world that is looked around in has no memory."""

    async def call(self, tool: str, arguments: dict[str, Any] | str) -> str:
        """Call a tool, as `Episode.acall` does."""
        text: str = await self._play(lambda episode: episode.acall(tool, arguments))
        return text

    async def search(self, query: str, k: int) -> Results:
        """Search, as `Episode.asearch` does; at most ten results."""
        results: Results = await self._play(lambda episode: episode.asearch(query, max(1, k)))
        return results

    async def read(self, url: str, page: int = 1) -> PageText:
        """Read a page, as `Episode.aread` does."""
        part: PageText = await self._play(lambda episode: episode.aread(url, page))
        return part

    async def read_whole(self, url: str) -> PageText:
        """Return all parts of a page as one text; each part is a call of its own."""
        first = await self.read(url)
        texts = [first.text]
        texts += [(await self.read(url, part)).text for part in range(2, first.parts + 1)]
        return replace(first, text="\n".join(texts), parts=min(1, first.parts))


def player_of(caller: Caller, dataset: Dataset, episodes: ServedEpisodes) -> Player:
    """Return the tools that a request is bound to.

    Raises:
        UsageError: The request names no episode and no world, or an unknown world.
        AccessError: The caller is the admin.
    """
    caller.needs("agent", "trainer")
    if caller.episode_id is not None:
        episode_id = caller.episode_id
        return Player(lambda work: episodes.play(episode_id, work), keeps_notes=True)
    if caller.world is not None:
        return _of_world(caller.world, dataset)
    raise UsageError(
        "got no episode and no world; give an episode's key as the API key or in the URL, "
        "/e/KEY/..., or a world as /w/17/..."
    )


def _of_world(world: WorldPlay, dataset: Dataset) -> Player:
    dataset.world(world.world_id)

    async def play(work: Callable[[Episode], Awaitable[T]]) -> T:
        return await work(
            dataset.episode(world.world_id, world.policy, world.controls, world.seed, calls=0)
        )

    return Player(play, keeps_notes=False)
