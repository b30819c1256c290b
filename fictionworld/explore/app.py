"""The pages put together: the views, behind the gate of the server and who may look."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from fictionworld.episodes.faults import EpisodeError
from fictionworld.errors import DatasetError, FictionworldError, StorageError, UsageError
from fictionworld.explore.access import Access
from fictionworld.explore.dataset_view import dataset_routes
from fictionworld.explore.explorer import Explorer, ExploreSettings, form_of
from fictionworld.explore.pack_preview import WatchedPack
from fictionworld.explore.pack_view import pack_routes
from fictionworld.explore.play_view import play_routes
from fictionworld.explore.task_view import task_routes
from fictionworld.explore.trace_view import trace_routes
from fictionworld.explore.web_view import web_routes
from fictionworld.explore.world_view import world_routes
from fictionworld.files import packaged
from fictionworld.server.gate import Gate
from fictionworld.server.metrics import Metrics

_VIEWS: Final = (
    dataset_routes, world_routes, web_routes, task_routes, play_routes, trace_routes,
)  # fmt: skip


def app_for(settings: ExploreSettings, pack: WatchedPack | None = None) -> ASGIApp:
    """Return the pages, an ASGI application. The dataset may still be built: pages say so then.

    Args:
        settings: What is looked at.
        pack: A pack whose preview is shown in place of a dataset.
    """
    explorer = Explorer(settings, pack)
    explorer.prepare()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        explorer.close()

    app = FastAPI(openapi_url=None, lifespan=lifespan)
    app.mount("/static", StaticFiles(directory=packaged("explore/static")))
    for view in _VIEWS:
        app.include_router(view(explorer))
    if pack is not None:
        app.include_router(pack_routes(explorer, pack))
    access = Access(app, settings.server, explorer.renderer)

    @app.post("/login")
    async def login(request: Request) -> Response:
        form = await form_of(request)
        return access.admitted(form.get("token", ""), form.get("target", "/"))

    _handle_errors(app, explorer)
    return Gate(access, settings.server, Metrics())


def _handle_errors(app: FastAPI, explorer: Explorer) -> None:
    def error_page(status: int, message: str) -> Response:
        return explorer.page("error.html", status, message=message, is_waiting=status == 503)

    @app.exception_handler(FictionworldError)
    def failed(_: Request, error: FictionworldError) -> Response:
        match error:
            case EpisodeError():
                return error_page(409, str(error))
            case UsageError():
                return error_page(404, str(error))
            case DatasetError() | StorageError():
                return error_page(503, str(error))
        return error_page(500, str(error))

    @app.exception_handler(HTTPException)
    def refused(request: Request, error: HTTPException) -> Response:
        message = f"got {request.url.path}; there is no such page"
        return error_page(error.status_code, message if error.status_code == 404 else error.detail)

    @app.exception_handler(RequestValidationError)
    def unreadable(_: Request, error: RequestValidationError) -> Response:
        fields = "; ".join(
            f"{entry['loc'][-1]}: got {str(entry.get('input'))[:60]!r}, {entry['msg'].lower()}"
            for entry in error.errors()[:5]
        )
        return error_page(422, fields)

    @app.exception_handler(Exception)
    def broken(_: Request, error: Exception) -> Response:
        message = f"this page failed, and not by your doing: {type(error).__name__}"
        return error_page(500, message)
