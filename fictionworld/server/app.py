"""The server put together: FastAPI within the gate."""

# FastAPI reads the annotations of routes, so they are no strings here.
import asyncio
import gc
import json
import logging
import os
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import FrameType
from typing import Annotated, Any

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.faults import EpisodeError, InfrastructureError
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.server.access import AccessError, Caller, Keys, caller_of
from fictionworld.server.api import api_routes
from fictionworld.server.episode_store import EpisodeStore
from fictionworld.server.episodes import NoEpisodeError, ServedEpisodes
from fictionworld.server.gate import Gate, failure, problem
from fictionworld.server.mcp import McpOverHttp
from fictionworld.server.metrics import Metrics
from fictionworld.server.page import index_page, reply_page
from fictionworld.server.player import Player, player_of
from fictionworld.server.rates import RateError, Rates
from fictionworld.server.settings import ServerSettings
from fictionworld.server.shapes.registry import routes_of_shapes
from fictionworld.version import __version__

_LOG = logging.getLogger("fictionworld.server")
_SWEEP_S = 30.0
_CHECKPOINT_S = 5.0
_DRAIN_S = 25.0
_INTERRUPTED_S = 1.5
_INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""
_COLLECT_RARELY = (20_000, 20, 50)


class Problem(BaseModel):
    """What is wrong, what is allowed, the next move."""

    detail: str


_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": about}
    for status, about in {
        400: "this is no HTTP/1.1, or the body cannot be read",
        401: "no token, or none of this server's",
        403: "not this token's",
        404: "no such episode",
        405: "not this method",
        408: "the body came too slowly",
        409: "the episode is over, or cannot do this",
        413: "the body is too large",
        414: "the URL is too long",
        422: "wrong usage",
        429: "this key is used too often; see Retry-After",
        503: "the server is full or failed; try again, see Retry-After",
    }.items()
}


def app_from_environment() -> ASGIApp:
    """Return the server of a worker process, with the settings that its parent left."""
    return app_for(ServerSettings.from_environment())


def app_for(settings: ServerSettings) -> ASGIApp:
    """Return the server, an ASGI application.

    Raises:
        DatasetError, UsageError: There is no such dataset, policy, control, backend or store.
        StorageError: The state folder or the store cannot be used.
    """
    dataset = open_dataset(settings.dataset, cache_mb=settings.cache_mb)
    if settings.backend != "template":
        dataset = dataset.worded_by(settings.backend)
    for shard in dataset.manifest.shards:  # read and checked now, not while requests wait
        dataset.world(shard.first_world)
    dataset.episode(dataset.world_ids[0], settings.policy, settings.controls)
    store = EpisodeStore(settings.state_folder, settings.store)
    episodes = ServedEpisodes(dataset, store, settings)
    keys, metrics, rates = Keys(store.secret), Metrics(), Rates(settings.calls_per_s)

    def get_caller(request: Request, in_body: str | None = None) -> Caller:
        caller = caller_of(request, settings, keys, in_body)
        if caller.role == "agent":
            rates.spend(caller.episode_id or str(caller.world))
        return caller

    def get_player(request: Request, in_body: str | None = None) -> Player:
        return player_of(get_caller(request, in_body), dataset, episodes)

    async def caller_dependency(request: Request) -> Caller:
        # FastAPI runs plain functions in threads
        return get_caller(request)

    async def player_dependency(request: Request) -> Player:
        return get_player(request, await _key_in_body(request))

    over_mcp = McpOverHttp(get_player)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        _handle_signals(gate)
        sweeping = asyncio.create_task(_every(_SWEEP_S, episodes.expire))
        copying = asyncio.create_task(_every(_CHECKPOINT_S, episodes.checkpoint))
        with _rare_collection():
            async with over_mcp.manager.run():
                yield
        sweeping.cancel()
        copying.cancel()
        episodes.close()
        store.close()

    app = FastAPI(
        title="fictionworld", version=__version__, lifespan=lifespan, redoc_url=None,
        responses=_PROBLEMS, description="Episodes in fictional worlds. Every error has `detail`.",
    )  # fmt: skip
    _handle_errors(app)
    app.include_router(api_routes(dataset, episodes, keys, settings, caller_dependency))
    _add_health(app, dataset, episodes, metrics, settings, caller_dependency)
    _add_page(app, dataset, settings, get_player)
    app.router.routes.append(Route("/mcp", over_mcp, methods=["POST"]))
    app.include_router(routes_of_shapes(player_dependency))
    gate = Gate(app, settings, metrics)
    return gate


