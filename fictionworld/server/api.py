"""The server's own API: episodes from creation to reward, and which worlds and tasks there are."""

# FastAPI reads the annotations of routes, so they are no strings here.
import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from fictionworld.dataset import Dataset
from fictionworld.episodes.results import PageText, Result
from fictionworld.episodes.rewards import DEFAULT_REWARD
from fictionworld.server.access import Caller, Keys, WorldPlay
from fictionworld.server.episode_store import StoredEpisode
from fictionworld.server.episodes import ServedEpisodes
from fictionworld.server.player import Player, player_of
from fictionworld.server.settings import ServerSettings
from fictionworld.simulator.toolbox import all_tools, openai_tools

Text = Annotated[str, Field(max_length=20_000)]
Short = Annotated[str, Field(max_length=2_000)]
Seed = Annotated[int, Field(ge=-(2**63), lt=2**63)]
EpisodeId = Annotated[str, Path(max_length=100)]
Characters = Annotated[
    tuple[int, int] | None,
    Query(description="The least and the most to read: characters=0&characters=60000."),
]
Levels = Annotated[
    list[Annotated[int, Field(ge=1, le=5)]] | None,
    Query(max_length=5, description="Levels of difficulty from 1 to 5: level=1&level=2."),
]
Band = Annotated[
    tuple[float, float] | None,
    Query(description="The least and the highest pass rate: band=0.125&band=0.875."),
]


class NewEpisode(BaseModel):
    """What an episode is made from; fields left out are the server's own."""

    model_config = ConfigDict(extra="forbid")
    task: Annotated[str, Field(max_length=40)] | int = Field(
        description="A task's id, such as 17-2; or a world's, 17, for tools without a question."
    )
    policy: Short | dict[Short, float] | None = None
    controls: Short | None = None
    seed: Seed = Field(default=0, description="Of the group: rollouts that are compared share it.")
    calls: int | None = Field(default=None, ge=0, le=10**6)
    reply_characters: int | None = Field(default=None, ge=0, le=10**7)
    reward: Short = DEFAULT_REWARD


class MadeEpisode(BaseModel):
    """An episode, and what to give its agent."""

    episode_id: str
    key: str = Field(description="For the agent: it reaches this episode and nothing else.")
    state: str
    question: str | None
    system_prompt: str
    most_calls: int
    policy: str


class EpisodeStatus(BaseModel):
    """Where an episode stands."""

    episode_id: str
    state: str = Field(description="open, answered, closed, or expired")
    calls_made: int
    reward: float | None = Field(description="For trainers alone, once there is an answer.")
    figures: dict[str, Any] | None = Field(description="All figures; likewise.")


class CallRequest(BaseModel):
    """A call as a model makes it; whatever it asks for is answered."""

    tool: Text
    arguments: dict[str, Any] | Annotated[str, Field(max_length=1_000_000)] = {}


class ToolReply(BaseModel):
    """What the agent reads."""

    text: str


class SearchCall(BaseModel):
    """One query."""

    query: Text
    k: int = Field(default=10, ge=1, le=100)


@dataclass(frozen=True, slots=True)
class FoundResults:
    """What a search brought."""

    results: list[Result]
    text: str
    """The whole reply as an agent reads it."""


class ReadCall(BaseModel):
    """One page, or a part of it."""

    url: Text
    page: int = Field(default=1, ge=1, le=10**6)


class AnswerRequest(BaseModel):
    """The answer of an agent; null for none."""

    answer: Annotated[str, Field(max_length=1_000_000)] | None


class WorldKey(BaseModel):
    """How a world is looked around in."""

    policy: Short | None = None
    controls: Short | None = None
    seed: Seed = 0


