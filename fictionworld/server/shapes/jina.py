"""Jina's reader: GET `/https://host/path`, or POST `/` with `url`; the whole page, as Markdown."""

import re
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from fictionworld.server.player import Player
from fictionworld.server.shapes.shape import Operation, ServiceRequest, Shape

_LONGEST = 20_000


class JinaUrl(ServiceRequest):
    """A page to read."""

    url: str = Field(max_length=_LONGEST)


async def _read(player: Player, request: JinaUrl) -> dict[str, Any]:
    page = await player.read_whole(request.url)
    code = 200 if page.found else 404
    return {
        "code": code,
        "status": code * 100,
        "data": {
            "title": page.title,
            "description": "",
            "url": request.url,
            "content": page.text,
            "usage": {"tokens": len(page.text) // 4},
        },
    }


def _routes(get_player: Callable[..., Any]) -> APIRouter:
    """Return the routes `GET /jina/https://host/path` and `GET /https://host/path`, which take
    queries.
    """
    router = APIRouter()

    async def read(request: Request, player: Player) -> Response:
        written: bytes = request.scope.get("raw_path", b"") or request.url.path.encode()
        _, scheme, rest = written.decode("latin-1").partition("http")
        query = request.scope["query_string"].decode("latin-1")
        url = f"{scheme}{rest}{'?' * bool(query)}{query}"[:_LONGEST]
        url = re.sub(r"^(https?:)/+", r"\1//", url)  # proxies drop the second slash
        reply = await _read(player, JinaUrl(url=url))
        if "application/json" in request.headers.get("accept", ""):
            return JSONResponse(reply)
        page = reply["data"]
        return PlainTextResponse(
            f"Title: {page['title']}\n\nURL Source: {url}\n\nMarkdown Content:\n{page['content']}\n"
        )

    read.__annotations__["player"] = Annotated[Player, Depends(get_player)]
    for route_path in ("/jina/http{rest:path}", "/http{rest:path}"):
        router.add_api_route(
            route_path, read, methods=["GET"], include_in_schema=False, response_model=None
        )
    return router


SHAPE = Shape(
    "jina",
    "Jina's reader: GET /https://host/path, POST / with url",
    (Operation("POST", "/", JinaUrl, _read),),
    _routes,
)