def _handle_signals(gate: Gate) -> None:
    """Handle SIGTERM: answer the requests under way, refuse new ones, and then end the process.

    The handler set before would stop listening at once, and reset connections just made.
    After Ctrl-C the process ends within seconds, whatever its threads wait for.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # of a program that has signals of its own
    loop, end = asyncio.get_running_loop(), signal.getsignal(signal.SIGTERM)

    async def drain() -> None:
        await gate.drain(_DRAIN_S)
        signal.signal(signal.SIGTERM, end)
        signal.raise_signal(signal.SIGTERM)

    def on_term(*_: object) -> None:
        # once: a worker gets it from its parent too, where both are sent it
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        asyncio.run_coroutine_threadsafe(drain(), loop)

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        late = threading.Timer(_INTERRUPTED_S, os._exit, (_INTERRUPTED,))
        late.daemon = True
        late.start()
        if callable(interrupted):
            interrupted(number, frame)

    interrupted = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, on_interrupt)
    signal.signal(signal.SIGTERM, on_term)


@contextmanager
def _rare_collection() -> Iterator[None]:
    """Run Python's garbage collector rarely, and never on the objects loaded so far.

    A full collection of all modules stops every request for 60 ms; few requests leave cycles.
    """
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if not frozen:  # else what was frozen stays so, for whoever froze it to thaw
            gc.unfreeze()  # or DuckDB's binding reports what is left at the end


async def _key_in_body(request: Request) -> str | None:
    """Return the field `api_key` of the body, where older clients of Tavily put it; None without
    one.
    """
    body = await request.body()
    if b'"api_key"' not in body:
        return None
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):  # of a request that FastAPI reads no body of
        return None
    key = content.get("api_key") if isinstance(content, dict) else None
    return key if isinstance(key, str) else None


async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do some work again and again; a failure is logged, and the work tried again next time."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except InfrastructureError as error:
            _LOG.warning("the store of episodes could not be tidied, it is tried again: %s", error)
        except Exception:  # a full disk may have room later
            _LOG.exception("the store of episodes could not be tidied; it is tried again")


def _add_health(
    app: FastAPI,
    dataset: Dataset,
    episodes: ServedEpisodes,
    metrics: Metrics,
    settings: ServerSettings,
    get_caller: Callable[..., Any],
) -> None:
    @app.get("/health", tags=["server"])
    async def health() -> dict[str, str]:
        """Whether the process answers."""
        return {"status": "ok", "version": __version__}

    @app.get("/ready", tags=["server"])
    async def ready() -> dict[str, str]:
        """Whether it can play: a page is searched for and the episodes are counted.

        Where it is full, those that are open are played on: 200, or a balancer would cut them off.
        """
        await dataset.episode(dataset.world_ids[0], calls=0).asearch("list")
        if await episodes.count_open() >= settings.most_episodes:
            return {"status": "full"}
        return {"status": "ready"}

    @app.get("/metrics", tags=["server"])
    async def prometheus(caller: Annotated[Caller, Depends(get_caller)]) -> Response:
        """Figures for Prometheus; for the admin."""
        if not settings.is_open:
            caller.needs("admin")
        return Response(metrics.page(await episodes.count_open()), media_type="text/plain")


def _add_page(
    app: FastAPI,
    dataset: Dataset,
    settings: ServerSettings,
    get_player: Callable[[Request], Player],
) -> None:
    @app.get("/", include_in_schema=False)
    async def index() -> HTMLResponse:
        return index_page(dataset, settings)

    @app.post("/try", include_in_schema=False)
    async def tried(request: Request) -> HTMLResponse:
        return await reply_page(request, dataset, settings, get_player)


def _handle_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> Response:
        problems = [
            f"{'.'.join(map(str, entry['loc']))}: {entry['msg']}" for entry in error.errors()[:5]
        ]
        return problem(422, "; ".join(problems) + "; /docs says what is allowed")

    @app.exception_handler(HTTPException)
    async def refused(_: Request, error: HTTPException) -> Response:
        return problem(error.status_code, str(error.detail), error.headers)

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> Response:
        return failure(error)

    @app.exception_handler(FictionworldError)
    async def failed(_: Request, error: FictionworldError) -> Response:
        return problem(_status_of(error), str(error))


def _status_of(error: FictionworldError) -> int:
    match error:
        case AccessError():
            return error.status
        case NoEpisodeError():
            return 404
        case EpisodeError():
            return 409
        case UsageError():
            return 422
        case RateError():
            return 429
    return 503