def api_routes(  # noqa: PLR0915 - one route after another
    dataset: Dataset,
    episodes: ServedEpisodes,
    keys: Keys,
    settings: ServerSettings,
    get_caller: Callable[..., Any],
) -> APIRouter:
    """Return the routes under `/v1`; `get_caller` is the dependency that returns the caller."""
    router = APIRouter(prefix="/v1")
    Who = Annotated[Caller, Depends(get_caller)]  # noqa: N806 - a type

    def player(caller: Caller, episode_id: str) -> Player:
        caller.may_play(episode_id)
        return player_of(Caller("agent", episode_id=episode_id), dataset, episodes)

    def status(caller: Caller, stored: StoredEpisode) -> EpisodeStatus:
        shown = stored.reward if caller.role == "trainer" else None
        figures = None if shown is None else json.loads(shown)
        return EpisodeStatus(
            episode_id=stored.id,
            state=stored.state,
            calls_made=stored.calls,
            reward=None if figures is None else figures[stored.chosen],
            figures=figures,
        )

    # Episodes ------------------------------------------------------------------------------------

    @router.post("/episodes", status_code=201, tags=["episodes"])
    async def create_episode(
        given: NewEpisode,
        caller: Who,
        idempotency_key: Annotated[str | None, Header(max_length=200)] = None,
    ) -> MadeEpisode:
        """Create an episode. The same Idempotency-Key gives the same episode again."""
        caller.needs("trainer")
        arguments = given.model_dump()
        arguments["policy"] = settings.policy if given.policy is None else given.policy
        arguments["controls"] = settings.controls if given.controls is None else given.controls
        stored, episode = await episodes.create(arguments, idempotency_key)
        return MadeEpisode(
            episode_id=stored.id,
            key=keys.of_episode(stored.id),
            state=stored.state,
            question=episode.question if episode.task else None,
            system_prompt=episode.system_prompt,
            most_calls=episode.most_calls,
            policy=episode.policy,
        )

    @router.get("/episodes", tags=["episodes"])
    async def list_episodes(
        caller: Who,
        state: Literal["open", "answered", "closed", "expired"] = "open",
        after: Annotated[str, Query(max_length=100)] = "",
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    ) -> list[EpisodeStatus]:
        """Episodes of a state, by id; for trainer and admin."""
        caller.needs("trainer", "admin")
        return [status(caller, stored) for stored in await episodes.listed(state, after, limit)]

    @router.get("/episodes/{episode_id}", tags=["episodes"])
    async def get_episode(episode_id: EpisodeId, caller: Who) -> EpisodeStatus:
        """Where an episode stands; what it earned is for the trainer."""
        if caller.role != "admin":
            caller.may_play(episode_id)
        return status(caller, await episodes.find(episode_id))

    @router.delete("/episodes/{episode_id}", tags=["episodes"])
    async def close_episode(episode_id: EpisodeId, caller: Who) -> EpisodeStatus:
        """Close an episode without an answer; again, nothing changes."""
        caller.needs("trainer", "admin")
        return status(caller, await episodes.end(episode_id))

    @router.post("/episodes/{episode_id}/call", tags=["episodes"])
    async def call_tool(episode_id: EpisodeId, given: CallRequest, caller: Who) -> ToolReply:
        """Call a tool; what is wrong with the call is a reply too."""
        tools = player(caller, episode_id)
        return ToolReply(text=await tools.call(given.tool, given.arguments))

    @router.post("/episodes/{episode_id}/search", tags=["episodes"])
    async def search(episode_id: EpisodeId, given: SearchCall, caller: Who) -> FoundResults:
        """The call web_search with one query, as data."""
        results = await player(caller, episode_id).search(given.query, given.k)
        return FoundResults(list(results), results.text)

    @router.post("/episodes/{episode_id}/read", tags=["episodes"])
    async def read(episode_id: EpisodeId, given: ReadCall, caller: Who) -> PageText:
        """The call web_extractor with one address, as data."""
        return await player(caller, episode_id).read(given.url, given.page)

    @router.post("/episodes/{episode_id}/answer", tags=["episodes"])
    async def submit_answer(
        episode_id: EpisodeId, given: AnswerRequest, caller: Who
    ) -> EpisodeStatus:
        """Submit the answer, which closes the episode; the same one again gives the same."""
        caller.may_play(episode_id)
        return status(caller, await episodes.answer(episode_id, given.answer or ""))

    @router.get("/episodes/{episode_id}/trace", tags=["episodes"])
    async def get_trace(
        episode_id: EpisodeId, caller: Who, *, texts: bool = False
    ) -> dict[str, Any]:
        """The record of an episode, for the trainer: it says which evidence is needed."""
        caller.needs("trainer")
        return (await episodes.trace(episode_id, texts=texts)).as_dict()

    # Worlds and tasks, without keys; in threads, since many tasks take long to list --------------

    @router.get("/worlds", tags=["dataset"])
    def list_worlds(
        caller: Who,
        offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    ) -> list[dict[str, Any]]:
        """Worlds in order."""
        caller.needs("trainer")
        chosen = dataset.world_ids[offset : offset + limit]
        return [_world(dataset, world_id) for world_id in chosen]

    @router.get("/worlds/{world_id}", tags=["dataset"])
    def get_world(world_id: int, caller: Who) -> dict[str, Any]:
        """One world: pack, title, day, language, split."""
        caller.needs("trainer")
        return _world(dataset, world_id)

    @router.post("/worlds/{world_id}/keys", status_code=201, tags=["dataset"])
    def create_world_key(world_id: int, given: WorldKey, caller: Who) -> dict[str, str]:
        """A key that searches and reads one world, for retrievers that know no episodes."""
        caller.needs("trainer")
        policy = settings.policy if given.policy is None else given.policy
        controls = settings.controls if given.controls is None else given.controls
        dataset.episode(world_id, policy, controls, given.seed)
        return {"key": keys.of_world(WorldPlay(world_id, policy, controls, given.seed))}

    @router.get("/tasks", tags=["dataset"])
    def list_tasks(  # noqa: PLR0913, PLR0917 - filters
        caller: Who,
        world: int | None = None,
        split: Short | None = None,
        pack: Short | None = None,
        kind: Short | None = None,
        characters: Characters = None,
        level: Levels = None,
        offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
        limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    ) -> list[dict[str, Any]]:
        """Tasks in order, without their answers."""
        caller.needs("trainer")
        chosen = dataset.tasks(
            world, split=split, pack=pack, kind=kind, characters=characters, level=level
        )
        return [task.as_dict() for task in chosen[offset : offset + limit]]

    @router.get("/sample", tags=["dataset"])
    def sample_tasks(  # noqa: PLR0913, PLR0917 - filters
        caller: Who,
        n: Annotated[int, Query(ge=1, le=1000)] = 1,
        seed: Annotated[int, Query(ge=0, lt=2**63)] = 0,
        start: Annotated[int, Query(ge=0, le=10**9)] = 0,
        split: Short | None = None,
        pack: Short | None = None,
        kind: Short | None = None,
        characters: Characters = None,
        level: Levels = None,
        policy: Short | None = None,
        band: Band = None,
        agent: Short | None = None,
    ) -> list[dict[str, Any]]:
        """Tasks in an order drawn by the seed, each with its policy; as `Dataset.sample`."""
        caller.needs("trainer")
        drawn = dataset.sample(
            n, seed, start=start, split=split, pack=pack, kind=kind,
            characters=characters, level=level, policies=policy or settings.policy, band=band,
            agent=agent,
        )  # fmt: skip
        return [
            {**task.as_dict(), "policy": task.policy, "seed": task.seed, "index": task.index}
            for task in islice(drawn, n)
        ]

    @router.get("/tasks/{task_id}", tags=["dataset"])
    def get_task(
        task_id: Annotated[str, Path(max_length=40)], caller: Who, controls: Short | None = None
    ) -> dict[str, Any]:
        """One task, and the messages that a conversation about it begins with."""
        caller.needs("trainer")
        wanted = settings.controls if controls is None else controls
        prompt = dataset.prompt(task_id, wanted)
        return {**dataset.task(task_id).as_dict(), "messages": prompt}

    @router.get("/tools", tags=["agents"])
    async def list_tools(
        form: Literal["chat", "responses", "mcp"] = "chat",
    ) -> list[dict[str, Any]]:
        """The schemas of the tools, as OpenAI's chat completions or responses or MCP take them."""
        if form == "chat":
            return openai_tools()
        name = "inputSchema" if form == "mcp" else "parameters"
        kind = {} if form == "mcp" else {"type": "function", "strict": False}
        return [
            {**kind, "name": tool.name, "description": tool.description, name: tool.parameters}
            for tool in all_tools()
        ]

    return router


def _world(dataset: Dataset, world_id: int) -> dict[str, Any]:
    """Return what a trainer may know of a world; its seeds would reveal its values."""
    world = dataset.world(world_id)
    tasks = [task.task_id for task in dataset.tasks(world_id)]
    return {
        "world_id": world.world_id, "pack": world.pack, "title": world.title,
        "strategy": world.strategy, "as_of": world.as_of.isoformat(), "language": world.language,
        "rows": world.row_count, "split": world.split, "tasks": tasks,
    }  # fmt: skip
